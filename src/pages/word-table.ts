import { detached } from "../math/memo.js";

/** A word found after more steps than this is kept in a map: nobody can make a page whose words all meet in one slot. */
const longestSearch = 32;
const fewestSlots = 1 << 12;
/** A table that holds more than this is not given to the next page. */
const mostWords = 100_000;
const mostCharacters = 2_000_000;
/** A page with more bytes has a table of its own, with a limit: a table of several pages would end them by chance. */
const largePage = 1 << 22;
/** A dictionary of a language has half as many. */
const mostWordsOfPage = 1_000_000;

/** Makes the hashes of this process unforeseeable; nothing in the output depends on them. */
const seed = Math.trunc(Math.random() * 0x7fffffff);

/** Where {@link addToHash} begins. */
export const emptyHash: number = seed;

/** The hash of a word that has one more code unit (FNV-1a). */
export function addToHash(hash: number, codeUnit: number): number {
  return Math.imul(hash ^ codeUnit, 0x01000193);
}

/** What has been worked out for the words of a table, by number: a value above 0, or 0 where it has not been. */
export type WordNotes = Int32Array;

/**
 * Numbers words, so that a page's words are counted, folded and stemmed by looking at arrays, and each distinct word is
 * cut out, hashed and stemmed once for many pages.
 */
export class WordTable {
  readonly #limit: number;
  readonly #words: string[] = [];
  readonly #hashes: number[] = [];
  /** The number of a word plus 1; 0 in a free slot. */
  #slots = new Int32Array(fewestSlots);
  readonly #crowded = new Map<string, number>();
  readonly #notes = new Map<string, WordNotes>();
  #characters = 0;

  /** `limit`: how many words it takes; for one more it throws a `RangeError`. */
  constructor(limit?: number) {
    this.#limit = limit ?? Infinity;
  }

  get size(): number {
    return this.#words.length;
  }

  get isFull(): boolean {
    return this.size > mostWords || this.#characters > mostCharacters;
  }

  word(number: number): string {
    return this.#words[number]!;
  }

  /** The number of the word `text[from, to)`, whose hash is given. */
  numberAt(text: string, from: number, to: number, hash: number): number {
    const length = to - from;
    const mask = this.#slots.length - 1;
    let slot = scatter(hash) & mask;
    for (let steps = 0; steps < longestSearch; steps++, slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return this.#add(text.slice(from, to), hash, slot);
      if (this.#hashes[number] !== hash) continue;
      const word = this.#words[number]!;
      if (word.length === length && stands(word, text, from)) return number;
    }
    const word = text.slice(from, to);
    return this.#crowded.get(word) ?? this.#add(word, hash, -1);
  }

  /** The number of a word. */
  numberOf(word: string): number {
    let hash = emptyHash;
    for (let at = 0; at < word.length; at++) hash = addToHash(hash, word.charCodeAt(at));
    return this.numberAt(word, 0, word.length, hash);
  }

  /** Notes of a kind, with room for the words that there are now. */
  notes(kind: string): WordNotes {
    let notes = this.#notes.get(kind);
    if (notes === undefined || notes.length < this.size) {
      const larger = new Int32Array(2 * Math.max(this.size, fewestSlots));
      if (notes !== undefined) larger.set(notes);
      this.#notes.set(kind, (notes = larger));
    }
    return notes;
  }

  #add(word: string, hash: number, slot: number): number {
    const number = this.#words.length;
    if (number >= this.#limit) {
      throw new RangeError(`it has more than ${this.#limit} distinct words`);
    }
    const kept = detached(word);
    this.#words.push(kept);
    this.#hashes.push(hash);
    this.#characters += word.length;
    if (slot < 0) this.#crowded.set(kept, number);
    else this.#slots[slot] = number + 1;
    if (2 * this.#words.length > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    this.#crowded.clear();
    for (const [number, hash] of this.#hashes.entries()) {
      const slot = this.#freeSlot(hash);
      if (slot < 0) this.#crowded.set(this.#words[number]!, number);
      else this.#slots[slot] = number + 1;
    }
  }

  #freeSlot(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = scatter(hash) & mask;
    for (let steps = 0; steps < longestSearch; steps++, slot = (slot + 1) & mask)
      if (this.#slots[slot] === 0) return slot;
    return -1;
  }
}

let current = new WordTable();

/**
 * The table for a page of so many bytes that is opened now: that of the pages before, or a new one when it is full. A
 * large page has a table of its own, which takes no more words than pages have.
 */
export function currentWordTable(pageBytes = 0): WordTable {
  if (pageBytes > largePage) return new WordTable(mostWordsOfPage);
  if (current.isFull) current = new WordTable();
  return current;
}

function scatter(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

function stands(word: string, text: string, from: number): boolean {
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}
/** Words in order, each as its number in a table. */
export class WordList implements Iterable<string> {
  readonly table: WordTable;
  readonly #numbers: number[] = [];

  constructor(table: WordTable) {
    this.table = table;
  }

  get length(): number {
    return this.#numbers.length;
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Adds a word by its number. */
  add(number: number): void {
    this.#numbers.push(number);
  }

  push(word: string): void {
    this.add(this.table.numberOf(word));
  }

  *[Symbol.iterator](): Generator<string, void, undefined> {
    for (const number of this.#numbers) yield this.table.word(number);
  }
}
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
