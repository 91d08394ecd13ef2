import { topicStatus } from "../decide/topic-status.js";
import type { Comparison } from "../types.js";

/** A measure as a line to sweep along. */
export interface Axis {
  /** As the results name it. */
  readonly name: string;
  /** When a score means off-topic. */
  readonly comparison: Comparison;
  /** Smallest and largest score; Infinity where there is no bound. */
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
  /** The threshold of the run, or of its profile; absent where there is none. */
  readonly threshold?: number;
}

/** More thresholds than this say nothing more; an endless range is cut into so many. */
const MOST_STEPS = 10_000;
/** Steps of 0.01 (paper, section 5). */
const FINE_PER_UNIT = 100;

/**
 * Thresholds to try, ascending: from the score of dissimilar mementos to that of equal ones, in steps of 0.01, or 1
 * where all scores are whole (SPEC section 7); `steps` of them, evenly spaced, where that is given.
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
  return Array.from({ length: count + 1 }, (_, i) => tidy(low + (extent * i) / count));
}

/** 0.07 for 0.07000000000000001: thresholds are typed by people. */
const tidy = (value: number): number => Number(value.toFixed(10)) + 0;

/** Thresholds in an order in which the mementos called off-topic only grow. */
export interface Ladder {
  readonly thresholds: readonly number[];
  /** The first position at which this score is off-topic; the number of thresholds where it never is. */
  readonly rungOf: (score: number | undefined) => number;
}

/** The ladder of ascending thresholds; a missing score is never off-topic. */
export function ladder(comparison: Comparison, ascending: readonly number[]): Ladder {
  const thresholds = comparison === "<" || comparison === "<=" ? ascending : ascending.toReversed();
  return {
    thresholds,
    rungOf(score) {
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
