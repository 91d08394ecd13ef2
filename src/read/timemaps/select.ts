import { UsageError } from "../../base/errors.js";
import { toFourteenDigits } from "../../base/datetime.js";
import type { HttpInputOptions } from "../types.js";
import type { TimeMapEntry } from "./document.js";

type Selection = Pick<HttpInputOptions, "from" | "to" | "limit" | "sample">;

type DatedEntry = Pick<TimeMapEntry, "mementoDatetime">;

/** A memento to fetch. The note says why it is included although it was not chosen. */
type Selected<T> = T & { readonly note?: string };

export const outsideSelection =
  "the first memento of the TimeMap, outside of --from, --to, --limit or --sample: the others are compared with it";

/**
 * Chooses from mementos in order of memento-datetime: first by the range, then by the limit, then by the sample. The
 * first memento of the TimeMap is always part of the result, because all others are compared with it. If it was not
 * chosen, it has a note. The order is kept.
 */
export function selectMementos<T extends DatedEntry>(
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
 * Returns `count` mementos that are as near as possible to as many instants, which are evenly spread from the first to
 * the last memento. Both ends are included, and no memento occurs twice.
 */
function spread<T extends DatedEntry>(mementos: readonly T[], count: number): readonly T[] {
  if (count >= mementos.length) return mementos;
  const times = mementos.map(({ mementoDatetime }) => Date.parse(mementoDatetime));
  const start = times[0]!;
  const step = (times.at(-1)! - start) / (count - 1);
  const chosen: T[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    // Enough mementos must remain for the rest of the sample.
    const last = mementos.length - (count - n);
    const wanted = start + n * step;
    // Several mementos may have the first datetime. The sample begins with the first of them.
    while (n > 0 && at < last && Math.abs(times[at + 1]! - wanted) <= Math.abs(times[at]! - wanted))
      at += 1;
    if (n === count - 1 && count > 1) at = last;
    chosen.push(mementos[at]!);
    at += 1;
  }
  return chosen;
}

/**
 * Parses a bound of `--from` or `--to` to 4 to 14 digits: `2010`, `2010-05-13`, `2010-05-13T10:00:00Z` or `20100513`.
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
