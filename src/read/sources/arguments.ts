import { isRemote } from "../../base/platform/files.js";

/*
 * How the argument of an input is written: parts between commas, in which %2C, %3D and %25 mean a comma, an equals
 * sign and a percent sign. URIs have their own escapes, which stay.
 */

/** What stands between commas; a comma within braces separates alternatives of a glob. */
const PART = /(?:\{[^{}]*\}|[^,])+/gu;

const isUri = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/|file:)/iu.test(text);

/** A name with its escapes undone; a URI as it is. */
export const decodeName = (text: string): string =>
  isUri(text) ? text : text.replace(/%(?:2C|3D|25)/giu, decodeURIComponent);

export const encodeName = (name: string): string => name.replace(/[%,=]/gu, encodeURIComponent);

/** The names that values of `-i` list, without empty ones; a value that is the URI of a file elsewhere lists that one. */
export function namesIn(values: readonly string[]): string[] {
  return values
    .flatMap((value) => (isRemote(value.trim()) ? [value] : (value.match(PART) ?? [])))
    .map((part) => decodeName(part.trim()))
    .filter((name) => name !== "");
}
