import { describe, expect, it } from "vitest";
import { findByKeyword, nearest, requireByKeyword } from "../../src/base/find.js";

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
});
