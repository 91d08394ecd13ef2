import type { Forest } from "../../../base/math/forest.js";
import { groupBy } from "../../../base/math/group-by.js";

/** A set of small integers, stored as bits. */
export class BitSet {
  readonly words: Int32Array;

  constructor(capacity: number) {
    this.words = new Int32Array(Math.ceil(capacity / 32));
  }

  add(member: number): void {
    this.words[member >>> 5]! |= 1 << (member & 31);
  }

  addAll({ words }: BitSet): void {
    for (let at = 0; at < words.length; at++) this.words[at]! |= words[at]!;
  }

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

/** A cluster during merging, which consists of its members and all their near neighbours. */
interface GrowingCluster {
  /** Members in ascending order. The first member is the key of the cluster. */
  members: number[];
  neighbours: BitSet;
  /** Number of pages in `neighbours`. */
  weight: number;
}

/**
 * Groups things by shared near neighbours (Jarvis and Patrick 1973, as used by Gowda and Mattmann 2016). Clusters are
 * merged if their sets of near neighbours, which contain the members themselves, have a Jaccard index of at least
 * `overlap`. Their sets are then united. In a round the most similar pairs come first, ties are broken by the key of
 * the first and then of the second cluster, and each cluster is merged at most once. Equal sets are merged at once. The
 * merging ends when no pair merges, or after `rounds`. `weights` has the number of pages of each thing. Returns the
 * members of each cluster in ascending order. Only what `forest` connects has neighbours in common.
 */
export function mergeByNeighbours(
  neighbours: readonly BitSet[],
  weights: Int32Array,
  {
    overlap,
    rounds,
    forest,
  }: { readonly overlap: number; readonly rounds: number; readonly forest: Forest },
): number[][] {
  let clusters = neighbours.map((set, at): GrowingCluster => ({
    members: [at],
    neighbours: set,
    weight: set.weightShared(set, weights),
  }));
  for (let round = 0; round < rounds; round++) {
    const before = clusters.length;
    clusters = mergePairs(mergeEqual(clusters), weights, overlap, forest);
    if (clusters.length === before) break;
  }
  return clusters.map(({ members }) => members);
}

function mergeEqual(clusters: readonly GrowingCluster[]): GrowingCluster[] {
  return [...groupBy(clusters, ({ neighbours }) => neighbours.name).values()]
    .map((equal) =>
      sortedCluster({ ...equal[0]!, members: equal.flatMap(({ members }) => members) }),
    )
    .sort((a, b) => a.members[0]! - b.members[0]!);
}

function mergePairs(
  clusters: GrowingCluster[],
  weights: Int32Array,
  overlap: number,
  forest: Forest,
): GrowingCluster[] {
  const pairs: { readonly first: number; readonly second: number; readonly index: number }[] = [];
  const connected = groupBy(clusters.keys(), (at) => forest.rootOf(clusters[at]!.members[0]!));
  for (const byWeight of connected.values()) {
    byWeight.sort((a, b) => clusters[a]!.weight - clusters[b]!.weight);
    for (const [i, a] of byWeight.entries()) {
      const one = clusters[a]!;
      for (let j = i + 1; j < byWeight.length; j++) {
        const b = byWeight[j]!;
        const other = clusters[b]!;
        // A set of this weight would not overlap enough even if it contained the whole smaller set, and the next sets
        // are heavier.
        if (one.weight < overlap * other.weight - rounding) break;
        const shared = one.neighbours.weightShared(other.neighbours, weights);
        const index = shared / (one.weight + other.weight - shared);
        if (shared === 0 || index < overlap - rounding) continue;
        pairs.push({ first: Math.min(a, b), second: Math.max(a, b), index });
      }
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

function join(one: GrowingCluster, other: GrowingCluster, weights: Int32Array): GrowingCluster {
  const neighbours = new BitSet(one.neighbours.words.length * 32);
  neighbours.addAll(one.neighbours);
  neighbours.addAll(other.neighbours);
  const weight = neighbours.weightShared(neighbours, weights);
  return sortedCluster({ members: [...one.members, ...other.members], neighbours, weight });
}

const sortedCluster = (cluster: GrowingCluster): GrowingCluster => ({
  ...cluster,
  members: cluster.members.sort((a, b) => a - b),
});
