import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isSystemError, messageOf, UsageError } from "../../base/errors.js";
import { counted, printable } from "../../base/text.js";
import type { FieldList, WarcRecord } from "../../read/http/directory/records.js";
import type { ByteWindow } from "../../read/warc/bytes.js";
import { openMember } from "../../read/warc/gzip-member.js";
import { recordCapture } from "../../read/warc/record-capture.js";
import { typeOf } from "../../read/warc/record-format.js";
import { readRecords } from "../../read/warc/record-reader.js";
import { freeName, type SourceFile } from "./files.js";
import {
  type About,
  fullResponse,
  leftOutRecord,
  type Original,
  OWN_FILE,
  warcinfo,
} from "./made-records.js";
import type { Output, Write } from "./output.js";
import { type FileCut, type Orphan, requireFound, Scan } from "./scan.js";
import { captureKey, type Verdicts } from "./verdicts.js";

/** Copies files without what is left out, and adds a file that lists it. `unread` counts revisits that have no body. */
export async function copyFiles(
  files: readonly SourceFile[],
  verdicts: Verdicts,
  output: Output,
  about: About,
): Promise<{ readonly scan: Scan; readonly unread: number }> {
  const scan = new Scan(verdicts);
  for (const file of files) {
    const cuts = await scan.cutsOf(file, output.signal);
    await output.addFile(file.name, (write) => copyFile(file, cuts, write));
  }
  requireFound(verdicts, scan);
  // The files may be the output of an earlier filter and contain a file of this name.
  const own = freeName(OWN_FILE, new Set(files.map(({ name }) => name)));
  const { leftOut, related, continuations, orphans } = scan;
  const info = warcinfo(about, own, [
    [
      "description",
      `A copy of ${counted(files.length, "file")} without captures that were judged.`,
    ],
    ["left-out-captures", String(leftOut.size)],
    ["left-out-requests-and-metadata", String(related)],
    ["left-out-continuation-records", String(continuations.length)],
    ["revisits-written-in-full", String(orphans.length)],
    ...files.map(({ place }): FieldList[number] => ["source-file", printable(place, "percent")]),
  ]);
  let unread = 0;
  async function* records(): AsyncGenerator<WarcRecord> {
    yield info;
    yield leftOutRecord(about.date, info, [...leftOut.values(), ...continuations]);
    for (const orphan of orphans) {
      const original = await originalOf(orphan, files);
      if (original === undefined) unread += 1;
      yield fullResponse(orphan, original);
    }
  }
  await output.addRecords(own, records());
  return { scan, unread };
}

const COPY_CHUNK = 1 << 18;

/** Copies a file byte for byte without the cuts. Returns false if nothing remains. */
export async function copyFile(
  { place, open }: Pick<SourceFile, "place" | "open">,
  cuts: readonly FileCut[],
  write: Write,
): Promise<boolean> {
  let isEmpty = true;
  const put: Write = (chunk) => {
    isEmpty = false;
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
    const isRead = isSystemError(cause) && "syscall" in cause;
    if (!isRead || !["open", "read"].includes(String(cause.syscall))) throw cause;
    // A part of a file would look like a whole one.
    throw new UsageError(
      `${place} cannot be read any more (${messageOf(cause)}). No copy was made: run again.`,
      { cause },
    );
  }
  return !isEmpty;
}

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
}

/** Maximum size in bytes of an original that is read. No judged page is larger. */
const LONGEST_ORIGINAL = 1 << 28;

/** Returns the response that a revisit repeats; `undefined` if it cannot be read as a whole. */
async function originalOf(
  { original }: Orphan,
  files: readonly SourceFile[],
): Promise<Original | undefined> {
  const { source } = original;
  if (source === undefined) return undefined;
  // The file may have been moved to another folder since the run.
  const file =
    files.find(({ place }) => place === source.file) ??
    files.find(({ place }) => basename(place) === basename(source.file));
  if (file === undefined) return undefined;
  const openThere: SourceFile["open"] = async () => {
    const raw = await file.open();
    const { bytes } = raw;
    if (!bytes.returnTo(source.offset)) await bytes.skip(source.offset - bytes.position);
    return raw;
  };
  for await (const found of readRecords(file.place, undefined, openThere)) {
    if (found.source.offset !== source.offset) break;
    if (found.kind !== "record" || found.fields.get("warc-type") !== "response") continue;
    const known = recordCapture(found);
    if (!("capture" in known) || captureKey(known.capture) !== captureKey(original)) continue;
    const { data, trouble } = await found.block.take(LONGEST_ORIGINAL);
    const { fields } = found;
    // A segment alone is not the content of the capture (WARC 1.1, section 7).
    const isSegment = fields.has("warc-segment-number") || typeOf(fields) === "continuation";
    if (data === undefined || trouble !== undefined || isSegment) return undefined;
    return { fields, block: data };
  }
  return undefined;
}
