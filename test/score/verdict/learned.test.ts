import { describe, expect, it } from "vitest";
import {
  distanceOf,
  logDistance,
  logRelativeDistance,
  probability,
  relativeDistance,
  signWeight,
} from "../../../src/score/verdict/model-forms.js";

describe("the distance of a score from the score of equal mementos", () => {
  it.each([
    [1, [0, 1], 1, 0],
    [0.25, [0, 1], 1, 0.75],
    [16, [0, 64], 0, 0.25],
    [-0.5, [-1, 1], 1, 0.75],
    [0.4, [0, 1], 0, 0.4],
    // Beyond the range, or in a range without an end.
    [70, [0, 64], 0, 1],
    [0.3, [0, Infinity], 0, 0.3],
    [5, [0, Infinity], 0, 1],
    [0.2, [1, 1], 0, 0.2],
  ] as const)(
    "computes how far the score %f with the range %j is from the score %f of equal mementos: %f",
    (score, range, equalScore, expected) => {
      expect(distanceOf(score, { range, equalScore })).toBeCloseTo(expected, 12);
    },
  );
});

describe("a distance relative to the usual distance in the TimeMap", () => {
  it("computes a relative distance of 0 for a distance that is usual in the TimeMap or smaller", () => {
    expect(relativeDistance(0.4, 0.4)).toBe(0);
    expect(relativeDistance(0.1, 0.4)).toBe(0);
    expect(logRelativeDistance(0.4, 0.4)).toBe(0);
    expect(logRelativeDistance(0.1, 0.4)).toBe(0);
  });

  it("computes the relative distance as the lost share of the similarity that is usual in the TimeMap", () => {
    expect(relativeDistance(0.5, 0)).toBeCloseTo(1 - 0.51 / 1.01, 12);
    expect(relativeDistance(0.9, 0.5)).toBeCloseTo(1 - 0.11 / 0.51, 12);
    expect(relativeDistance(1, 0)).toBeCloseTo(1 - 0.01 / 1.01, 12);
  });

  it("computes a logarithmic distance of 1 for no similarity, and of a half for a sixth of the similarity", () => {
    expect(logDistance(0)).toBe(0);
    expect(logDistance(1)).toBeCloseTo(1, 12);
    expect(logDistance(1 - (Math.sqrt(1.05 * 0.05) - 0.05))).toBeCloseTo(0.5, 12);
    expect(logDistance(5 / 6)).toBeCloseTo(0.5, 1);
    expect(logRelativeDistance(1, 0.5)).toBeCloseTo(Math.log(0.55 / 0.05) / Math.log(21), 12);
  });
});

describe("the weight of a sign", () => {
  it("gives stronger signs a greater weight, up to 1", () => {
    expect(signWeight(0)).toBeCloseTo(0, 12);
    expect(signWeight(0.6)).toBeCloseTo(-Math.log(0.4) / 3, 12);
    expect(signWeight(0.9)).toBeCloseTo(-Math.log(0.1) / 3, 12);
    expect(signWeight(0.99)).toBe(1);
    expect(signWeight(1)).toBe(1);
  });
});

describe("the probability of being off-topic", () => {
  const model = {
    bias: -1,
    inputs: [
      { of: "cosine", as: "distance", weight: 2, missing: 0.25 },
      { of: "signs", as: "distance", weight: 3, missing: 0 },
    ],
  } as const;
  const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

  it("computes the probability as the logistic function of the weighted sum", () => {
    expect(probability(model, (_, at) => [0.5, 1][at])).toBeCloseTo(logistic(-1 + 1 + 3), 12);
    expect(probability({ bias: 0, inputs: [] }, () => 1)).toBe(0.5);
  });

  it("replaces a missing input by the value in the model, but keeps an input of 0", () => {
    expect(probability(model, () => undefined)).toBeCloseTo(logistic(-1 + 0.5), 12);
    expect(probability(model, () => 0)).toBeCloseTo(logistic(-1), 12);
  });

  it("requests each input of the model by its position in the list", () => {
    const asked: string[] = [];
    probability(model, ({ of: name }, at) => {
      asked.push(`${at} ${name}`);
      return 0;
    });
    expect(asked).toEqual(["0 cosine", "1 signs"]);
  });
});
