import { isRemote } from "../../base/platform/files.js";

/*
 * An argument of an input is a list of parts, separated by commas. In a part, %2C, %3D and %25 represent a comma, an
 * equals sign and a percent sign, and %20 at its ends a space of the name. URIs keep their own escapes.
 */

/** Matches the text between commas. Commas within braces separate alternatives of a glob. */
const PART = /(?:\{[^{}]*\}|[^,])+/gu;

const URI = /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/|file:)/iu;

/** Decodes the escapes of a name. A URI is unchanged. */
export const decodeName = (text: string): string =>
  URI.test(text) ? text : text.replace(/%(?:2C|3D|25)|^(?:%20)+|(?:%20)+$/giu, decodeURIComponent);

export const encodeName = (name: string): string =>
  name.replace(/[%,=]|^ +| +$/gu, encodeURIComponent);

/** Returns the value that names one source. URIs keep their own escapes, of which those of files are read. */
export const valueOfSource = (source: string): string =>
  URI.test(source) && !/^file:/iu.test(source) ? source : encodeName(source);

/** A value that is the URI of a remote file is a single name. */
export function namesIn(values: readonly string[]): string[] {
  return values
    .flatMap((value) => (isRemote(value.trim()) ? [value] : (value.match(PART) ?? [])))
    .map((part) => decodeName(part.trim()))
    .filter((name) => name !== "");
}

/**
 * Tells whether a list of names has an empty one, which an unset variable leaves. Commas in URIs separate no names for
 * certain, and an alternative of a glob may be empty.
 */
export const hasEmptyName = (value: string): boolean =>
  !value.split(",").some((part) => isRemote(part.trim().replace(/^@/u, ""))) &&
  value
    .replace(/\{[^{}]*\}/gu, "{}")
    .split(",")
    .some((part) => ["", "@"].includes(part.trim()));
