import {
  type EditCosts,
  type NumberedTree,
  type OrderedTree,
  TreeNumbers,
  UNIT_COSTS,
} from "../../base/math/tree/ordered-tree.js";
import { distanceWithin, isAlwaysComparable } from "../../base/math/tree/tree-edit-distance.js";

/** Trees this much apart, as a share of the largest distance, are put with one pivot. */
const radius = 0.03;

/**
 * Says whether two of many trees lie within some distance of each other, mostly without computing it: by sizes and
 * labels, and by the triangle inequality from each tree's distance to its pivot, a tree much like it. What is left is
 * computed, within the limit. A pair has no direction: its distance is the mean of both, which is the distance with the
 * mean of the costs to insert and to remove.
 */
export class NearTrees {
  readonly #trees: readonly NumberedTree[];
  readonly #counts: readonly LabelCounts[];
  readonly #pivot: Int32Array;
  readonly #toPivot: Float64Array;
  readonly #pivots: number[] = [];
  readonly #betweens = new Map<number, Between>();
  /** Distances that had to be computed. */
  computed = 0;
  /** Pairs. */
  readonly #tooLarge = new Set<number>();
  readonly #tame: boolean[] = [];
  readonly #costs: EditCosts;
  /** The dearest of the costs as given. */
  readonly #dearest: number;
  readonly #exact: boolean;
  /** Whether distances are whole numbers, which are the same however they are found. */
  readonly #areWhole: boolean;
  /** The pair that was last within a limit. */
  #last = { first: -1, second: -1, distance: Infinity };
  readonly #structures = new Map<number, number>();

  /** With `exact` a distance that is found is no upper bound, which serves several shares of one pair. */
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

  /** Whether two trees were too large to compare: such a pair is taken as unlike. */
  isTooLarge(first: number, second: number): boolean {
    return this.#tooLarge.size > 0 && this.#tooLarge.has(this.#keyOf(first, second));
  }

  /** Elements of a tree. */
  sizeOf(tree: number): number {
    return this.#trees[tree]!.label.length;
  }

  /** Whether the distance of two trees is at most `share` of the largest that trees of their sizes can have. */
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

  /** The place of the first share within which two trees lie; the number of shares if there is no such one. Shares ascend. */
  firstWithin(first: number, second: number, shares: readonly number[]): number {
    let place = shares.length;
    while (place > 0) {
      const share = shares[place - 1]!;
      if (share < 0 || (share < 1 && !this.isWithin(first, second, share))) break;
      place -= 1;
    }
    return place;
  }

  /** Structural similarity of two trees, 0 to 1; 0 where they are too large to compare. */
  structure(first: number, second: number): number {
    if (first === second) return 1;
    // In the other direction costs may add up to another last digit.
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
   * True for a tree that is never too large to compare with another such one. What is said of the others may depend on
   * how it is found, so that they have no pivots.
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

  /** The distance if it is within the limit; or an upper bound of no more than `enough`. */
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

  /** A lower bound: nodes that are one too many, and nodes whose label the other tree lacks. */
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

  /** The first pivot that a tree is close to is its pivot; a tree close to none is one. */
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
   * What is known of the distance of two trees that can always be compared, once it is known whether it is within the
   * limit; and how large it is if it is within, or that it is no more than `enough`, or more than `beyond`.
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

/** Bounds of the distance of two trees; `atMost` is the distance itself if they are exact. */
interface Between {
  readonly above: number;
  readonly isExact?: boolean;
  readonly atMost: number;
}

/** The different labels of a tree, ascending, and how often it has each. */
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
