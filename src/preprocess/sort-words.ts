import type { WordTable } from "./word-table.js";

/** Characters that a word's place is first told by. */
const prefixLength = 5;
/** Classes of code units, in their order: none, digits and ASCII letters one by one, all others in four groups. */
const classes = 67;
const group = { beforeDigits: 1, beforeCapitals: 12, beforeSmall: 39, beyond: 66 } as const;
/** Positions that a key has room for beside the prefix. */
const positions = 2 ** 21;

/**
 * Numbers of distinct words, sorted by the words in code unit order. Most words differ in their first characters,
 * which are made one number, so that a typed array's own sort does nearly all of the work.
 */
export function sortWords(numbers: readonly number[], table: WordTable): number[] {
  const before = (one: number, other: number): number =>
    table.word(one) < table.word(other) ? -1 : 1;
  if (numbers.length > positions) return [...numbers].sort(before);
  const prefixes = table.notes("prefix");
  const keys = new Float64Array(numbers.length);
  for (const [at, number] of numbers.entries()) {
    if (prefixes[number] === 0) prefixes[number] = prefixOf(table.word(number)) + 1;
    keys[at] = prefixes[number]! * positions + at;
  }
  keys.sort();
  const sorted: number[] = [];
  let equal: number[] = [];
  let prefix = -1;
  for (const key of keys) {
    const number = numbers[key % positions]!;
    if (prefixes[number] !== prefix) {
      for (const earlier of equal.length > 1 ? equal.sort(before) : equal) sorted.push(earlier);
      equal = [];
      prefix = prefixes[number]!;
    }
    equal.push(number);
  }
  for (const last of equal.sort(before)) sorted.push(last);
  return sorted;
}

/** A number below 67^5 that orders words as far as their first characters do, up to the first of a group. */
function prefixOf(word: string): number {
  let prefix = 0;
  let ended = false;
  for (let at = 0; at < prefixLength; at++) {
    const place: number = ended || at >= word.length ? 0 : classOf(word.charCodeAt(at));
    ended ||=
      place === group.beforeDigits ||
      place === group.beforeCapitals ||
      place === group.beforeSmall ||
      place === group.beyond;
    prefix = prefix * classes + place;
  }
  return prefix;
}

function classOf(code: number): number {
  if (code < 0x30) return group.beforeDigits;
  if (code <= 0x39) return group.beforeDigits + 1 + code - 0x30;
  if (code < 0x41) return group.beforeCapitals;
  if (code <= 0x5a) return group.beforeCapitals + 1 + code - 0x41;
  if (code < 0x61) return group.beforeSmall;
  if (code <= 0x7a) return group.beforeSmall + 1 + code - 0x61;
  return group.beyond;
}
