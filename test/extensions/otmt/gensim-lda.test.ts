import { expect, it } from "vitest";
import { gensimLda } from "../../../src/extensions/otmt/gensim-lda.js";
import { counted, scoresOf, settingsOf } from "../../score/measures/settings.js";

const tides = "tide tide harbour gauge flood sea wall reading";
const casino = "casino bonus bonus slot spin win jackpot poker";
const timemap = [tides, `${tides} boat`, casino, `${casino} free`, tides].map((words) =>
  counted(words),
);

it("scores low by LDA for a memento on another topic, and high for a memento on the same topic", () => {
  const scores = scoresOf(gensimLda, timemap);
  expect(scores[0]).toBe(1);
  expect(scores[4]).toBe(1);
  expect(scores[1]).toBeGreaterThan(0.9);
  expect(scores[2]).toBeLessThan(0.3);
  expect(scores[3]).toBeLessThan(0.3);
});

it("computes the same LDA scores for the same mementos", () => {
  expect(scoresOf(gensimLda, timemap)).toEqual(scoresOf(gensimLda, timemap));
});

it("keeps LDA scores between 0 and 1 for any number of topics, even more than mementos", () => {
  for (const ldaTopics of [1, 2, 10, 50]) {
    for (const score of scoresOf(gensimLda, timemap, settingsOf({ ldaTopics }))) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  }
});

it("scores 0 by LDA for a memento without terms", () => {
  const scores = scoresOf(gensimLda, [...timemap, counted("")]);
  expect(scores.at(-1)).toBe(0);
});
