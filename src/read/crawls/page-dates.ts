import { parseDatetime } from "../../base/datetime.js";

/** Numbers of digits of a time since 1970, and how many milliseconds its unit has. */
const UNITS: readonly (readonly [fewest: number, most: number, milliseconds: number])[] = [
  [9, 10, 1000],
  [12, 13, 1],
  [15, 16, 1e-3],
  [18, 19, 1e-6],
];

/** Earliest year of a page. A date before the web is a number that was read in the wrong form. */
const FIRST_YEAR = 1990;

/**
 * Returns the time of a page in a page list, in milliseconds. Its `ts` is a date in any form of `parseDatetime`, or the
 * seconds, milliseconds, microseconds or nanoseconds since 1970, as a number or as text. Returns `undefined` for any
 * other value.
 */
export function timeOfPage(ts: unknown): number | undefined {
  if (typeof ts !== "string" && typeof ts !== "number") return undefined;
  const text = String(ts).trim().slice(0, 100);
  const date = parseDatetime(text.replace(/\s*(?:UTC|GMT)$/u, "")) ?? parseDatetime(text);
  if (date !== undefined && Number(date.slice(0, 4)) >= FIRST_YEAR) return Date.parse(date);
  const [, whole = ""] = /^(\d{1,19})(?:\.\d*)?$/u.exec(text) ?? [];
  const unit = UNITS.find(([fewest, most]) => whole.length >= fewest && whole.length <= most);
  return unit === undefined ? undefined : Math.trunc(Number(text) * unit[2]);
}
