import { expect, it } from "vitest";
import { nlevenshtein } from "../../../src/score/measures/nlevenshtein.js";
import { settingsOf } from "./settings.js";

it("scores the edit distance divided by the length of the longer memento", () => {
  const first = ["museum", "open", "monday"];
  expect(nlevenshtein.score(first, ["museum", "close", "monday", "night"], settingsOf())).toBe(0.5);
  expect(nlevenshtein.score(first, [], settingsOf())).toBe(1);
});

it("scores a normalised edit distance of 0 for two empty pages", () => {
  expect(nlevenshtein.score([], [], settingsOf())).toBe(0);
});
