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
  type ClusterThresholds,
  leastStyle,
} from "./near-settings.js";
import { NearTrees } from "./near-trees.js";
import { likeness, type NameSet, nameSets, similarStyles } from "./similar-styles.js";

/** A page to cluster. */
export interface ClusterPage<Id> {
  readonly id: Id;
  readonly tree: {
    readonly labels: readonly string[];
    readonly label: readonly number[];
    readonly size: readonly number[];
  };
  /** CSS class names without duplicates, in code unit order. */
  readonly classes: readonly string[];
}

/** Distinct values, and for each item the index of its value. */
interface Distinct<T> {
  readonly values: readonly T[];
  readonly of: readonly number[];
}

/** `nameOf` must return equal texts for equal values only. To save memory, only the digest of the text is stored. */
function distinct<P, T>(
  items: readonly P[],
  nameOf: (item: P) => string,
  valueOf: (item: P) => T,
): Distinct<T> {
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
  const steps = clusterSteps(pages, settings, [settings]);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value[0]!;
  }
}

/**
 * Each pair of pages is compared only once. The work has small steps, between which the caller can do other work. Some
 * steps yield the number of pages that have been compared.
 */
export function* clusterSteps<Id>(
  pages: readonly ClusterPage<Id>[],
  settings: ClusterSettings,
  thresholds: readonly ClusterThresholds[],
): Generator<number | undefined, PageCluster<Id>[][]> {
  for (const each of thresholds) checkClusterSettings({ ...settings, ...each });
  const { of, values: first } = distinctKinds(pages);
  const kinds = comparable(first, settings, thresholds);
  const membersOf: Id[][] = first.map(() => []);
  pages.forEach(({ id }, at) => membersOf[of[at]!]!.push(id));
  const order = new Map(pages.map(({ id }, at) => [id, at]));

  const pagesOf = (kind: number): readonly Id[] => membersOf[kind]!;
  const levels = yield* clusterKinds(
    kinds,
    membersOf.map(({ length }) => length),
    thresholds,
  );
  return levels.map((clusters) =>
    clusters
      .map(({ members: inside, medoid, cohesion }): PageCluster<Id> => {
        const members = inside.flatMap(pagesOf).sort((a, b) => order.get(a)! - order.get(b)!);
        const tooLarge = members.filter((id) =>
          kinds.tooLarge.has(kinds.kinds[of[order.get(id)!]!]!),
        );
        return { members, medoid: pagesOf(medoid)[0]!, cohesion, tooLarge };
      })
      .sort(
        (a, b) =>
          b.members.length - a.members.length ||
          order.get(a.members[0]!)! - order.get(b.members[0]!)!,
      ),
  );
}

const distinctKinds = <P extends KindPage>(pages: readonly P[]): Distinct<P> =>
  distinct(
    pages,
    ({ tree, classes }) => JSON.stringify([tree, classes]),
    (page) => page,
  );

export interface KindPage {
  readonly tree: DomTree;
  readonly classes: readonly string[];
}

/** A kind of page: indices of its tree and of its set of classes. */
interface KindIndices {
  readonly tree: number;
  readonly style: number;
}

interface ComparableKinds {
  readonly kinds: readonly KindIndices[];
  /** Class names of each style. */
  readonly names: readonly NameSet[];
  readonly near: NearTrees;
  readonly settings: ClusterSettings;
  /** Kinds that were too large to compare with some other kind. */
  readonly tooLarge: Set<KindIndices>;
}

/** Prepares pages for comparison at the lowest of several similarities. */
export function comparable(
  pages: readonly KindPage[],
  settings: ClusterSettings,
  thresholds: readonly ClusterThresholds[],
): ComparableKinds {
  const trees = distinct(
    pages,
    ({ tree }) => JSON.stringify(tree),
    ({ tree }) => packTree(tree),
  );
  const styles = distinct(
    pages,
    ({ classes }) => JSON.stringify(classes),
    ({ classes }) => classes,
  );
  const similarities = new Set(thresholds.map(({ similarity }) => similarity));
  return {
    kinds: pages.map((_, at) => ({ tree: trees.of[at]!, style: styles.of[at]! })),
    names: nameSets(styles.values),
    near: new NearTrees(trees.values, clusterCosts(settings)),
    settings: { ...settings, similarity: Math.min(...similarities) },
    tooLarge: new Set(),
  };
}

function firstWithin(
  { near, tooLarge }: ComparableKinds,
  one: KindIndices,
  other: KindIndices,
  shares: readonly number[],
): number {
  const first = near.firstWithin(one.tree, other.tree, shares);
  if (near.isTooLarge(one.tree, other.tree)) tooLarge.add(one).add(other);
  return first;
}

/** A cluster of kinds, given by their indices. */
interface KindCluster {
  /** In ascending order. */
  readonly members: readonly number[];
  /** Member most similar to the others. */
  readonly medoid: number;
  readonly cohesion: number;
}

/** `pages` has the number of pages of each kind. */
export function* clusterKinds(
  of: ComparableKinds,
  pages: readonly number[],
  thresholds: readonly ClusterThresholds[],
): Generator<number | undefined, KindCluster[][]> {
  const similarities = [...new Set(thresholds.map(({ similarity }) => similarity))];
  similarities.sort((a, b) => b - a);
  // Each similarity has a table of near neighbours, which grows with the square of the number of pages.
  const most = Math.floor(MAX_DISTINCT_PAGES / Math.sqrt(similarities.length));
  if (pages.length > most) {
    throw new UsageError(
      `${pages.length} different pages are too many, ${most} at most can be clustered: give fewer files or seeds at a time.`,
    );
  }
  const weights = new Int32Array(Math.ceil(pages.length / 32) * 32);
  weights.set(pages);
  const { neighbours, forest } = yield* nearNeighbours(of, similarities, weights);
  const all: KindCluster[][] = [];
  for (const { similarity, overlap } of thresholds) {
    const sets = neighbours[similarities.indexOf(similarity)]!;
    const clusters: KindCluster[] = [];
    for (const members of mergeByNeighbours(sets, weights, { ...of.settings, overlap, forest })) {
      clusters.push({ members, ...(yield* medoidOf(members, weights, of)) });
    }
    all.push(clusters);
  }
  return all;
}

/**
 * Returns the near neighbours of each kind at each of the similarities, which must be in descending order, and the sets of
 * kinds that near neighbours connect.
 */
function* nearNeighbours(
  of: ComparableKinds,
  similarities: readonly number[],
  weights: Int32Array,
): Generator<number | undefined, { readonly neighbours: BitSet[][]; readonly forest: Forest }> {
  const { kinds, names, settings } = of;
  const forest = new Forest();
  for (const _ of kinds) forest.add();
  let compared = 0;
  const neighbours = similarities.map(() =>
    kinds.map((_, at) => {
      const set = new BitSet(kinds.length);
      set.add(at);
      return set;
    }),
  );
  const byStyle = [...groupBy(kinds.keys(), (kind) => kinds[kind]!.style)];
  const own = byStyle.map(([style]) => names[style]!);
  const { structureWeight } = settings;
  for (const { first, second, style } of similarStyles(own, leastStyle(settings))) {
    const shares = similarities.map((similarity) =>
      allowedDistance(style, { structureWeight, similarity }),
    );
    if (first === second) {
      yield compared;
      for (const kind of byStyle[first]![1]) compared += weights[kind]!;
    }
    if (shares.at(-1)! < 0) continue;
    for (const a of byStyle[first]![1]) {
      for (const b of byStyle[second]![1]) {
        if (first === second && b <= a) continue;
        yield;
        const [one, other] = a < b ? [a, b] : [b, a];
        const from = firstWithin(of, kinds[one]!, kinds[other]!, shares);
        for (const sets of neighbours.slice(from)) {
          sets[one]!.add(other);
          sets[other]!.add(one);
        }
        if (from < shares.length) forest.unite(one, other);
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
function* medoidOf(
  cluster: readonly number[],
  weights: Int32Array,
  of: ComparableKinds,
): Generator<undefined, Omit<KindCluster, "members">> {
  const { kinds, names, near, tooLarge } = of;
  const { structureWeight } = of.settings;
  const count = Math.min(cluster.length, medoidCandidates);
  const candidates = Array.from(
    { length: count },
    (_, at) => cluster[Math.floor((at * cluster.length) / count)]!,
  );
  const sums = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const one = kinds[candidates[i]!]!;
    sums[i]! += weights[candidates[i]!]!;
    for (let j = i + 1; j < count; j++) {
      yield;
      const other = kinds[candidates[j]!]!;
      const style = likeness(names[one.style]!, names[other.style]!);
      const structure = near.structure(one.tree, other.tree);
      if (near.isTooLarge(one.tree, other.tree)) tooLarge.add(one).add(other);
      const similarity =
        style === undefined
          ? structure
          : structureWeight * structure + (1 - structureWeight) * style;
      sums[i]! += similarity * weights[candidates[j]!]!;
      sums[j]! += similarity * weights[candidates[i]!]!;
    }
  }
  const best = sums.indexOf(Math.max(...sums));
  const total = candidates.reduce((sum, kind) => sum + weights[kind]!, 0);
  return { medoid: candidates[best]!, cohesion: sums[best]! / total };
}
