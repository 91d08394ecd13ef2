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

/** Keyroots with nodes below them, and the root. */
const innerKeyroots = (tree: NumberedTree): Keyroot[] =>
  keyrootsByLeaf(tree).filter(({ root, leaf }) => root > leaf || root === tree.label.length);

class BandedComparison {
  readonly #pair: TreePair;
  readonly #costs: EditCosts;
  readonly #corridor: Corridor;
  /** Cell (i, j) stands at `rows[i] + j`: the corridor, a cell before it, and those that the next row looks at. */
  readonly #rows: Int32Array;
  readonly #forests: Cells;
  /** Of each node its first place in `trees`, and of each node of the other what is added. */
  readonly #places1: Int32Array;
  readonly #places2: Int32Array;
  /** Distances of subtrees: where equal subtrees share a place, they are compared once. */
  readonly #trees: Cells;
  /** Places whose distances no corridor has cut. */
  readonly #isWhole: Uint8Array | undefined;
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
    this.#forests = new Table(cells);
    this.#leaf1 = leaves(pair[0]);
    this.#leaf2 = leaves(pair[1]);
    this.#from = new Int32Array(low.length);
    this.#to = new Int32Array(low.length);
    const [kinds1, kinds2] = [kindsOf(pair[0]), kindsOf(pair[1])];
    const columns = kinds2.nodes.length;
    const shared = kinds1.nodes.length * columns;
    if (shared <= 2 * cells + FEW_CELLS) {
      this.#places1 = kinds1.kind.map((kind) => kind * columns);
      this.#places2 = kinds2.kind;
      this.#trees = new Table(shared).fill(never);
      this.#isWhole = new Uint8Array(shared);
      for (const i of kinds1.nodes) for (const j of kinds2.nodes) this.#mapLeaf(i, j);
    } else {
      this.#places1 = this.#rows;
      this.#places2 = Int32Array.from({ length: pair[1].label.length + 1 }, (_, node) => node);
      this.#trees = new Table(cells).fill(never);
      for (let i = 1; i < low.length; i++) {
        for (let j = Math.max(1, low[i]!); j <= high[i]!; j++) this.#mapLeaf(i, j);
      }
    }
  }

  /** What two subtrees of which one is a leaf cost when their roots are mapped. */
  #mapLeaf(i: number, j: number): void {
    const [tree1, tree2] = this.#pair;
    const [size1, size2] = [tree1.size[i - 1]!, tree2.size[j - 1]!];
    if (size1 > 1 && size2 > 1) return;
    const { insert, remove, rename } = this.#costs;
    const mapped =
      tree1.label[i - 1] === tree2.label[j - 1] ? 0 : Math.min(rename, remove + insert);
    this.#trees[this.#places1[i]! + this.#places2[j]!] =
      (size1 - 1) * remove + (size2 - 1) * insert + mapped;
  }

  run(): number {
    const [tree1, tree2] = this.#pair;
    const { low, high } = this.#corridor;
    const isWhole = this.#isWhole;
    const keyroots2 = innerKeyroots(tree2);
    let last = keyroots2.length - 1;
    // From the last leaf to the first: subtrees come before the trees that hold them.
    for (const { root: root1, leaf: leaf1 } of innerKeyroots(tree1).reverse()) {
      const before = leaf1 - 1;
      while (last >= 0 && keyroots2[last]!.leaf - 1 > high[before]!) last -= 1;
      for (let at = last; at >= 0; at--) {
        const { root: root2, leaf: leaf2 } = keyroots2[at]!;
        if (leaf2 - 1 < low[before]!) break;
        const place = this.#places1[root1]! + this.#places2[root2]!;
        if (isWhole?.[place] === 1) continue;
        this.#compare(root1, leaf1, root2, leaf2);
        if (isWhole !== undefined && low[root1]! < leaf2 && high[before]! >= root2) {
          isWhole[place] = 1;
        }
      }
    }
    const distance = this.#forests[this.#rows[tree1.label.length]! + tree2.label.length]!;
    return distance < this.#never ? distance : Infinity;
  }

  #compare(root1: number, first1: number, root2: number, first2: number): void {
    const { insert, remove, rename } = this.#costs;
    const { low, high } = this.#corridor;
    const forests = this.#forests;
    const trees = this.#trees;
    const leaf1 = this.#leaf1;
    const leaf2 = this.#leaf2;
    const label1 = this.#pair[0].label;
    const label2 = this.#pair[1].label;
    const rows = this.#rows;
    const places1 = this.#places1;
    const places2 = this.#places2;
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
      const ownTrees = places1[i]!;
      const beforeLeaf = rows[ownLeaf - 1]! - 1;
      const fromLeaf = fromOf[ownLeaf - 1]! + 1;
      const leaves = toOf[ownLeaf - 1]! + 1 - fromLeaf;
      let left = forests[row + from - 1]!;
      for (let j = from; j <= to; j++) {
        let cost = forests[above + j]! + remove;
        const inserted = left + insert;
        if (inserted < cost) cost = inserted;
        const leaf = leaf2[j]!;
        if (onPath && leaf === first2) {
          const renamed = forests[above + j - 1]! + (label === label2[j - 1] ? 0 : rename);
          if (renamed < cost) cost = renamed;
          const tree = ownTrees + places2[j]!;
          // Equal subtrees share this cell: a comparison of another pair may have found less.
          if (cost < trees[tree]!) trees[tree] = cost;
        } else if ((leaf - fromLeaf) >>> 0 <= leaves) {
          const both = forests[beforeLeaf + leaf]! + trees[ownTrees + places2[j]!]!;
          if (both < cost) cost = both;
        }
        if (cost > never) cost = never;
        forests[row + j] = cost;
        left = cost;
      }
    }
  }
}

/** Tables this small take no time. */
const FEW_CELLS = 2 ** 16;

/** Of each node the number of its kind of subtree, from 0, and a node of each; nodes from 1. */
function kindsOf({ kind }: NumberedTree): { readonly kind: Int32Array; readonly nodes: number[] } {
  const numbers = new Map<number, number>();
  const nodes: number[] = [];
  const own = new Int32Array(kind.length + 1);
  for (let node = 1; node <= kind.length; node++) {
    let number = numbers.get(kind[node - 1]!);
    if (number === undefined) {
      number = nodes.length;
      numbers.set(kind[node - 1]!, number);
      nodes.push(node);
    }
    own[node] = number;
  }
  return { kind: own, nodes };
}

/** The leftmost leaf below each node; numbers from 1. */
function leaves({ size }: NumberedTree): Int32Array {
  const leaf = new Int32Array(size.length + 1);
  for (let node = 1; node <= size.length; node++) leaf[node] = node - size[node - 1]! + 1;
  return leaf;
}
