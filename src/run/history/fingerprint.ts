import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";

const BLOCK = 1 << 20;
/** Number of bytes that are compared at each end of a file. */
const END_BYTES = 1 << 16;

/** Facts that tell whether a file has changed. */
export interface Fingerprint {
  readonly size: number;
  /** Time of the last change in milliseconds. */
  readonly date: number;
  /** Digest of both ends of the file, or the version of a file on the web. */
  readonly ends: string;
}

/**
 * Returns the fingerprint of a plain file. Returns undefined for anything else, because a stream can be read only once.
 */
export function fingerprintOf(path: string): Fingerprint | undefined {
  const stats = path === "-" ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const { size, mtimeMs } = stats;
  const ends = [
    digestOfFile(path, 0, END_BYTES),
    digestOfFile(path, Math.max(0, size - END_BYTES)),
  ];
  return { size, date: mtimeMs, ends: sha256(ends.join(" ")) };
}

/** Returns the SHA-256 digest of a text in hexadecimal. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns the SHA-256 digest of the bytes between two offsets of a file, in hexadecimal. */
export function digestOfFile(path: string, from = 0, to = Infinity): string {
  const hash = createHash("sha256");
  const file = openSync(path, "r");
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
