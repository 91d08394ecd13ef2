import { detached } from "../math/detached.js";

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
