import { groupBy } from "../../base/math/group-by.js";

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
      if (shared === 0 || index < overlap - rounding) continue;
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
