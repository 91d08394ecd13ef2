/** Frequency of each letter group in each language, as stored by the package `eld`. */
export type Ngrams = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Data about the languages. Their position in these lists is their number. */
export type Languages = {
  /** BCP 47 tags. */
  readonly codes: readonly string[];
  /** Typical score of a text in each language, in the order of the codes. */
  readonly usual: readonly number[];
  /** Regular expression for what separates words. */
  readonly separators: string;
  /** Character that stands for each byte of UTF-8 from 0x80 on. */
  readonly bytes: string;
};

/**
 * Returns a group of at most six characters below U+0100 as a number with a digit for each, following the digits of
 * `before`.
 */
export function numberOf(
  characters: ArrayLike<number>,
  from: number,
  to: number,
  before: number,
): number {
  let number = before;
  for (let at = from; at < to; at += 1) number = number * 256 + characters[at]!;
  return number;
}

/**
 * Packs the table into bytes in which groups can be looked up directly: the number of groups, their numbers in
 * ascending order, the number of pairs of each, and the pairs of a language and a frequency. As JavaScript objects the
 * 100,000 groups would take 200 MB and half a second to load.
 */
export function packNgrams(ngrams: Ngrams): Uint8Array {
  const groups = Object.entries(ngrams).map(
    ([group, languages]) =>
      [numberOf(charactersOf(group), 0, group.length, 0), Object.entries(languages)] as const,
  );
  groups.sort(([one], [other]) => one - other);
  const numbers = Float64Array.from([groups.length, ...groups.map(([group]) => group)]);
  return Buffer.concat([
    new Uint8Array(numbers.buffer),
    Uint8Array.from(groups, ([, languages]) => languages.length),
    Uint8Array.from(groups.flatMap(([, languages]) => languages.flat().map(Number))),
  ]);
}

const charactersOf = (group: string): number[] =>
  Array.from(group, (character) => character.charCodeAt(0));

/** Table packed by {@link packNgrams}. */
export class NgramTable {
  readonly #groups: Float64Array;
  readonly #ends: Uint32Array;
  readonly #pairs: Uint8Array;

  constructor({ buffer, byteOffset }: Uint8Array) {
    const [count] = new Float64Array(buffer, byteOffset, 1);
    this.#groups = new Float64Array(buffer, byteOffset + 8, count);
    const pairs = new Uint8Array(buffer, byteOffset + 8 + this.#groups.byteLength, count);
    this.#pairs = new Uint8Array(buffer, pairs.byteOffset + pairs.length);
    this.#ends = new Uint32Array(pairs.length);
    let end = 0;
    for (let at = 0; at < pairs.length; at += 1) this.#ends[at] = end += 2 * pairs[at]!;
  }

  /** Adds the frequency of the group plus `more` to the score of each language that has it. */
  addTo(scores: number[], group: number, more: number): void {
    let low = 0;
    let high = this.#groups.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#groups[middle]! < group) low = middle + 1;
      else high = middle;
    }
    if (this.#groups[low] !== group) return;
    const end = this.#ends[low]!;
    for (let at = low === 0 ? 0 : this.#ends[low - 1]!; at < end; at += 2)
      scores[this.#pairs[at]!]! += this.#pairs[at + 1]! + more;
  }
}
