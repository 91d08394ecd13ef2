import { expect, it } from "vitest";
import { wordcount } from "../../../src/score/measures/wordcount.js";
import { counted, settingsOf } from "./settings.js";

const words = (text: string): number => wordcount.prepare?.(counted(text)) ?? NaN;

it("counts words including their repetitions", () => {
  expect(words("cat dog cat")).toBe(3);
});

it("scores -0.75 for a page that has kept one word in four", () => {
  expect(wordcount.score(words("a b b c"), words("b"), settingsOf())).toBe(-0.75);
});

it("reports by flags how words were preprocessed", () => {
  expect(wordcount.flags(settingsOf())).toEqual({
    stemmed: true,
    tokenized: true,
    removedBoilerplate: true,
  });
  const preprocessing = { boilerplate: "none", language: "en", stem: false, stopWords: true };
  expect(wordcount.flags(settingsOf({ preprocessing }))).toEqual({
    stemmed: false,
    tokenized: true,
    removedBoilerplate: false,
  });
});
