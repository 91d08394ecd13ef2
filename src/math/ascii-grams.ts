import { md5Tail } from "./md5.js";

/** The 37 ASCII characters that Python's `\w` matches in lower-case text. */
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789_";
const base = alphabet.length;
/** Symbols have this bit set, so that a table of characters can tell them from separators. */
const symbolBit = 128;
const offset = symbolBit * (base ** 3 + base ** 2 + base + 1);

/**
 * The symbol of an ASCII code unit, upper case folded: 128 plus its place in the alphabet; 0 when it is no word
 * character.
 */
export function symbolOf(codeUnit: number): number {
  const place = alphabet.indexOf(String.fromCharCode(codeUnit).toLowerCase());
  return codeUnit < 128 && place >= 0 ? symbolBit | place : 0;
}

/** The ASCII code unit of a symbol. */
export function codeUnitOf(symbol: number): number {
  return alphabet.charCodeAt(symbol - symbolBit);
}

/**
 * Looks up the hash of windows of 4 symbols. There are 37^4 = 1.9 million of them, so that each has its own place in a
 * table, and its MD5 is computed once a process.
 */
export class AsciiGrams {
  /** The two halves side by side, so that a window costs one cache miss. */
  readonly #halves = new Int32Array(2 * base ** 4);
  readonly #bytes = new Uint8Array(4);
  readonly #half = new Int32Array(2);

  /** Writes the hash of every window of `symbols[from..to)` to `high` and `low`, from the place `at` on. */
  hash(
    symbols: Uint8Array,
    from: number,
    to: number,
    high: Int32Array,
    low: Int32Array,
    at: number,
  ): void {
    if (this.#lookUp(symbols, from, to, high, low, at)) return;
    for (let start = from; start + 4 <= to; start++) this.#compute(symbols, start);
    this.#lookUp(symbols, from, to, high, low, at);
  }

  /** Whether all of the hashes were there. Calls nothing, so that the loop runs in registers. */
  #lookUp(
    symbols: Uint8Array,
    from: number,
    to: number,
    high: Int32Array,
    low: Int32Array,
    at: number,
  ): boolean {
    const halves = this.#halves;
    let last = symbols[from + 2]!;
    let pair = symbols[from + 1]! * base + last;
    let pairBefore = symbols[from]! * base + symbols[from + 1]!;
    let missing = 0;
    for (let end = from + 3, window = at; end < to; end++, window++) {
      const symbol = symbols[end]!;
      const next = last * base + symbol;
      const place = 2 * (pairBefore * (base * base) + next - offset);
      const highHalf = halves[place]!;
      const lowHalf = halves[place + 1]!;
      high[window] = highHalf;
      low[window] = lowHalf;
      missing |= (highHalf | lowHalf) === 0 ? 1 : 0;
      pairBefore = pair;
      pair = next;
      last = symbol;
    }
    return missing === 0;
  }

  #compute(symbols: Uint8Array, from: number): void {
    let gram = 0;
    for (let at = 0; at < 4; at++) {
      gram = gram * base + symbols[from + at]! - symbolBit;
      this.#bytes[at] = codeUnitOf(symbols[from + at]!);
    }
    if ((this.#halves[2 * gram]! | this.#halves[2 * gram + 1]!) !== 0) return;
    md5Tail(this.#bytes, 4, this.#half);
    this.#halves.set(this.#half, 2 * gram);
  }
}
