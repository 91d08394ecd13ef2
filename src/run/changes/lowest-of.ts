interface Ranked<T> {
  readonly rank: number;
  /** Decides between equal ranks. */
  readonly name: string;
  readonly value: T;
}

/** Holds the values with the lowest ranks, in whatever order they come. Ranks that are hashes make it a random sample. */
export class LowestOf<T> {
  readonly #most: number;
  /** The lowest first. */
  readonly #held: Ranked<T>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the value that is not held any more, which may be the added one. Undefined if all are held. */
  add(given: Ranked<T>): T | undefined {
    const last = this.#held.at(-1);
    if (this.#held.length >= this.#most && (last === undefined || !isLower(given, last))) {
      return given.value;
    }
    let [low, high] = [0, this.#held.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isLower(given, this.#held[middle]!)) high = middle;
      else low = middle + 1;
    }
    this.#held.splice(low, 0, given);
    return this.#held.length > this.#most ? this.#held.pop()!.value : undefined;
  }
}

const isLower = (one: Ranked<unknown>, other: Ranked<unknown>): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.name < other.name);
