import { eulerDistance } from "./euler-distance.js";
import { type EditCosts, isUnit, mirrored, type TreePair } from "./ordered-tree.js";

/**
 * Returns the edit distance of two sequences, or Infinity if it exceeds `limit`. Cells that can be reached only by more
 * costly edits are not computed (Ukkonen 1985). Two rows of `length + 2` numbers are stored.
 */
export function sequenceDistance(
  first: Int32Array,
  second: Int32Array,
  { insert, remove, rename }: EditCosts,
  limit: number,
): number {
  const columns = second.length;
  let before = new Float64Array(columns + 2).fill(Infinity);
  let row = new Float64Array(columns + 2).fill(Infinity);
  // Cell j of a row is stored at j + 1, so that it always has a left neighbour.
  for (let j = 0; j <= columns && j * insert <= limit; j++) row[j + 1] = j * insert;
  for (let i = 1; i <= first.length; i++) {
    [before, row] = [row, before];
    // At cell (i, j), i - j net removals or j - i net insertions have been paid for.
    const from = Math.max(0, i - allowed(limit, remove));
    const to = Math.min(columns, i + allowed(limit, insert));
    if (from > columns) return Infinity;
    row[from] = Infinity;
    const label = first[i - 1]!;
    for (let j = from; j <= to; j++) {
      let cost = before[j + 1]! + remove;
      if (j > 0) {
        const inserted = row[j]! + insert;
        if (inserted < cost) cost = inserted;
        const renamed = before[j]! + (label === second[j - 1] ? 0 : rename);
        if (renamed < cost) cost = renamed;
      }
      row[j + 1] = cost;
    }
    if (to + 2 < row.length) row[to + 2] = Infinity;
  }
  const distance = row[columns + 1]!;
  return distance <= limit ? distance : Infinity;
}

const allowed = (limit: number, cost: number): number =>
  cost > 0 ? Math.floor(limit / cost) : Number.MAX_SAFE_INTEGER;
/**
 * Returns a lower bound of the tree edit distance from sizes and labels alone, in linear time. Surplus nodes must be
 * removed or inserted, and of the others those with a label that the other tree lacks must be renamed (or removed and
 * inserted).
 */
export function labelBound(
  [tree1, tree2]: TreePair,
  { insert, remove, rename }: EditCosts,
): number {
  const counts = new Map<number, number>();
  for (const label of tree1.label) counts.set(label, (counts.get(label) ?? 0) + 1);
  let shared = 0;
  for (const label of tree2.label) {
    const left = counts.get(label) ?? 0;
    if (left === 0) continue;
    counts.set(label, left - 1);
    shared += 1;
  }
  const [size1, size2] = [tree1.label.length, tree2.label.length];
  const surplus = size1 > size2 ? (size1 - size2) * remove : (size2 - size1) * insert;
  return surplus + (Math.min(size1, size2) - shared) * Math.min(rename, insert + remove);
}

/**
 * Returns a lower bound of the tree edit distance from sequences of labels, at least {@link labelBound} and no larger
 * than needed to exceed `limit`. First it uses the Euler tours: with unit costs half of their distance is a bound
 * (Akutsu, Fukagawa and Takasu 2010), computed bit-parallel; with other costs it bounds the number of edits. With other
 * costs it then uses the labels in preorder and in postorder too, whichever bound is larger, because a tree mapping is
 * also a mapping of these sequences (Guha, Jagadish, Koudas, Srivastava and Yu 2002). Tables are limited to
 * {@link MAX_CELLS} cells.
 */
export function traversalBound(pair: TreePair, costs: EditCosts, limit: number): number {
  const byLabels = labelBound(pair, costs);
  if (byLabels > limit) return byLabels;
  const [tree1, tree2] = pair;
  let known = byLabels;
  if (tree1.label.length * tree2.label.length <= MAX_CELLS) {
    const cheapest = Math.min(costs.insert, costs.remove, costs.rename);
    known = Math.max(byLabels, cheapest * Math.ceil(eulerDistance(pair) / 2));
    if (isUnit(costs) || known > limit) return known;
  }
  const post = sequenceBound(tree1.label, tree2.label, costs, known, limit);
  if (post > limit) return post;
  return sequenceBound(mirrored(tree1).label, mirrored(tree2).label, costs, post, limit);
}

const MAX_CELLS = 2e8;

/** Returns the distance of two sequences, or the largest number that it is known to exceed. */
function sequenceBound(
  first: Int32Array,
  second: Int32Array,
  costs: EditCosts,
  known: number,
  limit: number,
): number {
  const step = Math.min(costs.insert, costs.remove);
  for (let reach = Math.max(known, 8 * step); ; reach *= 2) {
    const tried = Math.min(reach, limit);
    if (first.length * Math.min(second.length, (2 * tried) / step + 1) > MAX_CELLS) return known;
    const distance = sequenceDistance(first, second, costs, tried);
    if (distance <= tried) return Math.max(known, distance);
    if (tried === limit) return Infinity;
    known = Math.max(known, tried);
  }
}
