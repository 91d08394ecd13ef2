import { createHash } from "node:crypto";
import { UsageError } from "../../base/errors.js";
import { Forest } from "../../base/math/forest.js";
import { append, groupBy } from "../../base/math/group-by.js";
import { type DomTree, packTree } from "../../page/features/structure.js";
import { keysOf, NameCounts, uniteNear } from "./components.js";
import { BitSet, mergeByNeighbours } from "./merge-by-neighbours.js";
import type { ClusterSettings } from "../../command/choices.js";
import {
  allowedDistance,
  checkClusterSettings,
  clusterCosts,
  type ClusterThresholds,
  leastStyle,
} from "./near-settings.js";
import { NearTrees } from "./near-trees.js";
import { likeness, type NameSet, nameSets, similarStyles } from "./similar-styles.js";

/** A page to be put in a cluster. */
export interface ClusterPage<Id> {
  readonly id: Id;
  readonly tree: {
    readonly labels: readonly string[];
    readonly label: readonly number[];
    readonly size: readonly number[];
  };
  /** Names of its CSS classes, each once, in code unit order. */
  readonly classes: readonly string[];
}

/** Different values, and for each page which of them it has. */
interface Distinct<T> {
  readonly values: readonly T[];
  readonly of: readonly number[];
}

/** Distinguishes the values of a list by a text that is equal only for equal ones; only its digest is kept. */
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
/** Pages of one template. */
export interface PageCluster<Id> {
  /** In the order that the pages came in. */
  readonly members: readonly Id[];
  /** The member most like the others. */
  readonly medoid: Id;
  /** Mean similarity of the medoid to the members, itself among them, 0 to 1; of a large cluster to some of them. */
  readonly cohesion: number;
  /** Up to six different members that are most like the others, the medoid first. */
  readonly typical: readonly Id[];
  /** Members that are too large to compare with some other page, which they are taken as unlike. */
  readonly tooLarge: readonly Id[];
}

/** Different pages of a component, beyond which the table of near neighbours would not fit. */
const MAX_DISTINCT_PAGES = 60_000;

/**
 * Groups pages by structure and style with shared near neighbours (Gowda and Mattmann, "Clustering Web Pages Based on
 * Structure and Style Similarity", 2016, section 6). Larger clusters come first, those of one size in the order of
 * their first members; the order of the pages decides ties, so give them in a fixed one. Throws a `UsageError` for
 * more than 60,000 different pages that near neighbours connect, or bad settings.
 *
 * @example
 * ```js
 * const elements = { a: ["p", "body"], b: ["p", "body"], c: ["td", "tr", "table", "body"] };
 * const pages = Object.entries(elements).map(([id, labels]) => ({
 *   id,
 *   classes: [],
 *   tree: { labels, label: labels.map((_, at) => at), size: labels.map((_, at) => at + 1) },
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
 * The same at several pairs of thresholds, for which each pair of pages is compared once; in small steps, between which
 * other work can be done: each says how many pages are in their clusters.
 */
export function* clusterSteps<Id>(
  pages: readonly ClusterPage<Id>[],
  settings: ClusterSettings,
  thresholds: readonly ClusterThresholds[],
): Generator<number, PageCluster<Id>[][]> {
  for (const each of thresholds) checkClusterSettings({ ...settings, ...each });
  const { of, values: first } = distinctKinds(pages);
  const kinds = comparable(first, settings, thresholds);
  const membersOf: Id[][] = first.map(() => []);
  pages.forEach(({ id }, at) => membersOf[of[at]!]!.push(id));
  const order = new Map(pages.map(({ id }, at) => [id, at]));

  const all: PageCluster<Id>[][] = thresholds.map(() => []);
  let done = 0;
  for (const component of yield* withValue(0, components(kinds))) {
    const weights = component.map((kind) => membersOf[kind]!.length);
    const part = { ...kinds, kinds: component.map((kind) => kinds.kinds[kind]!) };
    const levels = yield* withValue(done, clusterKinds(part, weights, thresholds));
    for (const [level, clusters] of levels.entries()) {
      for (const { members: inside, typical, cohesion } of clusters) {
        const members = inside.flatMap((at) => membersOf[component[at]!]!);
        members.sort((a, b) => order.get(a)! - order.get(b)!);
        const likeOthers = typical.map((at) => membersOf[component[at]!]![0]!);
        const tooLarge = members.filter((id) =>
          kinds.tooLarge.has(kinds.kinds[of[order.get(id)!]!]!),
        );
        all[level]!.push({
          members,
          medoid: likeOthers[0]!,
          cohesion,
          typical: likeOthers,
          tooLarge,
        });
      }
    }
    done += weights.reduce((sum, weight) => sum + weight, 0);
  }
  for (const clusters of all) {
    clusters.sort(
      (a, b) =>
        b.members.length - a.members.length ||
        order.get(a.members[0]!)! - order.get(b.members[0]!)!,
    );
  }
  return all;
}

/** The steps of another generator, each of which says the same. */
function* withValue<T>(value: number, steps: Generator<unknown, T>): Generator<number, T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield value;
  }
}

/** The first page of each kind, and the kind of each page. */
const distinctKinds = <P extends KindPage>(pages: readonly P[]): Distinct<P> =>
  distinct(
    pages,
    ({ tree, classes }) => JSON.stringify([tree, classes]),
    (page) => page,
  );

/** A page as far as clusters are concerned. */
export interface KindPage {
  readonly tree: DomTree;
  readonly classes: readonly string[];
}

/** A kind of page: places of its tree and of its set of classes. */
interface Kind {
  readonly tree: number;
  readonly style: number;
}

/** Different pages in their order, and what compares them. */
interface Kinds {
  readonly kinds: readonly Kind[];
  /** The class names of each style, and the same as numbers. */
  readonly styles: readonly (readonly string[])[];
  readonly names: readonly NameSet[];
  readonly near: NearTrees;
  readonly settings: ClusterSettings;
  /** Those of which a pair was too large to compare. */
  readonly tooLarge: Set<Kind>;
}

/** Makes pages comparable, as they are at the least of several similarities. */
export function comparable(
  pages: readonly KindPage[],
  settings: ClusterSettings,
  thresholds: readonly ClusterThresholds[],
): Kinds {
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
    styles: styles.values,
    names: nameSets(styles.values),
    near: new NearTrees(trees.values, clusterCosts(settings), similarities.size > 1),
    settings: { ...settings, similarity: Math.min(...similarities) },
    tooLarge: new Set(),
  };
}

/** Whether two kinds are near neighbours, the one that comes first given first. */
export function isNear(of: Kinds, first: number, second: number): boolean {
  const [one, other] = [of.kinds[first]!, of.kinds[second]!];
  const style = likeness(of.names[one.style]!, of.names[other.style]!);
  if (style !== undefined && style < leastStyle(of.settings)) return false;
  return firstWithin(of, one, other, [allowedDistance(style, of.settings)]) === 0;
}

function firstWithin(
  { near, tooLarge }: Kinds,
  one: Kind,
  other: Kind,
  shares: readonly number[],
): number {
  const first = near.firstWithin(one.tree, other.tree, shares);
  if (near.isTooLarge(one.tree, other.tree)) tooLarge.add(one).add(other);
  return first;
}

/** Kinds that are connected by near neighbours: nothing reaches from one such component into another. */
function* components(of: Kinds): Generator<undefined, number[][]> {
  const { kinds, styles, near, settings } = of;
  const counts = new NameCounts();
  for (const { style } of kinds) for (const name of styles[style]!) counts.add(name);
  const keys = kinds.map(({ tree, style }) =>
    keysOf({ classes: styles[style]!, elements: near.sizeOf(tree) }, counts, settings),
  );
  const groups = new Map<string, number[]>();
  const forest = new Forest();
  for (const own of keys) {
    const kind = forest.add();
    for (const key of own) append(groups, key, kind);
  }
  const group = {
    forest,
    keysOf: (kind: number) => keys[kind]!,
    isNear: (one: number, other: number) => isNear(of, one, other),
  };
  for (const [key, members] of groups) {
    for (const _ of uniteNear(key, members, group)) yield;
  }
  return [...groupBy(kinds.keys(), (kind) => forest.rootOf(kind)).values()];
}

/** A cluster of kinds, by their places. */
interface KindCluster {
  /** Ascending. */
  readonly members: readonly number[];
  /** Those that are most like the others. */
  readonly typical: readonly number[];
  readonly cohesion: number;
}

/**
 * Clusters a component of kinds, of each of which there are so many pages, at pairs of thresholds. It depends on nothing
 * besides.
 */
export function* clusterKinds(
  of: Kinds,
  pages: readonly number[],
  thresholds: readonly ClusterThresholds[],
): Generator<undefined, KindCluster[][]> {
  const similarities = [...new Set(thresholds.map(({ similarity }) => similarity))];
  similarities.sort((a, b) => b - a);
  // Tables of near neighbours grow with the square of the pages.
  const most = Math.floor(MAX_DISTINCT_PAGES / Math.sqrt(similarities.length));
  if (pages.length > most) {
    throw new UsageError(
      `${pages.length} different pages that near neighbours connect are too many, ${most} at most can be clustered: ` +
        "raise --similarity, or give fewer files or seeds at a time.",
    );
  }
  const weights = new Int32Array(Math.ceil(pages.length / 32) * 32);
  weights.set(pages);
  const neighbours = yield* nearNeighbours(of, similarities);
  const all: KindCluster[][] = [];
  for (const { similarity, overlap } of thresholds) {
    const sets = neighbours[similarities.indexOf(similarity)]!;
    const clusters: KindCluster[] = [];
    for (const members of mergeByNeighbours(sets, weights, { ...of.settings, overlap })) {
      clusters.push({ members, ...(yield* mostTypical(members, weights, of)) });
    }
    all.push(clusters);
  }
  return all;
}

/** Of each kind its near neighbours, at each of the similarities, which descend. */
function* nearNeighbours(
  of: Kinds,
  similarities: readonly number[],
): Generator<undefined, BitSet[][]> {
  const { kinds, names, settings } = of;
  const sets = similarities.map(() =>
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
    if (shares.at(-1)! < 0) continue;
    for (const a of byStyle[first]![1]) {
      for (const b of byStyle[second]![1]) {
        if (first === second && b <= a) continue;
        yield;
        const [one, other] = a < b ? [a, b] : [b, a];
        const from = firstWithin(of, kinds[one]!, kinds[other]!, shares);
        for (let at = from; at < sets.length; at++) {
          sets[at]![one]!.add(other);
          sets[at]![other]!.add(one);
        }
      }
    }
  }
  return sets;
}

/** Members looked at to find the medoid of a large cluster, evenly spaced: each pair costs a tree edit distance. */
const medoidCandidates = 24;
const mostTypicalPages = 6;

/**
 * The members whose similarity to the others, each counted as often as it occurs, is highest, the first of several
 * first; and the mean of the highest.
 */
function* mostTypical(
  cluster: readonly number[],
  weights: Int32Array,
  of: Kinds,
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
  const order = candidates.map((_, at) => at).sort((a, b) => sums[b]! - sums[a]! || a - b);
  const total = candidates.reduce((sum, kind) => sum + weights[kind]!, 0);
  return {
    typical: order.slice(0, mostTypicalPages).map((at) => candidates[at]!),
    cohesion: sums[order[0]!]! / total,
  };
}
