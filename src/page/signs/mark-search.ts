import { codeUnitAt } from "../../base/text.js";
import { unitsOf } from "../words/characters.js";

/**
 * Tells whether a text may have one of many marks (Wu and Manber, A fast algorithm for multi-pattern searching, 1994). At most
 * places, three code units show that no mark begins at the next few places.
 */
export class MarkSearch {
  /** Distance of the code units that are looked up from the beginning of a mark. Below 0 nothing can be looked up. */
  readonly #distance: number;
  /** Number of places to skip, by hash of the code units. */
  readonly #skips: Uint8Array = new Uint8Array(1 << bits);
  readonly #marks = new Map<number, string[]>();

  /** The marks are in lower case. */
  constructor(marks: readonly string[]) {
    this.#distance =
      Math.min(...marks.map((mark) => (notAscii.test(mark) ? 0 : mark.length))) - lookedAtUnits;
    this.#skips.fill(this.#distance + 1);
    for (const mark of this.#distance < 0 ? [] : marks) {
      const { units } = unitsOf(mark);
      for (let at = 0; at <= this.#distance; at += 1) {
        const hash = hashOf(units, at);
        this.#skips[hash] = Math.min(this.#skips[hash]!, this.#distance - at);
      }
      const hash = hashOf(units, this.#distance);
      this.#marks.set(hash, [...(this.#marks.get(hash) ?? []), mark]);
    }
  }

  /** Ignores case. Returns true for any text if a mark is too short or not in ASCII. */
  test(text: string): boolean {
    if (this.#distance < 0 || lowerIsAscii.some((letter) => text.includes(letter))) return true;
    const { units } = unitsOf(text);
    for (let at = this.#distance; at + lookedAtUnits <= units.length;) {
      const hash = hashOf(units, at);
      const skip = this.#skips[hash]!;
      if (skip === 0) {
        const start = at - this.#distance;
        const hasMark = (mark: string): boolean =>
          (units[start]! | lower) === (codeUnitAt(mark, 0) | lower) &&
          text.slice(start, start + mark.length).toLowerCase() === mark;
        if (this.#marks.get(hash)?.some(hasMark) === true) return true;
      }
      at += Math.max(1, skip);
    }
    return false;
  }
}

const notAscii = /[^\0-\x7f]/;
/** The letters outside ASCII whose lower case is in ASCII. */
const lowerIsAscii = ["\u0130", "\u212a"];
const lookedAtUnits = 3;
const bits = 15;
/** Bit that only lower-case letters have in ASCII. */
const lower = 0x20;

const hashOf = (units: Uint16Array, at: number): number =>
  Math.imul(
    ((units[at]! | lower) << 10) ^ ((units[at + 1]! | lower) << 5) ^ (units[at + 2]! | lower),
    0x9e3779b1,
  ) >>>
  (32 - bits);
