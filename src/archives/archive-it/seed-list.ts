/** What one source says of a collection's seeds. */
export interface SeedList {
  /** Public, not deleted; each once, in the source's order. */
  readonly seeds: readonly string[];
  /** Seeds that the source lists and that are not public or are deleted. */
  readonly withheld: number;
  /** True when the source broke off: the list is a part of the collection. */
  readonly warnings: readonly string[];
}

/** Gathers seeds: only those that can be in a public TimeMap, each once. */
export class SeedCollector {
  readonly #seeds = new Set<string>();
  readonly #withheld = new Set<string>();
  readonly #warnings: string[] = [];

  get size(): number {
    return this.#seeds.size + this.#withheld.size;
  }

  add(uriR: string, isPublic: boolean): void {
    const trimmed = uriR.trim();
    if (trimmed === "") return;
    if (isPublic) this.#seeds.add(trimmed);
    else this.#withheld.add(trimmed);
  }

  warn(line: string): void {
    this.#warnings.push(line);
  }

  finish(): SeedList {
    return { seeds: [...this.#seeds], withheld: this.#withheld.size, warnings: this.#warnings };
  }
}
