import type { Settings } from "../types.js";

/**
 * By what share a count has grown, `c(m)/c(f) - 1`: -1 when nothing is left, 0 when nothing has changed. With
 * `clipCounts` growth is 0, as in equation 1 of the paper. From nothing to something it is infinite.
 */
export function growth(first: number, memento: number, { clipCounts }: Settings): number {
  const change = first === memento ? 0 : memento / first - 1;
  return clipCounts ? Math.min(0, change) : change;
}
