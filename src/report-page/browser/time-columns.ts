import { STRIP } from "../page-data.js";
import type { TimeSpan } from "./dates.js";

/** Mementos that share a column of a strip. */
export interface StripColumn {
  onTopic: number;
  offTopic: number;
  undecided: number;
}

/** The verdicts of a TimeMap in columns of equal time; columns without a memento are undefined. */
export function stripColumns(
  verdicts: string,
  days: ArrayLike<number>,
  { from, to }: TimeSpan,
  columns: number,
): (StripColumn | undefined)[] {
  const made = new Array<StripColumn | undefined>(columns).fill(undefined);
  const length = Math.max(to - from, 1);
  for (let at = 0; at < verdicts.length; at += 1) {
    const share = ((days[at] ?? Number.NaN) - from) / length;
    // Without dates mementos stand in their order.
    const place = Number.isNaN(share) ? at / verdicts.length : share;
    const column = Math.min(Math.max(Math.floor(place * columns), 0), columns - 1);
    const counts = (made[column] ??= { onTopic: 0, offTopic: 0, undecided: 0 });
    const verdict = verdicts[at];
    if (verdict === STRIP.offTopic) counts.offTopic += 1;
    else if (verdict === STRIP.onTopic) counts.onTopic += 1;
    else counts.undecided += 1;
  }
  return made;
}

/** Mementos that a chart shows one by one. */
export const MOST_SHOWN = 500;
export const FEWEST_SHOWN = 10;

/** Mementos of a TimeMap from a place on. */
export interface Places {
  readonly from: number;
  readonly count: number;
}

/** So many mementos around a place, as far as there are any. */
export function placesAround(place: number, count: number, length: number): Places {
  const size = Math.min(Math.max(count, FEWEST_SHOWN), MOST_SHOWN, length);
  const from = Math.min(Math.max(place - Math.floor(size / 2), 0), length - size);
  return { from, count: size };
}
