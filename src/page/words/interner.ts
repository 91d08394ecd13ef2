import { codeUnitAt } from "../../base/text.js";
import { detached } from "../../base/math/memo.js";
import { copyUnits } from "../../base/platform/machine.js";

/** A text with its UTF-16 code units, which can be read several times faster than the characters of a string. */
export interface UnitText {
  readonly text: string;
  readonly units: Uint16Array;
}

export function unitsOf(text: string): UnitText {
  const units = new Uint16Array(text.length);
  copyUnits(text, units);
  return { text, units };
}

/** Returns a hash of the code units of a part. */
export function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = nextHash(hash, units[at]!);
  return hash;
}

/** Returns the hash after one more code unit, see {@link hashOf}. */
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Maximum length of texts that are compared by their code units. Longer texts seldom recur. */
const longestCompared = 64;
/** Binary logarithm of the number of slots. */
const slotBits = 15;
/** Number of slots in which a text is looked up, side by side in memory. */
const slotsTried = 4;
const slotOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - slotBits);

/** Gives numbers from 0 to non-empty texts. Equal texts have the same number. */
export class Interner {
  readonly texts: string[] = [];
  characters = 0;
  readonly #numbers = new Map<string, number>();
  /** Numbers of texts that were looked up lately, by their hash. Most look-ups are of frequent texts. */
  readonly #recent = new Int32Array((1 << slotBits) + slotsTried);
  /** Code units of all texts except long texts, and the start of each text among them. */
  #units = new Uint16Array(1 << 12);
  readonly #starts: number[] = [0];

  /** Returns the number of a part of a text, given its hash by {@link hashOf}. */
  numberOfPart({ text, units }: UnitText, from: number, to: number, hash: number): number {
    const slot = slotOf(hash);
    for (let at = slot; at < slot + slotsTried; at += 1) {
      const recent = this.#recent[at]!;
      if (this.#is(recent, units, from, to)) return recent;
    }
    // The others move on by one slot, so that the oldest goes.
    this.#recent.copyWithin(slot + 1, slot, slot + slotsTried - 1);
    return (this.#recent[slot] = this.#find(text.slice(from, to)));
  }

  numberOf(text: string): number {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = nextHash(hash, codeUnitAt(text, at));
    const slot = slotOf(hash);
    const recent = this.#recent[slot]!;
    return this.texts[recent] === text ? recent : (this.#recent[slot] = this.#find(text));
  }

  #find(text: string): number {
    return this.#numbers.get(text) ?? this.#add(text);
  }

  #is(number: number, units: Uint16Array, from: number, to: number): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1] !== start + to - from) return false;
    for (let at = from; at < to; at++)
      if (this.#units[start + at - from] !== units[at]) return false;
    return true;
  }

  #add(text: string): number {
    const number = this.texts.length;
    const kept = detached(text);
    this.#numbers.set(kept, number);
    this.texts.push(kept);
    this.characters += text.length;
    const start = this.#starts[number]!;
    const end = start + (text.length > longestCompared ? 0 : text.length);
    if (end > this.#units.length) {
      const units = new Uint16Array(2 * end);
      units.set(this.#units);
      this.#units = units;
    }
    for (let at = start; at < end; at++) this.#units[at] = codeUnitAt(text, at - start);
    this.#starts.push(end);
    return number;
  }
}
