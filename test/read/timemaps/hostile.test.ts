import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { links } from "../../../src/read/timemaps/link-format.js";
import { parseTimeMap } from "../../../src/read/timemaps/load.js";
import { runs } from "../../support/thorough.js";

const uriT = "http://archive.example/timemap/link/http://a.example/";

/** Pieces of TimeMaps and of hostile input, in random combinations. */
const piece = fc.constantFrom(
  "<", ">", ";", ",", '"', "'", "\\", "\n", " ", "=", "rel", "memento", "datetime", "timemap", "{", "}", "[", "]",
  "!meta ", "20100101000000", "http://a.example/", '"uri"', ":", "<html", "\ufeff", "\0", "\ud800", " CDX b a",
); // prettier-ignore

describe("hostile TimeMaps", () => {
  it("parses any text without an exception, and decides whether it is a TimeMap", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const parsed = parseTimeMap(pieces.join(""), undefined, uriT);
        expect(["timemap", "not-a-timemap"]).toContain(parsed.kind);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each(["file:///etc/hostname", "x:/../../etc/hostname", "data:,a"])(
    "fetches a further page of a TimeMap over HTTP only: %s",
    (uri) => {
      const parsed = parseTimeMap(`<${uri}>; rel="timemap"; from="a"`, undefined, "");
      expect(parsed).toMatchObject({ kind: "not-a-timemap" });
      const listed = `<http://a.example/>; rel="original",\n<${uri}>; rel="timemap"; from="a"`;
      expect(parseTimeMap(listed, undefined, uriT)).toMatchObject({ pages: [] });
    },
  );

  // Values that are nested too deep for JSON.stringify.
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  it.each([
    [
      "wayback-json",
      `[["urlkey","timestamp","original",${deep}],{"a":${deep}},["k","20100101000000","http://a.example/"]]`,
    ],
    ["memento-json", `{"original_uri":"http://a.example/","mementos":{"list":[{"uri":${deep}}]}}`],
    ["cdxj-index", `{"timestamp":"20100101000000","url":"http://a.example/"}\n{"a":${deep}}`],
    ["cdxj-index", `{"timestamp":"20100101000000","url":"http://a.example/"}\n{"a":`],
    [
      "cdxj-timemap",
      `!meta {"original_uri": "http://a.example/"}\n20100101000000 {"uri": ${deep}}\n20100101 {`,
    ],
  ])("describes the fault of %s, even with odd content", (_, text) => {
    const parsed = parseTimeMap(text, undefined, uriT);
    if (parsed.kind !== "timemap") throw new Error(parsed.what);
    expect(parsed.warnings.join()).toMatch(/: \d+ \(first: /u);
  });

  it("parses any bytes of a TimeMap without an exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, contentType) => {
        expect(parseTimeMap(bytes, contentType, uriT)).toHaveProperty("kind");
      }),
    );
  });

  it("finds a link in a TimeMap exactly as it was written", () => {
    const uris = fc.constantFrom(
      "http://a.example/",
      "http://a.example/x,y?z=(1)#é",
      "https://b.example/a b",
    );
    fc.assert(
      fc.property(uris, fc.string(), (uri, title) => {
        const escaped = title.replace(/["\\]/g, "\\$&");
        const [link] = links(`<${uri}>; title="${escaped}"; rel="memento"`, () => undefined);
        expect(link).toEqual({
          uri,
          attributes: new Map([
            ["title", title],
            ["rel", "memento"],
          ]),
        });
      }),
      { numRuns: runs(30) },
    );
  });

  // Quadratic time would take minutes on more, and the timeout of the suite would end it.
  for (const [name, unit] of [
    ["openings", "<"],
    ["closings without an end", "<a>x"],
    ["quotes", '<a>; x="'],
    ["backslashes", '<a>; x="\\\\'],
    ["attributes", "; a=b"],
    ["spaces", "<a>;          "],
    ["half lines", "<a\n"],
    ["brackets", "["],
    ["CDXJ lines", "20100101000000 {\n"],
    ["CDX lines", "a 20100101000000 b\n"],
  ] as const) {
    it(`parses a long repetition of ${name} in linear time`, () => {
      const text = unit.repeat(Math.ceil(400_000 / unit.length));
      expect(
        parseTimeMap(`<http://a.example/>; rel="original",\n${text}`, undefined, uriT).kind,
      ).toBe("timemap");
      expect(parseTimeMap(text, undefined, uriT)).toHaveProperty("kind");
    });
  }
});
