import * as zlib from "node:zlib";
import { isWarcVersion, parseArcHead } from "./record-head.js";

/** True when a gzip member begins here (RFC 1952, section 2.3: magic, method 8, no reserved flags). */
export function isGzip(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === 0x1f &&
    bytes[at + 1] === 0x8b &&
    bytes[at + 2] === 0x08 &&
    (bytes[at + 3] ?? 0) < 0x20
  );
}

/** Bytes of the member's header; undefined when it goes on behind these bytes. */
export function gzipHeaderSize(bytes: Buffer, at: number): number | undefined {
  const flags = bytes[at + 3];
  if (flags === undefined) return undefined;
  let end = at + 10;
  if ((flags & 0x04) !== 0) {
    if (bytes.length < end + 2) return undefined;
    end += 2 + bytes.readUInt16LE(end);
  }
  // File name, then comment, each up to a zero.
  for (const flag of [0x08, 0x10]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.indexOf(0, end);
    if (zero < 0) return undefined;
    end = zero + 1;
  }
  if ((flags & 0x02) !== 0) end += 2;
  return end <= bytes.length ? end - at : undefined;
}

/** What comes of inflating a member whose bytes may not all be there. */
export type Inflated =
  /** All of it; `used` bytes of deflate data. */
  | { readonly kind: "whole"; readonly bytes: Buffer; readonly used: number }
  /** The input ended before the data did. */
  | { readonly kind: "short"; readonly bytes: Buffer }
  /** More than `most` bytes come out. */
  | { readonly kind: "large" }
  | { readonly kind: "damaged"; readonly reason: string };

/** Fewer pieces to join for a page, little waste for a short record. */
const CHUNK = 1 << 17;
const PREFIX = 512;

/** Inflates raw deflate data at once, up to `most` bytes of output: for a member of ordinary size the fastest way. */
export function inflate(deflated: Buffer, most: number): Inflated {
  try {
    const { buffer, engine } = zlib.inflateRawSync(deflated, {
      info: true,
      chunkSize: CHUNK,
      maxOutputLength: most,
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
    }) as unknown as { readonly buffer: Buffer; readonly engine: zlib.InflateRaw };
    const used = engine.bytesWritten;
    // With nothing left over there is no telling whether more should come; a whole member has its trailer behind it.
    return used < deflated.length
      ? { kind: "whole", bytes: buffer, used }
      : { kind: "short", bytes: buffer };
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const code = "code" in cause ? cause.code : undefined;
    return code === "ERR_BUFFER_TOO_LARGE"
      ? { kind: "large" }
      : { kind: "damaged", reason: cause.message };
  }
}

/** What comes out of damaged deflate data before the damage: the longest beginning that inflates. */
export function salvage(
  deflated: Buffer,
  most: number,
): { readonly bytes: Buffer; readonly used: number } {
  let best: Buffer = Buffer.alloc(0);
  let good = 0;
  let bad = deflated.length + 1;
  const attempt = (length: number): void => {
    const result = inflate(deflated.subarray(0, length), most);
    if (result.kind === "short" || result.kind === "whole") {
      best = result.bytes;
      good = length;
    } else {
      bad = length;
    }
  };
  // From small to large: what is damaged at once costs next to nothing.
  for (let length = 64; length < bad && good < bad; length *= 2) {
    attempt(Math.min(length, deflated.length));
    if (good === deflated.length) break;
  }
  while (good + 1 < bad) attempt((good + bad) >>> 1);
  return { bytes: best, used: good };
}

/** Whether the gzip member at `at` begins with a record; undefined when there are too few bytes to tell. */
export function opensRecord(bytes: Buffer, at: number, isWhole: boolean): boolean | undefined {
  if (!isGzip(bytes, at)) return false;
  const size = gzipHeaderSize(bytes, at);
  const input = size === undefined ? undefined : bytes.subarray(at + size, at + size + PREFIX);
  if (input === undefined || (input.length < PREFIX && !isWhole))
    return isWhole ? false : undefined;
  const start = salvageStart(input);
  const first = start.subarray(0, 4096);
  return isWarcVersion(first, 0) || (first.length > 0 && parseArcHead(first, 0) !== "none");
}

/** The first bytes of output, whatever comes later. */
function salvageStart(input: Buffer): Buffer {
  const result = inflate(input, 1 << 20);
  return result.kind === "short" || result.kind === "whole"
    ? result.bytes
    : salvage(input, 1 << 20).bytes;
}
