import { numberOf } from "../../../base/math/group-by.js";
import type { EditCosts } from "../settings.js";

export type { EditCosts };

/**
 * Ordered tree with labels in flat form. Node `i` is the i-th in postorder, so the last node is the root, and a subtree
 * is the run of `size[i]` nodes that ends with `i`. The form is small, needs no recursion, and is serialisable as JSON
 * if made of plain arrays.
 */
export interface OrderedTree {
  /** Different labels of the tree. */
  readonly labels: readonly string[];
  /** Index in `labels` of each node's label, in postorder. */
  readonly label: ArrayLike<number>;
  /** Number of nodes in each node's subtree, itself included, in postorder. */
  readonly size: ArrayLike<number>;
}

/** Tree in postorder whose labels and subtrees are numbered. Trees that are compared must share the numbering. */
export interface NumberedTree {
  readonly label: Int32Array;
  readonly size: Int32Array;
  /** Number of each node's kind of subtree. Two subtrees have the same number if and only if they are equal. */
  readonly kind: Int32Array;
}

/** Two trees numbered together: equal labels have equal numbers. */
export type TreePair = readonly [NumberedTree, NumberedTree];

export class TreeNumbers {
  readonly #labels = new Map<string, number>();
  /**
   * Numbers of kinds of subtrees. The key of a leaf is its label. The key of a larger subtree combines the number of
   * the same subtree without its first child with the number of that child.
   */
  readonly #kinds = new Map<number, number>();

  number({ labels, label, size }: OrderedTree): NumberedTree {
    const table = labels.map((text) => numberOf(text, this.#labels));
    const numbers = new Int32Array(label.length);
    const kind = new Int32Array(label.length);
    for (let node = 0; node < label.length; node++) {
      numbers[node] = table[label[node]!]!;
      let own = numberOf(numbers[node]!, this.#kinds);
      for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
        own = numberOf((own + 1) * MOST_LABELS + kind[child]!, this.#kinds);
      }
      kind[node] = own;
    }
    return { label: numbers, size: Int32Array.from(size), kind };
  }
}

/** Upper limit of the numbers of kinds, because there is no memory for so many nodes. */
const MOST_LABELS = 2 ** 26;

export function numberLabels(tree1: OrderedTree, tree2: OrderedTree): TreePair {
  const numbers = new TreeNumbers();
  return [numbers.number(tree1), numbers.number(tree2)];
}

/** Costs of 1 for every operation. */
export const UNIT_COSTS: EditCosts = { insert: 1, remove: 1, rename: 1 };

/**
 * Returns an upper bound of the distance of two trees of these sizes. It normalises the distance to a similarity as in
 * section 3 of the paper on clustering by structure and style (Gowda and Mattmann 2016).
 */
export function largestDistance(costs: EditCosts, size1: number, size2: number): number {
  return Math.max(costs.insert, costs.remove, costs.rename) * (size1 + size2);
}
