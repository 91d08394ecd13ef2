import { readMadeBytes, readMadeData } from "../../base/platform/data.js";

/** A language (BCP 47) with a measure of how common the letter groups of a text are in it, 0 or more. */
export type Likeness = readonly [language: string, likeness: number];

/**
 * Maximum length of a text in characters, number of bytes of UTF-8 after which the text ends with the current word, and
 * number of bytes after which it ends at once.
 */
const longestText = 1_000;
const longestBytes = 350;
const longestBytesAtOnce = 380;
/** Maximum length in bytes of the part of a word that is read. */
const longestWord = 70;
/** Length of a group in bytes. Neighbouring groups overlap by one byte. */
const groupLength = 4;
const stride = groupLength - 1;
const fewestGroups = 3;
/** Offset subtracted from all frequencies in the table. */
const leastFrequency = 53;
/** Mean frequency that gives a score of one half. */
const scale = 25;
/** Share of a language's usual score that a text must reach. */
const sureFrom = 0.75;
const SPACE = 0x20;

/**
 * Scores of the package `eld` 2 (medium) by Nito T.M., from the package's table. Groups of four bytes of UTF-8 are
 * looked up, and each adds to the scores of the languages in which it is common. This takes a quarter of the package's
 * time.
 */
export class LanguageScores {
  readonly #languages = readMadeData("languages.json") as Languages;
  readonly #separators = new RegExp(this.#languages.separators, "gu");
  readonly #table = new NgramTable(readMadeBytes("languages.bin"));

  /** Returns at most `most` languages of a text, most likely first. Returns none if the result is not certain. */
  of(text: string, most = Infinity): Likeness[] {
    const { codes, usual } = this.#languages;
    const groups = this.#groupsOf(text);
    const sums = new Float64Array(codes.length);
    for (const group of groups)
      if (typeof group === "number") this.#table.addTo(sums, group, leastFrequency);
    const likeliest = [...codes.keys()]
      .filter((language) => sums[language]! > 0)
      .sort((one, other) => sums[other]! - sums[one]!);
    const [first, second = 0] = likeliest;
    if (first === undefined || groups.size < fewestGroups) return [];
    const scoreIn = (language: number): number => scoreOf(sums[language]! / groups.size);
    if (usual[first]! * sureFrom > scoreIn(first)) return [];
    // Replicates a bug of the package: it compares with the number of the second language instead of its score.
    if (Math.abs(scoreIn(first) - second) < 0.01) return [];
    return likeliest.slice(0, most).map((language) => {
      const score = scoreIn(language);
      return [codes[language]!, score / (1 - score)];
    });
  }

  /** Returns the different groups of a text. A group that is no number is in no language. */
  #groupsOf(given: string): ReadonlySet<number | string> {
    const text = given.slice(0, longestText).replace(this.#separators, " ").trim().toLowerCase();
    const { bytes: characters } = this.#languages;
    // Has room for the last character.
    const bytes = new Uint8Array(longestBytesAtOnce + 4);
    const { written } = new TextEncoder().encodeInto(text, bytes);
    const groups = new Set<number | string>();
    let word = 0;
    let at = 0;
    for (; at < written; at += 1) {
      const byte = bytes[at]!;
      if (byte === SPACE) {
        addGroups(bytes, word, at, groups);
        word = at + 1;
        if (at > longestBytes) break;
      } else if (byte >= 0x80) {
        if (byte >= 0xc0 && at > longestBytesAtOnce) break;
        bytes[at] = characters.charCodeAt(byte - 0x80);
      } else if (at > longestBytesAtOnce) break;
    }
    addGroups(bytes, word, at, groups);
    return groups;
  }
}

const scoreOf = (frequency: number): number => frequency / (frequency + scale);

/** The first and last groups include a space at the edge of the word. */
function addGroups(
  bytes: Uint8Array,
  start: number,
  end: number,
  groups: Set<number | string>,
): void {
  if (end <= start) return;
  const cut = Math.min(end, start + longestWord);
  let edge = SPACE;
  let at = start;
  for (; at + groupLength < cut; at += stride) {
    groups.add(numberOf(bytes, at, at + groupLength, edge));
    edge = 0;
  }
  const last = Math.max(start, cut - groupLength);
  if (end === cut) groups.add(numberOf(bytes, last, end, edge) * 256 + SPACE);
  else groups.add(String.fromCharCode(...bytes.subarray(last, end)));
}

/** Frequency of letter groups by group and language, as in the package `eld`. */
export type Ngrams = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Languages of the table. The number of a language is its position in the arrays. */
export type Languages = {
  /** Codes of the languages (BCP 47). */
  readonly codes: readonly string[];
  /** Score of a text that is certainly in the language, in the order of `codes`. */
  readonly usual: readonly number[];
  /** Source of a regular expression that matches everything between words. */
  readonly separators: string;
  /** The character that represents each UTF-8 byte from 0x80 on, in the order of the bytes. */
  readonly bytes: string;
};

/**
 * Returns a group of at most six characters below U+0100 as a number in base 256, with the digits of `before` in front.
 */
function numberOf(characters: ArrayLike<number>, from: number, to: number, before: number): number {
  let number = before;
  for (let at = from; at < to; at += 1) number = number * 256 + characters[at]!;
  return number;
}

/**
 * Returns the table as bytes that {@link NgramTable} can search without decoding. They contain the number of groups,
 * the groups in ascending order, the number of pairs of each group, and the pairs, which consist of a language and the
 * frequency in it. As objects, the 100,000 groups would take 200 MB and half a second to load.
 */
export function packNgrams(ngrams: Ngrams): Uint8Array {
  const groups = Object.entries(ngrams).map(([group, languages]) => {
    const characters = Array.from(group, (character) => character.charCodeAt(0));
    return [numberOf(characters, 0, group.length, 0), Object.entries(languages)] as const;
  });
  groups.sort(([one], [other]) => one - other);
  const numbers = Float64Array.from([groups.length, ...groups.map(([group]) => group)]);
  return Buffer.concat([
    new Uint8Array(numbers.buffer),
    Uint8Array.from(groups, ([, languages]) => languages.length),
    Uint8Array.from(groups.flatMap(([, languages]) => languages.flat().map(Number))),
  ]);
}

/** Searches the table that {@link packNgrams} makes. */
class NgramTable {
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

  /** Adds the frequency of the group in each language, plus `more`, to the score of that language. */
  addTo(scores: Float64Array, group: number, more: number): void {
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
