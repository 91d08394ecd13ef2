import { expect, it } from "vitest";
import { cosine } from "../../../src/score/measures/cosine.js";
import { counted, scoresOf, settingsOf } from "./settings.js";

it("weights terms by their count times ln((1+n)/(1+df)) + 1 over the TimeMap", () => {
  // Inverse document frequencies: 1.28768 for cat and dog, in two mementos of three; 1.69315 for bird, in one.
  const scores = scoresOf(cosine, ["cat cat dog", "cat bird", "dog dog"].map(counted));
  expect(scores[0]).toBe(1);
  expect(scores[1]).toBeCloseTo(0.5414401656815002, 12);
  expect(scores[2]).toBeCloseTo(1 / Math.sqrt(5), 12);
});

it("changes the cosine of two mementos with the other mementos of the TimeMap", () => {
  const pair = ["cat dog", "cat bird"].map(counted);
  const alone = scoresOf(cosine, pair)[1];
  const among = scoresOf(cosine, [...pair, counted("cat"), counted("cat")])[1];
  expect(among).toBeLessThan(alone ?? 0);
});

it("scores a cosine of 0 for a memento without terms", () => {
  expect(scoresOf(cosine, ["cat", ""].map(counted))).toEqual([1, 0]);
});

it("requests lower-cased text for the cosine", () => {
  expect(cosine.input(settingsOf())).toMatchObject({ options: { lowerCase: true } });
});
