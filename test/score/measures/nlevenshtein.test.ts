import { expect, it } from "vitest";
import { nlevenshtein } from "../../../src/score/measures/nlevenshtein.js";
import { settingsOf } from "./settings.js";

it("the score is the edit distance over the length of the longer memento", () => {
  const first = ["museum", "open", "monday"];
  expect(nlevenshtein.score(first, ["museum", "close", "monday", "night"], settingsOf())).toBe(0.5);
  expect(nlevenshtein.score(first, [], settingsOf())).toBe(1);
});

it("two empty pages are equal", () => {
  expect(nlevenshtein.score([], [], settingsOf())).toBe(0);
});
