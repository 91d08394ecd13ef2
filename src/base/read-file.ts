import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { UsageError, whyUnreadable } from "./errors.js";
import { utf16Mark } from "./utf16.js";

/** Maximum size of a list or configuration that is read whole, in bytes: about 500,000 decisions. */
const MOST_TEXT = 64_000_000;

/**
 * Returns the text of a file that a person wrote. The file is in UTF-8, or in UTF-16 with a byte order mark
 * (spreadsheets save this as "Unicode text"). Throws a `UsageError` if the file cannot be read, or if it has more than
 * `most` bytes.
 */
export function readTextFile(path: string, most = MOST_TEXT): string {
  if (typeof path !== "string") {
    throw new UsageError("a file is named by its path, not given by its contents.");
  }
  return decodeText(readable(path, () => readWholeFile(path, most)));
}

/** Returns the bytes of a file, which may be a pipe. Throws a `UsageError` if it has more than `most` bytes. */
export function readWholeFile(path: string, most = MOST_TEXT): Buffer {
  const file = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    // A pipe or a device may have no end.
    for (let left = most; ;) {
      const chunk = Buffer.allocUnsafe(Math.min(1 << 20, left + 1));
      const read = readSync(file, chunk);
      if (read > left) throw tooLarge(path, most);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      left -= read;
    }
  } finally {
    closeSync(file);
  }
}

/** Returns the bytes of a stream. Throws a `UsageError` if it has more than `most` bytes. */
export async function readWholeStream(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  most = MOST_TEXT,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > most) throw tooLarge(name, most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const tooLarge = (name: string, most: number): UsageError =>
  new UsageError(
    `${name} has more than ${Math.floor(most / 1_000_000)} MB and is read whole. Give a smaller file.`,
  );

/** Decodes the bytes of a file that a person wrote. */
export function decodeText(bytes: Buffer): string {
  const utf16 = utf16Mark(bytes);
  return utf16 === undefined ? bytes.toString("utf8") : new TextDecoder(utf16).decode(bytes);
}

/** Throws a `UsageError` that says why `name` cannot be read if the system refuses. */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
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
 * Returns undefined if there is no file, or if this cannot be determined because the name is too long, links form a
 * circle, or a part of the path is a file.
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
