import type { OrderedTree } from "./ordered-tree.js";

/** A tree whose labels are numbers that it shares with the tree it is compared with. In postorder. */
export interface NumberedTree {
  readonly label: Int32Array;
  readonly size: Int32Array;
}

/** Two trees with one numbering of labels: equal number, equal label. */
export type TreePair = readonly [NumberedTree, NumberedTree];

/** Gives two trees one numbering of labels. */
export function numberLabels(tree1: OrderedTree, tree2: OrderedTree): TreePair {
  const numbers = new Map<string, number>();
  return [numbered(tree1, numbers), numbered(tree2, numbers)];
}

function numbered(
  { labels, label, size }: OrderedTree,
  numbers: Map<string, number>,
): NumberedTree {
  const table = labels.map((text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  });
  const numberedLabel = new Int32Array(label.length);
  for (let node = 0; node < label.length; node++) numberedLabel[node] = table[label[node]!]!;
  return { label: numberedLabel, size: Int32Array.from(size) };
}
