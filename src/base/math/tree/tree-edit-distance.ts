import { aptedDistance, MAX_APTED_NODES, MAX_SUBPROBLEMS } from "./apted.js";
import { BandedTrees } from "./banded-distance.js";
import { bandCells, bandOf, type Corridor, corridorOf } from "./corridor.js";
import { EulerCorridors, MAX_EULER_PAIRS, TourTables } from "./euler-distance.js";
import { labelBound, traversalBound } from "./lower-bounds.js";
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

/** A tree, or its text in bracket notation. */
export type TreeOrBrackets = OrderedTree | string;

/** Tables of the band have at most this many cells, of 8 bytes. */
const MAX_BAND_CELLS = 2 ** 25;

/** Pairs are compared one after the other, and nothing is kept of them. */
const tables = new TourTables();

/** More subproblems than this are refused: they would take minutes. */
const MAX_BAND_WORK = 4e9;

/**
 * The tree edit distance: the least cost of insertions, removals and renames of nodes that turn the first ordered
 * tree into the second (unit costs unless given). Exact: what the trees share at their edges is taken away, a band is
 * tried that widens until the distance fits, and where that costs more, APTED takes over. Throws a `SyntaxError` for
 * bad bracket notation and a `RangeError` for bad costs and for trees that differ in too many nodes to compare.
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
 * The tree edit distance if it is at most `limit`, else undefined: much faster where a cheap bound already says that
 * it is larger. Throws as {@link treeEditDistance}.
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
 * Finds whether the tree edit distance is at most `limit`: undefined if it is larger, else an upper bound of it within
 * the limit, which is mostly the distance itself and much sooner found. Throws as {@link treeEditDistance}.
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
 * A lower bound of the tree edit distance in linear time, from the numbers of nodes and their labels alone. Throws as
 * {@link treeEditDistance} for bad notation and bad costs.
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

/** What is to be found out about a distance, and what is known. */
interface Wanted {
  readonly limit: number;
  /** An upper bound of no more than this will do as well; none if absent. */
  readonly enough?: number;
  /** An upper bound that is known. */
  readonly atMost?: number;
}

/** {@link treeEditDistanceWithin} of trees with one numbering. */
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
 * The distance of two trees that share nothing at their edges; Infinity, or any number above it, beyond the limit. An
 * upper bound of no more than `enough` will do as well.
 */
function compare(
  given: TreePair,
  costs: EditCosts,
  { limit, enough = 0, atMost = Infinity }: Wanted,
): number {
  const [size1, size2] = [given[0].label.length, given[1].label.length];
  const { insert, remove } = costs;
  // The least upper bound that is known.
  let known = Math.min(atMost, size1 * remove + size2 * insert);
  const largest = Math.min(limit, known);
  // Without a price on insertions and removals any number of them fits in any limit.
  if (insert === 0 || remove === 0) return aptedDistance(given, costs);
  const { pair, work } = fromTheBetterSide(given);
  const byTours =
    isUnit(costs) && size1 * size2 <= MAX_EULER_PAIRS
      ? new EulerCorridors(pair, tables)
      : undefined;
  const bound =
    byTours === undefined ? traversalBound(given, costs, largest) : byTours.bound(largest);
  if (bound > limit) return Infinity;
  if (bound >= atMost) return atMost;
  const mapped = byTours?.mapped() ?? Infinity;
  if (mapped <= Math.max(bound, enough)) return mapped;
  const mostWork = mostBandWork(pair, work);
  const trees = new BandedTrees(pair);
  known = Math.min(known, mapped);
  // Whole distances that are not within a limit are at least one more.
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
    if (corridor === "too wide") break;
    if (corridor !== undefined) {
      if (corridor.cells > MAX_BAND_CELLS || trees.work(corridor) > mostWork) break;
      // Otherwise what lies beyond the limit may well be a good upper bound.
      const { canMap: _, ...whole } = corridor;
      found = trees.distance(costs, isLast ? corridor : whole);
      if (found <= Math.max(isLast ? tried : tried + next, enough)) return found;
    }
    if (isLast) return known;
    known = Math.min(known, found);
    reach = byTours === undefined ? 2 * tried : known;
  }
  return aptedDistance(pair, costs);
}

/**
 * The distance to look for first. Of real pairs it is mostly at a third of the way from half of the tours' distance to
 * what their mapping costs. So a limit below that is mostly exceeded, which only the whole band shows. Otherwise a narrow
 * band is enough to find an upper bound: it is mostly within a larger limit, and near the distance itself.
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

/** True for a tree that can be compared with any other such one, whatever the limit. */
export const isAlwaysComparable = (tree: NumberedTree): boolean =>
  tree.label.length <= MAX_APTED_NODES && 2 * leftKeyrootSum(tree) ** 2 <= MAX_SUBPROBLEMS;

function corridorByLabels(
  pair: TreePair,
  costs: EditCosts,
  limit: number,
): Corridor | "too wide" | undefined {
  const band = bandOf(pair, costs, limit);
  if (band === undefined) return undefined;
  if (bandCells(pair, band) > MAX_BAND_CELLS) return "too wide";
  return corridorOf(pair, costs, limit, band);
}

/**
 * How many subproblems a band may have before APTED is the better choice: those of Zhang and Shasha's algorithm, and not
 * so many more than APTED's tables have cells that a tree of a bad shape would cost more than APTED at its best.
 */
function mostBandWork(pair: TreePair, work: number): number {
  const [size1, size2] = [pair[0].label.length, pair[1].label.length];
  if (Math.max(size1, size2) > MAX_APTED_NODES) return MAX_BAND_WORK;
  return Math.min(work, 50 * size1 * size2);
}

/**
 * The pair, or its mirror image where that has fewer subproblems: the distance is the same. About how many Zhang and
 * Shasha's algorithm would solve there; APTED fewer.
 */
function fromTheBetterSide(pair: TreePair): { readonly pair: TreePair; readonly work: number } {
  const left = leftKeyrootSum(pair[0]) * leftKeyrootSum(pair[1]);
  const right = rightKeyrootSum(pair[0]) * rightKeyrootSum(pair[1]);
  if (left <= 1.25 * right) return { pair, work: left };
  return { pair: [mirrored(pair[0]), mirrored(pair[1])], work: right };
}

/** Sizes of the subtrees of all nodes that are not a first child. */
function leftKeyrootSum({ size }: Pick<OrderedTree, "size">): number {
  const largest = new Int32Array(size.length);
  for (let node = 0; node < size.length; node++) largest[node - size[node]! + 1] = size[node]!;
  let sum = 0;
  for (const own of largest) sum += own;
  return sum;
}

/** Sizes of the subtrees of all nodes that are not a last child. */
function rightKeyrootSum({ size }: Pick<OrderedTree, "size">): number {
  let sum = 0;
  for (let node = 0; node < size.length; node++) {
    // A last child comes right before its parent, another one before a leaf.
    const isLast = node + 1 < size.length && size[node + 1]! > 1;
    if (!isLast) sum += size[node]!;
  }
  return sum;
}
