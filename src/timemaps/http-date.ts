const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const form =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4})\s+(\d{1,2}):(\d{2}):(\d{2})(?:\s*(?:GMT|UTC|UT|Z|\+0000))?$/i;

/**
 * A datetime of HTTP (RFC 9110, section 5.6.7; RFC 7089 uses it) as ISO 8601 in UTC. Archives get the weekday wrong,
 * write days of one digit, leave `GMT` out: all read. undefined for everything else, days that do not exist included.
 */
export function parseHttpDate(value: string): string | undefined {
  const found = form.exec(value.trim());
  if (found === null) return undefined;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((i) => Number(found[i]));
  const month = months.indexOf(found[2]!.toLowerCase());
  if (month === -1) return undefined;
  const date = new Date(Date.UTC(year!, month, day, hour, minute, second));
  // Date.UTC carries over: 31 February would be 3 March.
  const stays =
    date.getUTCMonth() === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  return stays ? date.toISOString().replace(".000Z", "Z") : undefined;
}
