interface Ranked<T> {
  readonly rank: number;
  /** Decides between equal ranks. */
  readonly name: string;
  readonly value: T;
}

/** Holds the values with the lowest ranks, in whatever order they come. Ranks that are hashes make it a random sample. */
export class LowestOf<T> {
  readonly #most: number;
  readonly #held: Ranked<T>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the value that is not held any more, which may be the added one. Undefined if all are held. */
  add(given: Ranked<T>): T | undefined {
    this.#held.push(given);
    if (this.#held.length <= this.#most) return undefined;
    const highest = this.#held.reduce((most, each) => (isLower(most, each) ? each : most));
    this.#held.splice(this.#held.indexOf(highest), 1);
    return highest.value;
  }
}

const isLower = (one: Ranked<unknown>, other: Ranked<unknown>): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.name < other.name);
