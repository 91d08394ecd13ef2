import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findByKeyword, nearest, requireByKeyword, requireChoice } from "../../src/base/find.js";

const definitions = [
  { keyword: "simhash-raw", aliases: ["raw_simhash"] },
  { keyword: "cosine", aliases: [] },
  { keyword: "none" },
];

describe("finding by keyword", () => {
  it("finds definitions by keyword and alias in any letter case", () => {
    expect(findByKeyword("Raw_SimHash", definitions)?.keyword).toBe("simhash-raw");
    expect(findByKeyword("COSINE", definitions)?.keyword).toBe("cosine");
    expect(findByKeyword("cosin", definitions)).toBeUndefined();
  });

  it("rejects an unknown keyword, and suggests the nearest keyword and the choices", () => {
    expect(() => requireByKeyword("cosin", definitions, "measure")).toThrow(
      'unknown measure "cosin". Did you mean "cosine"? Choose from: simhash-raw, cosine, none. One of your own needs --plugin FILE.',
    );
    expect(() => requireByKeyword("zzz", definitions, "feature")).toThrow(
      /^unknown feature "zzz". Choose from: simhash-raw, cosine, none.$/u,
    );
  });

  it("accepts choices only in the given spelling", () => {
    expect(requireChoice("uri", ["surt", "uri"], "rule")).toBe("uri");
    expect(() => requireChoice("URI", ["surt", "uri"], "rule")).toThrow('Did you mean "uri"?');
  });
});

describe("the nearest word", () => {
  it.each([
    ["jsno", "json"],
    ["jasonl", "jsonl"],
    ["CVS", "csv"],
    ["golddata", "golddatafile"],
    ["file", "golddatafile"],
    ["xml", undefined],
    ["", undefined],
  ])("finds the nearest word to %j: %j", (word, expected) => {
    expect(nearest(word, ["csv", "golddatafile", "json", "jsonl"])).toBe(expected);
  });

  it("finds the nearest word to a very long word in a short time", () => {
    expect(nearest("x".repeat(10_000_000), ["csv", "json"])).toBeUndefined();
  });

  it("finds a candidate nearest to itself", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/u), { minLength: 1 }),
        (words) => {
          for (const word of words) expect(nearest(word, words)).toBe(word);
        },
      ),
    );
  });
});
