import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isSystemError, messageOf, UsageError } from "../../base/errors.js";
import { counted, printable } from "../../base/text.js";
import type { FieldList, WarcRecord } from "../../read/http/directory/records.js";
import type { ByteWindow } from "../../read/warc/bytes.js";
import { openMember } from "../../read/warc/gzip-member.js";
import { freeName, type SourceFile } from "./files.js";
import { asItIs, fullResponse, leftOutRecord, OWN_FILE, warcinfo } from "./made-records.js";
import { originalOf } from "./original.js";
import type { Output, Write } from "./output.js";
import { type FileCut, requireFound, Scan } from "./scan.js";
import type { Verdicts } from "./verdicts.js";

/** Date of a copy, and the fields of its records about the origin of the verdicts. */
export interface About {
  readonly date: Date;
  readonly fields: FieldList;
}

export interface Copied {
  readonly scan: Scan;
  /** Number of revisits whose original could not be read. They are copied unchanged. */
  readonly unread: number;
}

/** Copies files without what is left out, and adds a file that lists it. */
export async function copyFiles(
  files: readonly SourceFile[],
  verdicts: Verdicts,
  output: Output,
  about: About,
): Promise<Copied> {
  const scan = new Scan(verdicts);
  const cuts = new Map<SourceFile, readonly FileCut[]>();
  for (const file of files) cuts.set(file, await scan.cutsOf(file, output.signal));
  requireFound(verdicts, scan);
  for (const file of files) {
    await output.addFile(file.name, (write) => copyFile(file, cuts.get(file)!, write));
  }
  // The files may be the output of an earlier filter and contain a file of this name.
  const own = freeName(OWN_FILE, new Set(files.map(({ name }) => name)));
  let unread = 0;
  async function* records(): AsyncGenerator<WarcRecord> {
    const info = warcinfo(about.date, own, [...about.fields, ...whatWasLeftOut(files, scan)]);
    yield info;
    yield leftOutRecord(about.date, info, [...scan.leftOut.values(), ...scan.continuations]);
    for (const orphan of scan.orphans) {
      const original = await originalOf(orphan.original, scan.leftOut, files);
      if (original === undefined) unread += 1;
      yield original === undefined ? asItIs(orphan) : fullResponse(orphan, original);
    }
  }
  await output.addRecords(own, records());
  return { scan, unread };
}

function whatWasLeftOut(
  files: readonly SourceFile[],
  { leftOut, related, continuations, orphans, bare }: Scan,
): FieldList {
  const segments = String(continuations.length);
  return [
    [
      "description",
      `A copy of ${counted(files.length, "file")} without captures that were judged.`,
    ],
    ["left-out-captures", String(leftOut.size)],
    ["left-out-requests-and-metadata", String(related)],
    ...(segments === "0" ? [] : ([["left-out-continuation-records", segments]] as const)),
    ["revisits-written-in-full", String(orphans.length)],
    ["revisits-of-left-out-captures", String(bare)],
    ...files.map(({ place }): FieldList[number] => ["source-file", printable(place, "percent")]),
  ];
}

const COPY_CHUNK = 1 << 18;

/** Copies a file byte for byte without the cuts. Returns false if nothing remains. */
export async function copyFile(
  { place, open }: Pick<SourceFile, "place" | "open">,
  cuts: readonly FileCut[],
  write: Write,
): Promise<boolean> {
  let written = 0;
  const put: Write = (chunk) => {
    written += chunk.length;
    return write(chunk);
  };
  try {
    const raw = await open();
    const { bytes } = raw;
    try {
      for (const { start, end, keep } of cuts) {
        await copyBytes(bytes, start - bytes.position, put);
        if (keep !== undefined) await copyPart(bytes, keep, put);
        if (!bytes.returnTo(end)) await bytes.skip(end - bytes.position);
      }
      await copyBytes(bytes, Infinity, put);
    } finally {
      await raw.close();
    }
  } catch (cause) {
    if (!isReadError(cause)) throw cause;
    // A part of a file would look like a whole one.
    throw new UsageError(
      `${place} cannot be read any more (${messageOf(cause)}). No copy was made: run again.`,
      { cause },
    );
  }
  return written > 0;
}

/** True if the system does not let a file be opened or read, and not if the copy cannot be written. */
const isReadError = (cause: unknown): boolean =>
  isSystemError(cause) && "syscall" in cause && ["open", "read"].includes(String(cause.syscall));

/** Writes the next `count` bytes, or fewer at the end of the file. */
async function copyBytes(bytes: ByteWindow, count: number, write: Write): Promise<void> {
  for await (const chunk of chunksOf(bytes, count)) await write(chunk);
}

/** Yields the next `count` bytes. A chunk is valid until the next one is requested. */
async function* chunksOf(bytes: ByteWindow, count: number): AsyncGenerator<Buffer> {
  let left = count;
  while (left > 0 && (await bytes.ensure(1))) {
    const chunk = bytes.window.subarray(0, Math.min(left, COPY_CHUNK));
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
    const chunks = async function* (): AsyncGenerator<Buffer> {
      // Each chunk is copied, because another thread compresses it.
      for await (const chunk of chunksOf(bytes, end - start)) yield Buffer.from(chunk);
    };
    await pipeline(chunks, createGzip(), async (zip: AsyncIterable<Buffer>) => {
      for await (const chunk of zip) await write(chunk);
    });
  }
  await member.finish();
}
