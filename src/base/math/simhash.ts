import { createHash } from "../platform/machine.js";

/** Maximum length of a message in bytes that fits in one MD5 block with its padding. */
const longestSingleBlock = 55;

const sines = Int32Array.from(
  { length: 64 },
  (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0,
);
const shifts = Uint8Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21);
const block = new Int32Array(16);

/**
 * Writes the last 8 bytes of the MD5 digest (RFC 1321) of `message[0..length)`, read as a big-endian number, to `into`.
 * The high 32 bits go to `into[0]`, and the low 32 bits to `into[1]`. Short messages are hashed here, because a call of
 * node:crypto takes several times as long as hashing a word.
 */
export function md5Tail(message: Uint8Array, length: number, into: Int32Array): void {
  if (length > longestSingleBlock) {
    const digest = createHash("md5").update(message.subarray(0, length)).digest();
    into[0] = digest.readInt32BE(8);
    into[1] = digest.readInt32BE(12);
    return;
  }
  block.fill(0);
  for (let at = 0; at < length; at++) block[at >> 2]! |= message[at]! << ((at & 3) << 3);
  block[length >> 2]! |= 0x80 << ((length & 3) << 3);
  block[14] = length << 3;
  hashBlock(into);
}

function hashBlock(into: Int32Array): void {
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    let mixed: number;
    let word: number;
    if (round === 0) {
      mixed = (b & c) | (~b & d);
      word = step;
    } else if (round === 1) {
      mixed = (d & b) | (~d & c);
      word = (5 * step + 1) & 15;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = (3 * step + 5) & 15;
    } else {
      mixed = c ^ (b | ~d);
      word = (7 * step) & 15;
    }
    const sum = (((a + mixed) | 0) + ((sines[step]! + block[word]!) | 0)) | 0;
    const shift = shifts[(round << 2) | (step & 3)]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  into[0] = swapBytes((c + 0x98badcfe) | 0);
  into[1] = swapBytes((d + 0x10325476) | 0);
}

const swapBytes = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
/** Binary digits of a sum. Sums below 2^40 are exact. */
const digits = 40;

/**
 * The 64 weighted counts of a Simhash. Each is the total weight of the words that have the bit set. The sums are stored
 * transposed: for each binary digit there is one 64-bit word, as two halves, with that digit of all 64 sums. Adding a
 * word to all sums then takes a few operations, as in a carry-save adder, instead of 64.
 */
export class BitSums {
  readonly #high = new Int32Array(digits);
  readonly #low = new Int32Array(digits);
  #total = 0;

  /** Adds a word with a weight from 0 to 2^31 - 1. */
  add(high: number, low: number, weight: number): void {
    this.#total += weight;
    for (let digit = 0, rest = weight; rest > 0; digit++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      ripple(this.#high, digit, high);
      ripple(this.#low, digit, low);
    }
  }

  /** Returns the bits whose sum exceeds half of the total weight, and resets all sums. */
  takeMajority(): { readonly high: number; readonly low: number } {
    const majority = {
      high: bitsAbove(this.#high, this.#total / 2),
      low: bitsAbove(this.#low, this.#total / 2),
    };
    this.#high.fill(0);
    this.#low.fill(0);
    this.#total = 0;
    return majority;
  }
}

function ripple(sums: Int32Array, from: number, word: number): void {
  for (let digit = from, carried = word; carried !== 0; digit++) {
    const sum = sums[digit]!;
    sums[digit] = sum ^ carried;
    carried &= sum;
  }
}

function bitsAbove(sums: Int32Array, limit: number): number {
  const top = sums.findLastIndex((word) => word !== 0);
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) {
    let sum = 0;
    for (let digit = top; digit >= 0; digit--) sum = 2 * sum + ((sums[digit]! >>> bit) & 1);
    if (sum > limit) bits |= 1 << bit;
  }
  return bits;
}
/**
 * A 64-bit Simhash (Charikar 2002) as two signed 32-bit halves. It equals the result of the Python package `simhash`
 * bit for bit.
 */
export interface Simhash {
  readonly high: number;
  readonly low: number;
}

const termsRemembered = 1 << 17;

const sums = new BitSums();
const numberOfTerm = new Map<string, number>();
const hashes = { high: new Int32Array(0), low: new Int32Array(0) };
const encoder = new TextEncoder();
const half = new Int32Array(2);

/** Returns the Simhash of terms weighted by their counts (1 or more). Returns 0 for an empty list. */
export function simhashOfCounts(terms: readonly string[], counts: readonly number[]): Simhash {
  for (let at = 0; at < terms.length; at++) {
    const number = hashTerm(terms[at]!);
    sums.add(hashes.high[number]!, hashes.low[number]!, counts[at]!);
  }
  return sums.takeMajority();
}

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

/** Returns the number of bits set in a 32-bit word (Hacker's Delight, section 5-1). */
function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
