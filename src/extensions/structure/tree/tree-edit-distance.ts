import { NotDefined } from "../../../base/failures.js";
import { BandedTrees } from "./banded-distance.js";
import { bandCells, bandOf, type Corridor, corridorOf, wholeCorridor } from "./corridor.js";
import { EulerCorridors, MAX_EULER_PAIRS, TourTables } from "./euler-distance.js";
import {
  checkedCosts,
  type EditCosts,
  isUnit,
  mirrored,
  type NumberedTree,
  numberLabels,
  type OrderedTree,
  parseBracketTree,
  type TreePair,
  UNIT_COSTS,
} from "./ordered-tree.js";
import { stripCommon } from "./strip-common.js";

/** Tree, or its text in bracket notation. */
export type TreeOrBrackets = OrderedTree | string;

/** Maximum number of nodes in which two trees may differ, if nothing is known about their distance. */
const MAX_NODES = 6000;

/** Maximum number of cells in a table, which are those of two such trees: 72 MB with unit costs, 288 MB with fractions. */
const MAX_CELLS = (MAX_NODES + 1) ** 2;

/**
 * The tables are shared by all pairs, because pairs are compared one after the other and no table is needed afterwards.
 */
const tables = new TourTables();

/** Maximum number of subproblems, of which a core solves some 85 million a second on a busy machine. */
const MAX_SUBPROBLEMS = 4e9;

/**
 * Returns the tree edit distance, which is the lowest cost of insertions, removals and renames of nodes that turn the
 * first ordered tree into the second (1 each unless `costs` is given). The result is exact. Equal parts at the edges of
 * the trees are removed first. Then a band is widened until the distance fits. Throws a `SyntaxError` for malformed bracket notation and a `RangeError` for invalid costs and for
 * trees that differ in too many nodes to compare.
 *
 * @example
 * ```js
 * console.log(treeEditDistance("{html{head}{body{p}}}", "{html{body{p}{p}}}"));
 * // 2
 * ```
 */
export function treeEditDistance(
  tree1: TreeOrBrackets,
  tree2: TreeOrBrackets,
  costs: EditCosts = UNIT_COSTS,
): number {
  return within(tree1, tree2, costs, { limit: Infinity }) ?? Infinity;
}

/**
 * Returns the tree edit distance if it is at most `limit`, and otherwise undefined. Much faster than
 * {@link treeEditDistance} if a cheap lower bound already exceeds the limit. Throws the same errors.
 *
 * @example
 * ```js
 * console.log(
 *   treeEditDistanceWithin("{a{b}{c}}", "{a}", 2),
 *   treeEditDistanceWithin("{a{b}{c}}", "{a}", 1),
 * );
 * // 2 undefined
 * ```
 */
export function treeEditDistanceWithin(
  tree1: TreeOrBrackets,
  tree2: TreeOrBrackets,
  limit: number,
  costs: EditCosts = UNIT_COSTS,
): number | undefined {
  return within(tree1, tree2, costs, { limit });
}

/**
 * Returns undefined if the tree edit distance exceeds `limit`, and otherwise an upper bound of it within the limit. The
 * bound usually equals the distance and takes much less time. Throws the same errors as {@link treeEditDistance}.
 *
 * @example
 * ```js
 * console.log(treeEditDistanceAtMost("{a{b}{c}}", "{a}", 2));
 * // 2
 * ```
 */
export function treeEditDistanceAtMost(
  tree1: TreeOrBrackets,
  tree2: TreeOrBrackets,
  limit: number,
  costs: EditCosts = UNIT_COSTS,
): number | undefined {
  return within(tree1, tree2, costs, { limit, enough: limit });
}

/**
 * Returns a lower bound of the tree edit distance in linear time, from the numbers of nodes and their labels alone.
 * Throws the errors of {@link treeEditDistance} for malformed notation and invalid costs.
 *
 * @example
 * ```js
 * console.log(treeEditDistanceBound("{a{b}{c}}", "{a}"));
 * // 2
 * ```
 */
export function treeEditDistanceBound(
  tree1: TreeOrBrackets,
  tree2: TreeOrBrackets,
  costs: EditCosts = UNIT_COSTS,
): number {
  return labelBound(numberLabels(toTree(tree1), toTree(tree2)), checkedCosts(costs));
}

/**
 * Returns a lower bound of the tree edit distance from sizes and labels alone, in linear time. Surplus nodes must be
 * removed or inserted. Of the other nodes, those with a label that the other tree does not have must be renamed (or
 * removed and inserted).
 */
function labelBound([tree1, tree2]: TreePair, { insert, remove, rename }: EditCosts): number {
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

const toTree = (tree: TreeOrBrackets): OrderedTree =>
  typeof tree === "string" ? parseBracketTree(tree) : tree;

function within(
  tree1: TreeOrBrackets,
  tree2: TreeOrBrackets,
  costs: EditCosts,
  wanted: Wanted,
): number | undefined {
  const pair = numberLabels(toTree(tree1), toTree(tree2));
  if (labelBound(pair, checkedCosts(costs)) > wanted.limit) return undefined;
  return distanceWithin(pair, costs, wanted);
}

/** Question about a distance, and the facts that are known about it. */
interface Wanted {
  readonly limit: number;
  /** An upper bound of at most this value is a sufficient answer. If absent, the exact distance is needed. */
  readonly enough?: number;
  readonly atMost?: number;
}

/** Does the same as {@link treeEditDistanceWithin} for trees that share a numbering. */
export function distanceWithin(
  pair: TreePair,
  costs: EditCosts,
  wanted: Wanted,
): number | undefined {
  const stripped = stripCommon(pair, costs);
  const distance = "pair" in stripped ? compare(stripped.pair, costs, wanted) : stripped.distance;
  return distance <= wanted.limit ? distance : undefined;
}

/**
 * Returns the distance of two trees without equal parts at their edges. If it exceeds the limit, the result is Infinity
 * or any number above the limit. An upper bound of at most `enough` is a sufficient answer.
 */
function compare(
  given: TreePair,
  costs: EditCosts,
  { limit, enough = 0, atMost = Infinity }: Wanted,
): number {
  const [size1, size2] = [given[0].label.length, given[1].label.length];
  const { insert, remove } = costs;
  // Least known upper bound.
  let known = Math.min(atMost, size1 * remove + size2 * insert);
  const largest = Math.min(limit, known);
  const pair = fromTheBetterSide(given);
  // If insertions or removals are free, a limit does not bound their number.
  if (insert === 0 || remove === 0) return wholeDistance(pair, costs);
  const byTours =
    isUnit(costs) && size1 * size2 <= MAX_EULER_PAIRS
      ? new EulerCorridors(pair, tables)
      : undefined;
  const bound = byTours === undefined ? labelBound(given, costs) : byTours.bound(largest);
  if (bound > limit) return Infinity;
  if (bound >= atMost) return atMost;
  const mapped = byTours?.mapped() ?? Infinity;
  if (mapped <= Math.max(bound, enough)) return mapped;
  const trees = new BandedTrees(pair);
  known = Math.min(known, mapped);
  // With unit costs, a distance above a limit is at least one more.
  const next = byTours === undefined ? 0 : 1;
  let reach =
    byTours === undefined
      ? Math.max(bound, 4 * Math.min(insert, remove))
      : firstReach({ bound, mapped, limit: Math.min(limit, known), isExact: enough < bound });
  for (;;) {
    const most = Math.min(limit, known - next);
    const tried = Math.min(reach, most);
    const isLast = tried === most;
    let found = Infinity;
    const corridor =
      byTours === undefined ? corridorByLabels(pair, costs, tried) : byTours.within(tried);
    if (corridor === "too wide") return wholeDistance(pair, costs);
    if (corridor !== undefined) {
      requireComparable(pair, corridor, trees);
      // Without canMap, the result may be a good upper bound even if it exceeds the limit.
      const { canMap: _, ...whole } = corridor;
      found = trees.distance(costs, isLast ? corridor : whole);
      if (found <= Math.max(isLast ? tried : tried + next, enough)) return found;
    }
    if (isLast) return known;
    known = Math.min(known, found);
    reach = byTours === undefined ? 2 * tried : known;
  }
}

/** Returns the distance by Zhang and Shasha's algorithm on whole trees, which no band of theirs makes shorter. */
function wholeDistance(pair: TreePair, costs: EditCosts): number {
  const trees = new BandedTrees(pair);
  if (largestSize(pair) > MAX_NODES) throw notComparable(pair);
  const corridor = wholeCorridor(pair);
  requireComparable(pair, corridor, trees);
  return trees.distance(costs, corridor);
}

/** Throws {@link NotDefined} for a comparison that takes too much memory or time. */
function requireComparable(pair: TreePair, corridor: Corridor, trees: BandedTrees): void {
  if (corridor.cells > MAX_CELLS || trees.work(corridor) > MAX_SUBPROBLEMS) {
    throw notComparable(pair);
  }
}

const largestSize = ([one, other]: TreePair): number =>
  Math.max(one.label.length, other.label.length);

function notComparable(pair: TreePair): NotDefined {
  const [one, other] = pair;
  return new NotDefined(
    `trees that differ in ${one.label.length} and ${other.label.length} nodes are too ` +
      (largestSize(pair) > MAX_NODES
        ? `large to compare: ${MAX_NODES} nodes at most`
        : "costly to compare"),
  );
}

/**
 * Returns the first limit to try. In real pairs the distance is usually a third of the way from the lower bound (half
 * of the distance of the tours) to the cost of their mapping. A limit below that is usually exceeded, which only the
 * whole band can show. With a higher limit, a narrow band is enough to find an upper bound, which is usually within a
 * larger limit and close to the distance.
 */
function firstReach(known: {
  readonly bound: number;
  readonly mapped: number;
  readonly limit: number;
  readonly isExact: boolean;
}): number {
  const { bound, mapped, limit, isExact } = known;
  const apart = mapped - bound;
  if (!isExact && limit < bound + 0.3 * apart) return limit;
  return bound + Math.ceil((isExact ? 0.05 : 0.02) * apart);
}

/** True for a tree that can be compared with any other such tree, without a limit on the distance. */
export const isAlwaysComparable = (tree: NumberedTree): boolean =>
  tree.label.length <= MAX_NODES && leftKeyrootSum(tree) ** 2 <= MAX_SUBPROBLEMS;

function corridorByLabels(
  pair: TreePair,
  costs: EditCosts,
  limit: number,
): Corridor | "too wide" | undefined {
  const band = bandOf(pair, costs, limit);
  if (band === undefined) return undefined;
  if (bandCells(pair, band) > MAX_CELLS) return "too wide";
  return corridorOf(pair, costs, limit, band);
}

/**
 * Returns the pair, or its mirror image if that has clearly fewer subproblems (a fifth, which mirroring costs at most).
 * The distance is the same.
 */
function fromTheBetterSide(pair: TreePair): TreePair {
  const left = leftKeyrootSum(pair[0]) * leftKeyrootSum(pair[1]);
  const right = rightKeyrootSum(pair[0]) * rightKeyrootSum(pair[1]);
  return left <= 1.25 * right ? pair : [mirrored(pair[0]), mirrored(pair[1])];
}

/** Returns the sum of the sizes of the subtrees of all nodes that are not a first child. */
function leftKeyrootSum({ size }: Pick<OrderedTree, "size">): number {
  const largest = new Int32Array(size.length);
  for (let node = 0; node < size.length; node++) largest[node - size[node]! + 1] = size[node]!;
  let sum = 0;
  for (const own of largest) sum += own;
  return sum;
}

/** Returns the sum of the sizes of the subtrees of all nodes that are not a last child. */
function rightKeyrootSum({ size }: Pick<OrderedTree, "size">): number {
  let sum = 0;
  for (let node = 0; node < size.length; node++) {
    // In postorder a last child is directly before its parent, and any other child is directly before a leaf.
    const isLast = node + 1 < size.length && size[node + 1]! > 1;
    if (!isLast) sum += size[node]!;
  }
  return sum;
}
