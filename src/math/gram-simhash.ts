import { codeUnitAt } from "../code-unit.js";
import { BitSums, md5Tail, type Simhash } from "./simhash.js";

/** The 37 ASCII characters that Python's `\w` matches in lower-case text. */
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789_";
const base = alphabet.length;
/** Symbols have this bit set, so that a table of characters distinguishes them from separators. */
const symbolBit = 128;
const offset = symbolBit * (base ** 3 + base ** 2 + base + 1);

/**
 * The symbol of an ASCII code unit, upper case folded: 128 plus its place in the alphabet; 0 when it is not a word
 * character.
 */
function symbolOf(codeUnit: number): number {
  const place = alphabet.indexOf(String.fromCharCode(codeUnit).toLowerCase());
  return codeUnit < 128 && place >= 0 ? symbolBit | place : 0;
}

/** The ASCII code unit of a symbol. */
const codeUnitOf = (symbol: number): number => alphabet.charCodeAt(symbol - symbolBit);

/**
 * Looks up the hash of windows of 4 symbols. There are 37^4 = 1.9 million of them, so that each has its own place in a
 * table, and its MD5 is computed once a process.
 */
class AsciiGrams {
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

/** Slots of the table, a power of two; three quarters are used at most. */
const slots = 1 << 16;
const mostUsed = (slots / 4) * 3;

/**
 * Looks up the hash of windows of 4 code points of any script, in a table with open addressing that remembers their
 * MD5. Its size is bounded: a full table is emptied.
 */
class WideGrams {
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
function hashCodePoints(codePoints: Iterable<number>, bytes: Uint8Array, half: Int32Array): void {
  const { written } = encoder.encodeInto(String.fromCodePoint(...codePoints), bytes);
  md5Tail(bytes, written, half);
}

function scatter(first: number, second: number, third: number, fourth: number): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  mixed ^= Math.imul(third, 0xc2b2ae35) ^ Math.imul(fourth, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** Windows that are counted together. */
const chunk = 512;

/** Marks characters that need the slow way: not ASCII, and not known to be separators. */
const wideMark = 0x4000;
/** Marks, besides, the ones that are known to be word characters. */
const wideWordMark = 0x2000;
/** Stands among symbols for a character that has none: it is not ASCII. */
const wideSymbol = 0;
const symbolOfCodeUnit = new Uint16Array(1 << 16).map((_, codeUnit) =>
  codeUnit < 128 ? symbolOf(codeUnit) : wideMark,
);
/** What Python's `\w` matches: `str.isalnum()` or the underscore. */
const wordCharacter = /[\p{L}\p{N}_]/u;

/** A byte of Python's `str(bytes)` is at most three word characters: `\xNN`. */
const longestEscape = 3;
/**
 * For each byte the symbols of its form in Python's `str(bytes)`, the first in the lowest 8 bits, and how many there
 * are in the highest.
 */
const symbolsOfByte = new Int32Array(256).map((_, byte) =>
  Array.from(writtenByPython(byte), (character) => symbolOf(character.charCodeAt(0)))
    .filter((symbol) => symbol !== 0)
    .reduce((packed, symbol, place) => (packed + (1 << 24)) | (symbol << (8 * place)), 0),
);

const sums = new BitSums();
/** The large tables, made on first use and kept. */
let asciiGrams: AsciiGrams | undefined;
let wideGrams: WideGrams | undefined;
/** The hashes of a chunk of windows. */
const high = new Int32Array(chunk + 1);
const low = new Int32Array(chunk + 1);
/** The code points of such a chunk, each beside its symbol. */
const points = new Int32Array(chunk + 3);
const symbols = new Uint8Array(chunk + 3);

/**
 * The Simhash of a text as the Python package `simhash` computes it: lower-cased, the runs of word characters joined,
 * and every window of 4 code points weighted by its count; fewer than 4 are one window, and so is nothing at all.
 */
export function simhashOfText(text: string): Simhash {
  const all = new Uint8Array(text.length);
  let length = 0;
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const symbol = symbolOfCodeUnit[codeUnitAt(text, at)]!;
    // Written always, kept when it is a symbol: a branch here is mispredicted too often.
    all[length] = symbol;
    length += (symbol >>> 7) & 1;
    marks |= symbol;
  }
  return (marks & wideMark) === 0 ? simhashOfSymbols(all, length) : simhashOfWide(text);
}

/**
 * The Simhash of the text that Python's `str(bytes)` makes of bytes, `b'...'` with escapes, as OTMT 1.0.5 compares raw
 * mementos. Quotes and backslashes are not word characters, so that Python's choice of quotes and their escapes cannot
 * matter.
 */
export function simhashOfPythonBytes(bytes: Uint8Array): Simhash {
  const all = new Uint8Array(longestEscape * (bytes.length + 1));
  all[0] = symbolOf(0x62);
  let length = 1;
  for (const byte of bytes) {
    const packed = symbolsOfByte[byte]!;
    all[length] = packed;
    all[length + 1] = packed >>> 8;
    all[length + 2] = packed >>> 16;
    length += packed >>> 24;
  }
  return simhashOfSymbols(all, length);
}

function simhashOfSymbols(all: Uint8Array, length: number): Simhash {
  if (length < 4) return simhashOfOne(Array.from(all.subarray(0, length), codeUnitOf));
  asciiGrams ??= new AsciiGrams();
  for (let from = 0; from + 3 < length; from += chunk) {
    const to = Math.min(from + chunk + 3, length);
    asciiGrams.hash(all, from, to, high, low, 0);
    sums.addAll(high, low, to - from - 3);
  }
  return sums.takeMajority();
}

/** That of a text that is not all ASCII. */
function simhashOfWide(text: string): Simhash {
  const lower = text.toLowerCase();
  let length = 0;
  let isLong = false;
  for (let at = 0; at < lower.length; at++) {
    const symbol = symbolOfCodeUnit[codeUnitAt(lower, at)]!;
    if (symbol === 0) continue;
    if (symbol < wideMark) {
      symbols[length] = symbol;
      points[length++] = codeUnitOf(symbol);
    } else {
      const codePoint = lower.codePointAt(at)!;
      if (codePoint > 0xffff) at++;
      if ((symbol & wideWordMark) === 0 && !isWordCharacter(codePoint)) continue;
      symbols[length] = wideSymbol;
      points[length++] = codePoint;
    }
    if (length < points.length) continue;
    addWindows(length);
    symbols.copyWithin(0, chunk);
    points.copyWithin(0, chunk);
    length = 3;
    isLong = true;
  }
  if (length < 4 && !isLong) return simhashOfOne(points.subarray(0, length));
  addWindows(length);
  return sums.takeMajority();
}

/** Adds the windows of the first `points`: those of ASCII alone by whole runs. */
function addWindows(length: number): void {
  const ascii = (asciiGrams ??= new AsciiGrams());
  const wide = (wideGrams ??= new WideGrams());
  let windows = 0;
  for (let at = 0; at + 3 < length;) {
    let end = at;
    while (end < length && symbols[end] !== wideSymbol) end++;
    if (end - at > 3) {
      ascii.hash(symbols, at, end, high, low, windows);
      windows += end - at - 3;
      at = end - 3;
    }
    // Each window up to that which begins with the character that is not ASCII.
    for (; at <= end && at + 3 < length; at++) wide.hash(points, at, high, low, windows++);
  }
  sums.addAll(high, low, windows);
}

/** That of a single window of fewer than 4 code points. */
function simhashOfOne(codePoints: Iterable<number>): Simhash {
  const half = new Int32Array(2);
  hashCodePoints(codePoints, new Uint8Array(16), half);
  return { high: half[0]!, low: half[1]! };
}

/** Whether a code point beyond ASCII is a word character; remembered for those that are one code unit. */
function isWordCharacter(codePoint: number): boolean {
  const isWord = wordCharacter.test(String.fromCodePoint(codePoint));
  const isSurrogate = (codePoint & 0xf800) === 0xd800;
  if (codePoint <= 0xffff && !isSurrogate)
    symbolOfCodeUnit[codePoint] = isWord ? wideMark | wideWordMark : 0;
  return isWord;
}

/** How a byte stands in Python's `repr` of bytes. */
function writtenByPython(byte: number): string {
  if (byte === 9) return "\\t";
  if (byte === 10) return "\\n";
  if (byte === 13) return "\\r";
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}
