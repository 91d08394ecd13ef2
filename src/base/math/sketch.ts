import { codeUnitAt } from "../text.js";
/**
 * Returns a 53-bit hash of a string (two 32-bit multiply-xorshift lanes, joined). It fits a float64 exactly, so
 * millions of keys can be held in a Float64Array. It is not cryptographic: code that finds equal hashes must compare
 * the keys themselves.
 */
export function hash53(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = codeUnitAt(text, i);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
/**
 * Collects the k smallest different numbers of a stream of unsigned 32-bit numbers (Broder 1997). In a long stream, one
 * comparison rejects nearly all of them.
 */
export class BottomK {
  readonly #k: number;
  readonly #held: Uint32Array;
  #count = 0;
  /** Limit of the numbers. Numbers from it on are not among the k smallest. */
  #limit: number;

  /** Numbers of `limit` and above are ignored. */
  constructor(k: number, limit = 2 ** 32) {
    this.#k = k;
    this.#limit = limit;
    this.#held = new Uint32Array(4 * k);
  }

  add(value: number): void {
    if (value >= this.#limit) return;
    this.#held[this.#count] = value;
    this.#count += 1;
    if (this.#count === this.#held.length) this.#keepSmallest();
  }

  /** Returns the collected numbers in ascending order. */
  values(): number[] {
    this.#keepSmallest();
    return Array.from(this.#held.subarray(0, this.#count));
  }

  #keepSmallest(): void {
    const held = this.#held.subarray(0, this.#count).sort();
    let kept = 0;
    for (let at = 0; at < held.length && kept < this.#k; at += 1) {
      if (kept > 0 && held[at] === held[kept - 1]) continue;
      held[kept] = held[at]!;
      kept += 1;
    }
    this.#count = kept;
    if (kept === this.#k) this.#limit = held[kept - 1]!;
  }
}
