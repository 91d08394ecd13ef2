import { readFileSync } from "node:fs";
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
