/**
 * An ordered tree with labels, flat: node `i` is the i-th in postorder, so that the last one is the root and a subtree
 * is the run of `size[i]` nodes that ends in `i`. Small, JSON-safe when made of plain arrays, and never recursive.
 */
export interface OrderedTree {
  /** The different labels. */
  readonly labels: readonly string[];
  /** Of each node, in postorder, the place of its label in `labels`. */
  readonly label: ArrayLike<number>;
  /** Of each node, in postorder, how many nodes its subtree has, itself included. */
  readonly size: ArrayLike<number>;
}

/** Collects a tree from what a parser meets: nodes that open and close, in document order. */
export class TreeBuilder {
  readonly #places = new Map<string, number>();
  readonly #labels: string[] = [];
  readonly #label: number[] = [];
  readonly #size: number[] = [];
  readonly #open: { readonly label: number; readonly before: number }[] = [];

  /** How many nodes are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** How many nodes have been closed. */
  get closed(): number {
    return this.#label.length;
  }

  open(label: string): void {
    let place = this.#places.get(label);
    if (place === undefined) {
      place = this.#labels.length;
      this.#places.set(label, place);
      this.#labels.push(label);
    }
    this.#open.push({ label: place, before: this.#label.length });
  }

  /** Closes the innermost open node. */
  close(): void {
    const node = this.#open.pop();
    if (node === undefined) throw new RangeError("no node is open");
    this.#label.push(node.label);
    this.#size.push(this.#label.length - node.before);
  }

  finish(): { labels: string[]; label: number[]; size: number[] } {
    return { labels: this.#labels, label: this.#label, size: this.#size };
  }
}

/** How many nodes a tree has. */
export const treeSize = (tree: OrderedTree): number => tree.label.length;

/**
 * The first node, in postorder, of each subtree's run: its leftmost leaf.
 */
export const leftmostLeaf = (tree: OrderedTree, node: number): number =>
  node - tree.size[node]! + 1;
