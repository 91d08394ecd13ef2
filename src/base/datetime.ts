/**
 * This module handles memento-datetimes. The package uses one canonical form: ISO 8601 in UTC,
 * `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, with up to nine digits of fraction. A fraction of zero is omitted.
 */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

interface DatetimeParts {
  readonly year: string;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  readonly fraction?: string | undefined;
  /** Minutes by which the local time is ahead of UTC. */
  readonly offset?: number;
}

/**
 * Returns the canonical form of a datetime written as a WARC date of any precision (WARC 1.1, section 5.4), as 4 to 14
 * digits with an optional fraction, or as an HTTP date (RFC 9110, section 5.6.7, but for the form of asctime). Returns undefined
 * for any other text and for impossible dates such as the 31st of February.
 */
export function parseDatetime(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 64) return undefined;
  const parts = isoParts(trimmed) ?? digitParts(trimmed) ?? httpParts(trimmed);
  return parts === undefined ? undefined : canonical(parts);
}

function isoParts(text: string): DatetimeParts | undefined {
  const match =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/iu.exec(
      text,
    );
  if (match === null) return undefined;
  const [, year = "", month, day, hour, minute, second, fraction, zone] = match;
  return { year, month, day, hour, minute, second, fraction, offset: zoneMinutes(zone) };
}

function zoneMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone ?? "");
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

function digitParts(text: string): DatetimeParts | undefined {
  const match = /^(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:\.?(\d{1,9}))?$/u.exec(text);
  if (match === null) return undefined;
  const [, year = "", month, day, hour, minute, second, fraction] = match;
  // The pattern matches a single remaining digit as a fraction, but only seconds have a fraction.
  if (fraction !== undefined && second === undefined) return undefined;
  return { year, month, day, hour, minute, second, fraction };
}

function httpParts(text: string): DatetimeParts | undefined {
  const match =
    /^(?:[a-z]+,?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4}|\d{2})\s+(\d{2}):(\d{2}):(\d{2})(?:\s+(?:GMT|UTC|Z|[+-]0000))?$/iu.exec(
      text,
    );
  if (match === null) return undefined;
  const [, day = "", name = "", year = "", hour, minute, second] = match;
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return {
    ...{ year: fullYear(year), month: String(month).padStart(2, "0"), day: day.padStart(2, "0") },
    ...{ hour, minute, second },
  };
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

function canonical(parts: DatetimeParts): string | undefined {
  const { year, month = "01", day = "01", hour = "00", minute = "00", second = "00" } = parts;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number);
  // A leap second, 60, is valid and is stored as second 59.
  const shown = Math.min(s!, 59);
  const date = new Date(Date.UTC(y!, mo! - 1, d, h, mi, shown));
  // Date.UTC takes the year 1 for 1901.
  if (y! < 100) date.setUTCFullYear(y!);
  const time = date.getTime();
  const possible =
    y! > 0 &&
    date.getUTCFullYear() === y &&
    date.getUTCMonth() === mo! - 1 &&
    date.getUTCDate() === d &&
    date.getUTCHours() === h &&
    date.getUTCMinutes() === mi &&
    s! <= 60;
  if (!possible) return undefined;
  const inUtc = new Date(time - (parts.offset ?? 0) * 60_000);
  // A time zone may lead out of the years 1 to 9999.
  if (inUtc.getUTCFullYear() < 1 || inUtc.getUTCFullYear() > 9999) return undefined;
  const utc = inUtc.toISOString().slice(0, 19);
  const fraction = (parts.fraction ?? "").slice(0, 9).replace(/0+$/u, "");
  return `${utc}${fraction === "" ? "" : `.${fraction}`}Z`;
}

/** Returns a canonical datetime as `YYYYMMDDHHMMSS`, the form that archives use in URI-Ms. */
export function toFourteenDigits(datetime: string): string {
  return datetime.slice(0, 19).replace(/[-:T]/gu, "");
}

/** Returns 23 digits, nine of which are the fraction of a second. Their order as text is chronological. */
export function sortDigits(datetime: string): string {
  const fraction = datetime.length > 20 ? datetime.slice(20, -1) : "";
  return toFourteenDigits(datetime) + fraction.padEnd(9, "0");
}

/** The result is negative, zero or positive if the first is earlier, equal or later. */
export function compareDatetimes(a: string, b: string): number {
  const [left, right] = [sortDigits(a), sortDigits(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the form in which OTMT writes a memento-datetime: `2013/02/02 10:00:00 GMT`. */
export function toOtmtForm(datetime: string): string {
  return `${datetime.slice(0, 10).replaceAll("-", "/")} ${datetime.slice(11, 19)} GMT`;
}
