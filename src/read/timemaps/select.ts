import { UsageError } from "../../base/errors.js";
import { toFourteenDigits } from "../../base/datetime.js";
import type { TimeMapEntry } from "./document.js";

/** Which mementos of a TimeMap are scored; all of them by default. */
interface Selection {
  /** 4 to 14 digits of `YYYYMMDDhhmmss`, inclusive. */
  readonly from?: string;
  /** 4 to 14 digits, inclusive to the end of what they name: `2010` is all of 2010. */
  readonly to?: string;
  /** At most this many, oldest first. */
  readonly limit?: number;
  /** This many, spread evenly over time. */
  readonly sample?: number;
}

/** What is chosen from: mementos of a TimeMap. */
type Dated = Pick<TimeMapEntry, "mementoDatetime">;

/** A memento to fetch; the note says why it is there although it was not chosen. */
type Selected<T> = T & { readonly note?: string };

/** The note on a first memento outside of what was chosen. */
export const outsideSelection =
  "the first memento of the TimeMap, outside of --from, --to, --limit or --sample: the others are compared with it";

/**
 * Chooses from mementos in order of memento-datetime: first the range, then the limit, then the sample. The first
 * memento of the TimeMap is always among the result, for all others are compared with it; where it was not chosen it
 * says so in a note. Order is kept.
 */
export function selectMementos<T extends Dated>(
  mementos: readonly T[],
  { from, to, limit, sample }: Selection,
): readonly Selected<T>[] {
  const inRange = mementos.filter(({ mementoDatetime }) => {
    const digits = toFourteenDigits(mementoDatetime);
    return (
      (from === undefined || digits.slice(0, from.length) >= from) &&
      (to === undefined || digits.slice(0, to.length) <= to)
    );
  });
  const limited = limit === undefined ? inRange : inRange.slice(0, limit);
  const chosen = sample === undefined ? limited : spread(limited, sample);
  const first = mementos[0];
  if (first === undefined || chosen[0] === first) return chosen;
  return [{ ...first, note: outsideSelection }, ...chosen];
}

/**
 * `count` mementos, as near as can be to as many instants evenly spread from the first to the last; both ends are
 * among them, none twice.
 */
function spread<T extends Dated>(mementos: readonly T[], count: number): readonly T[] {
  if (count >= mementos.length) return mementos;
  const times = mementos.map(({ mementoDatetime }) => Date.parse(mementoDatetime));
  const start = times[0]!;
  const step = (times.at(-1)! - start) / (count - 1);
  const chosen: T[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    // Enough must be left for the rest of the sample.
    const last = mementos.length - (count - n);
    const wanted = start + n * step;
    // Several mementos may share the first instant: the sample begins with the first of them.
    while (n > 0 && at < last && Math.abs(times[at + 1]! - wanted) <= Math.abs(times[at]! - wanted))
      at += 1;
    if (n === count - 1 && count > 1) at = last;
    chosen.push(mementos[at]!);
    at += 1;
  }
  return chosen;
}

/**
 * A bound of `--from` or `--to` as 4 to 14 digits: `2010`, `2010-05-13`, `2010-05-13T10:00:00Z` or `20100513`.
 * Throws `UsageError`.
 */
export function parseBound(option: string, value: string): string {
  const digits = value
    .trim()
    .replace(/(?:\.\d+)?Z?$/i, "")
    .replace(/[-:T ]/gi, "");
  const month = Number(digits.slice(4, 6) || "1");
  const day = Number(digits.slice(6, 8) || "1");
  const good = /^(?:\d{4}|\d{6}|\d{8}|\d{10}|\d{12}|\d{14})$/.test(digits);
  if (!good || month < 1 || month > 12 || day < 1 || day > 31) {
    throw new UsageError(`${option} ${value}: give a date as 2010, 2010-05-13 or 20100513100000`);
  }
  return digits;
}
