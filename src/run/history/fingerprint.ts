import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { isSystemError } from "../../base/errors.js";
import { AT_ONCE } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";

const BLOCK = 1 << 20;
/** Number of bytes that are compared at each end of a file. */
const END_BYTES = 1 << 16;

export interface Fingerprint {
  readonly size: number;
  /** Time of the last change in milliseconds. */
  readonly date: number;
  /** Digest of both ends of the file, or the version of a file on the web. */
  readonly ends: string;
}

/** Returns undefined for anything else, and for a file that cannot be read. */
export function fingerprintOf(path: string): Fingerprint | undefined {
  const stats = path === "-" ? undefined : statsOf(path);
  if (stats?.isFile() !== true) return undefined;
  const { size, mtimeMs } = stats;
  const first = ifReadable(() => digestOfFile(path, 0, END_BYTES));
  const last = ifReadable(() => digestOfFile(path, Math.max(0, size - END_BYTES)));
  if (first === undefined || last === undefined) return undefined;
  return { size, date: mtimeMs, ends: sha256(`${first} ${last}`) };
}

/** Returns undefined if the system refuses, which the reader of the file reports. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (isSystemError(cause)) return undefined;
    throw cause;
  }
}

/** Returns the SHA-256 digest of a text in hexadecimal. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns the SHA-256 digest of the bytes between two offsets of a file, in hexadecimal. */
export function digestOfFile(path: string, from = 0, to = Infinity): string {
  const hash = createHash("sha256");
  // A file that has become a pipe is not waited for.
  const file = openSync(path, AT_ONCE);
  try {
    const bytes = Buffer.allocUnsafe(Math.min(BLOCK, to - from));
    for (let position = from; position < to;) {
      const count = readSync(file, bytes, 0, Math.min(bytes.length, to - position), position);
      if (count === 0) break;
      hash.update(bytes.subarray(0, count));
      position += count;
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
