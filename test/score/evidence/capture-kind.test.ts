import { describe, expect, it } from "vitest";
import type { Capture } from "../../../src/base/types.js";
import { kindShown } from "../../../src/score/evidence/kinds.js";
import { isHome, kindOfCapture } from "../../../src/score/evidence/capture-kind.js";

const WALL = { headers: ["cf-mitigated: challenge"] };
const LATER = { headers: ["retry-after: 60"] };
const CLOUDFLARE = { headers: ["server: cloudflare-nginx"] };
const redirected = (uriR: string, to: string): Partial<Capture> => ({
  uriR,
  via: { kind: "redirect", uriR: to, mementoDatetime: "2020-01-01T00:00:00Z" },
});
const NEWS = "http://a.example/news/1.html";

describe("the kind of a capture", () => {
  it.each<[what: string, capture: Partial<Capture>, expected: string | undefined]>([
    ["an ordinary page", { status: 200 }, undefined],
    ["a page behind Cloudflare", { ...CLOUDFLARE, status: 200 }, undefined],
    ["a challenge of Cloudflare before 2022", { ...CLOUDFLARE, status: 503 }, "bot-check"],
    ["a page that asks to come back later", { ...LATER, status: 200 }, "maintenance"],
    ["an error 503 that asks to come back later", { ...LATER, status: 503 }, "maintenance"],
    ["another error that asks to come back later", { ...LATER, status: 400 }, "error"],
    ["a page in place of an image", { contentType: "image/png" }, "other-type"],
    ["a page in place of robots.txt", { uriR: "http://a.example/robots.txt" }, "other-type"],
    ["a PDF", { format: "pdf", contentType: "application/pdf" }, undefined],
    ["a redirect to another site", redirected(NEWS, "http://b.example/news"), "other-site"],
    ["a redirect to the home page", redirected(NEWS, "http://a.example/"), "home-page"],
    ["a redirect to another page", redirected(NEWS, "http://a.example/news/2.html"), undefined],
    [
      "a redirect of a home page",
      redirected("http://a.example/", "http://a.example/en/"),
      undefined,
    ],
  ])("of %s is told by its answer and address", (_, capture, expected) => {
    expect(kindOfCapture(capture, undefined)?.kind).toBe(expected);
  });

  it.each<[what: string, capture: Partial<Capture>, shown: [string, string], expected: string]>([
    ["for sale behind a wall", WALL, ["for-sale", "text: for sale"], "for-sale"],
    ["a login behind a wall", WALL, ["login-wall", "text: log in"], "bot-check"],
    ["access denied", { status: 200 }, ["error", "text: access denied"], "forbidden"],
    ["access denied by a wall", { status: 200 }, ["bot-check", "text: access denied"], "bot-check"],
    ["access denied by a wall, 400", { status: 400 }, ["bot-check", "access denied"], "forbidden"],
    ["access denied by a broken server", { status: 500 }, ["error", "text: 403"], "error"],
    ["a login to a network", { status: 511 }, ["login-wall", "text: log in"], "captive-portal"],
    ["a login with an error", { status: 403 }, ["login-wall", "text: log in"], "login-wall"],
  ])("of %s is told by its words and its answer", (_, capture, [kind, mark], expected) => {
    expect(kindOfCapture(capture, kindShown(kind, [mark]))?.kind).toBe(expected);
  });

  it("of a part of a page is told by a sign, and never by its little text", () => {
    const kindOf = (kind: string): unknown =>
      kindOfCapture({ status: 200 }, kindShown(kind, ["text: x"]), "cut off");
    expect(kindOf("suspended")).toMatchObject({ kind: "suspended" });
    for (const kind of ["blank", "needs-scripts", "shell"])
      expect(kindOf(kind)).toMatchObject({ kind: "incomplete", marks: ["cut off"] });
  });
});

it.each([
  ...["", "index.html", "en/", "de-at/home.php", "index.php?lang=en"].map((path) => [path, true]),
  ...["startseite.html", "?error=404&from=news"].map((path) => [path, true]),
  ...["news", "en/news", "?page=2", "index.html?id=7"].map((path) => [path, false]),
  // A name may begin like another one, which must not take time that grows with each.
  [`?${"redirect".repeat(99)}!`, false],
])("http://a.example/%s is the address of a home page: %s", (path, expected) => {
  expect(isHome(`http://a.example/${path}`)).toBe(expected);
});
