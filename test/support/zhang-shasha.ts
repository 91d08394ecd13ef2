import type { EditCosts, OrderedTree } from "../../src/extensions/structure/tree/ordered-tree.js";

/**
 * Returns the tree edit distance by the algorithm of Zhang and Shasha (1989), as printed in their paper. Tests compare
 * faster algorithms with it.
 */
export function zhangShasha(tree1: OrderedTree, tree2: OrderedTree, costs: EditCosts): number {
  const [size1, size2] = [tree1.label.length, tree2.label.length];
  const leaf = (tree: OrderedTree, node: number): number => node - tree.size[node]! + 1;
  const keyroots = (tree: OrderedTree): number[] => {
    const last = new Map<number, number>();
    for (let node = 0; node < tree.label.length; node++) last.set(leaf(tree, node), node);
    return [...last.values()].sort((a, b) => a - b);
  };
  const text = (tree: OrderedTree, node: number): string => tree.labels[tree.label[node]!]!;
  const trees = Array.from({ length: size1 }, () => new Array<number>(size2).fill(0));
  for (const root1 of keyroots(tree1)) {
    for (const root2 of keyroots(tree2)) {
      const [first1, first2] = [leaf(tree1, root1), leaf(tree2, root2)];
      const forest = Array.from({ length: root1 - first1 + 2 }, () =>
        new Array<number>(root2 - first2 + 2).fill(0),
      );
      for (let i = 1; i < forest.length; i++) forest[i]![0] = forest[i - 1]![0]! + costs.remove;
      for (let j = 1; j < forest[0]!.length; j++) {
        forest[0]![j] = forest[0]![j - 1]! + costs.insert;
      }
      for (let i = first1; i <= root1; i++) {
        for (let j = first2; j <= root2; j++) {
          const [row, column] = [i - first1 + 1, j - first2 + 1];
          const without = Math.min(
            forest[row - 1]![column]! + costs.remove,
            forest[row]![column - 1]! + costs.insert,
          );
          const rename = text(tree1, i) === text(tree2, j) ? 0 : costs.rename;
          if (leaf(tree1, i) === first1 && leaf(tree2, j) === first2) {
            forest[row]![column] = Math.min(without, forest[row - 1]![column - 1]! + rename);
            trees[i]![j] = forest[row]![column];
          } else {
            const before = forest[leaf(tree1, i) - first1]![leaf(tree2, j) - first2]!;
            forest[row]![column] = Math.min(without, before + trees[i]![j]!);
          }
        }
      }
    }
  }
  return trees[size1 - 1]![size2 - 1]!;
}
