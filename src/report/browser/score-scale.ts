import { nice, ticks } from "d3-array";

/** The scores that a panel shows, and where its lines are drawn. */
export interface ScoreScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** The narrowest range that is drawn as one, as a share of the scores' size. */
const finest = 1e-9;

/** A scale that holds all scores and the threshold: 0 to 1 where they are shares, else round numbers around them. */
export function scoreScale(scores: readonly number[], threshold: number | undefined): ScoreScale {
  let low = threshold ?? Infinity;
  let high = threshold ?? -Infinity;
  for (const score of scores) {
    if (score < low) low = score;
    if (score > high) high = score;
  }
  if (low > high) return { low: 0, high: 1, ticks: [0, 1] };
  if (low >= 0 && high <= 1) return { low: 0, high: 1, ticks: [0, 0.5, 1] };
  // Round numbers within a range that rounding swallows are none, or not to be counted.
  if (high - low <= finest * Math.max(1, Math.abs(low), Math.abs(high)))
    [low, high] = [low - 1, high + 1];
  const [from, to] = nice(low, high, 3);
  return { low: from, high: to, ticks: ticks(from, to, 3) };
}
