import { inflateSome } from "../../base/platform/codecs.js";
import { blankLength, eitherFormat, type Looking, type RecordFormat } from "./record-format.js";

/** First three bytes of every gzip member that uses deflate (RFC 1952, section 2.3). */
const GZIP_MAGIC: Buffer = Buffer.from([0x1f, 0x8b, 0x08]);

const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const RESERVED = 0xe0;

/** Returns `undefined` if the header does not end within these bytes or has undefined flags. */
export function gzipHeaderLength(bytes: Buffer): number | undefined {
  if (bytes.length < 10) return undefined;
  const flags = bytes[3]!;
  if ((flags & RESERVED) !== 0) return undefined;
  let at = 10;
  if ((flags & FEXTRA) !== 0) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FNAME, FCOMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if ((flags & FHCRC) !== 0) at += 2;
  return at <= bytes.length ? at : undefined;
}

const EXTRA_FLAGS: ReadonlySet<number> = new Set([0, 2, 4]);
const LAST_SYSTEM = 13;
const UNKNOWN_SYSTEM = 255;

/** Returns false for most bytes that only begin like a gzip member, because no compressor writes such a header. */
function mayBeMember(bytes: Buffer): boolean {
  const system = bytes[9] ?? UNKNOWN_SYSTEM;
  return EXTRA_FLAGS.has(bytes[8] ?? 0) && (system <= LAST_SYSTEM || system === UNKNOWN_SYSTEM);
}
const LOOKED_AT = 512;

/** Returns whether a gzip member begins here and its content begins like a record. */
function inflatesToRecord(bytes: Buffer): boolean {
  const header = gzipHeaderLength(bytes);
  if (header === undefined) return false;
  try {
    const start = inflateSome(bytes.subarray(header, header + LOOKED_AT));
    return eitherFormat.startsRecord(start);
  } catch {
    // These bytes only look like a header.
    return false;
  }
}
/** First bytes of a Zstandard frame (RFC 8878, section 3.1.1). */
export const ZSTD_FRAME: Buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export interface Contents {
  readonly format: RecordFormat;
  /** True for the file itself, in which a gzip member may begin between two records. */
  readonly hasMembers: boolean;
  /** True for a file of Zstandard frames. */
  readonly hasFrames: boolean;
}

/** Number of bytes that are enough to decide whether a record or member begins at their front. */
export const START_BYTES: number = 1 << 15;

/** Maximum number of positions that are inflated in one search. Each takes as long as searching thousands of bytes. */
const MOST_TRIES = 64;

export const startsMember = (bytes: Buffer): boolean =>
  bytes.length >= GZIP_MAGIC.length && bytes.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);

/** Returns where the next record, gzip member or Zstandard frame begins, or -1 if none does in these bytes. */
export function findStart(
  bytes: Buffer,
  recordsFrom: number,
  { hasMembers, hasFrames, format }: Omit<Contents, "format"> & { format: typeof eitherFormat },
  looking: Looking,
  ended: boolean,
): number {
  const record = format.findRecord(bytes, recordsFrom, looking, ended);
  if (!hasMembers) return record;
  const frame = hasFrames && looking === "after-loss" ? bytes.indexOf(ZSTD_FRAME) : -1;
  const first = frame >= 0 && (record < 0 || frame < record) ? frame : record;
  const end = first < 0 ? bytes.length : first;
  let tries = MOST_TRIES;
  for (
    let at = bytes.indexOf(GZIP_MAGIC);
    at >= 0 && at < end && tries > 0;
    at = bytes.indexOf(GZIP_MAGIC, at + 1)
  ) {
    const member = bytes.subarray(at, at + START_BYTES);
    if (!mayBeMember(member)) continue;
    if (inflatesToRecord(member)) return at;
    tries -= 1;
  }
  return first;
}

/**
 * Returns whether a block can end here, because a record or member follows after blank bytes, or line ends that close a
 * block.
 */
export const endsBlock = (behind: Buffer, contents: Contents): boolean =>
  contents.format.closesBlock(behind) || startsNext(behind, contents);

/** Returns whether a record, a member or nothing at all follows after blank bytes. */
export function startsNext(behind: Buffer, { format, hasMembers }: Contents): boolean {
  const next = behind.subarray(blankLength(behind));
  return next.length === 0 || format.startsRecord(next) || (hasMembers && startsMember(next));
}
