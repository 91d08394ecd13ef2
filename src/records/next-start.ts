import { GZIP_MAGIC, mayBeMember } from "./gzip-header.js";
import { blankLength, type Looking, type RecordFormat } from "./record-format.js";
import { inflatesToRecord } from "./signatures.js";

/** First bytes of a Zstandard frame (RFC 8878, section 3.1.1). */
export const ZSTD_FRAME: Buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** What bytes hold. */
export interface Contents {
  readonly format: RecordFormat;
  /** True in the file itself, where a gzip member may begin between two records. */
  readonly hasMembers: boolean;
  /** True in a file of Zstandard frames. */
  readonly hasFrames: boolean;
}

/** Bytes that are enough to tell whether something begins at their front. */
export const START_BYTES: number = 1 << 15;

/** Places that are inflated in one search: each costs as much as looking at thousands of bytes. */
const MOST_TRIES = 64;

/** True when a gzip member begins at the front of these bytes. */
export const startsMember = (bytes: Buffer): boolean =>
  bytes.length >= GZIP_MAGIC.length && bytes.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);

/**
 * Position of the next place at which a record (from `recordsFrom` on) or a compressed member begins; -1 when there is
 * none.
 */
export function findStart(
  bytes: Buffer,
  recordsFrom: number,
  { format, hasMembers, hasFrames }: Contents,
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

/** True when a block can end here: a record or member begins behind blank bytes, or lines that close a block stand here. */
export const endsBlock = (behind: Buffer, contents: Contents): boolean =>
  contents.format.closesBlock(behind) || startsNext(behind, contents);

/** True when a record, a member or nothing at all comes behind blank bytes. */
export function startsNext(behind: Buffer, { format, hasMembers }: Contents): boolean {
  const next = behind.subarray(blankLength(behind));
  return next.length === 0 || format.startsRecord(next) || (hasMembers && startsMember(next));
}
