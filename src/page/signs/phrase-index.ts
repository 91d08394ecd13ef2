import { codeUnitAt } from "../../base/text.js";

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const keyLength = 2;
/** Number of characters by which entries are looked up if the first two are those of more than `fewTried` entries. */
const longKeyLength = 6;
const fewTried = 8;

interface Entry<T> {
  readonly phrase: string;
  readonly isPrefix: boolean;
  readonly about: T;
}

/**
 * Finds many phrases in a text in one pass. In scripts with spaces, phrases must start and end at the borders of words,
 * except that a phrase with a final star may end within a word.
 */
export class PhraseIndex<T> {
  readonly #byStart = new Map<string, Entry<T>[]>();
  readonly #byLongStart = new Map<string, ReadonlyMap<string, readonly Entry<T>[]>>();
  /** Lists with so many entries that they are not tried one by one. */
  readonly #byLength = new Map<readonly Entry<T>[], ReturnType<typeof groupedByLength<T>>>();
  /** 1 at each code unit with which a phrase may start. */
  readonly #isStart = new Uint8Array(0x10000);

  constructor(phrases: Iterable<readonly [phrase: string, about: T]>) {
    for (const [written, about] of phrases) {
      const isPrefix = written.endsWith("*");
      const phrase = isPrefix ? written.slice(0, -1) : written;
      const key = phrase.slice(0, keyLength);
      this.#isStart[codeUnitAt(key, 0)] = 1;
      const entries = this.#byStart.get(key) ?? [];
      this.#byStart.set(key, entries);
      entries.push({ phrase, isPrefix, about });
    }
  }

  #candidates(text: string, at: number): readonly Entry<T>[] {
    const key = text.slice(at, at + keyLength);
    const sameStart = this.#byStart.get(key) ?? none;
    if (sameStart.length <= fewTried) return sameStart;
    let byLongStart = this.#byLongStart.get(key);
    if (byLongStart === undefined)
      this.#byLongStart.set(key, (byLongStart = groupedByLongStart(sameStart)));
    const entries =
      byLongStart.get(text.slice(at, at + longKeyLength)) ?? byLongStart.get("") ?? none;
    if (entries.length <= mostTried) return entries;
    let byLength = this.#byLength.get(entries);
    if (byLength === undefined) this.#byLength.set(entries, (byLength = groupedByLength(entries)));
    return [...byLength].flatMap(
      ([length, phrases]) => phrases.get(text.slice(at, at + length)) ?? [],
    );
  }

  /** Yields every occurrence in a text in lower case, in order of position. */
  find(text: string): { readonly phrase: string; readonly about: T }[] {
    const found: Entry<T>[] = [];
    let before = 0;
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      const code = codeUnitAt(text, at);
      // Most positions are inside of a word, where no phrase starts.
      const isPlace = this.#isStart[code] === 1 && !(isAsciiWord(code) && isAsciiWord(before));
      before = code;
      if (!isPlace) continue;
      for (const entry of this.#candidates(text, at)) {
        const end = at + entry.phrase.length;
        if (!text.startsWith(entry.phrase, at) || !isEdge(text, at)) continue;
        if (entry.isPrefix || isEdge(text, end)) found.push(entry);
      }
    }
    return found;
  }
}

/**
 * The built-in phrases have at most this number. A user's file may have thousands, with which a page would take a
 * minute.
 */
const mostTried = 200;

const none: readonly never[] = [];

/**
 * Groups entries by their first six characters, in the order of the table. Shorter ones are in each group, and alone
 * under the empty text.
 */
function groupedByLongStart<T>(
  entries: readonly Entry<T>[],
): ReadonlyMap<string, readonly Entry<T>[]> {
  const isShort = ({ phrase }: Entry<T>): boolean => phrase.length < longKeyLength;
  const short = entries.filter(isShort);
  // A user's file may have so many short phrases that copies of them would fill the memory.
  if (short.length > mostTried / fewTried) return new Map([["", entries]]);
  const groups = new Map<string, Entry<T>[]>([["", short]]);
  for (const entry of entries) {
    const key = entry.phrase.slice(0, longKeyLength);
    if (!isShort(entry) && !groups.has(key)) groups.set(key, []);
  }
  for (const entry of entries) {
    const keys = isShort(entry) ? [...groups.keys()] : [entry.phrase.slice(0, longKeyLength)];
    for (const key of keys) if (key !== "") groups.get(key)?.push(entry);
  }
  return groups;
}

function groupedByLength<T>(
  entries: readonly Entry<T>[],
): ReadonlyMap<number, ReadonlyMap<string, Entry<T>[]>> {
  const byLength = new Map<number, Map<string, Entry<T>[]>>();
  for (const entry of entries) {
    const { length } = entry.phrase;
    const phrases = byLength.get(length) ?? new Map<string, Entry<T>[]>();
    byLength.set(length, phrases);
    phrases.set(entry.phrase, [...(phrases.get(entry.phrase) ?? []), entry]);
  }
  return byLength;
}

const isAsciiWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);

/** Tells whether a position is at the border of a word. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true;
  return unspaced.test(before) || unspaced.test(after);
}
