import { NotDefined } from "../../../base/failures.js";
import {
  type EditCosts,
  largestDistance,
  type NumberedTree,
  numberLabels,
  type OrderedTree,
  type TreePair,
  UNIT_COSTS,
} from "./ordered-tree.js";
import { stripCommon } from "./strip-common.js";
import { cellsOf, sizeOfKeyroots, zhangShasha } from "./zhang-shasha.js";

/** Maximum number of nodes in which two trees may differ: two tables of 72 MB with unit costs, of 288 MB with fractions. */
const MAX_NODES = 6000;

/** Maximum number of cells that are computed for two trees, which takes a core less than a minute. */
const MAX_CELLS = 4e9;

/** Most distances of pages are at most this multiple of the distance of their sequences of labels. */
const USUAL_RATIO = 1.4;

/** Maximum error of sums of costs that are not whole numbers. */
export const ROUNDING_OF_COSTS = 1e-9;

/**
 * Returns the tree edit distance, which is the lowest cost of insertions, removals and renames of nodes that turn the
 * first ordered tree into the second. The result is exact. Equal parts at the edges of the trees are removed first.
 * Throws {@link NotDefined} for trees that differ in too many nodes to compare.
 */
export const treeEditDistance = (
  tree1: OrderedTree,
  tree2: OrderedTree,
  costs: EditCosts = UNIT_COSTS,
): number => treeDistance(numberLabels(tree1, tree2), costs);

/**
 * Does the same as {@link treeEditDistance} for trees that share a numbering. For a distance above `atMost` it may return
 * any number above that.
 */
export function treeDistance(trees: TreePair, costs: EditCosts, atMost = Infinity): number {
  const stripped = stripCommon(trees, costs);
  if (!("pair" in stripped)) return stripped.distance;
  const { pair } = stripped;
  requireComparable(pair);
  const least = sequenceDistance(pair, costs);
  if (least > atMost + ROUNDING_OF_COSTS) return least;
  const most = largestDistance(costs, pair[0].label.length, pair[1].label.length);
  // Trees of one sequence of labels may differ all the same, so the first limit is not 0.
  const start = Math.max(USUAL_RATIO * least, most / 100);
  for (let limit = start; limit < Math.min(most / 2, atMost); limit *= 2) {
    const distance = zhangShasha(pair, costs, limit);
    if (distance <= limit) return distance;
  }
  return zhangShasha(pair, costs, atMost);
}

/**
 * Returns the edit distance of the sequences of labels in postorder (Wagner and Fischer 1974). The distance of the trees is
 * never lower, because all that turns one tree into the other turns its sequence into that of the other.
 */
function sequenceDistance(
  [{ label: one }, { label: other }]: TreePair,
  { insert, remove, rename }: EditCosts,
): number {
  const row = Float64Array.from({ length: other.length + 1 }, (_, j) => j * insert);
  for (const label of one) {
    let before = row[0]!;
    row[0] = before + remove;
    for (let j = 0; j < other.length; j++) {
      const renamed = before + (label === other[j] ? 0 : rename);
      before = row[j + 1]!;
      row[j + 1] = Math.min(renamed, before + remove, row[j]! + insert);
    }
  }
  return row[other.length]!;
}

/**
 * Returns a lower bound of the tree edit distance from sizes and labels alone, in linear time. Surplus nodes must be
 * removed or inserted. Of the other nodes, those with a label that the other tree does not have must be renamed (or
 * removed and inserted).
 */
export function treeEditDistanceBound(
  first: OrderedTree,
  second: OrderedTree,
  { insert, remove, rename }: EditCosts = UNIT_COSTS,
): number {
  const [tree1, tree2] = numberLabels(first, second);
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

function requireComparable(pair: TreePair): void {
  const [size1, size2] = pair.map(({ label }) => label.length) as [number, number];
  const trees = `trees that differ in ${size1} and ${size2} nodes are too`;
  if (Math.max(size1, size2) > MAX_NODES) {
    throw new NotDefined(`${trees} large to compare: ${MAX_NODES} nodes at most`);
  }
  const cells = cellsOf(pair);
  if (cells <= MAX_CELLS) return;
  throw new NotDefined(
    `${trees} costly to compare: ${cells} pairs of parts, and at most ${MAX_CELLS} are compared`,
  );
}

/** True for a tree that can be compared with any other such tree. */
export const isAlwaysComparable = (tree: NumberedTree): boolean =>
  tree.label.length <= MAX_NODES && sizeOfKeyroots(tree) ** 2 <= MAX_CELLS;
