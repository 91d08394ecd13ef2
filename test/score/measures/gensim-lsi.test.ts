import { expect, it } from "vitest";
import { gensimLsi } from "../../../src/score/measures/gensim-lsi.js";
import { counted, scoresOf, settingsOf } from "./settings.js";

const timeMap = ["cat cat cat dog", "cat dog dog dog", "cat", "dog", "bird"].map(counted);

it("with no more mementos than topics is the cosine of the counts", () => {
  const expected = [1, 0.6, 3 / Math.sqrt(10), 1 / Math.sqrt(10), 0];
  scoresOf(gensimLsi, timeMap).forEach((score, at) => expect(score).toBeCloseTo(expected[at]!, 12));
});

it("with one topic distinguishes only those that have no part in it", () => {
  const scores = scoresOf(gensimLsi, timeMap, settingsOf({ numberOfTopics: 1 }));
  expect(scores.map((score) => Math.round(score * 1e9) / 1e9)).toEqual([1, 1, 1, 1, 0]);
});

it("reads text in its own letter case", () => {
  expect(gensimLsi.input(settingsOf())).toMatchObject({ options: { lowerCase: false } });
});
