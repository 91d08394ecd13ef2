import type { Source } from "../types.js";
import type { ByteWindow } from "./byte-window.js";
import { openMember, type Member } from "./gzip-member.js";
import { startsMember } from "./next-start.js";
import { openRawFile } from "./raw-file.js";
import { RecordReader, type ArchiveRecord, type Loss } from "./record-reader.js";
import { openZstd, startsZstd, zstdTrouble } from "./zstd.js";

/** Bytes in which what comes next is recognised. */
const STEP = 1 << 16;

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
    if (!(await raw.ensure(1))) {
      yield { kind: "damage", source: { file: path, offset: 0 }, message: "the file is empty" };
    }
    const reader = new RecordReader();
    while (await raw.ensure(1)) {
      await raw.ensure(STEP);
      const source: Source = { file: path, offset: raw.position };
      if (startsMember(raw.window)) yield* fromMember(raw, reader, source, await openMember(raw));
      else if (startsZstd(raw.window)) yield* fromZstd(raw, reader, source);
      else yield* reader.recordsOfFile(raw, path);
      onPosition(raw.position, file.size);
    }
  } finally {
    await file.close();
  }
}

async function* fromMember(
  raw: ByteWindow,
  reader: RecordReader,
  source: Source,
  member: Member | undefined,
): AsyncGenerator<ArchiveRecord | Loss> {
  if (member === undefined) {
    yield await reader.skipLost(raw, source, "the gzip header is damaged or cut off", true);
    return;
  }
  yield* reader.recordsOfMember(member, source);
  const trouble = await member.finish();
  if (trouble === undefined) return;
  if (trouble.isLost && raw.returnTo(source.offset)) {
    yield await reader.skipLost(raw, source, trouble.message, true);
  } else {
    yield { kind: "damage", source, message: trouble.message };
  }
}

async function* fromZstd(
  raw: ByteWindow,
  reader: RecordReader,
  source: Source,
): AsyncGenerator<ArchiveRecord | Loss> {
  const trouble = zstdTrouble(raw.window);
  const member = trouble === undefined ? openZstd(raw) : undefined;
  if (member === undefined) {
    yield { kind: "damage", source, message: `all from here on ${trouble ?? "cannot be read"}` };
    while (await raw.ensure(1)) raw.consume(raw.window.length);
    return;
  }
  yield* fromMember(raw, reader, source, member);
}
