import { hasImpossibleDate } from "../../base/possible-date.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Settings } from "../settings/types.js";

/**
 * Returns the position of the first memento among the records of a TimeMap, oldest first. This is the earliest memento
 * with a 2xx status or, if there is none, the earliest of all. The rule `earliest` of profile `otmt-1.0.5` ignores the
 * status. The rule `usable` chooses the earliest memento for which `isUsable` is true, and returns -1 if there is none.
 * A memento whose date cannot be right is only chosen if there is no other, or by `earliest`. Among the mementos with a
 * 2xx status, one for which `isWhole` is true comes before the others.
 */
export function firstMemento(
  records: Iterable<FeatureRecord>,
  rule: Settings["first"],
  isUsable: (record: FeatureRecord) => boolean,
  isWhole: (record: FeatureRecord) => boolean = () => true,
): number {
  if (rule === "earliest") return 0;
  // The records of a long TimeMap are read from disk, so they are looked at once.
  let first = -1;
  let least = Infinity;
  let hasDated = false;
  let position = 0;
  for (const record of records) {
    hasDated ||= !hasImpossibleDate(record.capture);
    const rank = rankOf(record, isWhole);
    if (rank < least && (rule !== "usable" || isUsable(record))) [first, least] = [position, rank];
    if (least === 0) return first;
    position += 1;
  }
  return hasDated && least > UNANSWERED ? -1 : first;
}

/** Rank of a memento with a possible date that did not answer with a 2xx status. */
const UNANSWERED = 2;

/** Returns how little a memento is fit to be the first one, from 0. */
function rankOf(record: FeatureRecord, isWhole: (record: FeatureRecord) => boolean): number {
  const { status, inferredFrom } = record.capture;
  // Nothing can be compared with a capture that was not read.
  if (inferredFrom !== undefined) return Infinity;
  // Resource records and captures without headers have no status, because the page itself was saved.
  const isAnswer =
    status === undefined ? record.problem === undefined : status >= 200 && status < 300;
  if (hasImpossibleDate(record.capture)) return isAnswer ? 3 : 4;
  if (!isAnswer) return UNANSWERED;
  return isWhole(record) ? 0 : 1;
}
