import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** How far postorder numbers of nodes that are mapped to each other can lie apart within a limit on the distance. */
export interface Band {
  /** Net removals, at most. */
  readonly removals: number;
  /** Net insertions, at most. */
  readonly insertions: number;
}

/** The band of a limit; undefined where the sizes alone cost more. Both costs must be above 0. */
export function bandOf(
  [{ label: first }, { label: second }]: TreePair,
  { insert, remove }: EditCosts,
  limit: number,
): Band | undefined {
  const surplus = first.length - second.length;
  const removals = Math.floor((limit + surplus * insert) / (remove + insert) + rounding);
  const insertions = removals - surplus;
  if (removals < 0 || insertions < 0) return undefined;
  return {
    removals: Math.min(removals, first.length),
    insertions: Math.min(insertions, second.length),
  };
}

/** Sums of costs that are not whole numbers may miss a limit that they meet by this much. */
const rounding = 1e-9;

/** Cells of the band's tables. */
export const bandCells = ([{ label }]: TreePair, { removals, insertions }: Band): number =>
  (label.length + 1) * (removals + insertions + 3);

/** About how many subproblems {@link bandedDistance} solves. */
export function bandWork([tree1, tree2]: TreePair, { removals, insertions }: Band): number {
  const width = removals + insertions + 1;
  const rows = keyrootsByLeaf(tree1).reduce((sum, { root, leaf }) => sum + root - leaf + 1, 0);
  const columns = keyrootsByLeaf(tree2).reduce(
    (sum, { root, leaf }) => sum + Math.min(width, root - leaf + 1),
    0,
  );
  return rows * columns * Math.min(1, width / tree2.label.length);
}

/**
 * The tree edit distance if it is at most `limit`, else Infinity (some larger distances may be returned too, and are
 * then upper bounds). Zhang and Shasha's algorithm (1989) with only those cells that a mapping within the limit can
 * pass (Touzet, "A linear tree edit distance algorithm for similar ordered trees", 2005): nodes are numbered in
 * postorder, and what stands before, in and after a pair of subtrees differs in size by edits that have to be paid.
 * Insertions and removals must cost something.
 */
export function bandedDistance(pair: TreePair, costs: EditCosts, limit: number): number {
  const band = bandOf(pair, costs, limit);
  if (band === undefined) return Infinity;
  return new BandedComparison(pair, costs, limit, band).run();
}

/** A node that is not the leftmost child, or the root; and the leftmost leaf below it. Numbers from 1. */
interface Keyroot {
  readonly root: number;
  readonly leaf: number;
}

function keyrootsByLeaf({ size }: NumberedTree): Keyroot[] {
  const roots = new Map<number, number>();
  for (let node = 0; node < size.length; node++) roots.set(node - size[node]! + 1, node + 1);
  return [...roots]
    .map(([leaf, root]) => ({ root, leaf: leaf + 1 }))
    .sort((a, b) => a.leaf - b.leaf);
}

class BandedComparison {
  readonly #pair: TreePair;
  readonly #costs: EditCosts;
  readonly #limit: number;
  readonly #band: Band;
  readonly #surplus: number;
  /** Cell (i, j) stands at `i * width + j - i + origin`: the band, and a cell on either side that is never reached. */
  readonly #width: number;
  readonly #origin: number;
  readonly #trees: Float64Array;
  readonly #forests: Float64Array;
  readonly #leaf1: Int32Array;
  readonly #leaf2: Int32Array;

  constructor(pair: TreePair, costs: EditCosts, limit: number, band: Band) {
    this.#pair = pair;
    this.#costs = costs;
    this.#limit = limit;
    this.#band = band;
    this.#surplus = pair[0].label.length - pair[1].label.length;
    this.#width = band.removals + band.insertions + 3;
    this.#origin = band.removals + 1;
    this.#trees = new Float64Array(bandCells(pair, band)).fill(Infinity);
    this.#forests = new Float64Array(bandCells(pair, band));
    this.#leaf1 = leaves(pair[0]);
    this.#leaf2 = leaves(pair[1]);
  }

  run(): number {
    const [tree1, tree2] = this.#pair;
    const keyroots2 = keyrootsByLeaf(tree2);
    const { removals, insertions } = this.#band;
    let last = keyroots2.length - 1;
    // From the last leaf to the first: subtrees come before the trees that hold them.
    for (const keyroot1 of keyrootsByLeaf(tree1).reverse()) {
      while (last >= 0 && keyroots2[last]!.leaf > keyroot1.leaf + insertions) last -= 1;
      for (let at = last; at >= 0; at--) {
        const keyroot2 = keyroots2[at]!;
        if (keyroot2.leaf < keyroot1.leaf - removals) break;
        this.#compare(keyroot1, keyroot2);
      }
    }
    const [size1, size2] = [tree1.label.length, tree2.label.length];
    return this.#trees[size1 * this.#width + size2 - size1 + this.#origin]!;
  }

  #compare({ root: root1, leaf: first1 }: Keyroot, { root: root2, leaf: first2 }: Keyroot): void {
    const { insert, remove, rename } = this.#costs;
    const start = first1 - first2;
    const slack = this.#limit - this.#netCost(start) - this.#netCost(this.#surplus - start);
    if (slack < -rounding) return;
    // Beyond these differences of numbers, what stands before, within and after costs more than the limit.
    const detour = Math.floor(slack / (insert + remove) + rounding);
    const low = Math.max(Math.min(start, this.#surplus) - detour, -this.#band.insertions);
    const high = Math.min(Math.max(start, this.#surplus) + detour, this.#band.removals);

    const forests = this.#forests;
    const trees = this.#trees;
    const leaf1 = this.#leaf1;
    const leaf2 = this.#leaf2;
    const label1 = this.#pair[0].label;
    const label2 = this.#pair[1].label;
    const width = this.#width;
    const origin = this.#origin;

    const none = first1 - 1;
    const lastInserted = Math.min(root2, none - low);
    const base = none * width - none + origin;
    forests[base + first2 - 2] = Infinity;
    for (let j = first2 - 1; j <= lastInserted; j++) {
      forests[base + j] = (j - first2 + 1) * insert;
    }
    forests[base + lastInserted + 1] = Infinity;

    for (let i = first1; i <= root1; i++) {
      let from = i - high;
      if (from > root2) break;
      const to = Math.min(root2, i - low);
      const row = i * width - i + origin;
      if (from < first2) {
        from = first2;
        forests[row + first2 - 1] = (i - first1 + 1) * remove;
        forests[row + first2 - 2] = Infinity;
      } else forests[row + from - 1] = Infinity;
      const above = row - width + 1;
      const label = label1[i - 1]!;
      const ownLeaf = leaf1[i]!;
      const onPath = ownLeaf === first1;
      const beforeLeaf = (ownLeaf - 1) * width - (ownLeaf - 1) + origin;
      for (let j = from; j <= to; j++) {
        let cost = forests[above + j]! + remove;
        const inserted = forests[row + j - 1]! + insert;
        if (inserted < cost) cost = inserted;
        const leaf = leaf2[j]!;
        if (onPath && leaf === first2) {
          const renamed = forests[above + j - 1]! + (label === label2[j - 1] ? 0 : rename);
          if (renamed < cost) cost = renamed;
          trees[row + j] = cost;
        } else {
          const apart = ownLeaf - leaf;
          if (apart >= low && apart <= high) {
            const both = forests[beforeLeaf + leaf - 1]! + trees[row + j]!;
            if (both < cost) cost = both;
          }
        }
        forests[row + j] = cost;
      }
      forests[row + to + 1] = Infinity;
    }
  }

  /** What so many net removals, or insertions if negative, cost at least. */
  #netCost(removals: number): number {
    return removals > 0 ? removals * this.#costs.remove : -removals * this.#costs.insert;
  }
}

/** The leftmost leaf below each node; numbers from 1. */
function leaves({ size }: NumberedTree): Int32Array {
  const leaf = new Int32Array(size.length + 1);
  for (let node = 1; node <= size.length; node++) leaf[node] = node - size[node - 1]! + 1;
  return leaf;
}
