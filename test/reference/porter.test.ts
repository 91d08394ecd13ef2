import { describe, expect, it } from "vitest";
import { porterStem } from "../../src/page/words/stem.js";
import { goldenOf } from "../support/shared.js";

describe("NLTK's Porter stemmer", () => {
  it("returns the stem of NLTK's Porter stemmer for every word", () => {
    const { cases } = goldenOf<{ cases: { input: string; expected: string }[] }>("porter").golden;
    const different = cases.filter(({ input, expected }) => porterStem(input) !== expected);
    expect(different).toEqual([]);
    expect(cases.length).toBeGreaterThan(1000);
  });

  it("returns the stem of NLTK for words whose stem in the natural package differs", () => {
    const words = goldenOf<[string, string, string][]>("natural-porter-disagreements").golden;
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter(([word, expected]) => porterStem(word) !== expected)).toEqual([]);
  });
});
