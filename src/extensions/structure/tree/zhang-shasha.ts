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
 * related problems" (1989). Equal subtrees are compared only once. A distance of up to `limit` is exact. If the result is
 * above the limit, the distance is above it too, and may be any number up to the result.
 */
export function zhangShasha(trees: TreePair, costs: EditCosts, limit = Infinity): number {
  const [first, second] = cheaperSide(trees).map(prepared) as [Prepared, Prepared];
  const [nodes1, nodes2] = [first.label.length, second.label.length];
  const most = Math.max(costs.insert, costs.remove, costs.rename) * (nodes1 + nodes2);
  const isWhole = Object.values(costs).every(Number.isInteger);
  const Table = isWhole && most < 2 ** 15 ? Uint16Array : Float64Array;
  const ofTrees = new Table(first.kinds * second.kinds).fill(most + 1);
  const ofForests = new Table((nodes1 + 1) * (nodes2 + 1));
  const tables = { costs, trees: ofTrees, forests: ofForests, limit, beyond: most + 1 };
  for (const root1 of first.keyroots) {
    for (const root2 of second.keyroots) compare(first, root1, second, root2, tables);
  }
  return ofTrees[first.kind.at(-1)! * second.kinds + second.kind.at(-1)!]!;
}

/** Returns the number of cells that {@link zhangShasha} computes without a limit. */
export const cellsOf = (pair: TreePair): number => cellsFromLeft(cheaperSide(pair));

const cellsFromLeft = ([tree1, tree2]: TreePair): number =>
  sizeOfKeyroots(tree1) * sizeOfKeyroots(tree2);

/** Returns the sum of the sizes of the subtrees of all keyroots. */
export const sizeOfKeyroots = (tree: NumberedTree): number =>
  prepared(tree).keyroots.reduce((sum, node) => sum + tree.size[node]!, 0);

/** Mirrored trees have the same distance, and mostly other keyroots. */
function cheaperSide(pair: TreePair): TreePair {
  const mirrored: TreePair = [mirror(pair[0]), mirror(pair[1])];
  return cellsFromLeft(mirrored) < cellsFromLeft(pair) ? mirrored : pair;
}

/** Returns a tree with the children of each node in reverse order. */
function mirror({ label, size, kind }: NumberedTree): NumberedTree {
  const order = new Int32Array(label.length);
  const waiting = [label.length - 1];
  for (let at = label.length - 1; at >= 0; at--) {
    const node = (order[at] = waiting.pop()!);
    for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
      waiting.push(child);
    }
  }
  const ordered = (numbers: Int32Array): Int32Array => order.map((node) => numbers[node]!);
  return { label: ordered(label), size: ordered(size), kind: ordered(kind) };
}

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

interface DistanceTables {
  readonly costs: EditCosts;
  readonly limit: number;
  /** A distance that no two trees have. */
  readonly beyond: number;
  /** The distance of subtrees of two kinds is at `kind1 * kinds2 + kind2`. */
  readonly trees: Cells;
  /** Distances of the forests of the first nodes below two keyroots, in rows by the number of nodes of the first. */
  readonly forests: Cells;
}

/**
 * Sets the distances of all pairs of subtrees that begin with the first leaves of two keyroots. Forests whose sizes differ
 * by more than the limit allows are left out, and so is the rest once all forests of a row are beyond the limit: dropping
 * the last node of a forest never makes its least distance larger.
 */
function compare(
  first: Prepared,
  root1: number,
  second: Prepared,
  root2: number,
  { costs: { insert, remove, rename }, limit, beyond, trees, forests }: DistanceTables,
): void {
  const { leaf: leaf1, label: label1, kind: kind1 } = first;
  const { leaf: leaf2, label: label2, kind: kind2, kinds: kinds2 } = second;
  const [from1, from2] = [leaf1[root1]!, leaf2[root2]!];
  const [size1, size2] = [root1 - from1 + 1, root2 - from2 + 1];
  // Rows are next to each other, because most subtrees are small and then fit in the processor's cache.
  const width = size2 + 1;
  const most = Math.min(size2, Math.floor(limit / insert));
  const least = Math.max(-size1, -Math.floor(limit / remove));
  for (let j = 0; j <= most; j++) forests[j] = j * insert;
  if (most < size2) forests[most + 1] = beyond;
  for (let i = 0; i < size1; i++) {
    const above = i * width;
    const row = above + width;
    const ownLeaf = leaf1[from1 + i]! - from1;
    const beforeLeaf = ownLeaf * width;
    const ownTrees = kind1[from1 + i]! * kinds2;
    const label = label1[from1 + i]!;
    const [low, high] = [ownLeaf + least, ownLeaf + most];
    const begin = Math.max(0, i + least);
    const end = Math.min(size2, i + most + 1);
    let cost = begin === 0 ? (i + 1) * remove : beyond;
    let lowest = cost;
    forests[row + begin] = cost;
    for (let j = begin; j < end; j++) {
      const removed = forests[above + j + 1]! + remove;
      cost += insert;
      if (removed < cost) cost = removed;
      const leaf = leaf2[from2 + j]! - from2;
      if (ownLeaf === 0 && leaf === 0) {
        const renamed = forests[above + j]! + (label === label2[from2 + j] ? 0 : rename);
        if (renamed < cost) cost = renamed;
        trees[ownTrees + kind2[from2 + j]!] = cost;
      } else if (leaf >= low && leaf <= high) {
        const both = forests[beforeLeaf + leaf]! + trees[ownTrees + kind2[from2 + j]!]!;
        if (both < cost) cost = both;
      }
      forests[row + j + 1] = cost;
      if (cost < lowest) lowest = cost;
    }
    if (lowest > limit) return;
    if (end < size2) forests[row + end + 1] = beyond;
  }
}
