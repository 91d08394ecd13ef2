import type { WordTable } from "./word-table.js";

/** Words in order, each as its number in a table. */
export class WordList implements Iterable<string> {
  readonly table: WordTable;
  readonly #numbers: number[] = [];

  constructor(table: WordTable) {
    this.table = table;
  }

  get length(): number {
    return this.#numbers.length;
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Adds a word by its number. */
  add(number: number): void {
    this.#numbers.push(number);
  }

  push(word: string): void {
    this.add(this.table.numberOf(word));
  }

  *[Symbol.iterator](): Generator<string, void, undefined> {
    for (const number of this.#numbers) yield this.table.word(number);
  }
}
