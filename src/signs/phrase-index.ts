import { codeUnitAt } from "../code-unit.js";

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const keyLength = 2;

interface Entry<T> {
  readonly phrase: string;
  readonly isPrefix: boolean;
  readonly about: T;
}

/**
 * Finds many phrases in a text in one pass. In scripts that have spaces, phrases start and end where words do; one with
 * a star at its end may go on.
 */
export class PhraseIndex<T> {
  readonly #byStart = new Map<string, Entry<T>[]>();
  /** By code unit whether a phrase starts with it. */
  readonly #isStart = new Uint8Array(0x10000);
  /** By the hash of four code units whether a phrase may start with them, and of two for phrases that are shorter. */
  readonly #mayStart = new Uint8Array(0x10000);

  constructor(phrases: Iterable<readonly [phrase: string, about: T]>) {
    for (const [written, about] of phrases) {
      const isPrefix = written.endsWith("*");
      const phrase = isPrefix ? written.slice(0, -1) : written;
      const key = phrase.slice(0, keyLength);
      this.#isStart[codeUnitAt(key, 0)] = 1;
      this.#mayStart[phrase.length < 4 ? hashOfTwo(phrase, 0) : hashOfFour(phrase, 0)] = 1;
      const entries = this.#byStart.get(key);
      if (entries === undefined) this.#byStart.set(key, [{ phrase, isPrefix, about }]);
      else entries.push({ phrase, isPrefix, about });
    }
  }

  /** Every occurrence in a text that is in lower case, in order of place. */
  find(text: string): { readonly phrase: string; readonly about: T }[] {
    const found: Entry<T>[] = [];
    let before = 0;
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      const code = codeUnitAt(text, at);
      // Most places are inside of a word, where nothing starts.
      const isPlace = this.#isStart[code] === 1 && !(isAsciiWord(code) && isAsciiWord(before));
      before = code;
      if (!isPlace) continue;
      if (this.#mayStart[hashOfFour(text, at)] === 0 && this.#mayStart[hashOfTwo(text, at)] === 0)
        continue;
      const entries = this.#byStart.get(text.slice(at, at + keyLength));
      if (entries === undefined) continue;
      for (const entry of entries) {
        const end = at + entry.phrase.length;
        if (!text.startsWith(entry.phrase, at) || !isEdge(text, at)) continue;
        if (entry.isPrefix || isEdge(text, end)) found.push(entry);
      }
    }
    return found;
  }
}

const hashOfTwo = (text: string, at: number): number =>
  (Math.imul(codeUnit(text, at), 0x9e35) ^ codeUnit(text, at + 1)) & 0xffff;

const hashOfFour = (text: string, at: number): number =>
  (Math.imul(hashOfTwo(text, at), 0x58d3) ^ hashOfTwo(text, at + 2)) & 0xffff;

/** 0 behind the end, where there is none. */
const codeUnit = (text: string, at: number): number => codeUnitAt(text, at) | 0;

const isAsciiWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);

/** Whether no word runs over this place. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true;
  return unspaced.test(before) || unspaced.test(after);
}

const slots = 1 << 12;
/** Code units at the end of a window that say how far it can move on. */
const blockLength = 3;

/**
 * Says whether a text has any of some marks, most often without looking at all of it (Wu and Manber, A fast algorithm
 * for multi-pattern searching, 1994).
 */
export class MarkIndex {
  /** Length of the shortest mark: the window that is moved over the text. */
  readonly #window: number;
  /** By the hash of a window's last block, how many code units no mark can start at; 0 where one may start. */
  readonly #skips: Uint8Array;
  /** By the same hash the marks that may start there. */
  readonly #starting = new Map<number, string[]>();

  /** `marks`: each of at least three code units. Throws a `RangeError` for a shorter one. */
  constructor(marks: readonly string[]) {
    this.#window = Math.min(...marks.map(({ length }) => length), 255);
    if (this.#window < blockLength) throw new RangeError("a mark is shorter than three characters");
    this.#skips = new Uint8Array(slots).fill(this.#window - blockLength + 1);
    for (const mark of marks) {
      for (let end = blockLength; end <= this.#window; end++) {
        const slot = hashBefore(mark, end);
        this.#skips[slot] = Math.min(this.#skips[slot]!, this.#window - end);
      }
      const slot = hashBefore(mark, this.#window);
      this.#starting.set(slot, [...(this.#starting.get(slot) ?? []), mark]);
    }
  }

  hasAny(text: string): boolean {
    for (let end = this.#window; end <= text.length;) {
      const slot = hashBefore(text, end);
      const skip = this.#skips[slot]!;
      if (skip === 0) {
        for (const mark of this.#starting.get(slot) ?? [])
          if (text.startsWith(mark, end - this.#window)) return true;
      }
      end += skip || 1;
    }
    return false;
  }
}

const hashBefore = (text: string, end: number): number =>
  (codeUnitAt(text, end - 1) ^
    (codeUnitAt(text, end - 2) << 4) ^
    Math.imul(codeUnitAt(text, end - 3), 0x65)) &
  (slots - 1);
