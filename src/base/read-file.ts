import { readFileSync, type Stats, statSync } from "node:fs";
import { UsageError, whyUnreadable } from "./errors.js";

/**
 * The text of a file that a person has written, in UTF-8 or, as spreadsheets save "Unicode text", in UTF-16 with a byte
 * order mark; throws a `UsageError` when it cannot be read.
 */
export const readTextFile = (path: string): string =>
  decodeText(readable(path, () => readFileSync(path)));

/** The text of such a file's bytes. */
export function decodeText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("latin1");
  if (mark === "\u{ff}\u{fe}") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "\u{fe}\u{ff}") return new TextDecoder("utf-16be").decode(bytes);
  return bytes.toString("utf8");
}

/** What `read` gives; throws a `UsageError` that says why `name` cannot be read where the system does not let it. */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UsageError(`${name} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
}

/** What is written in the lines of a list, without white space around it: empty lines and those with `#` are left out. */
export const listedLines = (text: string): string[] =>
  text
    .replace(/^\u{feff}/u, "")
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** True for standard input (`-`) and for a pipe, such as `<(COMMAND)` of a shell: their bytes can be read only once. */
export function isPipe(path: string): boolean {
  if (path === "-") return true;
  const stats = statsOf(path);
  return stats?.isFIFO() === true || stats?.isSocket() === true;
}

/**
 * What is at a path; undefined where nothing is, not even at the end of its links, and where that cannot be seen: a name
 * that is too long, links in a circle, a file in place of a folder.
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
