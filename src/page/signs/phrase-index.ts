import { nextHash, unitsOf, type UnitText } from "../words/characters.js";

/** A character of words, in scripts with spaces between them. */
const wordCharacter = /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}]/u;
/** Number of characters by which phrases are looked up. A shorter phrase is looked up as a whole. */
const keyLength = 6;

interface Entry<T> {
  readonly phrase: string;
  readonly isPrefix: boolean;
  readonly about: T;
  /** Place in the table. */
  readonly place: number;
}

/**
 * Finds many phrases in a text in one pass. In scripts with spaces, phrases must start and end at the borders of words,
 * except that a phrase with a final star may end within a word.
 */
export class PhraseIndex<T> {
  /** Phrases by the hash of their key. */
  readonly #entries = new Map<number, Entry<T>[]>();
  /** Length of the shortest key that starts with each code unit, or 0. */
  readonly #shortest = new Uint8Array(0x10000);
  /** For hashes of beginnings of texts: whether one may be a key, or the beginning of one. */
  readonly #beginnings = new Uint8Array(slots);

  constructor(phrases: Iterable<readonly [phrase: string, about: T]>) {
    let place = 0;
    for (const [written, about] of phrases) {
      const isPrefix = written.endsWith("*");
      const phrase = isPrefix ? written.slice(0, -1) : written;
      const key = phrase.slice(0, keyLength);
      const start = key.charCodeAt(0);
      this.#shortest[start] = Math.min(this.#shortest[start]! || keyLength, key.length);
      let hash = 0;
      for (let at = 0; at < key.length; at += 1) {
        hash = nextHash(hash, key.charCodeAt(at));
        this.#beginnings[phraseSlot(hash)]! |= at === key.length - 1 ? KEY : BEGINNING;
      }
      const entries = this.#entries.get(hash) ?? [];
      this.#entries.set(hash, entries);
      entries.push({ phrase, isPrefix, about, place: (place += 1) });
    }
  }

  /**
   * Returns every occurrence in the first `end` code units of a text in lower case, in order of position and then of the
   * table.
   */
  find(where: string | UnitText, end = Infinity): { readonly phrase: string; readonly about: T }[] {
    const found: Entry<T>[] = [];
    const text = typeof where === "string" ? unitsOf(where) : where;
    const { units } = text;
    const last = Math.min(end, units.length);
    for (let at = 0; at < last; at += 1) {
      if (this.#shortest[units[at]!]! > 0 && (at === 0 || isEdge(units, at)))
        this.#findAt(text, at, last, found);
    }
    return found;
  }

  #findAt({ text, units }: UnitText, at: number, end: number, found: Entry<T>[]): void {
    const before = found.length;
    const first = at + this.#shortest[units[at]!]! - 1;
    const last = Math.min(at + keyLength, end);
    let hash = 0;
    for (let next = at; next < last; next += 1) {
      hash = nextHash(hash, units[next]!);
      if (next < first) continue;
      const known = this.#beginnings[phraseSlot(hash)]!;
      if (known === 0) break;
      if (known === BEGINNING) continue;
      for (const entry of this.#entries.get(hash) ?? []) {
        const stop = at + entry.phrase.length;
        if (stop > end || !text.startsWith(entry.phrase, at)) continue;
        if (entry.isPrefix || stop === end || isEdge(units, stop)) found.push(entry);
      }
    }
    if (found.length > before + 1)
      found.push(...found.splice(before).sort((one, other) => one.place - other.place));
  }
}

const slots = 1 << 17;
const phraseSlot = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 15;
const BEGINNING = 1;
const KEY = 2;

/** Kind of each code unit, or 0 if it has not been looked up. */
const kinds = new Uint8Array(0x10000);
const IN_WORD = 1;
const NOT_IN_WORD = 2;

function kindOf(unit: number): number {
  const isIn = (): boolean => wordCharacter.test(String.fromCharCode(unit));
  return (kinds[unit] ||= isIn() ? IN_WORD : NOT_IN_WORD);
}

/** Tells whether a position between the first and the last one is at the border of a word. */
const isEdge = (units: Uint16Array, at: number): boolean =>
  kindOf(units[at - 1]!) !== IN_WORD || kindOf(units[at]!) !== IN_WORD;
