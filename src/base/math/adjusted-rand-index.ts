import { log } from "./elementary.js";
import { groupBy } from "./group-by.js";

/** Agreement of two groupings of the same things. */
export interface Agreement {
  /**
   * Adjusted Rand index. It is 1 if the groupings are equal, about 0 if they agree only by chance, and may be negative.
   */
  readonly adjustedRandIndex: number;
  /** Share of the things that have the most frequent label of their group, 0 to 1. */
  readonly purity: number;
  /** Normalised mutual information, 0 to 1. */
  readonly mutualInformation: number;
}

/**
 * Compares a grouping with a reference, given the group and the label of each thing in the same order. The names of
 * groups and labels make no difference. Groupings that are both trivial (all things in one group, or each thing alone)
 * agree fully. The adjusted Rand index is that of Hubert and Arabie (1985). The mutual information is divided by the
 * geometric mean of both entropies (Strehl and Ghosh 2002).
 */
export function compareGroupings(
  groups: readonly unknown[],
  labels: readonly unknown[],
): Agreement {
  const things = [...groups.keys()];
  const byGroup = groupBy(things, (at) => groups[at]);
  const byLabel = groupBy(things, (at) => labels[at]);
  const pairOf = (at: number): number =>
    byGroup.get(groups[at])![0]! * things.length + byLabel.get(labels[at])![0]!;
  const pairs = [...groupBy(things, pairOf).values()].map((pair) => ({
    both: pair.length,
    group: byGroup.get(groups[pair[0]!])!.length,
    label: byLabel.get(labels[pair[0]!])!.length,
  }));
  const largest = [...byGroup.values()].map((members) =>
    Math.max(...sizesOf(groupBy(members, (at) => labels[at]))),
  );
  return {
    adjustedRandIndex: adjustedRandIndex(
      twos(pairs.map(({ both }) => both)),
      twos(sizesOf(byGroup)),
      twos(sizesOf(byLabel)),
      twos([things.length]),
    ),
    purity: things.length === 0 ? 1 : sum(largest) / things.length,
    mutualInformation: mutualInformation(sizesOf(byGroup), sizesOf(byLabel), pairs),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

const sizesOf = (parts: ReadonlyMap<unknown, readonly unknown[]>): number[] =>
  [...parts.values()].map(({ length }) => length);

/** Returns the number of pairs of things that are in the same part. */
const twos = (sizes: readonly number[]): number =>
  sum(sizes.map((each) => (each * (each - 1)) / 2));

/** Takes numbers of pairs of things: in the same group and label, in one group, with one label, and all. */
function adjustedRandIndex(both: number, inGroups: number, inLabels: number, all: number): number {
  const expected = all === 0 ? 0 : inGroups * (inLabels / all);
  const most = (inGroups + inLabels) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}

function mutualInformation(
  groups: readonly number[],
  labels: readonly number[],
  pairs: readonly { readonly both: number; readonly group: number; readonly label: number }[],
): number {
  const things = sum(groups);
  const entropy = (sizes: readonly number[]): number =>
    -sum(sizes.map((each) => (each / things) * log(each / things)));
  if (groups.length < 2 || labels.length < 2) return groups.length === labels.length ? 1 : 0;
  const shared = sum(
    pairs.map(({ both, group, label }) => (both / things) * log((both / group) * (things / label))),
  );
  return Math.min(1, Math.max(0, shared / Math.sqrt(entropy(groups) * entropy(labels))));
}
