import { numberOf } from "../../../base/math/group-by.js";
import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** Table of distances. 16-bit numbers need a quarter of the memory, where all sums are whole numbers within their range. */
type Cells = Uint16Array | Float64Array;

/** A tree with what the algorithm needs of each node. */
interface Prepared {
  readonly label: Int32Array;
  /** Leftmost leaf below each node. */
  readonly leaf: Int32Array;
  /** Number of each node's kind of subtree, from 0. Equal subtrees have the same number. */
  readonly kind: Int32Array;
  readonly kinds: number;
  /**
   * The root and all nodes that are not a first child, one of each kind of subtree, in ascending order: subtrees are
   * compared before the trees that contain them.
   */
  readonly keyroots: readonly number[];
}

/**
 * Returns the tree edit distance by Zhang and Shasha, "Simple fast algorithms for the editing distance between trees and
 * related problems" (1989). Equal subtrees are compared only once.
 */
export function zhangShasha([tree1, tree2]: TreePair, costs: EditCosts): number {
  const [first, second] = [prepared(tree1), prepared(tree2)];
  const [nodes1, nodes2] = [first.label.length, second.label.length];
  const Table = tableOf(costs, nodes1 + nodes2);
  const trees = new Table(first.kinds * second.kinds);
  const forests = new Table((nodes1 + 1) * (nodes2 + 1));
  for (const root1 of first.keyroots) {
    for (const root2 of second.keyroots) {
      compare(first, root1, second, root2, { costs, trees, forests });
    }
  }
  return trees[first.kind.at(-1)! * second.kinds + second.kind.at(-1)!]!;
}

/** Returns the number of cells that {@link zhangShasha} computes. */
export const cellsOf = ([tree1, tree2]: TreePair): number =>
  sizeOfKeyroots(tree1) * sizeOfKeyroots(tree2);

/** Returns the sum of the sizes of the subtrees of all keyroots. */
export const sizeOfKeyroots = (tree: NumberedTree): number =>
  prepared(tree).keyroots.reduce((sum, node) => sum + tree.size[node]!, 0);

function prepared({ label, size, kind: given }: NumberedTree): Prepared {
  const leaf = size.map((own, node) => node - own + 1);
  const numbers = new Map<number, number>();
  const kind = given.map((own) => numberOf(own, numbers));
  const top = new Int32Array(label.length).fill(-1);
  for (let node = 0; node < label.length; node++) top[leaf[node]!] = node;
  const byKind = new Map<number, number>();
  for (const node of top.filter((each) => each >= 0).sort()) {
    if (!byKind.has(kind[node]!)) byKind.set(kind[node]!, node);
  }
  return { label, leaf, kind, kinds: numbers.size, keyroots: [...byKind.values()] };
}

function tableOf(
  { insert, remove, rename }: EditCosts,
  nodes: number,
): new (length: number) => Cells {
  const all = [insert, remove, rename];
  const isSmall = all.every(Number.isInteger) && Math.max(...all) * nodes < 2 ** 16;
  return isSmall ? Uint16Array : Float64Array;
}

interface Tables {
  readonly costs: EditCosts;
  /** The distance of subtrees of two kinds is at `kind1 * kinds2 + kind2`. */
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
  const { leaf: leaf1, label: label1, kind: kind1 } = first;
  const { leaf: leaf2, label: label2, kind: kind2, kinds: kinds2 } = second;
  const [from1, from2] = [leaf1[root1]!, leaf2[root2]!];
  const width = label2.length + 1;
  for (let j = from2; j <= root2 + 1; j++) forests[from1 * width + j] = (j - from2) * insert;
  for (let i = from1; i <= root1; i++) {
    const above = i * width;
    const row = above + width;
    const ownLeaf = leaf1[i]!;
    const beforeLeaf = ownLeaf * width;
    const ownTrees = kind1[i]! * kinds2;
    const label = label1[i]!;
    let cost = (i - from1 + 1) * remove;
    forests[row + from2] = cost;
    const isOnPath = ownLeaf === from1;
    for (let j = from2; j <= root2; j++) {
      const removed = forests[above + j + 1]! + remove;
      cost += insert;
      if (removed < cost) cost = removed;
      const leaf = leaf2[j]!;
      if (isOnPath && leaf === from2) {
        const renamed = forests[above + j]! + (label === label2[j] ? 0 : rename);
        if (renamed < cost) cost = renamed;
        trees[ownTrees + kind2[j]!] = cost;
      } else {
        const both = forests[beforeLeaf + leaf]! + trees[ownTrees + kind2[j]!]!;
        if (both < cost) cost = both;
      }
      forests[row + j + 1] = cost;
    }
  }
}
