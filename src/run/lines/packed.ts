import { members, parseObject } from "../../base/json.js";
import { deflateRaw, inflateRaw } from "../../base/platform/codecs.js";
import type { CountedTerms } from "../../base/types.js";
import { areCounts, areTexts } from "../../page/feature-values.js";

/*
 * Packs the features of a record for another process, which takes a third of the characters. The packed form has one
 * deflated line for each outcome, followed by the sketches as differences between their hashes. All of it is in base64.
 */

/**
 * First character of a line that is not JSON. Such a line is equal to an earlier outcome, or is a sketch, or has
 * counted terms.
 */
const SAME = "=";
const SKETCH = "#";
const TERMS = "t";

/** Maximum size in bytes of unpacked features. Protects against a hostile record. */
const MOST = 1 << 26;
/**
 * Minimum and maximum number of hashes in a packed sketch. Fewer hashes are as short in JSON, and no sketch has more
 * hashes.
 */
const LEAST_OF_SKETCH = 16;
const MOST_OF_SKETCH = 0xffff;

/** Returns outcomes in packed form, as base64. Each outcome is given as JSON. */
export function pack(outcomes: readonly string[]): string {
  const sketches: number[] = [];
  const lines = outcomes.map((outcome, at) => {
    const same = outcomes.indexOf(outcome);
    if (same < at) return `${SAME}${same}`;
    if (outcome.startsWith('{"value":[')) {
      const sketch = sketchOf(outcome);
      if (sketch === undefined) return outcome;
      writeSketch(sketch, sketches);
      return SKETCH;
    }
    return outcome.startsWith('{"value":{"terms":') ? (termsLine(outcome) ?? outcome) : outcome;
  });
  const rest = deflateRaw(Buffer.from(lines.join("\n")));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(rest.length);
  return Buffer.concat([length, rest, Buffer.from(sketches)]).toString("base64");
}

/** Returns the outcomes that {@link pack} has packed. Throws an error for another text. */
export function unpack(text: string): object[] {
  const bytes = Buffer.from(text, "base64");
  const end = 4 + bytes.readUInt32LE(0);
  const rest = inflateRaw(bytes.subarray(4, end), { most: MOST, isPartial: false });
  const sketches = new BitReader(bytes.subarray(end));
  const outcomes: object[] = [];
  for (const line of Buffer.from(rest).toString("utf8").split("\n")) {
    const form = line[0];
    const outcome =
      form === SKETCH
        ? { value: readSketch(sketches) }
        : form === TERMS
          ? { value: termsOf(line) }
          : form === SAME
            ? outcomes[Number(line.slice(1))]
            : parseObject(line);
    if (outcome === undefined) throw notPacked();
    outcomes.push(outcome);
  }
  return outcomes;
}

const notPacked = (): Error => new Error("features are not packed");

function sketchOf(outcome: string): readonly number[] | undefined {
  const value = members(JSON.parse(outcome))["value"];
  if (!Array.isArray(value) || value.length < LEAST_OF_SKETCH) return undefined;
  if (value.length > MOST_OF_SKETCH) return undefined;
  let before = -1;
  for (const hash of value as readonly unknown[]) {
    if (typeof hash !== "number" || !Number.isInteger(hash)) return undefined;
    if (hash <= before || hash >= 2 ** 32) return undefined;
    before = hash;
  }
  return value as readonly number[];
}

/**
 * Writes ascending numbers with a Golomb-Rice code, which is close to the shortest possible code for such numbers.
 * First writes the count of the numbers and the width of a remainder in bits. Then writes, for each difference, the
 * quotient in unary (as many zeros, then a one) and the remainder.
 */
function writeSketch(sketch: readonly number[], bytes: number[]): void {
  const mean = (sketch.at(-1)! + 1) / sketch.length;
  const width = Math.max(0, Math.min(MOST_WIDTH, Math.round(Math.log2(mean * Math.LN2))));
  const [high, low] = [Math.max(0, width - HALF), Math.min(width, HALF)];
  bytes.push(sketch.length & 0xff, sketch.length >> 8, width);
  let bits = 0;
  let held = 0;
  const write = (value: number, length: number): void => {
    bits = (bits << length) | value;
    for (held += length; held >= 8; held -= 8) bytes.push((bits >>> (held - 8)) & 0xff);
    bits &= 0xff;
  };
  let before = -1;
  for (const hash of sketch) {
    const difference = hash - before - 1;
    before = hash;
    const quotient = Math.floor(difference / 2 ** width);
    for (let zeros = quotient; zeros > 0; zeros -= HALF) write(0, Math.min(HALF, zeros));
    write(1, 1);
    if (high > 0) write((difference >>> HALF) & ((1 << high) - 1), high);
    if (low > 0) write(difference & ((1 << low) - 1), low);
  }
  if (held > 0) write(0, 8 - held);
}

/**
 * Maximum number of bits to write at once. Remainders are written in two pieces, so that 32-bit arithmetic is
 * sufficient.
 */
const HALF = 15;
const MOST_WIDTH = 30;

/** Reads bits from bytes, highest bit first. Throws an error at the end of the bytes. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #bits = 0;
  #held = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads the next whole byte. Drops the remaining bits of the current byte. */
  byte(): number {
    this.#held = 0;
    this.#bits = 0;
    return this.read(8);
  }

  /** Reads at most 15 bits. */
  read(length: number): number {
    while (this.#held < length) {
      if (this.#at >= this.#bytes.length) throw notPacked();
      this.#bits = (this.#bits << 8) | this.#bytes[this.#at]!;
      this.#at += 1;
      this.#held += 8;
    }
    this.#held -= length;
    const value = this.#bits >>> this.#held;
    this.#bits &= (1 << this.#held) - 1;
    return value;
  }
}

function readSketch(bits: BitReader): number[] {
  const length = bits.byte() + 256 * bits.byte();
  const width = bits.byte();
  if (width > MOST_WIDTH) throw notPacked();
  const unit = 2 ** width;
  const [high, low] = [Math.max(0, width - HALF), Math.min(width, HALF)];
  const sketch: number[] = [];
  let before = -1;
  while (sketch.length < length) {
    let quotient = 0;
    while (bits.read(1) === 0) quotient += 1;
    before += 1 + quotient * unit + bits.read(high) * (1 << HALF) + bits.read(low);
    sketch.push(before);
  }
  return sketch;
}

/** Maximum number of characters that a term may share with the previous term. The number must fit into one digit. */
const MOST_SHARED = 9;

/**
 * Returns counted terms as a line, or undefined if the terms do not have the required form. Each term consists of the
 * number of characters that it shares with the previous term, followed by its other characters. A count is a digit in
 * base 36, or a larger number in parentheses.
 */
function termsLine(outcome: string): string | undefined {
  const { value } = members(JSON.parse(outcome));
  const { terms, counts, ...more } = members(value);
  if (!areTexts(terms) || !areCounts(counts, terms.length) || Object.keys(more).length > 0) {
    return undefined;
  }
  let before = "";
  let words = "";
  for (const term of terms) {
    let shared = 0;
    while (shared < MOST_SHARED && shared < before.length && before[shared] === term[shared]) {
      shared += 1;
    }
    before = term;
    words += `${shared}${term.slice(shared)} `;
  }
  let digits = "";
  for (const count of counts) digits += DIGITS[count] ?? `(${count})`;
  const line = `${TERMS}${words}\t${digits}`;
  const isPlain = !/[\n\t\p{Cs}]/u.test(words) && words.split(" ").length === terms.length + 1;
  return isPlain ? line : undefined;
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

function termsOf(line: string): CountedTerms {
  const tab = line.indexOf("\t");
  const words = line.slice(TERMS.length, Math.max(0, tab)).split(" ");
  words.pop();
  let before = "";
  const terms = words.map((word) => {
    before = before.slice(0, DIGITS.indexOf(word[0]!)) + word.slice(1);
    return before;
  });
  const counts: number[] = [];
  for (let i = tab + 1; i < line.length; i += 1) {
    const digit = DIGITS.indexOf(line[i]!);
    if (digit >= 0) {
      counts.push(digit);
      continue;
    }
    const end = line.indexOf(")", i);
    if (end < 0) throw notPacked();
    counts.push(Number(line.slice(i + 1, end)));
    i = end;
  }
  return { terms, counts };
}
