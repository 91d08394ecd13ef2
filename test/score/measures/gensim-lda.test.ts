import { expect, it } from "vitest";
import { gensimLda } from "../../../src/score/measures/gensim-lda.js";
import { digamma } from "../../../src/base/math/lda.js";
import { counted, scoresOf, settingsOf } from "./settings.js";

const tides = "tide tide harbour gauge flood sea wall reading";
const casino = "casino bonus bonus slot spin win jackpot poker";
const timemap = [tides, `${tides} boat`, casino, `${casino} free`, tides].map((words) =>
  counted(words),
);

it("a memento on another topic scores low, one on the first memento's topic high", () => {
  const scores = scoresOf(gensimLda, timemap);
  expect(scores[0]).toBe(1);
  expect(scores[4]).toBe(1);
  expect(scores[1]).toBeGreaterThan(0.9);
  expect(scores[2]).toBeLessThan(0.3);
  expect(scores[3]).toBeLessThan(0.3);
});

it("the same mementos give the same scores", () => {
  expect(scoresOf(gensimLda, timemap)).toEqual(scoresOf(gensimLda, timemap));
});

it("scores stay between 0 and 1 with any number of topics, more than there are mementos too", () => {
  for (const ldaTopics of [1, 2, 10, 50]) {
    for (const score of scoresOf(gensimLda, timemap, settingsOf({ ldaTopics }))) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  }
});

it("more topics than could be learnt in bounded time and memory are refused", () => {
  for (const ldaTopics of [5_000_000, 1e12, Number.MAX_SAFE_INTEGER]) {
    expect(() => scoresOf(gensimLda, timemap, settingsOf({ ldaTopics }))).toThrow(
      `${ldaTopics} topics are too many for the 16 different terms of 5 mementos`,
    );
  }
});

it("a memento without terms scores 0", () => {
  const scores = scoresOf(gensimLda, [...timemap, counted("")]);
  expect(scores.at(-1)).toBe(0);
});

it("digamma is the derivative of the logarithm of the gamma function", () => {
  expect(digamma(1)).toBeCloseTo(-0.5772156649015329, 9);
  expect(digamma(0.5)).toBeCloseTo(-1.9635100260214235, 9);
  expect(digamma(10)).toBeCloseTo(2.251752589066721, 9);
});
