import * as zlib from "node:zlib";
import type { Source } from "../types.js";
import { Block } from "./block.js";
import { openRawFile, PulledBytes, type ByteWindow } from "./byte-window.js";
import { GZIP_MAGIC } from "./gzip-header.js";
import { openMember } from "./gzip-member.js";
import { looksLike } from "./looks-like.js";
import {
  headerBlockLength,
  headerLines,
  MAX_HEADER_BYTES,
  parseFields,
  type Fields,
} from "./record-header.js";
import {
  arcFormat,
  blankLength,
  parseArcLine,
  startsMember,
  warcFormat,
  type RecordFormat,
} from "./record-format.js";
import { inflatesToRecord, startsZstd } from "./signatures.js";

/** One record; its block must be looked at before the next record is asked for. */
export interface ArchiveRecord {
  readonly kind: "record";
  readonly format: RecordFormat["name"];
  /** Named fields; of an ARC record those that a WARC record would have. */
  readonly fields: Fields;
  readonly source: Source;
  readonly block: Block;
}

/** Bytes of a file that are no record, or no longer. */
export interface Loss {
  readonly kind: "damage";
  readonly source: Source;
  readonly message: string;
}

/** Bytes in which a record header or the next record is looked for at a time. */
const STEP = 1 << 16;
const START_BYTES = 8192;

/**
 * All records of a WARC or ARC file, plain or compressed in any of the ways in use, in the order of the file. What
 * cannot be read is reported with its byte offset, and reading goes on behind it. `-` is standard input.
 */
export async function* readRecords(
  path: string,
  onPosition: (position: number, size: number | undefined) => void = () => undefined,
): AsyncGenerator<ArchiveRecord | Loss> {
  const file = await openRawFile(path);
  const raw = file.bytes;
  try {
    if (!(await raw.ensure(1))) yield loss(path, 0, "the file is empty");
    const reader = new RecordReader(path);
    while (await raw.ensure(1)) {
      const offset = raw.position;
      await raw.ensure(STEP);
      if (startsMember(raw.window)) yield* fromMember(raw, reader, path);
      else if (startsZstd(raw.window)) yield* fromZstd(raw, reader, path);
      else yield* reader.records(raw, (position) => ({ file: path, offset: position }), true);
      onPosition(raw.position, file.size);
      if (raw.position === offset) throw new Error(`${path}: no way on from byte ${offset}`);
    }
  } finally {
    await file.close();
  }
}

async function* fromMember(
  raw: ByteWindow,
  reader: RecordReader,
  path: string,
): AsyncGenerator<ArchiveRecord | Loss> {
  const offset = raw.position;
  const member = await openMember(raw);
  if (member === undefined) {
    raw.consume(1);
    yield loss(path, offset, "a gzip header that has no end");
    await seekMember(raw);
    return;
  }
  yield* reader.records(member.bytes, inMember(path, offset), member.whole);
  const trouble = await member.finish();
  if (trouble === undefined) return;
  yield loss(path, offset, trouble.message);
  if (trouble.kind === "corrupt") await seekMember(raw);
}

/** Places of records in a member that begins at `offset`. */
const inMember =
  (file: string, offset: number) =>
  (inflated: number): Source =>
    inflated === 0 ? { file, offset } : { file, offset, inflated };

/** Goes on to the next gzip member that holds a record, or to the end. */
async function seekMember(raw: ByteWindow): Promise<void> {
  while (await raw.ensure(1)) {
    await raw.ensure(STEP);
    const at = raw.window.indexOf(GZIP_MAGIC);
    if (at < 0) {
      // The magic number may lie across the end of the window.
      raw.consume(Math.max(1, raw.window.length - GZIP_MAGIC.length + 1));
      continue;
    }
    raw.consume(at);
    await raw.ensure(STEP);
    if (inflatesToRecord(raw.window)) return;
    raw.consume(1);
  }
}

type ZstdDecompress = typeof zlib.createGunzip;

/** Zstandard comes with Node 22.15; a file is one stream of frames. */
async function* fromZstd(
  raw: ByteWindow,
  reader: RecordReader,
  path: string,
): AsyncGenerator<ArchiveRecord | Loss> {
  const offset = raw.position;
  const { createZstdDecompress } = zlib as { createZstdDecompress?: ZstdDecompress };
  if (createZstdDecompress === undefined) {
    yield loss(path, offset, "Zstandard compression, which needs Node 22.15 or later");
    while (await raw.ensure(1)) raw.consume(raw.window.length);
    return;
  }
  const stream = createZstdDecompress();
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let failure: string | undefined;
  const feeding = (async () => {
    while (failure === undefined && (await raw.ensure(1))) {
      const chunk = Buffer.from(raw.window);
      raw.consume(chunk.length);
      await new Promise<void>((resolve) => {
        stream.write(chunk, () => resolve());
      });
    }
    stream.end();
  })();
  const bytes = new PulledBytes(async () => {
    try {
      const next = await chunks.next();
      return next.done === true ? undefined : next.value;
    } catch (cause) {
      failure = cause instanceof Error ? cause.message : String(cause);
      return undefined;
    }
  });
  yield* reader.records(bytes, inMember(path, offset), () => failure === undefined);
  await feeding;
  if (failure !== undefined) {
    yield loss(path, offset, `the Zstandard data cannot be read (${failure})`);
    while (await raw.ensure(1)) raw.consume(raw.window.length);
  }
}

/** Reads records one after the other; knows from the first one on whether the file is a WARC or an ARC. */
class RecordReader {
  readonly #path: string;
  #format: RecordFormat = warcFormat;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The records in these bytes. `endIsSure` tells whether their end is the end of what was written; with `true` in its
   * place they are a plain file, whose end may be anything, and reading stops where a gzip member begins.
   */
  async *records(
    bytes: ByteWindow,
    place: (position: number) => Source,
    endIsSure: true | (() => boolean),
  ): AsyncGenerator<ArchiveRecord | Loss> {
    const plain = endIsSure === true;
    while (await bytes.ensure(1)) {
      const blank = blankLength(bytes.window);
      if (blank > 0) {
        bytes.consume(blank);
        continue;
      }
      await bytes.ensure(START_BYTES);
      if (plain && startsMember(bytes.window)) return;
      if (bytes.window.toString("latin1", 0, 11) === "filedesc://") this.#format = arcFormat;
      const source = place(bytes.position);
      if (!this.#format.startsRecord(bytes.window)) {
        yield await this.#skipJunk(bytes, source);
        continue;
      }
      const header = await this.#header(bytes);
      if (header === undefined) {
        yield loss(this.#path, source.offset, "the file ends in the header of a record");
        bytes.consume(bytes.window.length);
        while (await bytes.ensure(1)) bytes.consume(bytes.window.length);
        return;
      }
      const block = new Block(bytes, this.#format, header.length, plain ? () => false : endIsSure);
      yield { kind: "record", format: this.#format.name, fields: header.fields, source, block };
      await block.skip();
    }
  }

  async #header(
    bytes: ByteWindow,
  ): Promise<{ readonly fields: Fields; readonly length: number | undefined } | undefined> {
    if (this.#format === arcFormat) {
      const line = parseArcLine(bytes.window);
      if (line === undefined) return undefined;
      bytes.consume(line.bytes);
      const fields = new Map([
        ["warc-type", line.uri.startsWith("filedesc:") ? "warcinfo" : "response"],
        ["warc-target-uri", line.uri],
        ["warc-date", line.date],
        ["content-type", line.contentType],
      ]);
      return { fields, length: line.length };
    }
    let looked = START_BYTES;
    let end = headerBlockLength(bytes.window);
    while (end === undefined && looked < MAX_HEADER_BYTES) {
      if (!(await bytes.ensure(looked * 2))) looked = MAX_HEADER_BYTES;
      looked *= 2;
      end = headerBlockLength(bytes.window.subarray(0, MAX_HEADER_BYTES));
    }
    if (end === undefined) return undefined;
    const fields = parseFields(headerLines(bytes.window.subarray(0, end)).slice(1));
    bytes.consume(end);
    const text = fields.get("content-length") ?? "";
    return { fields, length: /^\d{1,15}$/u.test(text) ? Number(text) : undefined };
  }

  /** Goes on to the next record (or gzip member) and says what was skipped. */
  async #skipJunk(bytes: ByteWindow, source: Source): Promise<Loss> {
    const like = looksLike(bytes.window);
    const from = bytes.position;
    bytes.consume(1);
    for (;;) {
      await bytes.ensure(STEP);
      const { window } = bytes;
      const record = this.#format.findRecord(window, 0);
      const member = window.indexOf(GZIP_MAGIC);
      const found = record < 0 ? member : member < 0 ? record : Math.min(record, member);
      if (found >= 0) {
        bytes.consume(found);
        const isMember = found === member;
        if (!isMember || inflatesToRecord(bytes.window)) break;
        bytes.consume(1);
        continue;
      }
      const atEnd = window.length < STEP;
      bytes.consume(atEnd ? window.length : window.length - START_BYTES);
      if (atEnd) break;
    }
    return {
      kind: "damage",
      source,
      message: `${bytes.position - from} bytes that are no record${like === undefined ? "" : ` (they look like ${like})`}`,
    };
  }
}

function loss(file: string, offset: number, message: string): Loss {
  return { kind: "damage", source: { file, offset }, message };
}
