import { BitSums } from "./bit-sums.js";
import { md5Tail } from "./md5.js";

/**
 * A 64-bit Simhash (Charikar 2002) as two signed 32-bit halves, bit for bit what the Python package `simhash` yields
 * (SPEC.md, section 2).
 */
export interface Simhash {
  readonly high: number;
  readonly low: number;
}

/** Terms whose hash is remembered. */
const termsRemembered = 1 << 17;

const sums = new BitSums();
const numberOfTerm = new Map<string, number>();
const hashes = { high: new Int32Array(0), low: new Int32Array(0) };
const encoder = new TextEncoder();
const half = new Int32Array(2);

/** The Simhash of terms, each weighted by its count (1 or more); of no terms: 0. */
export function simhashOfCounts(terms: readonly string[], counts: readonly number[]): Simhash {
  for (let at = 0; at < terms.length; at++) {
    const number = hashTerm(terms[at]!);
    sums.add(hashes.high[number]!, hashes.low[number]!, counts[at]!);
  }
  return sums.takeMajority();
}

/** How many of the 64 bits differ: 0 to 64. */
export function hammingDistance(one: Simhash, other: Simhash): number {
  return bitsSet(one.high ^ other.high) + bitsSet(one.low ^ other.low);
}

/** The decimal digits of the unsigned number, which a JavaScript number could not hold. */
export function simhashToDecimal({ high, low }: Simhash): string {
  return ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString();
}

/** The Simhash of {@link simhashToDecimal}'s digits. */
export function simhashFromDecimal(digits: string): Simhash {
  const value = BigInt(digits);
  return { high: Number(BigInt.asIntN(32, value >> 32n)), low: Number(BigInt.asIntN(32, value)) };
}

function hashTerm(term: string): number {
  const known = numberOfTerm.get(term);
  if (known !== undefined) return known;
  if (hashes.high.length === 0) {
    hashes.high = new Int32Array(termsRemembered);
    hashes.low = new Int32Array(termsRemembered);
  }
  if (numberOfTerm.size === termsRemembered) numberOfTerm.clear();
  const number = numberOfTerm.size;
  const bytes = encoder.encode(term);
  md5Tail(bytes, bytes.length, half);
  hashes.high[number] = half[0]!;
  hashes.low[number] = half[1]!;
  numberOfTerm.set(term, number);
  return number;
}

/** Number of bits set in a 32-bit word (Hacker's Delight, section 5-1). */
function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
