import { codeUnitAt } from "../../base/code-unit.js";

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts written without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
/** Number of code units at the beginning of a phrase by which it is looked up. */
const keyLength = 2;

interface PhraseEntry<T> {
  readonly phrase: string;
  readonly isPrefix: boolean;
  readonly about: T;
}

/**
 * Finds many phrases in a text in one pass. In scripts with spaces, a phrase must begin and end at the edge of a word,
 * but one with a star at its end may continue.
 */
export class PhraseIndex<T> {
  readonly #byStart = new Map<string, PhraseEntry<T>[]>();
  /** Flag for each code unit: whether a phrase begins with it. */
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

  /** Returns every occurrence in a lower-case text, in order of position. */
  find(text: string): { readonly phrase: string; readonly about: T }[] {
    const found: PhraseEntry<T>[] = [];
    let before = 0;
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      const code = codeUnitAt(text, at);
      // Most positions are inside a word, where no phrase begins.
      const isPlace = this.#isStart[code] === 1 && !(isAsciiWord(code) && isAsciiWord(before));
      before = code;
      if (!isPlace) continue;
      for (const entry of this.#byStart.get(text.slice(at, at + keyLength)) ?? []) {
        const end = at + entry.phrase.length;
        if (!text.startsWith(entry.phrase, at) || !isEdge(text, at)) continue;
        if (entry.isPrefix || isEdge(text, end)) found.push(entry);
      }
    }
    return found;
  }
}

const isAsciiWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);

/** Whether a position is not inside a word. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true;
  return unspaced.test(before) || unspaced.test(after);
}
