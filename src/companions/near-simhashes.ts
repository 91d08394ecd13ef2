import { hammingDistance, type Simhash } from "../math/simhash.js";

const WORD = 32;
const BITS = 64;
const MOST_BANDS = 8;

/**
 * Calls `found` with the positions of every pair of hashes that differ in `most` bits or fewer, some pairs more than once.
 * Hashes are cut into `most + 1` bands: two that are so near are equal in one band at least (Manku, Jain and Das Sarma, WWW
 * 2007), so only those that share a band are compared. Where many bits may differ bands would be too short to tell apart:
 * then all pairs are.
 */
export function nearSimhashes(
  hashes: readonly Simhash[],
  most: number,
  found: (one: number, other: number) => void,
): void {
  // One band of no bits, which all share.
  const [bands, bits] = most < MOST_BANDS ? [most + 1, BITS] : [1, 0];
  for (let band = 0; band < bands; band += 1) {
    const from = Math.floor((band * bits) / bands);
    const to = Math.floor(((band + 1) * bits) / bands);
    const sharing = new Map<string, number[]>();
    for (const [at, hash] of hashes.entries()) {
      const key = bitsOf(hash, from, to);
      const others = sharing.get(key);
      if (others === undefined) {
        sharing.set(key, [at]);
        continue;
      }
      for (const other of others) {
        if (hammingDistance(hashes[other]!, hash) <= most) found(other, at);
      }
      others.push(at);
    }
  }
}

/** Bits `from` (the lowest is 0) up to but not including `to`. */
function bitsOf({ high, low }: Simhash, from: number, to: number): string {
  const part = (word: number, start: number, end: number): number => {
    const [first, last] = [Math.max(0, start), Math.min(WORD, end)];
    if (first >= last) return 0;
    const width = last - first;
    return width === WORD ? word >>> 0 : (word >>> first) & (2 ** width - 1);
  };
  return `${part(low, from, to)} ${part(high, from - WORD, to - WORD)}`;
}
