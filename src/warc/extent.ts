import { blankRun, findStart, startAt, type Expected } from "./boundary.js";
import type { ByteReader } from "./byte-reader.js";
import { parseHttpHead } from "./http-head.js";
import type { RecordHead } from "./record-head.js";

/** How far a block reaches from where the reader stands. */
export interface Extent {
  /** Bytes of it that are there, as far as is known before it is read. */
  readonly length: number;
  /** True when the file ends or is damaged before the block does. */
  readonly isCut: boolean;
  readonly note?: string;
}

/** Bytes looked at behind a block, to see whether a record begins there. */
const PEEK = 8192;
/** Blocks up to this size are checked in memory, longer ones only where the file can be read at any place. */
const LOOKAHEAD = 1 << 22;
const SCAN = 1 << 20;
/** A separator that was damaged, rather than a length that is wrong. */
const NEARBY = 64;

/**
 * Decides where the block ends that begins where the reader stands. The declared length is right when a record, an
 * empty line or the end follows it. When something else does, the block ends where the next record begins, be the
 * length too small or too large; only then is a start looked for inside, so that a page which quotes a WARC stays whole.
 */
export async function extentOf(
  reader: ByteReader,
  head: RecordHead,
  expected: Expected,
): Promise<Extent> {
  const { length } = head;
  if (length === undefined) {
    const { end, isRest } = await blockEnd(reader, head);
    const isCut = isRest && reader.failure !== undefined;
    return {
      length: end ?? (await rest(reader)),
      isCut,
      note: "the record does not say how long it is",
    };
  }
  const behind = await lookBehind(reader, length);
  if (behind === undefined) return { length, isCut: false };
  if (behind.missing > 0) return tooFew(reader, head, expected, length - behind.missing);
  if (followsRecord(behind, expected) || httpAgrees(reader, head)) return { length, isCut: false };
  const { end, isRest, isSeparated } = await blockEnd(reader, head);
  if (end === undefined) return { length, isCut: false };
  const isNearby = end >= length && end - length <= NEARBY;
  if (isNearby && !isSeparated && (expected.members || !isRest)) return { length, isCut: false };
  return { length: end, isCut: false, note: wrong(length, end) };
}

/** There are fewer bytes than the record says: its length is wrong, or it was cut off. */
async function tooFew(
  reader: ByteReader,
  head: RecordHead,
  expected: Expected,
  have: number,
): Promise<Extent> {
  const { end, isRest } = await blockEnd(reader, head);
  const isWholeMember = !expected.members && reader.failure === undefined;
  if (end !== undefined && (!isRest || isWholeMember)) {
    return { length: end, isCut: false, note: wrong(head.length ?? 0, end) };
  }
  return { length: have, isCut: true };
}

const wrong = (declared: number, real: number): string =>
  `the record's length is wrong: it says ${declared} bytes and has ${real}`;

interface Behind {
  readonly bytes: Buffer;
  readonly isEnd: boolean;
  readonly missing: number;
}

/** What stands behind the next `length` bytes; undefined where that cannot be seen. */
async function lookBehind(reader: ByteReader, length: number): Promise<Behind | undefined> {
  // A stream that ends soon can be seen to its end, whatever the length says.
  if (length > LOOKAHEAD && !reader.hasRandomAccess) await reader.fill(LOOKAHEAD);
  if (length + PEEK <= reader.available || length <= LOOKAHEAD || reader.ended) {
    if (!reader.ended && reader.available < length + PEEK) await reader.fill(length + PEEK);
    const bytes = reader.view().subarray(length, length + PEEK);
    const missing = Math.max(0, length - reader.available);
    return { bytes, isEnd: reader.ended && reader.available <= length + PEEK, missing };
  }
  if (!reader.hasRandomAccess) return undefined;
  const bytes = await reader.lookAhead(length, PEEK);
  if (bytes.length > 0) return { bytes, isEnd: bytes.length < PEEK, missing: 0 };
  return { bytes, isEnd: true, missing: length - (await rest(reader)) };
}

/** Bytes to the end, as far as can be told without reading them. */
async function rest(reader: ByteReader): Promise<number> {
  if (!reader.hasRandomAccess) {
    await reader.fill(LOOKAHEAD);
    return reader.available;
  }
  let low = reader.available;
  let high = low + 1;
  const exists = async (at: number): Promise<boolean> =>
    (await reader.lookAhead(at - 1, 1)).length > 0;
  while (await exists(high)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if (await exists(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function followsRecord({ bytes, isEnd }: Behind, expected: Expected): boolean {
  const blank = blankRun(bytes, 0);
  if (blank === bytes.length) return isEnd || blank > 0;
  if (startAt(bytes, blank, expected) !== undefined) return true;
  return /^(?:\r\n\r\n|\n\n)/u.test(bytes.toString("latin1", 0, 4));
}

/** True when the HTTP header declares exactly the bytes that the record has left for the body. */
function httpAgrees(reader: ByteReader, { type, length = 0 }: RecordHead): boolean {
  if (type !== "response") return false;
  const block = reader.view(length);
  const http = parseHttpHead(block.subarray(0, SCAN), true);
  if (typeof http === "string") return false;
  return http.fields.get("content-length") === String(length - http.size);
}

interface BlockEnd {
  /** Undefined when no record begins as far as could be seen. */
  readonly end: number | undefined;
  /** True when no record begins any more, so that the block is all there is. */
  readonly isRest: boolean;
  /** True when the line ends that separate records are there. */
  readonly isSeparated: boolean;
}

/** The end of a block of unknown length: before the line ends that stand before the next start. */
async function blockEnd(reader: ByteReader, head: RecordHead): Promise<BlockEnd> {
  const isArc = head.format === "ARC";
  const expected = { members: false, arc: isArc };
  const separators = isArc ? 1 : 2;
  await reader.fill(LOOKAHEAD);
  const bytes = reader.view();
  const found = findStart(bytes, 0, expected, "inside", reader.ended);
  if (found?.sure === true) return before(bytes, found.at, 0, false, separators);
  if (reader.ended) return before(bytes, bytes.length, 0, true, separators);
  if (!reader.hasRandomAccess) return { end: undefined, isRest: false, isSeparated: false };
  // Beyond what is held, the file is looked through without holding it.
  for (let at = LOOKAHEAD - SCAN / 2; ; at += SCAN / 2) {
    const far = await reader.lookAhead(at, SCAN);
    const isWhole = far.length < SCAN;
    const start = findStart(far, 0, expected, "inside", isWhole);
    if (start?.sure === true) return before(far, start.at, at, false, separators);
    if (isWhole) return { end: undefined, isRest: true, isSeparated: false };
  }
}

function before(
  bytes: Buffer,
  start: number,
  offset: number,
  isRest: boolean,
  separators: number,
): BlockEnd {
  const lineEnds = trailingLineEnds(bytes.subarray(0, start));
  return { end: offset + start - lineEnds.size, isRest, isSeparated: lineEnds.count >= separators };
}

/** Line ends that separate records: two, CRLF or LF. */
function trailingLineEnds(bytes: Buffer): { readonly size: number; readonly count: number } {
  let end = bytes.length;
  let count = 0;
  for (; count < 2 && end > 0 && bytes[end - 1] === 0x0a; count += 1) {
    end -= end > 1 && bytes[end - 2] === 0x0d ? 2 : 1;
  }
  return { size: bytes.length - end, count };
}
