import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cdxKey } from "../../src/read/cdx/key.js";
import { surt } from "../../src/base/uri.js";
import { cdxjLine } from "../../src/read/cdx/line.js";
import { ROOT } from "../support/run-bin.js";

/** URIs and the keys that the Python package makes of them. The key is empty if the package refuses the URI. */
const table = readFileSync(join(ROOT, "fixtures/reference/surt.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) =>
    line
      .split("\t")
      .map((text) =>
        text.replace(/\\([\\t])/gu, (_, letter: string) => (letter === "t" ? "\t" : "\\")),
      ),
  ) as [uri: string, key: string][];

describe("the key of an index", () => {
  it("is the key that the Python package surt makes, for every URI of the reference", () => {
    const accepted = table.filter(([, key]) => key !== "");
    expect(accepted.length).toBeGreaterThan(400);
    expect(accepted.map(([uri]) => [uri, cdxKey(uri)])).toEqual(
      // A line of an index cannot have spaces in its key.
      accepted.map(([uri, key]) => [uri, key.replaceAll(" ", "%20")]),
    );
  });

  it("is the key of the TimeMap for a URI that the package refuses", () => {
    const refused = table.filter(([, key]) => key === "").map(([uri]) => uri);
    expect(refused).toContain("http://example.com:65536/");
    expect(refused.map((uri) => cdxKey(uri))).toEqual(refused.map((uri) => surt(uri)));
  });

  it("stands in every line of an index that is written", () => {
    const uri = "http://127.0.0.1:18973/#/mill";
    const line = cdxjLine("2024-05-01T10:00:00Z", { url: uri, mime: "text/html" });
    expect(line).toMatch(/^1,0,0,127:18973\)\/ 20240501100000 /u);
  });

  it("is printable ASCII without spaces for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), (uri) => {
        expect(cdxKey(uri)).toMatch(/^[\x21-\x7e]+$/u);
      }),
    );
  });

  it("takes linear time for long URIs that look like session ids without end", () => {
    for (const part of ["cfid=", "sid=", "%25", "/(a(", "..", "%2"]) {
      expect(cdxKey(`http://a.example/${part.repeat(50_000)}?${part.repeat(50_000)}`)).toMatch(
        /^example,a\)/u,
      );
    }
  });
});
