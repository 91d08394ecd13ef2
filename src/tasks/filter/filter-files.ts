import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isSystemError, messageOf, UsageError } from "../../base/errors.js";
import type { FieldList, WarcRecord } from "../../read/http/directory/records.js";
import { counted, printable } from "../../base/text.js";
import type { Source } from "../../base/types.js";
import type { ByteWindow } from "../../read/warc/bytes.js";
import { openMember } from "../../read/warc/gzip-member.js";
import { isSegment } from "../../read/warc/segments.js";
import { CollectionWriter, type ListedPage, type CopyTarget, type Write } from "./collection.js";
import { freeName, type SourceFile } from "./files.js";
import type { LeftOut, LeftOuts } from "./left-out.js";
import { asItIs, fullResponse, leftOutRecord, OWN_FILE, warcinfo } from "./made-records.js";
import { originalOf } from "./original.js";
import { type FileCut, requireFound, type Scan, scan } from "./scan.js";

export interface Filtered extends Scan {
  /** Captures of the results that the files do not contain. */
  readonly missing: readonly LeftOut[];
  /** Number of revisits whose original could not be read. They are copied unchanged. */
  readonly unread: number;
}

export interface FilterOptions {
  readonly date: Date;
  /** Fields of the warcinfo about the origin of the verdicts. */
  readonly about: FieldList;
  readonly pages: Iterable<ListedPage>;
  readonly signal: AbortSignal;
}

/** Nothing appears at the target until everything has been written. */
export async function filterFiles(
  files: readonly SourceFile[],
  leftOuts: LeftOuts,
  target: CopyTarget,
  { date, about, pages, signal }: FilterOptions,
): Promise<Filtered> {
  const found = await scan(files, leftOuts, signal);
  requireFound(leftOuts, found);
  const missing = leftOuts.all.filter((each) => !found.places.has(each));
  const writer = new CollectionWriter(target, date, signal);
  for (const file of files) {
    await whileReading(file.place, () =>
      writer.addFile(file.name, (write) => copyFile(file, found.cuts.get(file) ?? [], write)),
    );
  }
  // The files may be the output of an earlier filter and contain a file of this name.
  const own = freeName(OWN_FILE, new Set(files.map(({ name }) => name)));
  let unread = 0;
  async function* ownRecords(): AsyncGenerator<WarcRecord> {
    const info = warcinfo(date, own, [...about, ...whatWasLeftOut(files, found)]);
    yield info;
    yield leftOutRecord(date, info, leftOutPlaces(found));
    for (const orphan of found.orphans) {
      const { original } = orphan;
      const place = found.places.get(original);
      const first = await originalOf(original, files, found.moved, place);
      // The first segment alone is not the content of the capture.
      const response = first && (isSegment(first.fields) ? undefined : first);
      if (response === undefined) unread += 1;
      yield response === undefined ? asItIs(orphan) : fullResponse(orphan, response);
    }
  }
  await writer.addRecords(own, ownRecords());
  await writer.finish(pages);
  return { ...found, missing, unread };
}

/** Runs what copies a file. Throws a `UsageError` if the file cannot be read any more. */
async function whileReading(place: string, copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch (cause) {
    if (!isReadError(cause)) throw cause;
    // A part of a file would look like a whole one.
    throw new UsageError(
      `${place} cannot be read any more (${messageOf(cause)}). No copy was made: run again.`,
      { cause },
    );
  }
}

/** True if the system does not let a file be opened or read, and not if the copy cannot be written. */
const isReadError = (cause: unknown): boolean =>
  isSystemError(cause) && "syscall" in cause && ["open", "read"].includes(String(cause.syscall));

function whatWasLeftOut(
  files: readonly SourceFile[],
  { places, related, continuations, orphans, bare }: Scan,
): FieldList {
  return [
    [
      "description",
      `A copy of ${counted(files.length, "file")} without captures that were judged.`,
    ],
    ["left-out-captures", String(places.size)],
    ["left-out-requests-and-metadata", String(related)],
    ...(continuations.length === 0
      ? []
      : ([["left-out-continuation-records", String(continuations.length)]] as const)),
    ["revisits-written-in-full", String(orphans.length)],
    ["revisits-of-left-out-captures", String(bare)],
    ...files.map(({ place }): FieldList[number] => ["source-file", printable(place, "percent")]),
  ];
}

/** Yields everything that is listed as left out: captures, and the further segments of captures. */
function* leftOutPlaces({
  places,
  continuations,
}: Scan): Generator<readonly [LeftOut, Pick<Source, "file" | "offset">]> {
  yield* places;
  for (const { leftOut, recordId, source } of continuations) {
    yield [{ ...leftOut, recordId }, source];
  }
}

const CHUNK = 1 << 18;

/** Copies a file byte for byte without the cuts. Returns false if nothing remains. */
export async function copyFile(
  { open }: SourceFile,
  cuts: readonly FileCut[],
  write: Write,
): Promise<boolean> {
  const raw = await open();
  const { bytes } = raw;
  let written = 0;
  const counted: Write = (chunk) => {
    written += chunk.length;
    return write(chunk);
  };
  try {
    for (const cut of cuts) {
      await copyBytes(bytes, cut.start - bytes.position, counted);
      if (cut.keep !== undefined) await copyPart(bytes, cut.keep, counted);
      if (!bytes.returnTo(cut.end)) await bytes.skip(cut.end - bytes.position);
    }
    await copyBytes(bytes, Infinity, counted);
  } finally {
    await raw.close();
  }
  return written > 0;
}

/** Writes the next `count` bytes, or fewer at the end of the file. */
async function copyBytes(bytes: ByteWindow, count: number, write: Write): Promise<void> {
  for await (const chunk of chunksOf(bytes, count)) await write(chunk);
}

/** Yields the next `count` bytes. A chunk is valid until the next one is requested. */
async function* chunksOf(bytes: ByteWindow, count: number): AsyncGenerator<Buffer> {
  let left = count;
  while (left > 0 && (await bytes.ensure(1))) {
    const chunk = bytes.window.subarray(0, Math.min(left, CHUNK));
    yield chunk;
    bytes.consume(chunk.length);
    left -= chunk.length;
  }
}

/** Writes the kept records of a gzip member, each of them in its own member. */
async function copyPart(
  raw: ByteWindow,
  keep: NonNullable<FileCut["keep"]>,
  write: Write,
): Promise<void> {
  const member = await openMember(raw);
  if (member === undefined) return;
  const { bytes } = member;
  for (const { start, end } of keep) {
    await bytes.skip(start - bytes.position);
    await zipped(bytes, end - start, write);
  }
  await member.finish();
}

async function zipped(bytes: ByteWindow, count: number, write: Write): Promise<void> {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    // Each chunk is copied, because another thread compresses it.
    for await (const chunk of chunksOf(bytes, count)) yield Buffer.from(chunk);
  };
  await pipeline(chunks, createGzip(), async (zip: AsyncIterable<Buffer>) => {
    for await (const chunk of zip) await write(chunk);
  });
}
