import { cellsOf, type Cells, type Corridor } from "./corridor.js";
import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

export class BandedTrees {
  readonly #first: Chains;
  readonly #second: Chains;

  constructor([tree1, tree2]: TreePair) {
    this.#first = chainsOf(tree1);
    this.#second = chainsOf(tree2);
  }

  /** Estimates the number of subproblems that {@link distance} solves. */
  work({ low, high, cells }: Corridor): number {
    const width = cells / low.length;
    const starts = this.#second.keyroots;
    const sums = [0];
    for (const { root, leaf } of starts) sums.push(sums.at(-1)! + Math.min(width, root - leaf + 1));
    let work = 0;
    for (const { root, leaf } of this.#first.keyroots) {
      const columns =
        sums[firstAfter(starts, high[leaf - 1]! + 1)]! - sums[firstAfter(starts, low[leaf - 1]!)]!;
      work += (root - leaf + 1) * columns;
    }
    return work;
  }

  /**
   * Returns the tree edit distance if it is at most the limit of the corridor. Otherwise returns Infinity or an upper
   * bound of the distance above the limit. This is Zhang and Shasha's algorithm (1989), restricted to the cells through
   * which a mapping within the limit can pass, as in Touzet, "A linear tree edit distance algorithm for similar ordered
   * trees" (2005).
   */
  distance(costs: EditCosts, corridor: Corridor): number {
    return new BandedComparison(this.#first, this.#second, costs, corridor).run();
  }
}

/** Returns the number of keyroots that start at this leaf or before it. */
function firstAfter(keyroots: readonly Keyroot[], leaf: number): number {
  let [from, to] = [0, keyroots.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keyroots[middle]!.leaf <= leaf) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The root or a node that is not a leftmost child, with the leftmost leaf below it. Nodes are numbered from 1. */
interface Keyroot {
  readonly root: number;
  readonly leaf: number;
}

/** Tree as chains of nodes that share their leftmost leaf. Nodes are numbered from 1. */
interface Chains {
  readonly tree: NumberedTree;
  /** Leftmost leaf below each node. */
  readonly leaf: Int32Array;
  /** First child of each node. It is 0 for a leaf and for a node whose first child is a leaf. */
  readonly below: Int32Array;
  readonly keyroots: readonly Keyroot[];
  /** Number of each node's kind of subtree, from 0. Equal subtrees have the same kind. */
  readonly kind: Int32Array;
  /** One node of each kind. */
  readonly kinds: readonly number[];
}

function chainsOf(tree: NumberedTree): Chains {
  const nodes = tree.label.length;
  const leaf = new Int32Array(nodes + 1);
  const below = new Int32Array(nodes + 1);
  const top = new Int32Array(nodes + 1);
  const kind = new Int32Array(nodes + 1);
  const kinds: number[] = [];
  const numbers = new Map<number, number>();
  for (let node = 1; node <= nodes; node++) {
    const own = node - tree.size[node - 1]! + 1;
    leaf[node] = own;
    if (top[own] !== own) below[node] = top[own]!;
    top[own] = node;
    let number = numbers.get(tree.kind[node - 1]!);
    if (number === undefined) {
      number = kinds.length;
      numbers.set(tree.kind[node - 1]!, number);
      kinds.push(node);
    }
    kind[node] = number;
  }
  const keyroots: Keyroot[] = [];
  for (let own = 1; own <= nodes; own++) {
    if (top[own]! > 0) keyroots.push({ root: top[own]!, leaf: own });
  }
  return { tree, leaf, below, keyroots, kind, kinds };
}

/** Returns the root and the keyroots that have nodes below them. */
const innerKeyroots = ({ keyroots, tree }: Chains): Keyroot[] =>
  keyroots.filter(({ root, leaf }) => root > leaf || root === tree.label.length);

class BandedComparison {
  readonly #first: Chains;
  readonly #second: Chains;
  readonly #costs: EditCosts;
  readonly #corridor: Corridor;
  /**
   * Offset of each row in `forests`: cell (i, j) is at `rows[i] + j`. A row contains the corridor, one cell before it,
   * and the cells that the next row reads.
   */
  readonly #rows: Int32Array;
  readonly #forests: Cells;
  /** Offsets in `trees`: the distance of two subtrees is at `places1[i] + places2[j]`. */
  readonly #places1: Int32Array;
  readonly #places2: Int32Array;
  /** Distances of subtrees. Equal subtrees share a cell, so that they are compared only once. */
  readonly #trees: Cells;
  /** Flags of the cells whose distance was computed without being cut off by the corridor. */
  readonly #isWhole: Uint8Array | undefined;
  /** Value of every distance that exceeds the limit. Larger numbers mean the same. */
  readonly #never: number;
  /** Range of cells computed in each row for the current pair of keyroots. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;

  constructor(first: Chains, second: Chains, costs: EditCosts, corridor: Corridor) {
    this.#first = first;
    this.#second = second;
    this.#costs = costs;
    this.#corridor = corridor;
    const { low, high } = corridor;
    this.#rows = new Int32Array(low.length);
    let cells = 0;
    for (let i = 0; i < low.length; i++) {
      this.#rows[i] = cells - low[i]! + 1;
      cells += (high[i + 1] ?? high[i]!) - low[i]! + 2;
    }
    const { Table, never } = cellsOf([first.tree, second.tree], costs);
    this.#never = never;
    this.#forests = new Table(cells);
    this.#from = new Int32Array(low.length);
    this.#to = new Int32Array(low.length);
    const columns = second.kinds.length;
    const shared = first.kinds.length * columns;
    if (shared <= 2 * cells + FEW_CELLS) {
      this.#places1 = first.kind.map((kind) => kind * columns);
      this.#places2 = second.kind;
      this.#trees = new Table(shared).fill(never);
      this.#isWhole = new Uint8Array(shared);
      const leaves = second.kinds.filter((j) => second.leaf[j] === j);
      for (const i of first.kinds) this.#mapLeaves(i, first.leaf[i] === i ? second.kinds : leaves);
    } else {
      this.#places1 = this.#rows;
      this.#places2 = second.leaf.map((_, node) => node);
      this.#trees = new Table(cells).fill(never);
      for (let i = 1; i < low.length; i++) {
        const others: number[] = [];
        for (let j = Math.max(1, low[i]!); j <= high[i]!; j++) {
          if (first.leaf[i] === i || second.leaf[j] === j) others.push(j);
        }
        this.#mapLeaves(i, others);
      }
    }
  }

  /** Either the node or the others must be leaves. */
  #mapLeaves(i: number, others: readonly number[]): void {
    const [tree1, { label: label2, size: size2 }] = [this.#first.tree, this.#second.tree];
    const { insert, remove, rename } = this.#costs;
    const mapped = Math.min(rename, remove + insert);
    const trees = this.#trees;
    const places2 = this.#places2;
    const place = this.#places1[i]!;
    const label = tree1.label[i - 1]!;
    const below = (tree1.size[i - 1]! - 1) * remove;
    for (const j of others) {
      const unlike = label === label2[j - 1] ? 0 : mapped;
      trees[place + places2[j]!] = below + (size2[j - 1]! - 1) * insert + unlike;
    }
  }

  run(): number {
    const { low, high } = this.#corridor;
    const isWhole = this.#isWhole;
    const keyroots2 = innerKeyroots(this.#second);
    let last = keyroots2.length - 1;
    // The order is from the last leaf to the first, so that subtrees are compared before the trees that contain them.
    for (const { root: root1, leaf: leaf1 } of innerKeyroots(this.#first).reverse()) {
      const before = leaf1 - 1;
      while (last >= 0 && keyroots2[last]!.leaf - 1 > high[before]!) last -= 1;
      for (let at = last; at >= 0; at--) {
        const { root: root2, leaf: leaf2 } = keyroots2[at]!;
        if (leaf2 - 1 < low[before]!) break;
        const place = this.#places1[root1]! + this.#places2[root2]!;
        if (isWhole?.[place] === 1) continue;
        const [to1, to2] = this.#lastMapped(root1, root2);
        if (to1 === 0) continue;
        this.#compare(to1, leaf1, to2, leaf2);
        const isAll = to1 === root1 && to2 === root2;
        if (isWhole !== undefined && isAll && low[root1]! < leaf2 && high[before]! >= root2) {
          isWhole[place] = 1;
        }
      }
    }
    const [nodes1, nodes2] = [this.#first.tree.label.length, this.#second.tree.label.length];
    const distance = this.#forests[this.#rows[nodes1]! + nodes2]!;
    return distance < this.#never ? distance : Infinity;
  }

  /**
   * Returns the topmost node of each chain below two keyroots that can be mapped to some node of the other chain.
   * Returns 0 if none can.
   */
  #lastMapped(root1: number, root2: number): readonly [last1: number, last2: number] {
    const { low, high, canMap } = this.#corridor;
    if (canMap === undefined) return [root1, root2];
    const [below1, below2] = [this.#first.below, this.#second.below];
    let [last1, last2] = [0, 0];
    for (let node1 = root1; node1 > 0 && last2 < root2; node1 = below1[node1]!) {
      for (let node2 = root2; node2 > last2; node2 = below2[node2]!) {
        if (node2 < low[node1]! || node2 > high[node1]! || !canMap(node1, node2)) continue;
        if (last1 === 0) last1 = node1;
        last2 = node2;
      }
    }
    return [last1, last2];
  }

  /** Compares the subtrees of two chains, each given by its first leaf and the topmost node to compare. */
  #compare(root1: number, first1: number, root2: number, first2: number): void {
    const { insert, remove, rename } = this.#costs;
    const { low, high } = this.#corridor;
    const forests = this.#forests;
    const trees = this.#trees;
    const leaf1 = this.#first.leaf;
    const leaf2 = this.#second.leaf;
    const label1 = this.#first.tree.label;
    const label2 = this.#second.tree.label;
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
      // These cells were not computed in the row before.
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
      const ownLeaf = leaf1[i]!;
      const ownTrees = places1[i]!;
      const beforeLeaf = rows[ownLeaf - 1]! - 1;
      const fromLeaf = fromOf[ownLeaf - 1]! + 1;
      const leaves = toOf[ownLeaf - 1]! + 1 - fromLeaf;
      let cost = forests[row + from - 1]!;
      if (ownLeaf !== first1) {
        for (let j = from; j <= to; j++) {
          const removed = forests[above + j]! + remove;
          cost += insert;
          if (removed < cost) cost = removed;
          const leaf = leaf2[j]!;
          if ((leaf - fromLeaf) >>> 0 <= leaves) {
            const both = forests[beforeLeaf + leaf]! + trees[ownTrees + places2[j]!]!;
            if (both < cost) cost = both;
          }
          forests[row + j] = cost;
        }
        continue;
      }
      const label = label1[i - 1]!;
      for (let j = from; j <= to; j++) {
        const removed = forests[above + j]! + remove;
        cost += insert;
        if (removed < cost) cost = removed;
        const leaf = leaf2[j]!;
        const tree = ownTrees + places2[j]!;
        if (leaf === first2) {
          const renamed = forests[above + j - 1]! + (label === label2[j - 1] ? 0 : rename);
          if (renamed < cost) cost = renamed;
          // Equal subtrees share this cell, so another pair may have set it to a smaller number already.
          if (cost < trees[tree]!) trees[tree] = cost;
        } else if ((leaf - fromLeaf) >>> 0 <= leaves) {
          const both = forests[beforeLeaf + leaf]! + trees[tree]!;
          if (both < cost) cost = both;
        }
        forests[row + j] = cost;
      }
    }
  }
}

/** Maximum number of cells of a table that is allocated in no noticeable time. */
const FEW_CELLS = 2 ** 16;
