import { cellsOf, type Cells, type Corridor } from "./corridor.js";
import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** About how many subproblems {@link bandedDistance} solves. */
export function bandWork([tree1, tree2]: TreePair, { low, high, cells }: Corridor): number {
  const width = cells / low.length;
  const starts = keyrootsByLeaf(tree2);
  const sums = [0];
  for (const { root, leaf } of starts) sums.push(sums.at(-1)! + Math.min(width, root - leaf + 1));
  let work = 0;
  for (const { root, leaf } of keyrootsByLeaf(tree1)) {
    const columns =
      sums[firstAfter(starts, high[leaf - 1]! + 1)]! - sums[firstAfter(starts, low[leaf - 1]!)]!;
    work += (root - leaf + 1) * columns;
  }
  return work;
}

/** How many of the keyroots start at this leaf or before it. */
function firstAfter(keyroots: readonly Keyroot[], leaf: number): number {
  let [from, to] = [0, keyroots.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keyroots[middle]!.leaf <= leaf) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * The tree edit distance if it is at most the limit of the corridor, else Infinity (some larger distances may be
 * returned too, and are then upper bounds). Zhang and Shasha's algorithm (1989) with only those cells that a mapping
 * within the limit can pass, as in Touzet, "A linear tree edit distance algorithm for similar ordered trees" (2005).
 */
export function bandedDistance(pair: TreePair, costs: EditCosts, corridor: Corridor): number {
  return new BandedComparison(pair, costs, corridor).run();
}

/** A node that is not the leftmost child, or the root; and the leftmost leaf below it. Numbers from 1. */
interface Keyroot {
  readonly root: number;
  readonly leaf: number;
}

function keyrootsByLeaf({ size }: NumberedTree): Keyroot[] {
  const roots = new Int32Array(size.length);
  for (let node = 0; node < size.length; node++) roots[node - size[node]! + 1] = node + 1;
  const keyroots: Keyroot[] = [];
  for (let leaf = 0; leaf < size.length; leaf++) {
    if (roots[leaf]! > 0) keyroots.push({ root: roots[leaf]!, leaf: leaf + 1 });
  }
  return keyroots;
}

class BandedComparison {
  readonly #pair: TreePair;
  readonly #costs: EditCosts;
  readonly #corridor: Corridor;
  /** Cell (i, j) stands at `rows[i] + j`: the corridor, a cell before it, and those that the next row looks at. */
  readonly #rows: Int32Array;
  readonly #trees: Cells;
  readonly #forests: Cells;
  /** Stands for every distance that is not within the limit. */
  readonly #never: number;
  readonly #leaf1: Int32Array;
  readonly #leaf2: Int32Array;
  /** Which cells of a row have been computed for the keyroots that are compared. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;

  constructor(pair: TreePair, costs: EditCosts, corridor: Corridor) {
    this.#pair = pair;
    this.#costs = costs;
    this.#corridor = corridor;
    const { low, high } = corridor;
    this.#rows = new Int32Array(low.length);
    let cells = 0;
    for (let i = 0; i < low.length; i++) {
      this.#rows[i] = cells - low[i]! + 1;
      cells += (high[i + 1] ?? high[i]!) - low[i]! + 2;
    }
    const { Table, never } = cellsOf(pair, costs);
    this.#never = never;
    this.#trees = new Table(cells).fill(never);
    this.#forests = new Table(cells);
    this.#leaf1 = leaves(pair[0]);
    this.#leaf2 = leaves(pair[1]);
    this.#from = new Int32Array(low.length);
    this.#to = new Int32Array(low.length);
  }

  run(): number {
    const [tree1, tree2] = this.#pair;
    const { low, high } = this.#corridor;
    const keyroots2 = keyrootsByLeaf(tree2);
    let last = keyroots2.length - 1;
    // From the last leaf to the first: subtrees come before the trees that hold them.
    for (const keyroot1 of keyrootsByLeaf(tree1).reverse()) {
      const before = keyroot1.leaf - 1;
      while (last >= 0 && keyroots2[last]!.leaf - 1 > high[before]!) last -= 1;
      for (let at = last; at >= 0; at--) {
        const keyroot2 = keyroots2[at]!;
        if (keyroot2.leaf - 1 < low[before]!) break;
        if (keyroot1.root === keyroot1.leaf) this.#compareLeaf1(keyroot1.leaf, keyroot2);
        else if (keyroot2.root === keyroot2.leaf) this.#compareLeaf2(keyroot1, keyroot2.leaf);
        else this.#compare(keyroot1, keyroot2);
      }
    }
    const distance = this.#trees[this.#rows[tree1.label.length]! + tree2.label.length]!;
    return distance < this.#never ? distance : Infinity;
  }

  /** A leaf is mapped to a node of its label if there is one. */
  #compareLeaf1(node1: number, { root, leaf }: Keyroot): void {
    const { insert, remove, rename } = this.#costs;
    const [{ label: label1 }, { label: label2 }] = this.#pair;
    const low = this.#corridor.low[node1]!;
    const to = Math.min(root, this.#corridor.high[node1]!);
    const row = this.#rows[node1]!;
    let mapped = Math.min(rename, remove + insert);
    for (let j = leaf; j <= to; j++) {
      if (label2[j - 1] === label1[node1 - 1]) mapped = 0;
      if (j >= low && this.#leaf2[j] === leaf) this.#trees[row + j] = (j - leaf) * insert + mapped;
    }
  }

  #compareLeaf2({ root, leaf }: Keyroot, node2: number): void {
    const { insert, remove, rename } = this.#costs;
    const [{ label: label1 }, { label: label2 }] = this.#pair;
    const { low, high } = this.#corridor;
    let mapped = Math.min(rename, remove + insert);
    for (let i = leaf; i <= root && low[i]! <= node2; i++) {
      if (label1[i - 1] === label2[node2 - 1]) mapped = 0;
      if (node2 > high[i]! || this.#leaf1[i] !== leaf) continue;
      this.#trees[this.#rows[i]! + node2] = (i - leaf) * remove + mapped;
    }
  }

  #compare({ root: root1, leaf: first1 }: Keyroot, { root: root2, leaf: first2 }: Keyroot): void {
    const { insert, remove, rename } = this.#costs;
    const { low, high } = this.#corridor;
    const forests = this.#forests;
    const trees = this.#trees;
    const leaf1 = this.#leaf1;
    const leaf2 = this.#leaf2;
    const label1 = this.#pair[0].label;
    const label2 = this.#pair[1].label;
    const rows = this.#rows;
    const fromOf = this.#from;
    const toOf = this.#to;
    const never = this.#never;

    const none = first1 - 1;
    const base = rows[none]!;
    fromOf[none] = first2 - 1;
    toOf[none] = Math.min(root2, high[none]!);
    for (let j = first2 - 1; j <= toOf[none]; j++) forests[base + j] = (j - first2 + 1) * insert;
    forests[base + first2 - 2] = never;

    for (let i = first1; i <= root1; i++) {
      const row = rows[i]!;
      const above = rows[i - 1]!;
      const to = Math.min(root2, high[i]!);
      // What the row before does not reach.
      for (let j = toOf[i - 1]! + 1; j <= to; j++) forests[above + j] = never;
      let from = Math.max(first2 - 1, low[i]!);
      if (from > root2) break;
      fromOf[i] = from;
      toOf[i] = to;
      forests[row + from - 1] = never;
      if (from === first2 - 1) {
        forests[row + from] = (i - first1 + 1) * remove;
        from += 1;
      }
      const label = label1[i - 1]!;
      const ownLeaf = leaf1[i]!;
      const onPath = ownLeaf === first1;
      const beforeLeaf = rows[ownLeaf - 1]!;
      const fromLeaf = fromOf[ownLeaf - 1]! + 1;
      const toLeaf = toOf[ownLeaf - 1]! + 1;
      let left = forests[row + from - 1]!;
      for (let j = from; j <= to; j++) {
        let cost = forests[above + j]! + remove;
        const inserted = left + insert;
        if (inserted < cost) cost = inserted;
        const leaf = leaf2[j]!;
        if (onPath && leaf === first2) {
          const renamed = forests[above + j - 1]! + (label === label2[j - 1] ? 0 : rename);
          if (renamed < cost) cost = renamed;
          trees[row + j] = Math.min(cost, never);
        } else if (leaf >= fromLeaf && leaf <= toLeaf) {
          const both = forests[beforeLeaf + leaf - 1]! + trees[row + j]!;
          if (both < cost) cost = both;
        }
        if (cost > never) cost = never;
        forests[row + j] = cost;
        left = cost;
      }
    }
  }
}

/** The leftmost leaf below each node; numbers from 1. */
function leaves({ size }: NumberedTree): Int32Array {
  const leaf = new Int32Array(size.length + 1);
  for (let node = 1; node <= size.length; node++) leaf[node] = node - size[node - 1]! + 1;
  return leaf;
}
