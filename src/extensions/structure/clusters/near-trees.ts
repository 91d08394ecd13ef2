import {
  type EditCosts,
  type NumberedTree,
  type OrderedTree,
  TreeNumbers,
  UNIT_COSTS,
} from "../tree/ordered-tree.js";
import { distanceWithin, isAlwaysComparable } from "../tree/tree-edit-distance.js";

/** Maximum distance of trees to the pivot that they share, as a share of the largest possible distance. */
const radius = 0.03;

/**
 * Decides whether two of many trees are within a given distance, mostly without computing the distance. It first uses
 * bounds from sizes and labels, then the triangle inequality with each tree's distance to its pivot, a similar tree.
 * For the remaining pairs the distance is computed up to the limit. Distances are symmetric, because they are the mean
 * of both directions, which equals the distance with the mean of the costs of inserting and removing.
 */
export class NearTrees {
  readonly #trees: readonly NumberedTree[];
  readonly #counts: readonly LabelCounts[];
  readonly #pivot: Int32Array;
  readonly #toPivot: Float64Array;
  readonly #pivots: number[] = [];
  readonly #betweens = new Map<number, Between>();
  /** Number of distances that had to be computed. */
  computed = 0;
  /** Keys of pairs that are too large to compare. */
  readonly #tooLarge = new Set<number>();
  readonly #tame: boolean[] = [];
  readonly #costs: EditCosts;
  readonly #dearest: number;
  readonly #exact: boolean;
  /** True if distances are whole numbers, so that rounding cannot make them depend on the method of computation. */
  readonly #areWhole: boolean;
  /** The last pair that was found within a limit. */
  #last = { first: -1, second: -1, distance: Infinity };
  readonly #structures = new Map<number, number>();

  /**
   * With `exact`, distances within a limit are computed exactly instead of being bounded from above, so that one
   * computation is enough for several shares.
   */
  constructor(
    trees: Iterable<OrderedTree>,
    { insert, remove, rename }: EditCosts = UNIT_COSTS,
    exact = false,
  ) {
    const numbers = new TreeNumbers();
    this.#trees = Array.from(trees, (tree) => numbers.number(tree));
    this.#exact = exact;
    const mean = (insert + remove) / 2;
    this.#costs = { insert: mean, remove: mean, rename };
    this.#areWhole = Object.values(this.#costs).every(Number.isInteger);
    this.#dearest = Math.max(insert, remove, rename);
    this.#counts = this.#trees.map(countLabels);
    this.#pivot = new Int32Array(this.#trees.length).fill(-1);
    this.#toPivot = new Float64Array(this.#trees.length);
  }

  /** Returns true if two trees were too large to compare. Such a pair counts as unlike. */
  isTooLarge(first: number, second: number): boolean {
    return this.#tooLarge.size > 0 && this.#tooLarge.has(this.#keyOf(first, second));
  }

  sizeOf(tree: number): number {
    return this.#trees[tree]!.label.length;
  }

  /** Returns true if the distance of two trees is at most `share` of the largest possible distance for their sizes. */
  isWithin(first: number, second: number, share: number): boolean {
    if (first === second) return share >= 0;
    const limit = share * this.#largest(first, second);
    if (this.#bound(first, second) > limit) return false;
    if (!this.#areTame(first, second)) return this.#isUntamedWithin(first, second, limit);
    const [pivot1, pivot2] = [this.#pivotOf(first), this.#pivotOf(second)];
    const around = this.#toPivot[first]! + this.#toPivot[second]!;
    if (pivot1 === pivot2) {
      if (around <= limit) return true;
    } else if (pivot1 !== first || pivot2 !== second) {
      const farther = (share + 2 * radius) * this.#largest(pivot1, pivot2);
      const between = this.#between(pivot1, pivot2, farther, limit - around, limit + around);
      if (between.atMost + around <= limit) return true;
      if (between.above - around >= limit) return false;
    }
    return this.#between(first, second, limit).atMost <= limit;
  }

  /**
   * Returns the place of the first of these shares within which two trees are alike, or the number of shares if they differ
   * by more. `shares` must be in ascending order.
   */
  firstWithin(first: number, second: number, shares: readonly number[]): number {
    let place = shares.length;
    while (place > 0) {
      const share = shares[place - 1]!;
      if (share < 0 || (share < 1 && !this.isWithin(first, second, share))) break;
      place -= 1;
    }
    return place;
  }

  /** Returns the structural similarity of two trees, 0 to 1. Returns 0 if they are too large to compare. */
  structure(first: number, second: number): number {
    if (first === second) return 1;
    // The direction is part of the key, because the sum of costs may be rounded differently in the other direction.
    const key = first * this.#trees.length + second;
    const known = this.#structures.get(key);
    if (known !== undefined) return known;
    const largest = this.#largest(first, second);
    const distance =
      this.#areWhole && this.#areTame(first, second)
        ? this.#between(first, second, Infinity, 0).atMost
        : this.#within(first, second, Infinity, 0);
    const structure = 1 - (distance ?? largest) / largest;
    this.#structures.set(key, structure);
    return structure;
  }

  /**
   * Returns true for a tree that is never too large to compare with another such tree. Other trees have no pivots,
   * because for them the answer may depend on the method of computation.
   */
  #isTame(tree: number): boolean {
    this.#tame[tree] ??= isAlwaysComparable(this.#trees[tree]!);
    return this.#tame[tree];
  }

  #areTame(first: number, second: number): boolean {
    return this.#isTame(first) && this.#isTame(second);
  }

  #isUntamedWithin(first: number, second: number, limit: number): boolean {
    const last = this.#last;
    if (last.first === first && last.second === second) {
      if (last.distance <= limit) return true;
      if (this.#exact) return false;
    }
    const distance = this.#within(first, second, limit);
    if (distance !== undefined) this.#last = { first, second, distance };
    return distance !== undefined;
  }

  #keyOf(first: number, second: number): number {
    return Math.min(first, second) * this.#trees.length + Math.max(first, second);
  }

  #largest(first: number, second: number): number {
    return this.#dearest * (this.#trees[first]!.label.length + this.#trees[second]!.label.length);
  }

  /**
   * Returns the distance if it is within the limit, or an upper bound of at most `enough`. Returns `undefined` if the
   * distance is larger or the trees are too large to compare.
   */
  #within(
    first: number,
    second: number,
    limit: number,
    enough = this.#exact ? 0 : limit,
    atMost = Infinity,
  ): number | undefined {
    this.computed += 1;
    try {
      const pair = [this.#trees[first]!, this.#trees[second]!] as const;
      return distanceWithin(pair, this.#costs, { limit, enough, atMost });
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      this.#tooLarge.add(this.#keyOf(first, second));
      return undefined;
    }
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
      const distance = this.#within(tree, pivot, limit);
      if (distance === undefined) continue;
      this.#pivot[tree] = pivot;
      this.#toPivot[tree] = distance;
      return pivot;
    }
    this.#pivots.push(tree);
    return tree;
  }

  /**
   * The bounds decide whether the distance is within `limit`. If it is, they give the exact distance, or show that it
   * is at most `enough` or above `beyond`.
   */
  #between(
    first: number,
    second: number,
    limit: number,
    enough = this.#exact ? 0 : limit,
    beyond = limit,
  ): Between {
    const key = this.#keyOf(first, second);
    const known = this.#betweens.get(key) ?? { above: -1, atMost: Infinity };
    if (known.isExact === true || known.above >= beyond || known.atMost <= enough) return known;
    const most = this.#areWhole ? known.atMost : Infinity;
    const atMost = this.#within(first, second, limit, enough, most);
    let between: Between = { ...known, above: Math.max(known.above, limit) };
    if (atMost !== undefined) {
      const isExact = atMost > enough;
      between = { above: isExact ? atMost - rounding : known.above, atMost, isExact };
    }
    this.#betweens.set(key, between);
    return between;
  }
}

const rounding = 1e-9;

/**
 * Bounds of a distance, which is greater than `above` and at most `atMost`. If they are exact, `atMost` is the
 * distance.
 */
interface Between {
  readonly above: number;
  readonly isExact?: boolean;
  readonly atMost: number;
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
