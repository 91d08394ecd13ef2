/** Sets of numbers that are united two by two; the root of each is its smallest member. */
export class Forest {
  readonly #parent: number[] = [];

  /** A new number, in a set of its own. */
  add(): number {
    return this.#parent.push(this.#parent.length) - 1;
  }

  rootOf(member: number): number {
    let at = member;
    while (this.#parent[at]! !== at) {
      this.#parent[at] = this.#parent[this.#parent[at]!]!;
      at = this.#parent[at]!;
    }
    return at;
  }

  /** False where they are in one set already. */
  unite(one: number, other: number): boolean {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    this.#parent[Math.max(a, b)] = Math.min(a, b);
    return a !== b;
  }
}
