import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { UsageError, whyUnreadable } from "./errors.js";

/**
 * The text of a file that a person has written, in UTF-8 or, as spreadsheets save "Unicode text", in UTF-16 with a byte
 * order mark; throws a `UsageError` when it cannot be read.
 */
export function readTextFile(path: string): string {
  try {
    const bytes = readFileSync(path);
    const mark = bytes.subarray(0, 2).toString("latin1");
    if (mark === "\u{ff}\u{fe}") return new TextDecoder("utf-16le").decode(bytes);
    if (mark === "\u{fe}\u{ff}") return new TextDecoder("utf-16be").decode(bytes);
    return bytes.toString("utf8");
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
}

/** The first bytes of a file, at most `length`. Throws what the system says where it cannot be read. */
export function firstBytes(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}
