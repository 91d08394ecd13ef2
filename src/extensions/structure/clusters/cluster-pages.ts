import { UsageError } from "../../../base/errors.js";
import { Forest } from "../../../base/math/forest.js";
import { groupBy } from "../../../base/math/group-by.js";
import { createHash } from "node:crypto";
import { type DomTree, packTree } from "../dom-tree.js";
import { BitSet, mergeByNeighbours } from "./merge-by-neighbours.js";
import type { ClusterSettings } from "./options.js";
import {
  allowedDistance,
  checkClusterSettings,
  clusterCosts,
  leastStyle,
} from "./near-settings.js";
import { NearTrees } from "./near-trees.js";
import { styleLikeness, type NameSet, nameSets, similarStyles } from "./similar-styles.js";

/** The facts by which pages are compared. */
export interface KindPage {
  readonly tree: DomTree;
  /** CSS class names without duplicates, in code unit order. */
  readonly classes: readonly string[];
}

/** A page to cluster. */
export interface ClusterPage<Id> extends KindPage {
  readonly id: Id;
}

/**
 * Returns distinct values, and for each item the index of its value. `nameOf` must return equal texts for equal values
 * only. To save memory, only the digest of the text is stored.
 */
function distinctPages<P, T>(
  items: readonly P[],
  nameOf: (item: P) => string,
  valueOf: (item: P) => T,
): { readonly values: readonly T[]; readonly of: readonly number[] } {
  const places = new Map<string, number>();
  const values: T[] = [];
  const of = items.map((item) => {
    const name = createHash("sha256").update(nameOf(item)).digest("base64");
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, values.length);
    values.push(valueOf(item));
    return values.length - 1;
  });
  return { values, of };
}

/** A cluster: pages of one template. */
export interface PageCluster<Id> {
  /** Members in the order of the input. */
  readonly members: readonly Id[];
  /** Member most similar to the others. */
  readonly medoid: Id;
  /**
   * Mean similarity of the medoid to all members including itself, 0 to 1. For a large cluster it is computed from a
   * sample of `medoidCandidates` kinds.
   */
  readonly cohesion: number;
  /** Members that are too large to compare with some other page, and therefore count as unlike it. */
  readonly tooLarge: readonly Id[];
}

/** The table of near neighbours takes a bit for each pair: 450 MB at this number. */
const MAX_DISTINCT_PAGES = 60_000;

/**
 * Groups pages by structure and style with shared near neighbours (Gowda and Mattmann, "Clustering Web Pages Based on
 * Structure and Style Similarity", 2016, section 6). Larger clusters come first, and clusters of equal size are in the
 * order of their first members. The order of the pages decides ties, so it should be fixed. Throws a `UsageError` for
 * more than 60,000 distinct pages, or for bad settings.
 *
 * @example
 * ```js
 * const elements = { a: ["p", "body"], b: ["p", "body"], c: ["td", "tr", "table", "body"] };
 * const pages = Object.entries(elements).map(([id, labels]) => ({
 * id,
 * classes: [],
 * tree: { labels, label: labels.map((_, at) => at), size: labels.map((_, at) => at + 1) },
 * }));
 * for (const { members } of clusterPages(pages, CLUSTER_DEFAULTS)) console.log(members.join());
 * // a,b
 * // c
 * ```
 */
export function clusterPages<Id>(
  pages: readonly ClusterPage<Id>[],
  settings: ClusterSettings,
): PageCluster<Id>[] {
  const steps = clusterSteps(pages, settings);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Each step yields the number of pages that have been compared. Between the steps the caller can do other work. */
export function* clusterSteps<Id>(
  pages: readonly ClusterPage<Id>[],
  settings: ClusterSettings,
): Generator<number, PageCluster<Id>[]> {
  checkClusterSettings(settings);
  const { of, values: first } = distinctPages(
    pages,
    ({ tree, classes }) => JSON.stringify([tree, classes]),
    (page) => page,
  );
  if (first.length > MAX_DISTINCT_PAGES) {
    throw new UsageError(
      `${first.length} different pages are too many, ${MAX_DISTINCT_PAGES} at most can be clustered: give fewer files or seeds at a time.`,
    );
  }
  const pagesOf: number[][] = first.map(() => []);
  for (const [page, kind] of of.entries()) pagesOf[kind]!.push(page);
  const weights = new Int32Array(Math.ceil(first.length / 32) * 32);
  weights.set(pagesOf.map(({ length }) => length));
  const kinds = new PageKinds(first, settings);
  const { neighbours, forest } = yield* nearNeighbours(kinds, weights);
  const clusters: PageCluster<Id>[] = [];
  const firstPage = new Map<PageCluster<Id>, number>();
  for (const members of mergeByNeighbours(neighbours, weights, { ...settings, forest })) {
    yield pages.length;
    const { medoid, cohesion } = medoidOf(members, weights, kinds);
    const places = members.flatMap((kind) => pagesOf[kind]!).sort((a, b) => a - b);
    const idOf = (page: number): Id => pages[page]!.id;
    const cluster = {
      ...{ members: places.map(idOf), medoid: idOf(pagesOf[medoid]![0]!), cohesion },
      tooLarge: places.filter((page) => kinds.tooLarge.has(of[page]!)).map(idOf),
    };
    firstPage.set(cluster, places[0]!);
    clusters.push(cluster);
  }
  return clusters.sort(
    (a, b) => b.members.length - a.members.length || firstPage.get(a)! - firstPage.get(b)!,
  );
}

/** Different pages, of which each tree and each set of classes is there once. */
class PageKinds {
  readonly settings: ClusterSettings;
  /** Index of the set of classes of each kind. */
  readonly styles: readonly number[];
  readonly names: readonly NameSet[];
  /** Kinds that were too large to compare with some other kind. */
  readonly tooLarge = new Set<number>();
  readonly #trees: readonly number[];
  readonly #near: NearTrees;

  constructor(pages: readonly KindPage[], settings: ClusterSettings) {
    const trees = distinctPages(
      pages,
      ({ tree }) => JSON.stringify(tree),
      ({ tree }) => packTree(tree),
    );
    const styles = distinctPages(
      pages,
      ({ classes }) => JSON.stringify(classes),
      ({ classes }) => classes,
    );
    this.settings = settings;
    this.styles = styles.of;
    this.names = nameSets(styles.values);
    this.#trees = trees.of;
    this.#near = new NearTrees(trees.values, clusterCosts(settings));
  }

  /** Returns true if the trees of two kinds differ by at most this share of the largest possible distance. */
  isWithin(one: number, other: number, share: number): boolean {
    const [first, second] = [this.#trees[one]!, this.#trees[other]!];
    const isNear = share >= 1 || this.#near.isWithin(first, second, share);
    this.#note(one, other);
    return isNear;
  }

  similarity(one: number, other: number): number {
    const style = styleLikeness(this.names[this.styles[one]!]!, this.names[this.styles[other]!]!);
    const structure = this.#near.structure(this.#trees[one]!, this.#trees[other]!);
    this.#note(one, other);
    const { structureWeight } = this.settings;
    return style === undefined
      ? structure
      : structureWeight * structure + (1 - structureWeight) * style;
  }

  #note(one: number, other: number): void {
    if (this.#near.isTooLarge(this.#trees[one]!, this.#trees[other]!)) {
      this.tooLarge.add(one).add(other);
    }
  }
}

/** Returns the near neighbours of each kind, and the sets of kinds that near neighbours connect. */
function* nearNeighbours(
  kinds: PageKinds,
  weights: Int32Array,
): Generator<number, { readonly neighbours: BitSet[]; readonly forest: Forest }> {
  const { names, settings, styles } = kinds;
  const forest = new Forest();
  const neighbours = styles.map(() => {
    const set = new BitSet(styles.length);
    set.add(forest.add());
    return set;
  });
  const byStyle = [...groupBy(styles.keys(), (kind) => styles[kind]!)];
  const own = byStyle.map(([style]) => names[style]!);
  let compared = 0;
  for (const { first, second, style } of similarStyles(own, leastStyle(settings))) {
    if (first === second) for (const kind of byStyle[first]![1]) compared += weights[kind]!;
    const share = allowedDistance(style, settings);
    if (share < 0) continue;
    for (const a of byStyle[first]![1]) {
      for (const b of byStyle[second]![1]) {
        if (first === second && b <= a) continue;
        yield compared;
        if (!kinds.isWithin(Math.min(a, b), Math.max(a, b), share)) continue;
        neighbours[a]!.add(b);
        neighbours[b]!.add(a);
        forest.unite(a, b);
      }
    }
  }
  return { neighbours, forest };
}

/**
 * Maximum number of members, evenly spaced in the cluster, that are compared to find the medoid. The number is limited
 * because each pair costs a tree edit distance.
 */
const medoidCandidates = 24;

/**
 * Returns the member with the highest mean similarity to the others, the earlier of equal ones, and this mean. A kind
 * counts as often as it has pages.
 */
function medoidOf(
  cluster: readonly number[],
  weights: Int32Array,
  kinds: PageKinds,
): { readonly medoid: number; readonly cohesion: number } {
  const count = Math.min(cluster.length, medoidCandidates);
  const candidates = Array.from(
    { length: count },
    (_, at) => cluster[Math.floor((at * cluster.length) / count)]!,
  );
  const sums = new Float64Array(count);
  for (const [i, one] of candidates.entries()) {
    sums[i]! += weights[one]!;
    for (const [j, other] of candidates.entries()) {
      if (j <= i) continue;
      const similarity = kinds.similarity(one, other);
      sums[i]! += similarity * weights[other]!;
      sums[j]! += similarity * weights[one]!;
    }
  }
  const best = sums.indexOf(Math.max(...sums));
  const total = candidates.reduce((sum, kind) => sum + weights[kind]!, 0);
  return { medoid: candidates[best]!, cohesion: sums[best]! / total };
}
