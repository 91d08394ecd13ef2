import { describe, expect, it } from "vitest";
import { overallStatus } from "../../../src/score/verdict/decide.js";
import {
  distanceOf,
  logDistance,
  logRelativeDistance,
  probability,
  relativeDistance,
  shortfall,
} from "../../../src/score/verdict/model-forms.js";
import { chooseReferences } from "../../../src/score/scoring/references.js";
import type { MeasureResult } from "../../../src/score/types.js";

const vote = (topicStatus?: "on-topic" | "off-topic"): MeasureResult => ({
  name: "m",
  flags: { stemmed: true, tokenized: true, removedBoilerplate: true },
  outcome: { value: { score: 1, ...(topicStatus !== undefined && { topicStatus }) } },
});
const [on, off, none] = [vote("on-topic"), vote("off-topic"), vote()];

describe("reference mementos", () => {
  it("uses all of up to 200 mementos as reference mementos", () => {
    const positions = Array.from({ length: 200 }, (_, at) => at);
    expect(chooseReferences(positions)).toEqual(positions);
  });

  it("uses 64 evenly spaced mementos of more than 200 as reference mementos, including the first and the last", () => {
    const chosen = chooseReferences(Array.from({ length: 100_000 }, (_, at) => at));
    expect(new Set(chosen).size).toBe(64);
    expect([chosen[0], chosen.at(-1)]).toEqual([0, 99_999]);
  });
});

describe("votes", () => {
  it.each([
    ["any", "off-topic"],
    ["all", "on-topic"],
    ["majority", "on-topic"],
    [1, "off-topic"],
    [2, "on-topic"],
  ] as const)("decides with one off-topic vote of two, combined by %s: %s", (combine, expected) => {
    expect(overallStatus([on, off, none], combine)).toBe(expected);
  });

  it("decides by majority if more than half of the votes agree", () => {
    expect(overallStatus([on, off, off], "majority")).toBe("off-topic");
  });

  it("gives no verdict with fewer votes than required", () => {
    expect(overallStatus([off], 2)).toBeUndefined();
    expect(overallStatus([none], "all")).toBeUndefined();
  });
});

describe("the learned combination", () => {
  it("reads the inputs of the learned combination as distances from the score of equal mementos", () => {
    expect(distanceOf(0.25, { range: [0, 1], equalScore: 1 })).toBe(0.75);
    expect(distanceOf(16, { range: [0, 64], equalScore: 0 })).toBe(0.25);
    expect(distanceOf(-0.5, { range: [-1, Infinity], equalScore: 0 })).toBe(0.5);
  });

  it("computes a relative distance of 0 for a memento that differs as much as is usual", () => {
    expect(relativeDistance(0.8, 0.8)).toBe(0);
    expect(relativeDistance(0.5, 0.8)).toBe(0);
    expect(relativeDistance(1, 0.8)).toBeCloseTo(1 - 0.01 / 0.21, 12);
  });

  it("distinguishes a page that keeps a little of its similarity from a page that keeps none", () => {
    expect(logDistance(0)).toBe(0);
    expect(logDistance(1)).toBe(1);
    expect(logDistance(0.8)).toBeCloseTo(Math.log(1.05 / 0.25) / Math.log(1.05 / 0.05), 12);
    expect(logDistance(1) - logDistance(0.8)).toBeGreaterThan(2 * (1 - 0.8));
  });

  it("computes the same logarithmic distance for half of any usual similarity", () => {
    const halves = [0, 0.4, 0.7].map((usual) =>
      logRelativeDistance(1 - ((1 - usual + 0.05) / 2 - 0.05), usual),
    );
    for (const half of halves) expect(half).toBeCloseTo(Math.log(2) / Math.log(1.05 / 0.05), 12);
    expect(logRelativeDistance(0.5, 0.8)).toBe(0);
  });

  it("computes the logarithmic loss of similarity down to a hundredth of the usual similarity", () => {
    expect([shortfall(0), shortfall(3)]).toEqual([0, 0]);
    expect(shortfall(-0.9)).toBeCloseTo(0.5, 12);
    expect(shortfall(-0.99)).toBeCloseTo(1, 12);
    expect(shortfall(-1)).toBeCloseTo(1, 12);
  });

  it("computes the probability with the model's values for missing inputs", () => {
    const input = { as: "value", missing: 0.5 } as const;
    const model = {
      bias: -1,
      inputs: [
        { of: "a", weight: 2, ...input },
        { of: "b", weight: 4, ...input },
      ],
    };
    expect(probability(model, (_, at) => (at === 0 ? 1 : undefined))).toBeCloseTo(
      1 / (1 + Math.exp(-3)),
      12,
    );
  });
});
