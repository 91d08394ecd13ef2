import { closeSync, openSync, readFileSync, readSync, type Stats, statSync } from "node:fs";
import { UsageError, whyUnreadable } from "./errors.js";

/**
 * Returns the text of a file that a person wrote, up to `most` bytes. The file is in UTF-8, or in UTF-16 with a byte
 * order mark (spreadsheets save this as "Unicode text"). Throws a `UsageError` if the file cannot be read.
 */
export const readTextFile = (path: string, most = Infinity): string =>
  decodeText(readable(path, () => (most === Infinity ? readFileSync(path) : begin(path, most))));

/** Returns the first `most` bytes of a file, which may be a pipe or endless. */
function begin(path: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const file = openSync(path, "r");
  try {
    let length = 0;
    let read = -1;
    while (read !== 0 && length < most) {
      read = readSync(file, bytes, length, most - length, null);
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Decodes the bytes of a file that a person wrote. */
export function decodeText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("latin1");
  if (mark === "\u{ff}\u{fe}") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "\u{fe}\u{ff}") return new TextDecoder("utf-16be").decode(bytes);
  return bytes.toString("utf8");
}

/** Returns the result of `read`. Throws a `UsageError` that says why `name` cannot be read if the system refuses. */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UsageError(`${name} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
}

/**
 * Returns the lines of a list without surrounding white space. Empty lines and lines that begin with `#` are left out.
 */
export const listedLines = (text: string): string[] =>
  text
    .replace(/^\u{feff}/u, "")
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/**
 * True for standard input (`-`) and for a pipe, such as `<(COMMAND)` of a shell, because these can be read only once.
 */
export function isPipe(path: string): boolean {
  if (path === "-") return true;
  const stats = statsOf(path);
  return stats?.isFIFO() === true || stats?.isSocket() === true;
}

/**
 * Returns the status of the file at a path, with links followed. Returns undefined if there is no file, or if this
 * cannot be determined because the name is too long, links form a circle, or a part of the path is a file.
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
