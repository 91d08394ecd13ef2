/**
 * The k smallest different numbers of a stream of unsigned 32-bit ones (Broder 1997). Nearly all of a long stream are
 * turned away by one comparison.
 */
export class BottomK {
  readonly #k: number;
  readonly #held: Uint32Array;
  #count = 0;
  /** Numbers from here on are not among the k smallest. */
  #limit = 2 ** 32;

  constructor(k: number) {
    this.#k = k;
    this.#held = new Uint32Array(4 * k);
  }

  add(value: number): void {
    if (value >= this.#limit) return;
    this.#held[this.#count] = value;
    this.#count += 1;
    if (this.#count === this.#held.length) this.#settle();
  }

  /** Ascending. */
  values(): number[] {
    this.#settle();
    return Array.from(this.#held.subarray(0, this.#count));
  }

  #settle(): void {
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
