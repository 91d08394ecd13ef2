/** Binary digits of a sum: sums are exact below 2^40. */
const digits = 40;

/**
 * The 64 weighted counts of a Simhash: how much weight has been added with each bit set.
 *
 * The sums are kept transposed: for each binary digit one 64-bit word, as two halves, with that digit of all 64 sums.
 * So a word is added to all of them by a few operations, as in a carry-save adder, instead of 64.
 */
export class BitSums {
  readonly #high = new Int32Array(digits);
  readonly #low = new Int32Array(digits);
  #total = 0;

  /** Adds a word with a weight of 0 to 2^31 - 1. */
  add(high: number, low: number, weight: number): void {
    this.#total += weight;
    for (let digit = 0, rest = weight; rest > 0; digit++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      ripple(this.#high, digit, high);
      ripple(this.#low, digit, low);
    }
  }

  /**
   * Adds the words whose halves stand in `high[0..length)` and `low[0..length)`, each with weight 1. Both arrays are
   * used as room for the work, and must be longer than `length`.
   */
  addAll(high: Int32Array, low: Int32Array, length: number): void {
    this.#total += length;
    let words = length;
    for (let digit = 0; words > 0; digit++) {
      high[words] = 0;
      low[words] = 0;
      let sumHigh = this.#high[digit]!;
      let sumLow = this.#low[digit]!;
      let carries = 0;
      for (let at = 0; at < words; at += 2) {
        const oneHigh = high[at]!;
        const otherHigh = high[at + 1]!;
        const mixedHigh = sumHigh ^ oneHigh;
        high[carries] = (sumHigh & oneHigh) | (mixedHigh & otherHigh);
        sumHigh = mixedHigh ^ otherHigh;
        const oneLow = low[at]!;
        const otherLow = low[at + 1]!;
        const mixedLow = sumLow ^ oneLow;
        low[carries] = (sumLow & oneLow) | (mixedLow & otherLow);
        sumLow = mixedLow ^ otherLow;
        carries++;
      }
      // A carry of nothing would be carried for ever.
      words = (high[carries - 1]! | low[carries - 1]!) === 0 ? carries - 1 : carries;
      this.#high[digit] = sumHigh;
      this.#low[digit] = sumLow;
    }
  }

  /** The bits whose sum is over half of the total weight; then starts again from nothing. */
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
