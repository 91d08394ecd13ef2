import { createHash } from "../platform/machine.js";

/** A memento that may be drawn. */
export interface Drawable {
  readonly timeMap: number;
  readonly place: number;
  readonly uriM: string;
  /** How far its verdict is from its threshold; absent where that is not known. */
  readonly certainty?: number;
}

/** A memento that was drawn, and the probability with which it was. */
export interface Drawn extends Drawable {
  readonly drawn: number;
}

/** Mementos near the threshold, and as many at random of the others. */
export const DRAWN_OF_EACH = 60;

/** Decides which ones are at random; with the URI-M, so that the order of the mementos does not matter. */
const SEED = "detect_off_topic audit sample 1";

/**
 * Draws an audit sample of on-topic mementos: those nearest to the threshold, all of them with probability 1, and as many
 * of the others at random, the same ones every time.
 */
export class AuditSample {
  readonly #nearest = new Least<Drawable>(DRAWN_OF_EACH);
  readonly #random = new Least<Drawable>(2 * DRAWN_OF_EACH);
  #count = 0;

  add(memento: Drawable): void {
    this.#count += 1;
    const { certainty, uriM } = memento;
    const number = createHash("sha256").update(`${SEED}\n${uriM}`).digest().readUIntBE(0, 6);
    if (certainty !== undefined) this.#nearest.add(certainty + number / 2 ** 80, memento);
    this.#random.add(number, memento);
  }

  /** Nearest to the threshold first, then in the order of chance. */
  drawn(): Drawn[] {
    const nearest = this.#nearest.values();
    const isNear = new Set(nearest);
    const others = this.#random.values().filter((each) => !isNear.has(each));
    const random = others.slice(0, DRAWN_OF_EACH);
    const left = this.#count - nearest.length;
    return [
      ...nearest.map((each) => ({ ...each, drawn: 1 })),
      ...random.map((each) => ({ ...each, drawn: random.length / left })),
    ];
  }
}

/** The items with the least keys. */
class Least<T> {
  readonly #most: number;
  #held: { readonly key: number; readonly item: T }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(key: number, item: T): void {
    this.#held.push({ key, item });
    if (this.#held.length >= 8 * this.#most) this.#settle();
  }

  /** Least first. */
  values(): T[] {
    this.#settle();
    return this.#held.map(({ item }) => item);
  }

  #settle(): void {
    this.#held = this.#held.sort((a, b) => a.key - b.key).slice(0, this.#most);
  }
}
