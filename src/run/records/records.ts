import type { Shuffle } from "../../base/shuffle.js";
import type { SortedLines } from "../setup/source-and-sink.js";

/** The records that all steps between reading and scoring have made. */
export class Records implements SortedLines {
  readonly #shuffle: Shuffle;
  readonly #sorted: () => Iterable<string>;
  readonly #isWanted: ((line: string) => boolean) | undefined;
  readonly #counts: (line: string) => boolean;
  #leftOut = 0;

  /**
   * `sorted` returns the lines of `shuffle`, as the steps have changed them. `counts` tells whether a line that is not
   * wanted is one of this run.
   */
  constructor(
    shuffle: Shuffle,
    sorted: () => Iterable<string>,
    isWanted: ((line: string) => boolean) | undefined,
    counts: (line: string) => boolean,
  ) {
    this.#shuffle = shuffle;
    this.#sorted = sorted;
    this.#isWanted = isWanted;
    this.#counts = counts;
  }

  get count(): number {
    return this.#shuffle.count;
  }

  /** Number of lines of this run that were not wanted when `sorted` was last read. */
  get leftOut(): number {
    return this.#leftOut;
  }

  sorted(): Iterable<string> {
    const isWanted = this.#isWanted;
    return isWanted === undefined ? this.#sorted() : this.#chosen(isWanted);
  }

  *#chosen(isWanted: (line: string) => boolean): Generator<string> {
    this.#leftOut = 0;
    for (const line of this.#sorted()) {
      if (isWanted(line)) yield line;
      else if (this.#counts(line)) this.#leftOut += 1;
    }
  }

  close(): void {
    this.#shuffle.close();
  }
}
