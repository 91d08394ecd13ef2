/** Disjoint sets of numbers (union-find). The root of a set is its smallest member. */
export class Forest {
  readonly #parent: number[] = [];

  /** Adds the next number as a new set, and returns the number. */
  add(): number {
    return this.#parent.push(this.#parent.length) - 1;
  }

  rootOf(member: number): number {
    let at = member;
    while (this.#parent[at]! !== at) at = this.#parent[at] = this.#parent[this.#parent[at]!]!;
    return at;
  }

  /** Unites two sets. */
  unite(one: number, other: number): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    this.#parent[Math.max(a, b)] = Math.min(a, b);
  }
}
