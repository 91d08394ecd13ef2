import { damage, isSystemError, messageOf, unread } from "../../base/errors.js";
import type { InputItem, Source } from "../../base/types.js";
import { type Block, RecordBlock } from "./block.js";
import { type ByteWindow, openRawFile, type RawFile } from "./bytes.js";
import { type GzipMember, openMember } from "./gzip-member.js";
import { looksLike } from "./looks-like.js";
import {
  arcFormat,
  blankLength,
  eitherFormat,
  type Fields,
  headerBlockLength,
  headerLines,
  parseArcLine,
  parseFields,
  type RecordFormat,
  warcFormat,
} from "./record-format.js";
import { type Contents, findStart, START_BYTES, startsMember } from "./record-start.js";
import { startsZstd, ZstdFrames } from "./zstd.js";

/** Number of bytes within which nearly every header ends. */
const FIRST_LOOK = 1 << 13;
/** Maximum length of a header. */
const MOST = 1 << 20;
const NEWLINE = 0x0a;

type RecordHeader =
  | {
      readonly kind: "whole";
      readonly fields: Fields;
      /** Content-Length, if it is a number. */
      readonly length: number | undefined;
    }
  /** The input ends within the header, or another record begins there. The fields come from complete lines. */
  | { readonly kind: "cut"; readonly fields: Fields; readonly by: "end" | "record" }
  /** The end of the header was not found. */
  | { readonly kind: "endless" };

/** Reads and consumes the header of the record at the front of these bytes. */
async function readHead(bytes: ByteWindow, format: RecordFormat): Promise<RecordHeader> {
  if (format === arcFormat) {
    const line = parseArcLine(bytes.window);
    if (line !== undefined) return arcHead(bytes, line);
  }
  for (let looked = FIRST_LOOK; ; looked *= 2) {
    const isMore = await bytes.ensure(looked);
    const seen = bytes.window.subarray(0, looked);
    const end = headerBlockLength(seen);
    // Damage may have removed the end of this header and the beginning of the next record.
    const next = warcFormat.findRecord(seen.subarray(0, end), 1, "after-loss", !isMore);
    if (next >= 0 || (end === undefined && !isMore)) {
      return cutHead(bytes, next < 0 ? seen.length : next, next < 0 ? "end" : "record");
    }
    if (end !== undefined) return warcHead(bytes, end);
    if (looked >= MOST) {
      // None of these bytes is an empty line, so they contain no complete record.
      bytes.consume(looked - FIRST_LOOK);
      return { kind: "endless" };
    }
  }
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

function cutHead(bytes: ByteWindow, end: number, by: "end" | "record"): RecordHeader {
  const seen = bytes.window.subarray(0, end);
  // The last line may be incomplete, and a part of a URI would be another URI.
  const lines = headerLines(seen.subarray(0, seen.lastIndexOf(NEWLINE) + 1));
  bytes.consume(end);
  return { kind: "cut", fields: parseFields(lines.slice(1)), by };
}
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

export type Loss = Extract<InputItem, { readonly kind: "damage" }>;

/** Describes the bytes that were skipped between a record with a wrong length and the next record. */
const wrongLength = (declared: number | undefined, length: number, type = "untyped"): string =>
  `a ${type} record declares ${declared ?? "no"} bytes: the ${length} bytes up to the next record were read as its own`;

/** Number of bytes that are searched at a time for the start of a record. */
const STEP = 1 << 18;
/** Number of bytes in which a record start is recognised: a version line and a field, or an ARC line. */
const LOOKED_AT = 8192;

const BYTE_ORDER_MARK = Buffer.from("\u{feff}");

const DAMAGED =
  "read from gzip data that is damaged or has a wrong checksum: some of it may be wrong";

/** The reader stores the format of the last record, which the next record probably has too. */
export class ArchiveRecordReader {
  #format: RecordFormat = warcFormat;
  /** True once a record has been found. Before that, records of both formats are searched for. */
  #isKnown = false;
  #lastBlock: RecordBlock | undefined;
  /** True once Zstandard frames have been found. Only then are frames searched for after damage. */
  hasFrames = false;

  /** Returns whether the last record was incomplete, so that the missing bytes are already reported. */
  async endedInRecord(): Promise<boolean> {
    return (await this.#lastBlock?.skip())?.trouble === "cut";
  }

  /** Stops at a gzip member or at the end. */
  recordsOfFile(raw: ByteWindow, file: string): AsyncGenerator<ArchiveRecord | Loss> {
    // A plain file may have been cut off at any byte.
    return this.#records(
      raw,
      (offset) => ({ file, offset }),
      true,
      () => false,
    );
  }

  recordsOfMember(
    { bytes, whole }: GzipMember,
    { file, offset }: Source,
  ): AsyncGenerator<ArchiveRecord | Loss> {
    const place = (inflated: number): Source =>
      inflated === 0 ? { file, offset } : { file, offset, inflated };
    return this.#records(bytes, place, false, whole);
  }

  /**
   * Moves to the next record (or gzip member) and describes the skipped bytes. Plain records count only from position
   * `recordsFrom`, because earlier ones have already been read in compressed form.
   */
  async skipLost(
    bytes: ByteWindow,
    source: Source,
    reason: string | undefined,
    hasMembers: boolean,
    recordsFrom = 0,
  ): Promise<Loss> {
    await bytes.ensure(LOOKED_AT);
    const like = reason === undefined ? looksLike(bytes.window) : undefined;
    const from = bytes.position;
    // An ARC record begins with a line, so that it is found only right behind the mark.
    bytes.consume(bytes.window.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 1);
    const contents = this.#contents(hasMembers);
    const sought = this.#isKnown ? contents : { ...contents, format: eitherFormat };
    let start = -1;
    let ended = false;
    while (!ended && start < 0) {
      ended = !(await bytes.ensure(STEP));
      const { window } = bytes;
      const fromHere = Math.max(0, recordsFrom - bytes.position);
      start = findStart(window, fromHere, sought, "after-loss", ended);
      bytes.consume(start >= 0 ? start : ended ? window.length : window.length - START_BYTES);
    }
    const skipped = bytes.position - from;
    const message =
      reason === undefined
        ? `${skipped} bytes that are not a record${like === undefined ? "" : ` (they look like ${like})`}`
        : `${reason}${start < 0 ? "" : `; reading continued ${skipped} bytes after it`}`;
    return damage(source, message);
  }

  async *#records(
    bytes: ByteWindow,
    place: (position: number) => Source,
    isFile: boolean,
    endIsSure: () => boolean,
  ): AsyncGenerator<ArchiveRecord | Loss> {
    this.#lastBlock = undefined;
    while (await bytes.ensure(1)) {
      const blank = blankLength(bytes.window);
      if (blank > 0) {
        bytes.consume(blank);
        continue;
      }
      await bytes.ensure(LOOKED_AT);
      if (isFile && startsMember(bytes.window)) return;
      const source = place(bytes.position);
      if (!this.#startsRecord(bytes.window)) {
        yield await this.skipLost(bytes, source, undefined, isFile);
        continue;
      }
      const contents = this.#contents(isFile);
      const head = await readHead(bytes, contents.format);
      if (head.kind === "endless") {
        yield await this.skipLost(bytes, source, "the header of a record has no end", isFile);
        continue;
      }
      if (head.kind === "cut" && !head.fields.has("warc-type")) {
        const how = head.by === "end" ? "the file ends" : "another record begins";
        yield damage(source, `${how} in the header of a record`);
        continue;
      }
      const block =
        head.kind === "cut"
          ? RecordBlock.missing(bytes, contents)
          : new RecordBlock(
              bytes,
              contents,
              head.length,
              endIsSure,
              head.fields.get("content-type"),
            );
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
      // A revisit with only the head often declares the length of the record that it repeats.
      const isHeadOnly = type === "revisit" && length < (block.declared ?? 0);
      if (trouble === "wrong-length" && !isHeadOnly) {
        yield damage(source, wrongLength(block.declared, length, type));
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

  #contents(hasMembers: boolean): Contents {
    return { format: this.#format, hasMembers, hasFrames: hasMembers && this.hasFrames };
  }
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
      if (found.kind === "record") file.progressed?.();
      yield found;
      if (found.kind === "record") file.progressed?.();
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
  const reader = new ArchiveRecordReader();
  while (await raw.ensure(1)) {
    await raw.ensure(NEXT_BYTES);
    const source: Source = { file: path, offset: raw.position };
    if (startsMember(raw.window)) yield* fromMember(raw, reader, source, await openMember(raw));
    else if (startsZstd(raw.window)) yield* fromZstd(raw, reader, source, frames);
    else yield* reader.recordsOfFile(raw, path);
  }
}

async function* fromMember(
  raw: ByteWindow,
  reader: ArchiveRecordReader,
  source: Source,
  member: GzipMember | undefined,
): AsyncGenerator<ArchiveRecord | Loss> {
  if (member === undefined) {
    yield await reader.skipLost(raw, source, "the gzip header is damaged or cut off", true);
    return;
  }
  yield* reader.recordsOfMember(member, source);
  const trouble = await member.finish();
  if (trouble === undefined) return;
  // An incomplete file has already been reported with its last record.
  const isReported = trouble.isCut && (await reader.endedInRecord());
  const readTo = raw.position;
  if (trouble.isLost && raw.returnTo(source.offset)) {
    const lost = await reader.skipLost(raw, source, trouble.message, true, readTo);
    if (!isReported || (await raw.ensure(1))) yield lost;
  } else if (!isReported) {
    yield damage(source, trouble.message);
  }
}

async function* fromZstd(
  raw: ByteWindow,
  reader: ArchiveRecordReader,
  source: Source,
  frames: ZstdFrames,
): AsyncGenerator<ArchiveRecord | Loss> {
  reader.hasFrames = source.offset === 0 || reader.hasFrames;
  const frame = await frames.open(raw);
  if (typeof frame !== "string") {
    yield* fromMember(raw, reader, source, frame);
    return;
  }
  if (source.offset > 0) {
    // A few bytes within a file do not make it a file of frames.
    yield await reader.skipLost(raw, source, frame, true);
    return;
  }
  yield damage(source, frame);
  while (await raw.ensure(1)) raw.consume(raw.window.length);
}
