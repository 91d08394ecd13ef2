import { hash53 } from "../math/hash53.js";

/** A part of all TimeMaps: the k-th of n, k from 1 to n. */
export interface Shard {
  readonly k: number;
  readonly n: number;
}

/** True when the TimeMap of a grouping key belongs to a shard; every process agrees without asking another. */
export function inShard(key: string, { k, n }: Shard): boolean {
  return hash53(key) % n === k - 1;
}
