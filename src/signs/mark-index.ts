import { codeUnitAt } from "../code-unit.js";
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
