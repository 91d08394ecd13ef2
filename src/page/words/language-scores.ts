import { readMadeBytes, readMadeData } from "../../base/platform/data.js";
import { type Languages, NgramTable, numberOf } from "./ngram-table.js";

/** A language (BCP 47) with how usual the letters of a text are in it: 0 up. */
export type Likeness = readonly [language: string, likeness: number];

/** Characters of a text that are read, and bytes of its UTF-8 after which it ends with the word or at once. */
const longestText = 1_000;
const longestBytes = 350;
const longestBytesAtOnce = 380;
/** Of a longer word groups are taken up to this byte, and its end. */
const longestWord = 70;
/** Groups of letters overlap by one. */
const groupLength = 4;
const stride = groupLength - 1;
/** Fewer groups say nothing. */
const fewestGroups = 3;
/** Left out of all frequencies of the table. */
const leastFrequency = 53;
/** A text whose mean frequency is this one has a score of one half. */
const scale = 25;
/** Share of a language's usual score from which a text is in it. */
const sureFrom = 0.75;
const SPACE = 0x20;

/**
 * The scores that the package `eld` 2 (medium) by Nito T.M. gives, from its own table: groups of four bytes of UTF-8 are looked up,
 * and each adds to the languages that it is usual in. A text takes a quarter of the time that the package takes.
 */
export class LanguageScores {
  readonly #languages = readMadeData("languages.json") as Languages;
  readonly #separators = new RegExp(this.#languages.separators, "gu");
  readonly #table = new NgramTable(readMadeBytes("languages.bin"));
  /** Room for what is read of a text, whole characters. */
  readonly #bytes = new Uint8Array(longestBytesAtOnce + 4);

  /** The languages of a text, likeliest first; none where that is not sure. */
  of(text: string): Likeness[] {
    const { codes, usual } = this.#languages;
    const groups = this.#groupsOf(text);
    const sums = codes.map(() => 0);
    for (const group of groups)
      if (typeof group === "number") this.#table.addTo(sums, group, leastFrequency);
    const scored = sums
      .map((sum, language) => ({ language, score: scoreOf(sum / groups.size) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score);
    const [first, second] = scored;
    if (first === undefined || groups.size < fewestGroups) return [];
    if (usual[first.language]! * sureFrom > first.score) return [];
    // As it is in the package, which means the score of the second language and takes its number.
    if (Math.abs(first.score - (second?.language ?? 0)) < 0.01) return [];
    return scored.map(({ language, score }) => [codes[language]!, score / (1 - score)]);
  }

  /** The different groups of a text, as {@link numberOf} has them; itself where one is too long for a number. */
  #groupsOf(given: string): Set<number | string> {
    const text = given.slice(0, longestText).replace(this.#separators, " ").trim().toLowerCase();
    const { bytes: characters } = this.#languages;
    const bytes = this.#bytes;
    const { written } = encoder.encodeInto(text, bytes);
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

const encoder = new TextEncoder();

const scoreOf = (frequency: number): number => frequency / (frequency + scale);

/** Adds the groups of a word: its first and last ones have the space there. */
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
