import { beforeAll, expect, it } from "vitest";
import { loadSites, siteOf } from "../../src/base/site.js";

beforeAll(loadSites);

it("siteOf returns the registered domain, or the user's subdomain of a shared host", () => {
  expect(
    ["http://a.b.example.co.uk/x", "http://me.github.io/", "http://127.0.0.1:80/", "no uri"].map(
      siteOf,
    ),
  ).toEqual(["example.co.uk", "me.github.io", "127.0.0.1", "no uri"]);
});
