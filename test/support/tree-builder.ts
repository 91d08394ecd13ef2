/**
 * Builds a tree from nodes that open and close in document order, as a parser reports them.
 */
export class TreeBuilder {
  readonly #places = new Map<string, number>();
  readonly #labels: string[] = [];
  readonly #label: number[] = [];
  readonly #size: number[] = [];
  readonly #open: { readonly label: number; readonly before: number }[] = [];

  /** Number of open nodes. */
  get depth(): number {
    return this.#open.length;
  }

  /** Number of closed nodes. */
  get closed(): number {
    return this.#label.length;
  }

  /** Opens a node inside the innermost open node. */
  open(label: string): void {
    let place = this.#places.get(label);
    if (place === undefined) {
      place = this.#labels.length;
      this.#places.set(label, place);
      this.#labels.push(label);
    }
    this.#open.push({ label: place, before: this.#label.length });
  }

  /** Closes the innermost open node. Throws a `RangeError` if none is open. */
  close(): void {
    const node = this.#open.pop();
    if (node === undefined) throw new RangeError("no node is open");
    this.#label.push(node.label);
    this.#size.push(this.#label.length - node.before);
  }

  /** Returns the tree: its distinct labels, and for each node in postorder its label and the size of its subtree. */
  finish(): { labels: string[]; label: number[]; size: number[] } {
    return { labels: this.#labels, label: this.#label, size: this.#size };
  }
}
