import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** Table of distances. 16-bit numbers need a quarter of the memory, where all sums are whole numbers within their range. */
type Cells = Uint16Array | Float64Array;

/** A tree with the leftmost leaf below each node, and its keyroots: the root and all nodes that are not a first child. */
interface Prepared {
  readonly label: Int32Array;
  readonly leaf: Int32Array;
  /** In ascending order, so that subtrees are compared before the trees that contain them. */
  readonly keyroots: readonly number[];
}

/**
 * Returns the tree edit distance by Zhang and Shasha, "Simple fast algorithms for the editing distance between trees and
 * related problems" (1989).
 */
export function zhangShasha([tree1, tree2]: TreePair, costs: EditCosts): number {
  const [first, second] = [prepared(tree1), prepared(tree2)];
  const [nodes1, nodes2] = [first.label.length, second.label.length];
  const Table = tableOf(costs, nodes1 + nodes2);
  const trees = new Table(nodes1 * nodes2);
  const forests = new Table((nodes1 + 1) * (nodes2 + 1));
  for (const root1 of first.keyroots) {
    for (const root2 of second.keyroots) {
      compare(first, root1, second, root2, { costs, trees, forests });
    }
  }
  return trees.at(-1)!;
}

/** Returns the number of cells that {@link zhangShasha} computes. */
export const cellsOf = ([tree1, tree2]: TreePair): number =>
  sizeOfKeyroots(tree1) * sizeOfKeyroots(tree2);

/** Returns the sum of the sizes of the subtrees of all keyroots. */
export function sizeOfKeyroots({ size }: NumberedTree): number {
  const largest = new Int32Array(size.length);
  for (let node = 0; node < size.length; node++) largest[node - size[node]! + 1] = size[node]!;
  return largest.reduce((sum, each) => sum + each, 0);
}

function prepared({ label, size }: NumberedTree): Prepared {
  const leaf = size.map((own, node) => node - own + 1);
  const top = new Int32Array(label.length).fill(-1);
  for (let node = 0; node < label.length; node++) top[leaf[node]!] = node;
  return { label, leaf, keyroots: Array.from(top.filter((node) => node >= 0)).sort(ascending) };
}

const ascending = (one: number, other: number): number => one - other;

function tableOf(costs: EditCosts, nodes: number): new (length: number) => Cells {
  const all: readonly number[] = Object.values(costs);
  const isSmall = all.every(Number.isInteger) && Math.max(...all) * nodes < 2 ** 16;
  return isSmall ? Uint16Array : Float64Array;
}

interface Tables {
  readonly costs: EditCosts;
  /** The distance of the subtrees of `i` and `j` is at `i * nodes2 + j`. */
  readonly trees: Cells;
  /**
   * Distances of forests, which begin with the first leaves of two keyroots. That of the nodes before `i` and before `j` is at
   * `i * (nodes2 + 1) + j`.
   */
  readonly forests: Cells;
}

/** Sets the distances of all pairs of subtrees that begin with the first leaves of two keyroots. */
function compare(
  first: Prepared,
  root1: number,
  second: Prepared,
  root2: number,
  { costs: { insert, remove, rename }, trees, forests }: Tables,
): void {
  const { leaf: leaf1, label: label1 } = first;
  const { leaf: leaf2, label: label2 } = second;
  const [from1, from2] = [leaf1[root1]!, leaf2[root2]!];
  const nodes2 = label2.length;
  const width = nodes2 + 1;
  for (let j = from2; j <= root2 + 1; j++) forests[from1 * width + j] = (j - from2) * insert;
  for (let i = from1; i <= root1; i++) {
    const above = i * width;
    const row = above + width;
    const ownLeaf = leaf1[i]!;
    const beforeLeaf = ownLeaf * width;
    const ownTrees = i * nodes2;
    const label = label1[i]!;
    let cost = (i - from1 + 1) * remove;
    forests[row + from2] = cost;
    for (let j = from2; j <= root2; j++) {
      const removed = forests[above + j + 1]! + remove;
      cost += insert;
      if (removed < cost) cost = removed;
      if (ownLeaf === from1 && leaf2[j] === from2) {
        const renamed = forests[above + j]! + (label === label2[j] ? 0 : rename);
        if (renamed < cost) cost = renamed;
        trees[ownTrees + j] = cost;
      } else {
        const both = forests[beforeLeaf + leaf2[j]!]! + trees[ownTrees + j]!;
        if (both < cost) cost = both;
      }
      forests[row + j + 1] = cost;
    }
  }
}
