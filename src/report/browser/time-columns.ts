import { memoiseOf } from "../../base/math/memo.js";
import { type PageHead, type PageTimeMap, STRIP, type VerdictCounts } from "../page-data.js";

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the day of each memento in milliseconds. A memento without a date gets the day of the previous memento, or
 * NaN if no previous memento has a date.
 */
export const daysOf = memoiseOf((timeMap: PageTimeMap) => {
  let day = Number.NaN;
  let last = 0;
  return Float64Array.from(timeMap.days.split(" "), (since) => {
    if (since !== "") day = last += Number.parseInt(since, 36);
    return day * DAY;
  });
});

/** Time from the first memento of a collection to the last. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the time span of a collection; `undefined` if no memento has a date. */
export function spanOf({ timeMaps }: Pick<PageHead, "timeMaps">): TimeSpan | undefined {
  let [from, to] = [Infinity, -Infinity];
  for (const timeMap of timeMaps) {
    from = Math.min(from, Date.parse(timeMap.from ?? "") || Infinity);
    to = Math.max(to, Date.parse(timeMap.to ?? "") || -Infinity);
  }
  return from <= to ? { from, to } : undefined;
}

/** Returns the position of each memento in a time span, from 0 to 1. Those without dates are spread in their order. */
export function sharesOfTime(timeMap: PageTimeMap, given?: TimeSpan): readonly number[] {
  const days = [...daysOf(timeMap)];
  const { length } = timeMap.strip;
  const own = { from: days.find((day) => !Number.isNaN(day)) ?? Number.NaN, to: days.at(-1)! };
  const { from, to } = given ?? own;
  return Array.from({ length }, (_, at) => {
    const share = to > from ? ((days[at] ?? Number.NaN) - from) / (to - from) : Number.NaN;
    return Number.isNaN(share) ? at / length : Math.min(Math.max(share, 0), 1);
  });
}

/** Counts verdicts in columns by the positions of their mementos. A column without mementos is undefined. */
export function stripColumns(
  verdicts: string,
  shares: readonly number[],
  columns: number,
): (VerdictCounts | undefined)[] {
  const made = new Array<VerdictCounts | undefined>(columns).fill(undefined);
  for (const [at, share] of shares.entries()) {
    const column = Math.min(Math.floor(share * columns), columns - 1);
    const counts = (made[column] ??= { onTopic: 0, offTopic: 0, undecided: 0 });
    const verdict = verdicts[at];
    if (verdict === STRIP.offTopic) counts.offTopic += 1;
    else if (verdict === STRIP.onTopic) counts.onTopic += 1;
    else counts.undecided += 1;
  }
  return made;
}

/** Maximum number of mementos that a chart shows individually. */
export const MOST_SHOWN = 500;

export interface MementoRange {
  readonly from: number;
  readonly count: number;
}

/** Returns the range of the mementos to show around a place of a TimeMap. */
export function placesAround(place: number, length: number): MementoRange {
  const size = Math.min(MOST_SHOWN, length);
  const from = Math.min(Math.max(place - Math.floor(size / 2), 0), length - size);
  return { from, count: size };
}
