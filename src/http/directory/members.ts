import type { FileHandle } from "node:fs/promises";
import { gunzipSync, inflateRawSync } from "node:zlib";

/** A gzip member of a file, inflated. */
export interface Member {
  readonly offset: number;
  /** Bytes in the file. */
  readonly length: number;
  readonly bytes: Buffer;
}

/** How a scan ended: at the end of the file, in a member that is cut off, or in something that is no member. */
export type ScanEnd = "complete" | "cut" | "damaged";

/** The gzip header and trailer of members as Node writes them, without optional fields. */
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const WINDOW_BYTES = 1 << 20;

/** Inflates the member at a known place; undefined when the place holds none, its checksum is wrong, or it is too large. */
export async function readMember(
  file: FileHandle,
  offset: number,
  length: number,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const packed = await readAt(file, offset, length);
  try {
    return gunzipSync(packed, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/** Reads member after member from `offset` on; returns how it ended. Only one member is held at a time. */
export async function* scanMembers(
  file: FileHandle,
  offset: number,
): AsyncGenerator<Member, ScanEnd> {
  const { size } = await file.stat();
  let at = offset;
  let window = WINDOW_BYTES;
  while (at < size) {
    const packed = await readAt(file, at, Math.min(window, size - at));
    const atEnd = at + packed.length >= size;
    const found = firstMember(packed);
    if (found === "damaged") return "damaged";
    if (found === "cut") {
      if (atEnd) return "cut";
      window *= 2;
      continue;
    }
    yield { offset: at, ...found };
    at += found.length;
    window = WINDOW_BYTES;
  }
  return "complete";
}

function firstMember(packed: Buffer): { bytes: Buffer; length: number } | "cut" | "damaged" {
  if (packed.length < HEADER_BYTES) return "cut";
  if (packed.readUInt32BE(0) !== 0x1f8b0800) return "damaged";
  let inflated: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    inflated = inflateWithInfo(packed.subarray(HEADER_BYTES));
  } catch (cause) {
    const short = cause instanceof Error && "code" in cause && cause.code === "Z_BUF_ERROR";
    return short ? "cut" : "damaged";
  }
  const length = HEADER_BYTES + inflated.engine.bytesWritten + TRAILER_BYTES;
  if (length > packed.length) return "cut";
  const stated = packed.readUInt32LE(length - 4);
  if (stated !== inflated.buffer.length % 2 ** 32) return "damaged";
  return { bytes: inflated.buffer, length };
}

/** Node says how much of the input it took when asked for `info`; its types do not know. */
function inflateWithInfo(bytes: Buffer): { buffer: Buffer; engine: { bytesWritten: number } } {
  const inflated: unknown = inflateRawSync(bytes, { info: true });
  return inflated as { buffer: Buffer; engine: { bytesWritten: number } };
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
