import { expect, it } from "vitest";
import { gensimLsi } from "../../../src/extensions/otmt/gensim-lsi.js";
import { counted, scoresOf, settingsOf } from "../../score/measures/settings.js";

const timeMap = ["cat cat cat dog", "cat dog dog dog", "cat", "dog", "bird"].map(counted);

it("scores by LSI the cosine of counts if there are at most as many mementos as topics", () => {
  const expected = [1, 0.6, 3 / Math.sqrt(10), 1 / Math.sqrt(10), 0];
  scoresOf(gensimLsi, timeMap).forEach((score, at) => expect(score).toBeCloseTo(expected[at]!, 12));
});

it("scores 1 by LSI with one topic for all mementos that share it", () => {
  const scores = scoresOf(gensimLsi, timeMap, settingsOf({ numberOfTopics: 1 }));
  expect(scores.map((score) => Math.round(score * 1e9) / 1e9)).toEqual([1, 1, 1, 1, 0]);
});

it("requests text in its original case for LSI", () => {
  expect(gensimLsi.input(settingsOf())).toMatchObject({ options: { lowerCase: false } });
});
