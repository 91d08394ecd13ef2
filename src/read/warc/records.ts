import { damage, isSystemError, messageOf } from "../../base/errors.js";
import type { Source } from "../../base/types.js";
import { type ByteWindow, openRawFile, type RawFile } from "./bytes.js";
import { type GzipMember, openMember } from "./gzip-member.js";
import { type ArchiveRecord, type Loss, ArchiveRecordReader } from "./record-reader.js";
import { startsMember } from "./record-start.js";
import { startsZstd, ZstdFrames } from "./zstd.js";

/** Number of bytes in which the next member, frame or record is recognised. */
const STEP = 1 << 16;

/**
 * Yields all records of a WARC or ARC file, plain or compressed in any of the ways in use, in the order of the file.
 * Bytes that cannot be read are reported with their offset, and reading continues after them. `-` is standard input;
 * `openFile` opens a file that is stored in another one.
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
    yield damage(path, `the file cannot be opened (${messageOf(cause)})`);
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
    if (!isSystemError(cause)) throw cause;
    const source = { file: path, offset: bytes.position };
    yield damage(source, `the file cannot be read (${cause.message})`);
  } finally {
    await file.close();
  }
}

/** Yields the records from the current position on; `frames` keeps the dictionary of the file. */
export async function* recordsFrom(
  raw: ByteWindow,
  path: string,
  frames: ZstdFrames,
): AsyncGenerator<ArchiveRecord | Loss> {
  const reader = new ArchiveRecordReader();
  while (await raw.ensure(1)) {
    await raw.ensure(STEP);
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
  // A file that is cut off is already reported with its last record.
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
