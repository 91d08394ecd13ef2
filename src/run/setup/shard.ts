import { hash53 } from "../../base/math/sketch.js";

/** A part of all TimeMaps: part k of n, from 1 to n. */
export interface Shard {
  readonly k: number;
  readonly n: number;
}

/** Returns the part that a key belongs to, from 0 to n - 1. It depends on a hash of the key, so all processes agree. */
export const partOf = (key: string, n: number): number => hash53(key) % n;

/**
 * Tells whether the TimeMap of a grouping key belongs to a shard.
 *
 * @example
 * ```js
 * const seed = "org,museum)/";
 * console.log(
 *   inShard(seed, { k: 1, n: 1 }),
 *   inShard(seed, { k: 1, n: 2 }) !== inShard(seed, { k: 2, n: 2 }),
 * );
 * // true true
 * ```
 */
export const inShard = (key: string, { k, n }: Shard): boolean => partOf(key, n) === k - 1;
