import type { Comparison } from "../settings/types.js";

export interface ScoreScale {
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
}

export interface ThresholdScale extends ScoreScale {
  readonly threshold: number;
  readonly comparison: Comparison;
}

/**
 * `distance` is in units of the score, positive on the on-topic side. `normalised` is 1 at the score of equal mementos,
 * 0 at the threshold and -1 at the off-topic end of the range. If the range has no such end, it is `d / (d + |threshold
 * - equalScore|)`. Both are rounded to six decimals.
 */
export function thresholdDistance(
  score: number,
  { threshold, comparison, range: [low, high], equalScore }: ThresholdScale,
): { readonly distance: number; readonly normalised: number } {
  const towardsOn = comparison === "<" || comparison === "<=" ? 1 : -1;
  const distance = towardsOn * (score - threshold);
  const equal = towardsOn * (equalScore - threshold);
  const [onEnd, offEnd] = towardsOn > 0 ? [high, low] : [low, high];
  // With some thresholds equal mementos are off-topic. The on-topic extreme is then the end of the range.
  const end = distance < 0 ? offEnd : equal > 0 ? equalScore : onEnd;
  const width = Math.abs(end - threshold);
  const size = Math.abs(distance);
  const share = Number.isFinite(width) ? size / width : size / (size + Math.abs(equal));
  return {
    distance: rounded(distance),
    normalised: size === 0 ? 0 : rounded(Math.sign(distance) * Math.min(1, share)),
  };
}

/** Rounds to six decimals, beyond which differences of floating-point numbers are noise. Never returns minus zero. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;
