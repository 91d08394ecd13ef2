import { describe, expect, it } from "vitest";
import { uriTParts } from "../../../src/read/timemaps/uri.js";

describe("the parts of a URI-T", () => {
  for (const [uriT, replayPrefix, uriR] of [
    [
      "https://web.archive.org/web/timemap/link/http://x.example/",
      "https://web.archive.org/web/",
      "http://x.example/",
    ],
    [
      "https://web.archive.org/web/timemap/http://x.example/timemap/a",
      "https://web.archive.org/web/",
      "http://x.example/timemap/a",
    ],
    [
      "https://web.archive.org/web/timemap/link/20100101000000/http://x.example/",
      "https://web.archive.org/web/",
      "http://x.example/",
    ],
    [
      "https://web.archive.org/cdx/search/cdx?url=x.example&output=json",
      "https://web.archive.org/web/",
      "http://x.example/",
    ],
    [
      "https://wayback.archive-it.org/7877/timemap/cdx?url=http://x.example/a",
      "https://wayback.archive-it.org/7877/",
      "http://x.example/a",
    ],
    [
      "http://localhost:8080/coll/cdx?url=x.example/a",
      "http://localhost:8080/coll/",
      "http://x.example/a",
    ],
    ["https://vefsafn.is/timemap/link/x.example", "https://vefsafn.is/", "http://x.example/"],
  ] as const) {
    it(`reads the replay prefix and the URI-R from the URI-T ${uriT}`, () =>
      expect(uriTParts(uriT)).toEqual({ replayPrefix, uriR }));
  }

  it("finds no replay prefix and URI-R in URIs other than URI-Ts", () => {
    expect(uriTParts("http://example.com/list.txt")).toEqual({});
    expect(uriTParts("timemap.txt")).toEqual({});
  });
});
