import type { Axis } from "../../report/axis.js";
import type { Comparison } from "../../score/settings/types.js";
import { topicStatus } from "../../score/verdict/decide.js";

/** More thresholds give no more information. An endless range is cut into this many steps. */
const MOST_STEPS = 10_000;
/** Steps of 0.01 (paper, section 5). */
const FINE_PER_UNIT = 100;

/**
 * Returns the thresholds to try in ascending order. They reach from the score of dissimilar mementos to the score of
 * equal mementos, in steps of 0.01, or in steps of 1 if all scores are whole numbers. If `steps` is given, returns that
 * number of evenly spaced thresholds.
 */
export function thresholdsOf(
  { comparison, range: [min, max], equalScore }: Axis,
  scores: readonly number[],
  steps?: number,
): number[] {
  let largest = -Infinity;
  let smallest = Infinity;
  let whole = true;
  for (const score of scores) {
    if (score > largest) largest = score;
    if (score < smallest) smallest = score;
    if (!Number.isInteger(score)) whole = false;
  }
  const highIsLikeness = comparison === "<" || comparison === "<=";
  const low = Number.isFinite(min) ? min : Math.min(equalScore, smallest);
  const high = Number.isFinite(max) ? max : highIsLikeness ? equalScore : Math.max(low, largest);
  const extent = high - low;
  if (!Number.isFinite(extent) || extent <= 0) return [low];
  const isWhole = whole && Number.isInteger(low) && extent > 1;
  const natural = Math.round(isWhole ? extent : extent * FINE_PER_UNIT);
  const count = Math.max(1, Math.min(MOST_STEPS, steps === undefined ? natural : steps - 1));
  return Array.from({ length: count + 1 }, (_, i) => withoutNoise(low + (extent * i) / count));
}

/** Removes rounding errors: 0.07000000000000001 becomes 0.07, because people type thresholds. */
const withoutNoise = (value: number): number => Number(value.toFixed(10)) + 0;

/** Thresholds in the order in which the set of off-topic mementos grows. */
export interface ThresholdGrid {
  readonly thresholds: readonly number[];
  /** Returns the number of thresholds if the score is never off-topic. */
  readonly gridIndexOf: (score: number | undefined) => number;
}

/** Returns the grid of ascending thresholds. A missing score is never off-topic. */
export function thresholdGrid(comparison: Comparison, ascending: readonly number[]): ThresholdGrid {
  const thresholds = comparison === "<" || comparison === "<=" ? ascending : ascending.toReversed();
  return {
    thresholds,
    gridIndexOf(score) {
      if (score === undefined) return thresholds.length;
      let [low, high] = [0, thresholds.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const threshold = thresholds[middle]!;
        if (topicStatus(score, { threshold, comparison }) === "off-topic") high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
