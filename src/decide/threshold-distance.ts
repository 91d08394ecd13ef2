import type { Comparison } from "../types.js";

/** What a score is measured by: its measure's cut, range and the score of equal mementos. */
export interface Yardstick {
  readonly threshold: number;
  readonly comparison: Comparison;
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
}

/**
 * How a score lies to its threshold. `distance`: in units of the score, above 0 on the on-topic side. `normalised`: 1 is
 * the score of equal mementos, 0 the threshold, -1 the off-topic end of the range; where that is endless,
 * `d / (d + |threshold - equalScore|)`. Both are rounded to six decimals.
 */
export function thresholdDistance(
  score: number,
  { threshold, comparison, range: [low, high], equalScore }: Yardstick,
): { readonly distance: number; readonly normalised: number } {
  const towardsOn = comparison === "<" || comparison === "<=" ? 1 : -1;
  const distance = towardsOn * (score - threshold);
  const equal = towardsOn * (equalScore - threshold);
  const [onEnd, offEnd] = towardsOn > 0 ? [high, low] : [low, high];
  // Conventions exist that call equal mementos off-topic: then the range's end is the on-topic extreme.
  const end = distance < 0 ? offEnd : equal > 0 ? equalScore : onEnd;
  const width = Math.abs(end - threshold);
  const size = Math.abs(distance);
  const share = Number.isFinite(width) ? size / width : size / (size + Math.abs(equal));
  return {
    distance: rounded(distance),
    normalised: size === 0 ? 0 : rounded(Math.sign(distance) * Math.min(1, share)),
  };
}

/** Six decimals: what is left of differences of doubles tells nothing. Never minus zero. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;
