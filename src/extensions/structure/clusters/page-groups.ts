import { UsageError } from "../../../base/errors.js";
import { groupBy, pairUp } from "../../../base/math/group-by.js";
import { captureKey, type SavedMemento } from "../../../write/entry.js";
import type { SavedResults } from "../../../write/read-results.js";
import { pageKindTitle } from "../../../write/writing.js";
import type { Clustering, ClusterMember } from "./cluster-mementos.js";

export type VerdictsOfMembers = ReadonlyMap<ClusterMember, SavedMemento>;

/** Throws a `UsageError` if no memento has a result. */
export function verdictsOf(
  { clusters, mementos }: Clustering,
  results: SavedResults,
): VerdictsOfMembers {
  const members = clusters.flatMap((cluster) => cluster.members);
  const verdicts = pairUp(members, results.mementos, [
    [({ uriM }) => uriM, ({ uriM }) => uriM],
    [({ capture }) => captureKey(capture), ({ capture }) => captureKey(capture)],
  ]);
  if (mementos > 0 && verdicts.size === 0) {
    throw new UsageError(
      `no memento of ${results.file} is in the input. Give the results of this input.`,
    );
  }
  return verdicts;
}

export function groupOf(member: ClusterMember, verdicts: VerdictsOfMembers | undefined): string {
  const result = verdicts?.get(member);
  const verdict = result?.overall;
  if (verdict === "on-topic" || verdict === "unsure") return verdict;
  const kind = (result === undefined ? undefined : pageKindTitle(result)) ?? member.kind;
  if (kind !== undefined) return kind;
  return verdict === "off-topic" ? "off-topic, of no known kind" : "no verdict and no known kind";
}

/** The other kinds share one colour. */
const COLOURED_KINDS = 6;

const FIXED: ReadonlyMap<string, string> = new Map([
  ["on-topic", "on"],
  ["unsure", "unsure"],
  ["off-topic, of no known kind", "off"],
  ["no verdict and no known kind", "none"],
]);

/** Group of pages: its name, its class for the colour, and its number of mementos. */
export interface PageGroup {
  readonly name: string;
  readonly style: string;
  readonly mementos: number;
}

/** Returns all groups by name, the largest first. */
export function pageGroups(
  members: readonly ClusterMember[],
  verdicts: VerdictsOfMembers | undefined,
): ReadonlyMap<string, PageGroup> {
  const groups = [...groupBy(members, (member) => groupOf(member, verdicts))];
  groups.sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  let kinds = 0;
  return new Map(
    groups.map(([name, own]) => {
      const style = FIXED.get(name) ?? (kinds < COLOURED_KINDS ? `k${kinds++}` : "other");
      return [name, { name, style, mementos: own.length }];
    }),
  );
}
