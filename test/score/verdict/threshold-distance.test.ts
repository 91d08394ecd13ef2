import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  thresholdDistance,
  type ThresholdScale,
  topicStatus,
} from "../../../src/score/verdict/decide.js";
import { measures } from "../../../src/score/measures/index.js";

const cosine: ThresholdScale = { threshold: 0.12, comparison: "<", range: [0, 1], equalScore: 1 };
const jaccard: ThresholdScale = { threshold: 0.94, comparison: ">", range: [0, 1], equalScore: 0 };
const wordcount: ThresholdScale = {
  ...{ threshold: -0.7, comparison: "<" },
  ...{ range: [-1, Infinity], equalScore: 0 },
};
const levenshtein: ThresholdScale = {
  ...{ threshold: 0.05, comparison: ">" },
  ...{ range: [0, Infinity], equalScore: 0 },
};

describe("the distance of a score from its threshold", () => {
  it.each([
    ["equal mementos", cosine, 1, 0.88, 1],
    ["the threshold itself", cosine, 0.12, 0, 0],
    ["nothing in common", cosine, 0, -0.12, -1],
    ["a score a quarter of the way to off-topic", cosine, 0.09, -0.03, -0.25],
    ["a measure of distance instead of similarity", jaccard, 0.47, 0.47, 0.5],
    ["a distance above its threshold", jaccard, 0.97, -0.03, -0.5],
    ["a page that lost half its words", wordcount, -0.35, 0.35, 0.5],
    ["a page that lost all its words", wordcount, -1, -0.3, -1],
    ["a page that has grown, which is as on-topic as equal pages", wordcount, 5, 5.7, 1],
    ["a measure whose off-topic side has no end", levenshtein, 0.1, -0.05, -0.5],
  ])(
    "computes how far a score is from its threshold for %s",
    (_, yardstick, score, distance, normalised) => {
      expect(thresholdDistance(score, yardstick)).toEqual({ distance, normalised });
    },
  );

  it("normalises the distance to -1 for all scores beyond a threshold at the end of the range", () => {
    expect(thresholdDistance(1, { ...jaccard, threshold: 0, range: [0, 0.5] })).toEqual({
      distance: -1,
      normalised: -1,
    });
  });

  it("computes positive distances for on-topic scores and negative distances for off-topic scores of every measure", () => {
    const cuts = measures.flatMap(({ cuts, range, equalScore }) =>
      Object.values(cuts).flatMap(({ threshold, comparison }) =>
        threshold === undefined ? [] : [{ threshold, comparison, range, equalScore }],
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...cuts),
        fc.double({ min: -1, max: 100, noNaN: true }),
        (cut, raw) => {
          const [low, high] = cut.range;
          const score = Math.min(high, Math.max(low, Math.round(raw * 1000) / 1000));
          const { distance, normalised } = thresholdDistance(score, cut);
          expect(Math.abs(normalised)).toBeLessThanOrEqual(1);
          if (distance === 0) return;
          expect(Math.sign(normalised)).toBe(Math.sign(distance));
          expect(distance > 0).toBe(topicStatus(score, cut) === "on-topic");
        },
      ),
    );
  });
});
