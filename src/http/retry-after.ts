import { parseDatetime } from "../mementos/datetime.js";

/**
 * Milliseconds that a Retry-After header asks to wait (RFC 9110, section 10.2.3: seconds or an HTTP date), counted from
 * `now`, milliseconds since the epoch; undefined when it is absent or says nothing that can be understood.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return Math.round(Number(text) * 1000);
  if (!/[a-z]/iu.test(text)) return undefined;
  const date = parseDatetime(text);
  return date === undefined ? undefined : Math.max(0, Date.parse(date) - now);
}
