import { numberOf } from "./group-by.js";
import { log } from "./elementary.js";

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

interface GroupCounts {
  readonly things: number;
  /** Counts of the items by group, by label, and by pair of group and label. */
  readonly groups: readonly number[];
  readonly labels: readonly number[];
  readonly pairs: readonly {
    readonly count: number;
    readonly group: number;
    readonly label: number;
  }[];
}

/**
 * Compares a grouping with a reference, given the group and the label of each thing in the same order. The names of
 * groups and labels make no difference. Groupings that are both trivial (all things in one group, or each thing alone)
 * agree fully. The adjusted Rand index is that of Hubert and Arabie (1985). The mutual information is divided by the
 * geometric mean of both entropies (Strehl and Ghosh 2002). Throws a `RangeError` if the lists differ in length.
 */
export function compareGroupings(
  groups: readonly unknown[],
  labels: readonly unknown[],
): Agreement {
  if (groups.length !== labels.length) {
    throw new RangeError(`${groups.length} groups for ${labels.length} labels`);
  }
  const counts = count(groups, labels);
  return {
    adjustedRandIndex: adjustedRandIndex(counts),
    purity: purity(counts),
    mutualInformation: mutualInformation(counts),
  };
}

function count(groups: readonly unknown[], labels: readonly unknown[]): GroupCounts {
  const [groupOf, labelOf] = [numbered(groups), numbered(labels)];
  const width = labelOf.sizes.length;
  const pairs = numbered(groupOf.of.map((group, at) => group * width + labelOf.of[at]!));
  return {
    things: groups.length,
    groups: groupOf.sizes,
    labels: labelOf.sizes,
    pairs: pairs.names.map((name, at) => ({
      count: pairs.sizes[at]!,
      group: Math.floor(name / width),
      label: name % width,
    })),
  };
}

/**
 * Gives numbers from 0 to names in order of first occurrence. `of` has the number of each item, and `sizes` the count
 * of each name.
 */
function numbered<T>(given: readonly T[]): { of: number[]; sizes: number[]; names: T[] } {
  const numbers = new Map<T, number>();
  const sizes: number[] = [];
  const of = given.map((name) => {
    const number = numberOf(name, numbers);
    sizes[number] = (sizes[number] ?? 0) + 1;
    return number;
  });
  return { of, sizes, names: [...numbers.keys()] };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

function adjustedRandIndex({ things, groups, labels, pairs }: GroupCounts): number {
  const twos = (counts: readonly number[]): number =>
    sum(counts.map((each) => (each * (each - 1)) / 2));
  const [together, inGroups, inLabels] = [
    twos(pairs.map((pair) => pair.count)),
    twos(groups),
    twos(labels),
  ];
  const expected = things < 2 ? 0 : inGroups * (inLabels / twos([things]));
  const most = (inGroups + inLabels) / 2;
  return most === expected ? 1 : (together - expected) / (most - expected);
}

function purity({ things, groups, pairs }: GroupCounts): number {
  const largest = groups.map(() => 0);
  for (const pair of pairs) largest[pair.group] = Math.max(largest[pair.group]!, pair.count);
  return things === 0 ? 1 : sum(largest) / things;
}

function mutualInformation({ things, groups, labels, pairs }: GroupCounts): number {
  const entropy = (counts: readonly number[]): number =>
    -sum(counts.map((each) => (each / things) * log(each / things)));
  const [ofGroups, ofLabels] = [entropy(groups), entropy(labels)];
  if (groups.length < 2 || labels.length < 2) return groups.length === labels.length ? 1 : 0;
  const shared = sum(
    pairs.map(
      ({ count: both, group, label }) =>
        (both / things) * log((both / groups[group]!) * (things / labels[label]!)),
    ),
  );
  return Math.min(1, Math.max(0, shared / Math.sqrt(ofGroups * ofLabels)));
}
