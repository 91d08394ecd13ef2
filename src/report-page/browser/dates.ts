import type { PageHead, PageTimeMap } from "../page-data.js";

const DAY = 24 * 60 * 60 * 1000;
const known = new WeakMap<PageTimeMap, Float64Array>();

/** The day of each memento in milliseconds; one without a date has that of the one before it, NaN where none has. */
export function daysOf(timeMap: PageTimeMap): Float64Array {
  const before = known.get(timeMap);
  if (before !== undefined) return before;
  let day = Number.NaN;
  let last = 0;
  const days = Float64Array.from(timeMap.days.split(" "), (since) => {
    if (since !== "") day = last += Number.parseInt(since, 36);
    return day * DAY;
  });
  known.set(timeMap, days);
  return days;
}

/** The time that all TimeMaps together take. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** From the first memento of a collection to its last; undefined where none has a date. */
export function spanOf({ timeMaps }: Pick<PageHead, "timeMaps">): TimeSpan | undefined {
  let [from, to] = [Infinity, -Infinity];
  for (const timeMap of timeMaps) {
    from = Math.min(from, Date.parse(timeMap.from ?? "") || Infinity);
    to = Math.max(to, Date.parse(timeMap.to ?? "") || -Infinity);
  }
  return from <= to ? { from, to } : undefined;
}
