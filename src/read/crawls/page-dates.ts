import { parseDatetime } from "../../base/datetime.js";

/** Earliest year of a page. A date before the web is a number that was read in the wrong form. */
const FIRST_YEAR = 1990;

/**
 * Returns the time of a page in a page list, in milliseconds. Its `ts` is a date in any form of `parseDatetime`, or the
 * seconds or milliseconds since 1970, as a number or as text. Returns `undefined` for any other value.
 */
export function timeOfPage(ts: unknown): number | undefined {
  if (typeof ts !== "string" && typeof ts !== "number") return undefined;
  const text = String(ts).trim().slice(0, 100);
  const date = parseDatetime(text.replace(/\s*(?:UTC|GMT)$/u, "")) ?? parseDatetime(text);
  if (date !== undefined && Number(date.slice(0, 4)) >= FIRST_YEAR) return Date.parse(date);
  if (!/^\d{9,13}(?:\.\d*)?$/u.test(text)) return undefined;
  return Math.trunc(Number(text) * (Number(text) < 1e11 ? 1000 : 1));
}
