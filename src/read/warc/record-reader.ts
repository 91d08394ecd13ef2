import { damage, isSystemError, messageOf, unread } from "../../base/errors.js";
import type { Source } from "../../base/types.js";
import { type Block, RecordBlock } from "./block.js";
import { type ByteWindow, openRawFile, type RawFile } from "./bytes.js";
import { type GzipMember, openMember } from "./gzip-member.js";
import {
  arcFormat,
  blankLength,
  type Fields,
  headerBlockLength,
  headerLines,
  otherContents,
  parseArcLine,
  parseFields,
  type RecordFormat,
  warcFormat,
} from "./record-format.js";
import { startsMember } from "./record-start.js";
import { type Loss, lossOfMember, skipLost, type Sought, wrongLength } from "./recovery.js";
import { startsZstd, ZstdFrames } from "./zstd.js";

export type { Loss } from "./recovery.js";

/** One record. Its block must be read before the next record is requested. */
export interface ArchiveRecord {
  readonly kind: "record";
  readonly format: RecordFormat["name"];
  /** The fields of an ARC record have the names that a WARC record would have. */
  readonly fields: Fields;
  readonly source: Source;
  readonly block: Block;
  /** Note for everything that was read from the same position. */
  readonly remark?: string;
}

/** Number of bytes in which the next member, frame or record is recognised. */
const NEXT_BYTES = 1 << 16;

/**
 * Yields all records of a WARC or ARC file, plain or compressed in any of the usual ways, in the order of the file.
 * Bytes that cannot be read are reported with their offset, and reading continues after them. `-` is standard input.
 * `openFile` opens a file that is stored in another file.
 */
export async function* readRecords(
  path: string,
  onPosition: (position: number, size: number | undefined) => void = () => undefined,
  openFile: () => Promise<RawFile> = () => openRawFile(path),
): AsyncGenerator<ArchiveRecord | Loss> {
  let file: RawFile;
  try {
    file = await openFile();
  } catch (cause) {
    yield isSystemError(cause)
      ? unread(path, "opened", cause)
      : damage(path, `the file cannot be opened (${messageOf(cause)})`);
    return;
  }
  const { bytes, size } = file;
  let isNothing = true;
  try {
    for await (const found of recordsFrom(bytes, path, new ZstdFrames())) {
      isNothing = false;
      yield found;
      onPosition(bytes.position, size);
    }
    onPosition(bytes.position, size);
    if (isNothing) {
      const what = bytes.position === 0 ? "is empty" : "holds no record";
      yield damage(path, `the file ${what}`);
    }
    const trouble = await file.trouble?.();
    if (trouble !== undefined) yield damage(path, trouble);
  } catch (cause) {
    yield unread({ file: path, offset: bytes.position }, "read", cause);
  } finally {
    await file.close();
  }
}

/** `frames` keeps the dictionary of the file. */
export async function* recordsFrom(
  raw: ByteWindow,
  path: string,
  frames: ZstdFrames,
): AsyncGenerator<ArchiveRecord | Loss> {
  const reader = new RecordReader();
  while (!reader.isGivenUp && (await raw.ensure(1))) {
    await raw.ensure(NEXT_BYTES);
    const source: Source = { file: path, offset: raw.position };
    if (startsMember(raw.window)) yield* fromMember(raw, reader, source, await openMember(raw));
    else if (startsZstd(raw.window)) yield* fromZstd(raw, reader, source, frames);
    else yield* reader.recordsOfFile(raw, path);
  }
}

async function* fromMember(
  raw: ByteWindow,
  reader: RecordReader,
  source: Source,
  member: GzipMember | undefined,
): AsyncGenerator<ArchiveRecord | Loss> {
  if (member === undefined) {
    const reason = "the gzip header is damaged or cut off";
    yield await skipLost(raw, source, reason, reader.sought(true));
    return;
  }
  yield* reader.recordsOfMember(member, source);
  if (reader.isGivenUp) return;
  const trouble = await member.finish();
  if (trouble === undefined) return;
  // An incomplete file has already been reported with its last record.
  const isReported = trouble.isCut && (await reader.endedInRecord());
  const loss = await lossOfMember(raw, source, trouble, isReported, reader.sought(true));
  if (loss !== undefined) yield loss;
}

async function* fromZstd(
  raw: ByteWindow,
  reader: RecordReader,
  source: Source,
  frames: ZstdFrames,
): AsyncGenerator<ArchiveRecord | Loss> {
  reader.hasFrames = source.offset === 0 || reader.hasFrames;
  const frame = await frames.open(raw);
  if (typeof frame !== "string") {
    yield* fromMember(raw, reader, source, frame);
  } else if (source.offset > 0) {
    // A few bytes within a file do not make it a file of frames.
    yield await skipLost(raw, source, frame, reader.sought(true));
  } else {
    yield damage(source, frame);
    while (await raw.ensure(1)) raw.consume(raw.window.length);
  }
}

/** Number of bytes in which a record start is recognised: a version line and a field, or an ARC line. */
const LOOKED_AT = 8192;

/** Maximum number of zeros and line ends between two records. Some are padding; a bomb has any number. */
const MOST_BLANK = 1 << 24;
/** Maximum number of damaged places without a record between them. Damage has a few; a bomb has any number. */
const MOST_LOSSES = 10_000;

const DAMAGED =
  "read from gzip data that is damaged or has a wrong checksum: some of it may be wrong";

/** The reader stores the format of the last record, which the next record probably has too. */
class RecordReader {
  #format: RecordFormat = warcFormat;
  /** True once a record has been found. Before that, records of both formats are searched for. */
  #isKnown = false;
  #lastBlock: RecordBlock | undefined;
  /** True once the file has gone on without a record for so long that it is not read further. */
  isGivenUp = false;
  /** Number of damaged places since the last record. */
  #losses = 0;
  /** True once Zstandard frames have been found. Only then are frames searched for after damage. */
  hasFrames = false;

  /** Stops at a gzip member or at the end. */
  recordsOfFile(raw: ByteWindow, file: string): AsyncGenerator<ArchiveRecord | Loss> {
    const place = (offset: number): Source => ({ file, offset });
    // A plain file may have been cut off at any byte.
    return this.#records(raw, place, true, () => false);
  }

  recordsOfMember(
    { bytes, whole }: GzipMember,
    { file, offset }: Source,
  ): AsyncGenerator<ArchiveRecord | Loss> {
    const place = (inflated: number): Source =>
      inflated === 0 ? { file, offset } : { file, offset, inflated };
    return this.#records(bytes, place, false, whole);
  }

  async *#records(
    bytes: ByteWindow,
    place: (position: number) => Source,
    isFile: boolean,
    endIsSure: () => boolean,
  ): AsyncGenerator<ArchiveRecord | Loss> {
    this.#lastBlock = undefined;
    let blanks = 0;
    while (await bytes.ensure(1)) {
      if (blanks > MOST_BLANK || this.#losses > MOST_LOSSES) {
        this.isGivenUp = true;
        const what = blanks > MOST_BLANK ? `${MOST_BLANK} bytes` : `${MOST_LOSSES} damaged places`;
        const message = `more than ${what} without a record: what follows is not read`;
        yield damage(place(bytes.position), message);
        return;
      }
      const blank = blankLength(bytes.window);
      bytes.consume(blank);
      blanks += blank;
      if (blank > 0) continue;
      blanks = 0;
      await bytes.ensure(LOOKED_AT);
      if (isFile && startsMember(bytes.window)) return;
      const source = place(bytes.position);
      this.#losses += 1;
      if (!this.#startsRecord(bytes.window)) {
        yield await skipLost(bytes, source, undefined, this.sought(isFile));
        continue;
      }
      const { contents } = this.sought(isFile);
      const head = await readHead(bytes, contents.format);
      if (head.kind === "endless") {
        const reason = "the header of a record has no end";
        yield await skipLost(bytes, source, reason, this.sought(isFile));
        continue;
      }
      if (head.kind === "cut" && !head.fields.has("warc-type")) {
        yield damage(source, `${head.by} in the header of a record`);
        continue;
      }
      const contentType = head.fields.get("content-type");
      const block =
        head.kind === "cut"
          ? RecordBlock.missing(bytes, contents)
          : new RecordBlock(bytes, contents, head.length, endIsSure, contentType);
      this.#lastBlock = block;
      yield {
        kind: "record",
        format: contents.format.name,
        fields: head.fields,
        source,
        block,
        ...(!isFile && !endIsSure() && { remark: DAMAGED }),
      };
      const { trouble, length } = await block.skip();
      if (block.failure !== undefined) throw block.failure;
      const type = head.fields.get("warc-type")?.toLowerCase();
      if (type !== undefined) this.#losses = 0;
      // A revisit with only the head often declares the length of the record that it repeats.
      const isHeadOnly = type === "revisit" && length < (block.declared ?? 0);
      if (trouble === "wrong-length" && !isHeadOnly) {
        yield damage(source, wrongLength(block.declared, length, type));
      } else if (isFile && (await bytes.ensure(1)) && bytes.window[0] === 0) {
        // Padding stands behind the line ends of a record. Zeros in their place go on over what stood there.
        yield damage(place(bytes.position), "zeros over the end of a record, and what followed");
      }
    }
  }

  #startsRecord(bytes: Buffer): boolean {
    const other = this.#format === warcFormat ? arcFormat : warcFormat;
    const found = [this.#format, other].find((format) => format.startsRecord(bytes));
    if (found === undefined) return false;
    this.#format = found;
    this.#isKnown = true;
    return true;
  }

  sought(hasMembers: boolean): Sought {
    const hasFrames = hasMembers && this.hasFrames;
    return { contents: { format: this.#format, hasMembers, hasFrames }, isKnown: this.#isKnown };
  }

  /** Returns whether the last record was incomplete, so that the missing bytes are already reported. */
  async endedInRecord(): Promise<boolean> {
    return (await this.#lastBlock?.skip())?.trouble === "cut";
  }
}

/** Number of bytes within which nearly every header ends. */
const FIRST_LOOK = 1 << 13;
const LONGEST_HEAD = 1 << 20;
const NEWLINE = 0x0a;
/** A disk or a copy that fails leaves zeros. No header has as many. */
const ZEROS = Buffer.alloc(4);

type RecordHeader =
  | {
      readonly kind: "whole";
      readonly fields: Fields;
      /** Content-Length, if it is a number. */
      readonly length: number | undefined;
    }
  /** The input ends within the header, or another record or zeros begin there. The fields come from complete lines. */
  | { readonly kind: "cut"; readonly fields: Fields; readonly by: string }
  | { readonly kind: "endless" };

/** Reads and consumes the header of the record at the front of these bytes. */
async function readHead(bytes: ByteWindow, format: RecordFormat): Promise<RecordHeader> {
  if (format === arcFormat) {
    const line = parseArcLine(bytes.window);
    if (line !== undefined) return arcHead(bytes, line);
  }
  for (let looked = FIRST_LOOK; looked <= LONGEST_HEAD; looked *= 2) {
    const isMore = await bytes.ensure(looked);
    const seen = bytes.window.subarray(0, looked);
    const end = headerBlockLength(seen);
    const zeros = seen.subarray(0, end).indexOf(ZEROS);
    // Damage may have removed the end of this header and the beginning of the next record.
    const next = warcFormat.findRecord(seen.subarray(0, end), 1, "after-loss", !isMore);
    if (zeros >= 0 && (next < 0 || zeros < next)) return cutHead(bytes, zeros, "zeros begin");
    if (next >= 0) return cutHead(bytes, next, "another record begins");
    if (end !== undefined) {
      const other = otherContents(seen.subarray(0, end));
      return other < 0 ? warcHead(bytes, end) : cutHead(bytes, other, "other bytes begin");
    }
    if (!isMore) return cutHead(bytes, seen.length, "the file ends");
  }
  // None of these bytes is an empty line, so they contain no complete record.
  bytes.consume(LONGEST_HEAD - FIRST_LOOK);
  return { kind: "endless" };
}

function arcHead(
  bytes: ByteWindow,
  line: NonNullable<ReturnType<typeof parseArcLine>>,
): RecordHeader {
  bytes.consume(line.bytes);
  const fields = new Map([
    ["warc-type", line.uri.startsWith("filedesc:") ? "warcinfo" : "response"],
    ["warc-target-uri", line.uri],
    ["warc-date", line.date],
    ["content-type", line.contentType],
  ]);
  return { kind: "whole", fields, length: line.length };
}

function warcHead(bytes: ByteWindow, end: number): RecordHeader {
  const fields = parseFields(headerLines(bytes.window.subarray(0, end)).slice(1));
  bytes.consume(end);
  const text = fields.get("content-length") ?? "";
  return { kind: "whole", fields, length: /^\d{1,15}$/u.test(text) ? Number(text) : undefined };
}

function cutHead(bytes: ByteWindow, end: number, by: string): RecordHeader {
  const seen = bytes.window.subarray(0, end);
  // The last line may be incomplete, and a part of a URI would be another URI.
  const lines = headerLines(seen.subarray(0, seen.lastIndexOf(NEWLINE) + 1));
  bytes.consume(end);
  return { kind: "cut", fields: parseFields(lines.slice(1)), by };
}
