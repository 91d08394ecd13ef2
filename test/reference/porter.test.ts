import { describe, expect, it } from "vitest";
import { porterStem } from "../../src/page/words/stem.js";
import { goldenOf } from "../support/shared.js";

describe("NLTK's Porter stemmer", () => {
  it("gives the same stem for every word", () => {
    const { cases } = goldenOf<{ cases: { input: string; expected: string }[] }>("porter").golden;
    const different = cases.filter(({ input, expected }) => porterStem(input) !== expected);
    expect(different).toEqual([]);
    expect(cases.length).toBeGreaterThan(1000);
  });

  it("gives the same stem where the natural package gives another", () => {
    const words = goldenOf<[string, string, string][]>("natural-porter-disagreements").golden;
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter(([word, expected]) => porterStem(word) !== expected)).toEqual([]);
  });
});
