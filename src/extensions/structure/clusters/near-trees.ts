import { NotDefined } from "../../../base/failures.js";
import {
  type EditCosts,
  type NumberedTree,
  type OrderedTree,
  TreeNumbers,
  UNIT_COSTS,
} from "../tree/ordered-tree.js";
import { treeDistance, isAlwaysComparable, ROUNDING_OF_COSTS } from "../tree/tree-edit-distance.js";

/** Maximum distance of trees to the pivot that they share, as a share of the largest possible distance. */
const radius = 0.03;

/**
 * Decides whether two of many trees are within a given distance, mostly without computing the distance. It first uses
 * bounds from sizes and labels, then the triangle inequality with each tree's distance to its pivot, a similar tree.
 * For the remaining pairs the distance is computed. Distances are symmetric, because they are the mean
 * of both directions, which equals the distance with the mean of the costs of inserting and removing.
 */
export class NearTrees {
  readonly #trees: readonly NumberedTree[];
  readonly #counts: readonly LabelCounts[];
  readonly #pivot: Int32Array;
  readonly #toPivot: Float64Array;
  readonly #pivots: number[] = [];
  /** Distances that had to be computed. Infinity for a pair that is too large to compare. */
  readonly #distances = new Map<number, number>();
  /** Limits that the distances of other pairs exceed. */
  readonly #exceeded = new Map<number, number>();
  readonly #tame: boolean[] = [];
  readonly #costs: EditCosts;
  readonly #dearest: number;

  constructor(trees: Iterable<OrderedTree>, { insert, remove, rename }: EditCosts = UNIT_COSTS) {
    const numbers = new TreeNumbers();
    this.#trees = Array.from(trees, (tree) => numbers.number(tree));
    const mean = (insert + remove) / 2;
    this.#costs = { insert: mean, remove: mean, rename };
    this.#dearest = Math.max(insert, remove, rename);
    this.#counts = this.#trees.map(countLabels);
    this.#pivot = new Int32Array(this.#trees.length).fill(-1);
    this.#toPivot = new Float64Array(this.#trees.length);
  }

  /** Returns true if two trees were too large to compare. Such a pair counts as unlike. */
  isTooLarge(first: number, second: number): boolean {
    return this.#distances.get(this.#keyOf(first, second)) === Infinity;
  }

  sizeOf(tree: number): number {
    return this.#trees[tree]!.label.length;
  }

  /** Returns true if the distance of two trees is at most `share` of the largest possible distance for their sizes. */
  isWithin(first: number, second: number, share: number): boolean {
    if (first === second) return share >= 0;
    const limit = share * this.#largest(first, second);
    if (this.#bound(first, second) > limit) return false;
    const isKnown = this.#distances.has(this.#keyOf(first, second));
    const found = isKnown ? undefined : this.#byPivots(first, second, limit);
    return found ?? this.#distance(first, second, limit) <= limit;
  }

  /**
   * Returns whether two trees are within the limit, if the distances of their pivots say so. Rounding must not make the
   * answer depend on the pivots.
   */
  #byPivots(first: number, second: number, limit: number): boolean | undefined {
    if (!this.#isTame(first) || !this.#isTame(second)) return undefined;
    const [pivot1, pivot2] = [this.#pivotOf(first), this.#pivotOf(second)];
    if (pivot1 === first && pivot2 === second) return undefined;
    const around = this.#toPivot[first]! + this.#toPivot[second]!;
    const beyond = limit + around + ROUNDING_OF_COSTS;
    if (pivot1 !== pivot2 && this.#bound(pivot1, pivot2) > beyond) return false;
    const between = pivot1 === pivot2 ? 0 : this.#distance(pivot1, pivot2, beyond);
    if (between + around <= limit - ROUNDING_OF_COSTS) return true;
    return between > beyond ? false : undefined;
  }

  /** Returns the structural similarity of two trees, 0 to 1. Returns 0 if they are too large to compare. */
  structure(first: number, second: number): number {
    if (first === second) return 1;
    const largest = this.#largest(first, second);
    return 1 - Math.min(largest, this.#distance(first, second)) / largest;
  }

  /**
   * Returns true for a tree that is never too large to compare with another such tree. Other trees have no pivots,
   * because for them the answer may depend on the pivots.
   */
  #isTame(tree: number): boolean {
    return (this.#tame[tree] ??= isAlwaysComparable(this.#trees[tree]!));
  }

  #keyOf(first: number, second: number): number {
    return Math.min(first, second) * this.#trees.length + Math.max(first, second);
  }

  #largest(first: number, second: number): number {
    return this.#dearest * (this.#trees[first]!.label.length + this.#trees[second]!.label.length);
  }

  /** Returns the distance of two trees, or Infinity if it is above `atMost`, or if they are too large to compare. */
  #distance(first: number, second: number, atMost = Infinity): number {
    const key = this.#keyOf(first, second);
    const known = this.#distances.get(key);
    if (known !== undefined) return known;
    const exceeded = this.#exceeded.get(key);
    if (exceeded !== undefined && exceeded >= atMost) return Infinity;
    // Asked with another limit, the pair will be asked with more.
    const limit = exceeded === undefined ? atMost : Infinity;
    const [one, other] = [Math.min(first, second), Math.max(first, second)];
    let distance = Infinity;
    try {
      distance = treeDistance([this.#trees[one]!, this.#trees[other]!], this.#costs, limit);
    } catch (cause) {
      if (!(cause instanceof NotDefined)) throw cause;
      this.#distances.set(key, Infinity);
    }
    if (distance <= limit) this.#distances.set(key, distance);
    else this.#exceeded.set(key, limit);
    return distance <= limit ? distance : Infinity;
  }

  /** Returns a lower bound from the difference in size and from the labels that are missing in the other tree. */
  #bound(first: number, second: number): number {
    const [one, other] = [this.#counts[first]!, this.#counts[second]!];
    let shared = 0;
    for (let i = 0, j = 0; i < one.labels.length && j < other.labels.length;) {
      const difference = one.labels[i]! - other.labels[j]!;
      if (difference === 0) shared += Math.min(one.counts[i]!, other.counts[j]!);
      if (difference <= 0) i += 1;
      if (difference >= 0) j += 1;
    }
    const [size1, size2] = [this.#trees[first]!.label.length, this.#trees[second]!.label.length];
    const { remove, rename } = this.#costs;
    const unlike = Math.min(size1, size2) - shared;
    return Math.abs(size1 - size2) * remove + unlike * Math.min(rename, 2 * remove);
  }

  /** Returns the pivot of a tree, which is the first pivot near it. A tree without a near pivot becomes a pivot. */
  #pivotOf(tree: number): number {
    if (this.#pivot[tree]! >= 0) return this.#pivot[tree]!;
    this.#pivot[tree] = tree;
    for (const pivot of this.#pivots) {
      const limit = radius * this.#largest(tree, pivot);
      if (this.#bound(tree, pivot) > limit) continue;
      const distance = this.#distance(tree, pivot, limit);
      if (distance > limit) continue;
      this.#pivot[tree] = pivot;
      this.#toPivot[tree] = distance;
      return pivot;
    }
    this.#pivots.push(tree);
    return tree;
  }
}

/** Distinct labels of a tree in ascending order, with the number of occurrences of each. */
interface LabelCounts {
  readonly labels: Int32Array;
  readonly counts: Int32Array;
}

function countLabels({ label }: NumberedTree): LabelCounts {
  const found = new Map<number, number>();
  for (const each of label) found.set(each, (found.get(each) ?? 0) + 1);
  const labels = Int32Array.from(found.keys()).sort();
  return { labels, counts: labels.map((each) => found.get(each)!) };
}
