import { createHash } from "../platform/machine.js";
import { memoise } from "./memo.js";

/**
 * A 64-bit Simhash (Charikar 2002) as two signed 32-bit halves. It equals the result of the Python package `simhash`
 * bit for bit.
 */
export interface Simhash {
  readonly high: number;
  readonly low: number;
}

/** Returns the Simhash of terms weighted by their counts (1 or more). Returns 0 for an empty list. */
export function simhashOfCounts(terms: readonly string[], counts: readonly number[]): Simhash {
  const sums = new Float64Array(64);
  let total = 0;
  for (const [at, term] of terms.entries()) {
    const { high, low } = hashOfTerm(term);
    const weight = counts[at]!;
    total += weight;
    for (let bit = 0; bit < 32; bit++) {
      if (((low >>> bit) & 1) === 1) sums[bit]! += weight;
      if (((high >>> bit) & 1) === 1) sums[32 + bit]! += weight;
    }
  }
  let [high, low] = [0, 0];
  for (let bit = 0; bit < 32; bit++) {
    if (sums[bit]! > total / 2) low |= 1 << bit;
    if (sums[32 + bit]! > total / 2) high |= 1 << bit;
  }
  return { high, low };
}

/** Returns the last 8 bytes of the MD5 digest. */
const hashOfTerm = memoise((term): Simhash => {
  const digest = createHash("md5").update(term).digest();
  return { high: digest.readInt32BE(8), low: digest.readInt32BE(12) };
}, 1 << 17);

/** Returns the number of bits that differ, 0 to 64. */
export function hammingDistance(one: Simhash, other: Simhash): number {
  return bitsSet(one.high ^ other.high) + bitsSet(one.low ^ other.low);
}

/** Returns a Simhash as the decimal digits of an unsigned number. A JavaScript number could not hold it. */
export function simhashToDecimal({ high, low }: Simhash): string {
  return ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString();
}

export function simhashFromDecimal(digits: string): Simhash {
  const value = BigInt(digits);
  return { high: Number(BigInt.asIntN(32, value >> 32n)), low: Number(BigInt.asIntN(32, value)) };
}

/** Returns the number of bits set in a 32-bit word (Hacker's Delight, section 5-1). */
function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
