import type { Measure, ProfileName } from "../types.js";

/** `< 0.12`, or `calibrate` for a measure without a default threshold. */
export function cutText({ cuts }: Measure, profile: ProfileName): string {
  const { threshold, comparison } = cuts[profile];
  return threshold === undefined ? "calibrate" : `${comparison} ${threshold}`;
}

/** `0 to 1`; `0 up` where there is no upper bound. */
export function rangeText({ range: [low, high] }: Measure): string {
  return high === Infinity ? `${low} up` : `${low} to ${high}`;
}
