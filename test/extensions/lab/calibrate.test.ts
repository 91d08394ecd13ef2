import { describe, expect, it } from "vitest";
import type { Axis } from "../../../src/report/axis.js";
import { calibrate, type CalibrateOptions } from "../../../src/extensions/lab/calibrate.js";
import { countsAt } from "../../../src/extensions/lab/evaluate.js";
import { addCounts, NO_COUNTS, rates } from "../../../src/extensions/lab/sweep.js";
import type { JudgedMemento } from "../../../src/extensions/lab/gold.js";
import { saved } from "./saved.js";

const COSINE: Axis = { name: "cosine", comparison: "<", range: [0, 1], equalScore: 1 };
const OPTIONS: CalibrateOptions = { folds: 3, seed: 1, resamples: 200 };

/** Returns the mementos of a numbered TimeMap from their scores; those in `off` are off-topic. */
function timeMap(number: number, on: readonly number[], off: readonly number[]): JudgedMemento[] {
  const uriR = `http://seed-${number}.example/`;
  const judged = (score: number, label: "on-topic" | "off-topic", year: number): JudgedMemento => ({
    gold: { number: 1, uri: uriR, label },
    memento: saved(uriR, `${year}-01-01T00:00:00Z`, score),
    timeMap: uriR,
  });
  return [
    ...on.map((score, i) => judged(score, "on-topic", 2000 + i)),
    ...off.map((score, i) => judged(score, "off-topic", 2010 + i)),
  ];
}

const CLEAR = [1, 2, 3, 4, 5, 6].flatMap((n) => timeMap(n, [1, 0.8, 0.6 + n / 100], [0.1, 0.2]));

describe("calibration", () => {
  it("finds the middle of the gap between on-topic and off-topic scores", () => {
    const [found] = calibrate(CLEAR, [COSINE], OPTIONS);
    expect(found?.best.threshold).toBe(0.41);
    expect(rates(found!.best.counts).f1).toBe(1);
    expect(rates(found!.crossValidated).f1).toBe(1);
  });

  it("judges every memento exactly once, by a threshold that was found without the memento's TimeMap", () => {
    // Only the last TimeMap has high off-topic scores, so the threshold of the others misses them.
    const judged = [...CLEAR, ...timeMap(7, [1, 0.95], [0.55])];
    const [found] = calibrate(judged, [COSINE], { ...OPTIONS, folds: 7 });
    const { tp, fp, tn, fn } = found!.crossValidated;
    expect(tp + fp + tn + fn).toBe(judged.length);
    expect(rates(found!.best.counts).f1).toBe(1);
    expect(fn).toBe(1);
  });

  it("gives the same counts with one fold for each TimeMap as by leaving out each TimeMap by hand", () => {
    const parts = [
      timeMap(1, [0.9, 0.5], [0.3]),
      timeMap(2, [0.8, 0.45], [0.4]),
      timeMap(3, [0.7], [0.35, 0.6]),
    ];
    const all = parts.flat();
    const [found] = calibrate(all, [COSINE], OPTIONS);
    const byHand = parts.map((part, i) => {
      const rest = parts.filter((_, j) => j !== i).flat();
      // Every TimeMap has off-topic mementos and there are as many folds, so each fold is one TimeMap.
      const [alone] = calibrate(rest, [COSINE], { ...OPTIONS, resamples: 0 });
      return countsAt(COSINE, alone!.best.threshold, part);
    });
    // Both ways try the same thresholds on the same scores, so they must agree.
    expect(found?.crossValidated).toEqual(byHand.reduce(addCounts, NO_COUNTS));
  });
});
