import type { FeatureRecord, Settings } from "../types.js";

const answered2xx = (record: FeatureRecord): boolean => {
  const { status } = record.capture;
  // Resource records and header-less captures have no status: somebody saved the page itself.
  return status === undefined ? record.problem === undefined : status >= 200 && status < 300;
};

/**
 * Position of the first memento among the records of one TimeMap (SPEC section 1), oldest first. It is the earliest
 * answered 2xx, or where there is none the earliest; profile `otmt-1.0.5` takes the earliest of any status; `usable`
 * takes the earliest for which `isUsable` holds, or -1 when there is none.
 */
export function firstMemento(
  records: Iterable<FeatureRecord>,
  rule: Settings["first"],
  isUsable: (record: FeatureRecord) => boolean,
): number {
  if (rule === "earliest") return 0;
  let position = 0;
  for (const record of records) {
    if (answered2xx(record) && (rule !== "usable" || isUsable(record))) return position;
    position += 1;
  }
  if (rule === "earliest-2xx") return 0;
  position = 0;
  for (const record of records) {
    if (isUsable(record)) return position;
    position += 1;
  }
  return -1;
}
