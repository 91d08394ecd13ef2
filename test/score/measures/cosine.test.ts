import { expect, it } from "vitest";
import { cosine } from "../../../src/score/measures/cosine.js";
import { counted, scoresOf, settingsOf } from "./settings.js";

it("terms weigh their count times ln((1+n)/(1+df)) + 1 over the TimeMap", () => {
  // idf: cat and dog 1.28768, in two mementos of three; bird 1.69315, in one.
  const scores = scoresOf(cosine, ["cat cat dog", "cat bird", "dog dog"].map(counted));
  expect(scores[0]).toBe(1);
  expect(scores[1]).toBeCloseTo(0.5414401656815002, 12);
  expect(scores[2]).toBeCloseTo(1 / Math.sqrt(5), 12);
});

it("the other mementos of the TimeMap change the score of two", () => {
  const pair = ["cat dog", "cat bird"].map(counted);
  const alone = scoresOf(cosine, pair)[1];
  const among = scoresOf(cosine, [...pair, counted("cat"), counted("cat")])[1];
  expect(among).toBeLessThan(alone ?? 0);
});

it("a memento without terms scores 0", () => {
  expect(scoresOf(cosine, ["cat", ""].map(counted))).toEqual([1, 0]);
});

it("reads text that is lower-cased before it is split into tokens", () => {
  expect(cosine.input(settingsOf())).toMatchObject({ options: { lowerCase: true } });
});
