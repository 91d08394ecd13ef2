/** Milliseconds before retries: the first one, and the longest. */
export interface BackOff {
  readonly first: number;
  readonly cap: number;
  /** Tries in all, the first one included. */
  readonly tries: number;
}

/** Four tries: after about 1, 2 and 4 seconds. */
export const usualBackOff: BackOff = { first: 1000, cap: 30_000, tries: 4 };

/**
 * Milliseconds to wait after the `failures`-th failure (1 is the first): doubling, and spread by half to either side so
 * that those who failed together do not come back together. `random` gives numbers from 0 up to 1.
 */
export function backOffMs(failures: number, backOff: BackOff, random: () => number): number {
  const straight = Math.min(backOff.first * 2 ** (failures - 1), backOff.cap);
  return Math.round(straight * (0.5 + random()));
}
