import { md5Tail } from "./md5.js";

/** Slots of the table, a power of two; three quarters are used at most. */
const slots = 1 << 16;
const mostUsed = (slots / 4) * 3;

/**
 * Looks up the hash of windows of 4 code points of any script, in a table with open addressing that remembers their
 * MD5. Its size is bounded: a full table is emptied.
 */
export class WideGrams {
  /** Four code points for each slot; the first is 0 in a free one. */
  readonly #codePoints = new Int32Array(4 * slots);
  readonly #high = new Int32Array(slots);
  readonly #low = new Int32Array(slots);
  readonly #half = new Int32Array(2);
  readonly #bytes = new Uint8Array(16);
  #used = 0;

  /** Writes the hash of the window `points[from..from + 4)` to `high[at]` and `low[at]`; none of its code points is 0. */
  hash(points: Int32Array, from: number, high: Int32Array, low: Int32Array, at: number): void {
    const slot = this.#slotOf(
      points[from]!,
      points[from + 1]!,
      points[from + 2]!,
      points[from + 3]!,
    );
    if (this.#codePoints[4 * slot] === 0) this.#compute(points.subarray(from, from + 4), slot);
    high[at] = this.#high[slot]!;
    low[at] = this.#low[slot]!;
    if (this.#used < mostUsed) return;
    this.#codePoints.fill(0);
    this.#used = 0;
  }

  #slotOf(first: number, second: number, third: number, fourth: number): number {
    const known = this.#codePoints;
    let slot = scatter(first, second, third, fourth) & (slots - 1);
    for (; known[4 * slot] !== 0; slot = (slot + 1) & (slots - 1)) {
      if (
        known[4 * slot] === first &&
        known[4 * slot + 1] === second &&
        known[4 * slot + 2] === third &&
        known[4 * slot + 3] === fourth
      )
        break;
    }
    return slot;
  }

  #compute(window: Int32Array, slot: number): void {
    hashCodePoints(window, this.#bytes, this.#half);
    this.#codePoints.set(window, 4 * slot);
    this.#high[slot] = this.#half[0]!;
    this.#low[slot] = this.#half[1]!;
    this.#used++;
  }
}

const encoder = new TextEncoder();

/** Writes the hash of up to 4 code points to `half`; `bytes` is room for their UTF-8. */
export function hashCodePoints(
  codePoints: Iterable<number>,
  bytes: Uint8Array,
  half: Int32Array,
): void {
  const { written } = encoder.encodeInto(String.fromCodePoint(...codePoints), bytes);
  md5Tail(bytes, written, half);
}

function scatter(first: number, second: number, third: number, fourth: number): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  mixed ^= Math.imul(third, 0xc2b2ae35) ^ Math.imul(fourth, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
