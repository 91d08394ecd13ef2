import { expect, it } from "vitest";
import { levenshtein } from "../../../src/score/measures/levenshtein.js";
import { settingsOf } from "./settings.js";

it("scores the number of words that must be inserted, removed or replaced", () => {
  const first = ["museum", "open", "monday"];
  expect(levenshtein.score(first, ["museum", "close", "monday", "night"], settingsOf())).toBe(2);
  expect(levenshtein.score(first, [], settingsOf())).toBe(3);
});

it("defines no edit distance for a memento of more than 50,000 tokens", () => {
  const long = new Array<string>(50_001).fill("word");
  expect(() => levenshtein.score(long, ["museum"], settingsOf())).toThrow(/50000 tokens/);
});
