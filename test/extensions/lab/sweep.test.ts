import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { thresholdGrid, thresholdsOf } from "../../../src/extensions/lab/thresholds.js";
import type { Axis } from "../../../src/report/axis.js";
import { rates, type Counts, bestPair, bestGridIndex } from "../../../src/extensions/lab/sweep.js";
import { evaluate, type Evaluation } from "../../../src/extensions/lab/evaluate.js";
import { parseGold } from "../../../src/extensions/lab/gold.js";
import type { Comparison } from "../../../src/score/settings/types.js";
import { saved, savedResults } from "./saved.js";

const COSINE: Axis = {
  name: "cosine",
  comparison: "<",
  range: [0, 1],
  equalScore: 1,
  threshold: 0.12,
};

const SAYS_OFF: Record<Comparison, (score: number, threshold: number) => boolean> = {
  "<": (score, threshold) => score < threshold,
  "<=": (score, threshold) => score <= threshold,
  ">": (score, threshold) => score > threshold,
  ">=": (score, threshold) => score >= threshold,
};

interface Case {
  readonly isOff: boolean;
  readonly score: number | undefined;
}

/** Counts verdicts one by one. */
function byHand(cases: readonly Case[], comparison: Comparison, threshold: number): Counts {
  const counts = { tp: 0, fp: 0, tn: 0, fn: 0 };
  for (const { isOff, score } of cases) {
    const calls = score !== undefined && SAYS_OFF[comparison](score, threshold);
    if (calls) counts[isOff ? "tp" : "fp"] += 1;
    else counts[isOff ? "fn" : "tn"] += 1;
  }
  return counts;
}

function evaluated(cases: readonly Case[], axis: Axis, steps?: number): Evaluation {
  const gold = cases.map(({ isOff }, i) => `1\t2013\thttp://a.example/${i}\t${isOff ? 0 : 1}`);
  const mementos = cases.map(({ score }, i) =>
    saved(`http://a.example/${i}`, "2013-01-01T00:00:00Z", score),
  );
  return evaluate(parseGold(gold.join("\n"), "gold.tsv"), savedResults(...mementos), {
    axes: [axis],
    steps,
  });
}

const score = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  fc.constant(undefined),
);
const cases = fc.array(fc.record({ isOff: fc.boolean(), score }), { minLength: 1, maxLength: 60 });
const comparison = fc.constantFrom<Comparison>("<", "<=", ">", ">=");

describe("sweep of thresholds", () => {
  it("counts the same at every threshold of a sweep as by counting mementos one by one", () => {
    fc.assert(
      fc.property(cases, comparison, (given, how) => {
        const axis: Axis = { ...COSINE, comparison: how };
        const [measure] = evaluated(given, axis).measures;
        for (const { threshold, counts } of measure!.sweep) {
          const expected = byHand(given, how, threshold);
          expect(counts).toEqual(expected);
          const { tp, fp, fn } = expected;
          const f1 = 2 * tp + fp + fn === 0 ? undefined : (2 * tp) / (2 * tp + fp + fn);
          expect(rates(counts).f1).toBe(f1);
        }
        expect(measure!.atThreshold?.counts).toEqual(byHand(given, how, 0.12));
        const best = Math.max(...measure!.sweep.map(({ counts }) => rates(counts).f1 ?? 0));
        expect(rates(measure!.best.counts).f1 ?? 0).toBe(best);
      }),
      { numRuns: 50 },
    );
  });

  it("counts every memento of the gold data at every threshold", () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { measures, overall, matching } = evaluated(given, COSINE);
        for (const counts of [...measures[0]!.sweep.map((point) => point.counts), overall.counts]) {
          expect(counts.tp + counts.fp + counts.tn + counts.fn).toBe(matching.judged.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("reports a memento without a score, and counts it as not called off-topic", () => {
    const { measures } = evaluated(
      [
        { isOff: true, score: undefined },
        { isOff: false, score: undefined },
      ],
      COSINE,
    );
    expect(measures[0]?.atThreshold?.counts).toEqual({ tp: 0, fp: 0, tn: 1, fn: 1 });
    expect(measures[0]?.silent).toEqual({ missing: 0, accessErrors: 0, failed: 2, offTopic: 1 });
  });

  it.each<[string, Axis, number[], [number, number, number]]>([
    ["a similarity: 0 to 1 in steps of 0.01", COSINE, [0.5], [0, 1, 101]],
    [
      "a count: -1 to 0, as in the paper",
      { ...COSINE, range: [-1, Infinity], equalScore: 0 },
      [0.5, -0.25],
      [-1, 0, 101],
    ],
    [
      "Simhash: 0 to 64 in steps of 1",
      { ...COSINE, comparison: ">", range: [0, 64], equalScore: 0 },
      [3, 30],
      [0, 64, 65],
    ],
    [
      "a distance without bound: up to the largest score",
      { ...COSINE, comparison: ">", range: [0, Infinity], equalScore: 0 },
      [0, 40],
      [0, 40, 41],
    ],
  ])("sweeps the thresholds of %s", (_, axis, scores, [first, last, count]) => {
    const thresholds = thresholdsOf(axis, scores);
    expect([thresholds[0], thresholds.at(-1), thresholds.length]).toEqual([first, last, count]);
  });

  it("chooses the middle of the longest range of equally good thresholds", () => {
    const at = (tp: number): Counts => ({ tp, fp: 0, tn: 5, fn: 5 - tp });
    expect(bestGridIndex([at(1), at(3), at(2), at(3), at(3), at(3), at(1)])).toEqual({
      gridIndex: 4,
      equallyGood: [3, 5],
    });
  });
});

describe("two measures joined by or", () => {
  it("finds the same best pair of thresholds as by counting all pairs one by one", () => {
    const twice = fc.array(fc.record({ isOffTopic: fc.boolean(), a: score, b: score }), {
      minLength: 1,
      maxLength: 30,
    });
    const few = Array.from({ length: 11 }, (_, i) => i / 10);
    fc.assert(
      fc.property(twice, comparison, comparison, (given, howA, howB) => {
        const [a, b] = [thresholdGrid(howA, few), thresholdGrid(howB, few)];
        const found = bestPair(
          given.map((each) => ({
            isOffTopic: each.isOffTopic,
            gridIndexes: [a.gridIndexOf(each.a), b.gridIndexOf(each.b)],
          })),
          [few.length, few.length],
        );
        const countPair = (ta: number, tb: number): Counts => {
          const counts = { tp: 0, fp: 0, tn: 0, fn: 0 };
          for (const each of given) {
            const calls =
              (each.a !== undefined && SAYS_OFF[howA](each.a, ta)) ||
              (each.b !== undefined && SAYS_OFF[howB](each.b, tb));
            if (calls) counts[each.isOffTopic ? "tp" : "fp"] += 1;
            else counts[each.isOffTopic ? "fn" : "tn"] += 1;
          }
          return counts;
        };
        const [ra, rb] = found.gridIndexes;
        expect(found.counts).toEqual(countPair(a.thresholds[ra]!, b.thresholds[rb]!));
        const best = Math.max(
          ...few.flatMap((ta) => few.map((tb) => rates(countPair(ta, tb)).f1 ?? 0)),
        );
        expect(rates(found.counts).f1 ?? 0).toBe(best);
      }),
      { numRuns: 50 },
    );
  });
});
