import { createHash } from "node:crypto";
import { UsageError } from "../errors.js";
import { groupBy } from "../math/group-by.js";
import { packTree } from "../pages/features/structure.js";
import { styleSimilarity } from "../scoring/measures/style.js";
import {
  allowedDistance,
  checkClusterSettings,
  clusterCosts,
  type ClusterSettings,
  type ClusterThresholds,
} from "./near-settings.js";
import { NearTrees, similarStyles } from "./near-trees.js";

/** A set of small numbers, a bit each. */
export class BitSet {
  readonly words: Int32Array;

  constructor(capacity: number) {
    this.words = new Int32Array(Math.ceil(capacity / 32));
  }

  add(member: number): void {
    this.words[member >>> 5]! |= 1 << (member & 31);
  }

  /** Adds all members of another set of the same capacity. */
  addAll({ words }: BitSet): void {
    for (let at = 0; at < words.length; at++) this.words[at]! |= words[at]!;
  }

  /** Members of both sets, each counted by its weight. */
  weightShared({ words }: BitSet, weights: Int32Array): number {
    let weight = 0;
    for (let at = 0; at < words.length; at++) {
      let bits = this.words[at]! & words[at]!;
      while (bits !== 0) {
        weight += weights[at * 32 + 31 - Math.clz32(bits & -bits)]!;
        bits &= bits - 1;
      }
    }
    return weight;
  }

  /** Text that only equal sets share. */
  get name(): string {
    return Buffer.from(this.words.buffer).toString("latin1");
  }
}
/** Things that are merged: a cluster's members and all their near neighbours. */
interface Cluster {
  /** Ascending; the first is its key. */
  members: number[];
  neighbours: BitSet;
  /** Pages in `neighbours`. */
  weight: number;
}

/**
 * Groups things by shared near neighbours (Jarvis and Patrick 1973, as Gowda and Mattmann have it): clusters whose
 * sets of near neighbours, each including itself, overlap by at least `overlap` (Jaccard's index) are merged, and the
 * sets joined. In a round the best pairs come first, ties by the key of the first and then of the second, and a
 * cluster is merged once; equal sets overlap wholly and are merged at once. Ends when none merge, or after `rounds`.
 * `weights` says how many pages each thing is worth. Returns the members of each cluster, in ascending order.
 */
export function mergeByNeighbours(
  neighbours: readonly BitSet[],
  weights: Int32Array,
  { overlap, rounds }: { readonly overlap: number; readonly rounds: number },
): number[][] {
  let clusters = neighbours.map((set, at): Cluster => ({
    members: [at],
    neighbours: set,
    weight: set.weightShared(set, weights),
  }));
  for (let round = 0; round < rounds; round++) {
    const before = clusters.length;
    clusters = mergeEqual(clusters);
    clusters = mergePairs(clusters, weights, overlap);
    if (clusters.length === before) break;
  }
  return clusters.map(({ members }) => members);
}

function mergeEqual(clusters: readonly Cluster[]): Cluster[] {
  return [...groupBy(clusters, ({ neighbours }) => neighbours.name).values()]
    .map((equal) => sorted({ ...equal[0]!, members: equal.flatMap(({ members }) => members) }))
    .sort((a, b) => a.members[0]! - b.members[0]!);
}

function mergePairs(clusters: Cluster[], weights: Int32Array, overlap: number): Cluster[] {
  const pairs: { readonly first: number; readonly second: number; readonly index: number }[] = [];
  const byWeight = clusters
    .map((_, at) => at)
    .sort((a, b) => clusters[a]!.weight - clusters[b]!.weight);
  for (let i = 0; i < byWeight.length; i++) {
    const one = clusters[byWeight[i]!]!;
    for (let j = i + 1; j < byWeight.length; j++) {
      const other = clusters[byWeight[j]!]!;
      // Beyond this weight not even a subset overlaps enough.
      if (one.weight < overlap * other.weight - rounding) break;
      const shared = one.neighbours.weightShared(other.neighbours, weights);
      const index = shared / (one.weight + other.weight - shared);
      if (index < overlap - rounding) continue;
      const [a, b] = [byWeight[i]!, byWeight[j]!];
      pairs.push({ first: Math.min(a, b), second: Math.max(a, b), index });
    }
  }
  pairs.sort((a, b) => b.index - a.index || a.first - b.first || a.second - b.second);
  const merged = new Map<number, number>();
  const taken = new Set<number>();
  for (const { first, second } of pairs) {
    if (taken.has(first) || taken.has(second)) continue;
    taken.add(first).add(second);
    merged.set(first, second);
  }
  const gone = new Set(merged.values());
  return clusters.flatMap((cluster, at) => {
    if (gone.has(at)) return [];
    const second = merged.get(at);
    return [second === undefined ? cluster : join(cluster, clusters[second]!, weights)];
  });
}

const rounding = 1e-12;

function join(one: Cluster, other: Cluster, weights: Int32Array): Cluster {
  const neighbours = new BitSet(one.neighbours.words.length * 32);
  neighbours.addAll(one.neighbours);
  neighbours.addAll(other.neighbours);
  const weight = neighbours.weightShared(neighbours, weights);
  return sorted({ members: [...one.members, ...other.members], neighbours, weight });
}

const sorted = (cluster: Cluster): Cluster => ({
  ...cluster,
  members: cluster.members.sort((a, b) => a - b),
});

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
export interface Distinct<T> {
  readonly values: readonly T[];
  readonly of: readonly number[];
}

/** Distinguishes the values of a list by a text that is equal only for equal ones; only its digest is kept. */
export function distinct<P, T>(
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

/** Different pages, beyond which the table of near neighbours would not fit. */
export const MAX_DISTINCT_PAGES = 60_000;

/**
 * Groups pages by structure and style with shared near neighbours (Gowda and Mattmann, "Clustering Web Pages Based on
 * Structure and Style Similarity", 2016, section 6). Larger clusters come first, those of one size in the order of
 * their first members; the order of the pages decides ties, so give them in a fixed one. Throws a `UsageError` for
 * more than 20,000 different pages, or bad settings.
 *
 * @example
 * ```js
 * const page = (id, ...labels) => ({
 *   id,
 *   classes: [],
 *   tree: { labels, label: labels.map((_, at) => at), size: labels.map((_, at) => at + 1) },
 * });
 * const pages = [
 *   page("a", "p", "body"),
 *   page("b", "p", "body"),
 *   page("c", "td", "tr", "table", "body"),
 * ];
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
 * other work can be done: each says how many pages have been compared.
 */
export function* clusterSteps<Id>(
  pages: readonly ClusterPage<Id>[],
  settings: ClusterSettings,
  thresholds: readonly ClusterThresholds[],
): Generator<number, PageCluster<Id>[][]> {
  for (const each of thresholds) checkClusterSettings({ ...settings, ...each });
  const similarities = [...new Set(thresholds.map(({ similarity }) => similarity))];
  similarities.sort((a, b) => b - a);
  const trees = distinct(
    pages,
    ({ tree }) => JSON.stringify(tree),
    ({ tree }) => packTree(tree),
  );
  const styles = distinct(
    pages,
    ({ classes }) => classes.join(" "),
    ({ classes }) => classes,
  );
  const kinds = distinct(
    pages.map((_, at) => ({ tree: trees.of[at]!, style: styles.of[at]! })),
    ({ tree, style }) => `${tree} ${style}`,
    (kind) => kind,
  );
  // Tables of near neighbours grow with the square of the pages.
  const most = Math.floor(MAX_DISTINCT_PAGES / Math.sqrt(similarities.length));
  if (kinds.values.length > most) {
    throw new UsageError(
      `${kinds.values.length} different pages are too many to cluster at once, which takes ${most} at most: ` +
        "give fewer files or seeds at a time.",
    );
  }
  const weights = new Int32Array(Math.ceil(kinds.values.length / 32) * 32);
  const membersOf: Id[][] = kinds.values.map(() => []);
  pages.forEach(({ id }, at) => {
    const kind = kinds.of[at]!;
    weights[kind]! += 1;
    membersOf[kind]!.push(id);
  });

  const several = similarities.length > 1;
  const near = new NearTrees(trees.values, clusterCosts(settings), several);
  const of = { kinds: kinds.values, weights, styles: styles.values, near, settings };
  const neighbours = yield* nearNeighbours(of, similarities);
  const order = new Map(pages.map(({ id }, at) => [id, at]));
  const all: PageCluster<Id>[][] = [];
  for (const { similarity, overlap } of thresholds) {
    const sets = neighbours[similarities.indexOf(similarity)]!;
    const clusters: PageCluster<Id>[] = [];
    for (const cluster of mergeByNeighbours(sets, weights, { ...settings, overlap })) {
      const members = cluster.flatMap((kind) => membersOf[kind]!);
      members.sort((a, b) => order.get(a)! - order.get(b)!);
      const { typical, cohesion } = yield* mostTypical(cluster, of);
      const first = typical.map((kind) => membersOf[kind]![0]!);
      const tooLarge = members.filter((id) => near.tooLarge.has(trees.of[order.get(id)!]!));
      clusters.push({ members, medoid: first[0]!, cohesion, typical: first, tooLarge });
    }
    all.push(
      clusters.sort(
        (a, b) =>
          b.members.length - a.members.length ||
          order.get(a.members[0]!)! - order.get(b.members[0]!)!,
      ),
    );
  }
  return all;
}

/** A page as far as clusters are concerned: places of its tree and of its set of classes. */
interface Kind {
  readonly tree: number;
  readonly style: number;
}

/** Different pages, how many there are of each, and what compares them. */
interface Kinds {
  readonly kinds: readonly Kind[];
  readonly weights: Int32Array;
  readonly styles: readonly (readonly string[])[];
  readonly near: NearTrees;
  readonly settings: ClusterSettings;
}

/**
 * Of each kind its near neighbours, at each of the similarities, which descend; steps say how many pages have been
 * compared with those before them.
 */
function* nearNeighbours(
  { kinds, weights, styles, near, settings }: Kinds,
  similarities: readonly number[],
): Generator<number, BitSet[][]> {
  const sets = similarities.map(() =>
    kinds.map((_, at) => {
      const set = new BitSet(kinds.length);
      set.add(at);
      return set;
    }),
  );
  const byStyle: number[][] = styles.map(() => []);
  kinds.forEach(({ style }, at) => byStyle[style]!.push(at));
  const { structureWeight } = settings;
  // The least likeness of style that equal trees can offset.
  const least =
    structureWeight === 1 ? 0 : (similarities.at(-1)! - structureWeight) / (1 - structureWeight);
  let compared = 0;
  for (const { first, second, style } of similarStyles(styles, least - 1e-9)) {
    if (first === second) for (const kind of byStyle[second]!) compared += weights[kind]!;
    const shares = similarities.map((similarity) =>
      allowedDistance(style, { structureWeight, similarity }),
    );
    if (shares.at(-1)! < 0) continue;
    for (const one of byStyle[first]!) {
      for (const other of byStyle[second]!) {
        if (first === second && other <= one) continue;
        yield compared;
        const from = near.firstWithin(kinds[one]!.tree, kinds[other]!.tree, shares);
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
  { kinds, weights, styles, near, settings: { structureWeight } }: Kinds,
): Generator<number, { readonly typical: readonly number[]; readonly cohesion: number }> {
  const pages = weights.reduce((sum, weight) => sum + weight, 0);
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
      yield pages;
      const other = kinds[candidates[j]!]!;
      const style = styleSimilarity(styles[one.style]!, styles[other.style]!);
      const structure = near.structure(one.tree, other.tree);
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
