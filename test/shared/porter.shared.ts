import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { porterStem } from "../../src/preprocess/porter.js";
import { sharedFolder } from "../support/shared.js";

const folder = sharedFolder();

function read(name: string): unknown {
  return folder === undefined
    ? undefined
    : JSON.parse(readFileSync(`${folder}/reference/golden/${name}.json`, "utf8"));
}

describe.skipIf(folder === undefined)("NLTK's Porter stemmer", () => {
  it("gives the same stem for every word", () => {
    const { cases } = read("porter") as { cases: { input: string; expected: string }[] };
    const different = cases.filter(({ input, expected }) => porterStem(input) !== expected);
    expect(different).toEqual([]);
    expect(cases.length).toBeGreaterThan(1000);
  });

  it("gives the same stem where the natural package gives another", () => {
    const words = read("natural-porter-disagreements") as [string, string, string][];
    expect(words.filter(([word, expected]) => porterStem(word) !== expected)).toEqual([]);
  });
});
