import { byText } from "./text.js";

/**
 * This module handles memento-datetimes. The package uses one canonical form: ISO 8601 in UTC,
 * `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, with up to nine digits of fraction. A fraction of zero is omitted.
 */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A WARC date, 4 to 14 digits, and an HTTP date. Only seconds have a fraction. */
const FORMS = [
  /^(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?\s*(?:Z|(?<ahead>[+-]\d{2}):?(?<minutes>\d{2}))?)?)?)?$/iu,
  /^(?<year>\d{4})(?:(?<month>\d{2})(?:(?<day>\d{2})(?:(?<hour>\d{2})(?:(?<minute>\d{2})(?:(?<second>\d{2})(?:\.?(?<fraction>\d{1,9}))?)?)?)?)?)?$/u,
  /^(?:[a-z]+,?\s+)?(?<day>\d{1,2})[ -](?<month>[a-z]{3})[a-z]*[ -](?<year>\d{4}|\d{2})\s+(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\s+(?:GMT|UTC|Z|[+-]0000))?$/iu,
];

/**
 * Returns the canonical form of a datetime written as a WARC date of any precision (WARC 1.1, section 5.4), as 4 to 14
 * digits with an optional fraction, or as an HTTP date (RFC 9110, section 5.6.7, but for the form of asctime). Returns undefined
 * for any other text and for impossible dates such as the 31st of February.
 */
export function parseDatetime(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 64) return undefined;
  for (const form of FORMS) {
    const parts = form.exec(trimmed)?.groups;
    if (parts !== undefined) return canonical(parts);
  }
  return undefined;
}

/**
 * Expands a two-digit year: 70 to 99 are in the 20th century, 00 to 69 in the 21st. RFC 9110 has a window that moves
 * with the current year. A fixed window gives the same result whenever an archive is read, and no capture is older than
 * the web.
 */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) >= 70 ? "19" : "20"}${year}`;
}

/** Returns the number of a month, or of the month with this English name, as two digits. */
const monthDigits = (month: string): string =>
  /\d/u.test(month) ? month : String(MONTHS.indexOf(month.toLowerCase()) + 1).padStart(2, "0");

function canonical(parts: Readonly<Record<string, string | undefined>>): string | undefined {
  const { year = "", month = "01", day = "01", hour = "00", minute = "00", second = "00" } = parts;
  const { fraction = "", ahead = "+00", minutes = "00" } = parts;
  // A leap second, 60, is valid and is stored as second 59.
  const time = `${hour}:${minute}:${second === "60" ? "59" : second}`;
  const local = `${fullYear(year)}-${monthDigits(month)}-${day.padStart(2, "0")}T${time}`;
  const date = new Date(`${local}Z`);
  // JavaScript takes the 31st of February for a day of March.
  const isPossible =
    year !== "0000" && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local);
  if (!isPossible) return undefined;
  const offset = 60 * Number(ahead) + Number(`${ahead[0]!}${minutes}`);
  const inUtc = new Date(date.getTime() - offset * 60_000);
  // A time zone may lead out of the years 1 to 9999.
  if (inUtc.getUTCFullYear() < 1 || inUtc.getUTCFullYear() > 9999) return undefined;
  const utc = inUtc.toISOString().slice(0, 19);
  const kept = fraction.slice(0, 9).replace(/0+$/u, "");
  return `${utc}${kept === "" ? "" : `.${kept}`}Z`;
}

/** Returns a canonical datetime as `YYYYMMDDHHMMSS`, the form that archives use in URI-Ms. */
export const toFourteenDigits = (datetime: string): string =>
  datetime.slice(0, 19).replace(/[-:T]/gu, "");

/** Returns 23 digits, nine of which are the fraction of a second. Their order as text is chronological. */
export function sortDigits(datetime: string): string {
  const fraction = datetime.length > 20 ? datetime.slice(20, -1) : "";
  return toFourteenDigits(datetime) + fraction.padEnd(9, "0");
}

/** The result is negative, zero or positive if the first is earlier, equal or later. */
export const compareDatetimes = (a: string, b: string): number =>
  byText(sortDigits(a), sortDigits(b));

/** Returns the form in which OTMT writes a memento-datetime: `2013/02/02 10:00:00 GMT`. */
export function toOtmtForm(datetime: string): string {
  return `${datetime.slice(0, 10).replaceAll("-", "/")} ${datetime.slice(11, 19)} GMT`;
}
