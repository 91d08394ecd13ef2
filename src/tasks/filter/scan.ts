import { UsageError } from "../../base/errors.js";
import { FORMATS, mayBePage as isTypeOfPage, mediaType } from "../../base/content-type.js";
import type { Source } from "../../base/types.js";
import { parseHttpHead } from "../../read/warc/http-message.js";
import { recordCapture, revisitTarget } from "../../read/warc/record-capture.js";
import type { Fields } from "../../read/warc/record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "../../read/warc/record-reader.js";
import { textCaptureOf } from "../../read/warc/text-records.js";
import { startsZstd } from "../../read/warc/zstd.js";
import type { SourceFile } from "./files.js";
import type { CaptureName, LeftOut, LeftOuts } from "./left-out.js";
import type { MovedFiles } from "./moved-files.js";
import { digestOf } from "./original.js";

/** A range of bytes of a file that is not copied. */
export interface FileCut {
  readonly start: number;
  readonly end: number;
  /** Ranges of decompressed bytes in a gzip member that are kept. Each record is written to its own member. */
  readonly keep?: readonly Range[];
}

/** Range from `start` up to `end`; an infinite `end` is the end of the member. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A revisit that is kept although the capture that it repeats is left out. */
export interface Orphan {
  readonly fields: Fields;
  /** Empty if it is longer than any HTTP head. */
  readonly block: Buffer;
  readonly original: LeftOut;
}

export interface Continuation {
  readonly leftOut: LeftOut;
  readonly recordId: string;
  readonly source: Source;
}

export interface Scan {
  readonly cuts: ReadonlyMap<SourceFile, readonly FileCut[]>;
  readonly orphans: readonly Orphan[];
  readonly places: ReadonlyMap<LeftOut, Source>;
  /** Number of related records (requests, metadata) that are left out. */
  readonly related: number;
  /** Further segments of the captures that are left out. */
  readonly continuations: readonly Continuation[];
  readonly moved: MovedFiles;
  /**
   * Number of revisits without a verdict that repeat a left-out capture. They are kept, and replay shows no content for
   * them.
   */
  readonly bare: number;
  readonly losses: readonly Loss[];
  readonly captures: number;
  /** Number of captures with a row in the results. */
  readonly recognised: number;
  /** Number of captures of pages without a row in the results, of seeds of the results and of other URI-Rs. */
  readonly withoutRow: { readonly ofSeeds: number; readonly ofOthers: number };
}

/**
 * Number of segments that are held during the scan. Requests and metadata are near their capture, and some crawlers
 * write them before it.
 */
const LOOKED_BACK = 64;
const HEAD_BYTES = 1 << 16;
const CAPTURES = new Set(["response", "resource", "revisit"]);
const RELATED = new Set(["request", "metadata", "conversion", "continuation"]);

interface RecordEntry {
  readonly type: string;
  readonly id: string;
  /** Offset in the decompressed member. */
  readonly start: number;
  goes: boolean;
}

/** Records that begin at one offset of a file, which are a single record, or all records in one compressed member. */
interface Segment {
  readonly start: number;
  end: number;
  readonly entries: RecordEntry[];
}

export async function scan(
  files: readonly SourceFile[],
  leftOuts: LeftOuts,
  signal: AbortSignal,
): Promise<Scan> {
  const moved = leftOuts.locate(files.map(({ place }) => place));
  const scanner = new Scanner(files, leftOuts, moved);
  for (const file of files) await scanner.read(file, signal);
  return scanner;
}

/** Throws a `UsageError` if files have none of the captures that the results have. */
export function requireFound(
  leftOuts: LeftOuts,
  { captures, recognised }: Pick<Scan, "captures" | "recognised">,
): void {
  if (!leftOuts.hasCaptures || captures === 0 || recognised > 0) return;
  throw new UsageError(
    "no capture of the results is in the files of -i: they are results of other files. Nothing was written.",
  );
}

class Scanner implements Scan {
  readonly cuts = new Map<SourceFile, FileCut[]>();
  readonly orphans: Orphan[] = [];
  readonly places = new Map<LeftOut, Source>();
  readonly losses: Loss[] = [];
  readonly continuations: Continuation[] = [];
  readonly withoutRow = { ofSeeds: 0, ofOthers: 0 };
  related = 0;
  bare = 0;
  captures = 0;
  /** Number of captures with a row in the results. */
  recognised = 0;
  readonly #files: readonly SourceFile[];
  readonly #leftOuts: LeftOuts;
  readonly moved: MovedFiles;
  /** Record IDs of requests and metadata that are left out with a capture. */
  readonly #relatedIds = new Set<string>();
  #digests: Promise<ReadonlyMap<string, LeftOut>> | undefined;

  constructor(files: readonly SourceFile[], leftOuts: LeftOuts, moved: MovedFiles) {
    this.#files = files;
    this.#leftOuts = leftOuts;
    this.moved = moved;
  }

  async read(file: SourceFile, signal: AbortSignal): Promise<void> {
    const cuts: FileCut[] = [];
    let open: Segment[] = [];
    const close = (segments: readonly Segment[]): void => {
      for (const segment of segments) cuts.push(...cutOf(segment));
    };
    let size = 0;
    const onPosition = (position: number, all: number | undefined): void => {
      size = all ?? position;
    };
    for await (const found of readRecords(file.place, onPosition, file.open)) {
      signal.throwIfAborted();
      const { offset, inflated = 0 } = found.source;
      let segment = open.at(-1);
      if (segment === undefined || offset > segment.start) {
        if (segment !== undefined) segment.end = offset;
        segment = { start: offset, end: Infinity, entries: [] };
        open.push(segment);
      }
      if (open.length > 2 * LOOKED_BACK) {
        close(open.slice(0, -LOOKED_BACK));
        open = open.slice(-LOOKED_BACK);
      }
      if (found.kind === "damage") {
        this.losses.push(found);
        continue;
      }
      const entry: RecordEntry = { ...namesOf(found.fields), start: inflated, goes: false };
      segment.entries.push(entry);
      await this.#decide(found, entry, open);
    }
    const last = open.at(-1);
    if (last !== undefined) last.end = size;
    close(open);
    if (cuts.length === 0) return;
    await refuseZstd(file);
    this.cuts.set(file, cuts);
  }

  async #decide(
    record: ArchiveRecord,
    entry: RecordEntry,
    open: readonly Segment[],
  ): Promise<void> {
    const { fields } = record;
    const text = textCaptureOf(record);
    const judgedText = text && this.#leftOuts.ofRecord(text);
    if (text !== undefined && this.#leftOuts.rowFor(text) === "own") this.recognised += 1;
    if (judgedText !== undefined) {
      entry.goes = true;
      this.places.set(judgedText, record.source);
      return;
    }
    if (RELATED.has(entry.type)) {
      const leftOut = this.#leftOuts.ofId(reference(fields, "warc-segment-origin-id"));
      if (entry.type === "continuation" && leftOut !== undefined) {
        entry.goes = true;
        this.continuations.push({ leftOut, recordId: entry.id, source: record.source });
        return;
      }
      if (!this.#isOfLeftOut(fields)) return;
      this.#leaveOutRelated(entry);
      return;
    }
    if (!CAPTURES.has(entry.type)) return;
    const capture = await captureOfRecord(record);
    if (capture === undefined) return;
    this.captures += 1;
    const row = this.#leftOuts.rowFor(capture);
    if (row === "own") this.recognised += 1;
    else if (await isPage(record)) this.withoutRow[row === undefined ? "ofOthers" : "ofSeeds"] += 1;
    const leftOut = this.#leftOuts.find(capture);
    if (leftOut === undefined) {
      if (entry.type !== "revisit") return;
      const original = await this.#originalLeftOut(record, capture);
      if (original === undefined) return;
      if (!this.#leftOuts.isJudgedToStay(capture)) {
        this.bare += 1;
        return;
      }
      entry.goes = true;
      const { data = Buffer.alloc(0) } = await record.block.take(HEAD_BYTES);
      this.orphans.push({ fields, block: Buffer.from(data), original });
      return;
    }
    entry.goes = true;
    this.places.set(leftOut, record.source);
    const beside = reference(fields, "warc-concurrent-to");
    if (beside === "") return;
    this.#relatedIds.add(beside);
    for (const { entries } of open) {
      for (const each of entries) {
        if (each.id === beside && !each.goes && RELATED.has(each.type)) this.#leaveOutRelated(each);
      }
    }
  }

  #leaveOutRelated(entry: RecordEntry): void {
    entry.goes = true;
    this.related += 1;
    this.#relatedIds.add(entry.id);
  }

  #isOfLeftOut(fields: Fields): boolean {
    return (
      REFERENCES.some((name) => {
        const id = reference(fields, name);
        return id !== "" && (this.#leftOuts.ofId(id) !== undefined || this.#relatedIds.has(id));
      }) || this.#relatedIds.has(reference(fields, "warc-record-id"))
    );
  }

  /** Returns the capture that a revisit repeats if that capture is left out. */
  async #originalLeftOut(
    record: ArchiveRecord,
    capture: CaptureName,
  ): Promise<LeftOut | undefined> {
    const known = this.#leftOuts.repeatedBy(capture);
    if (known !== undefined) return this.#leftOuts.ofCapture(known);
    const { recordId, uriR, mementoDatetime, digest } = revisitTarget(record);
    const byId = recordId === undefined ? undefined : this.#leftOuts.ofId(recordId);
    if (byId !== undefined) return byId;
    if (uriR !== undefined && mementoDatetime !== undefined) {
      return this.#leftOuts.ofCapture({ uriR, mementoDatetime });
    }
    if (digest === undefined || !(await mayBePage(record))) return undefined;
    this.#digests ??= this.#readDigests();
    return (await this.#digests).get(digest);
  }

  async #readDigests(): Promise<ReadonlyMap<string, LeftOut>> {
    const digests = new Map<string, LeftOut>();
    for (const leftOut of this.#leftOuts.all) {
      const digest = await digestOf(leftOut, this.#files, this.moved);
      if (digest !== undefined) digests.set(digest, leftOut);
    }
    return digests;
  }
}

const REFERENCES = ["warc-concurrent-to", "warc-refers-to", "warc-segment-origin-id"] as const;

/** Returns the record ID in a field without angle brackets. Returns an empty text if the field is missing. */
const reference = (fields: Fields, name: string): string =>
  (fields.get(name) ?? "").trim().replace(/^<(.*)>$/u, "$1");

const namesOf = (fields: Fields): Pick<RecordEntry, "type" | "id"> => ({
  type: (fields.get("warc-type") ?? "").toLowerCase(),
  id: reference(fields, "warc-record-id"),
});

/** Returns `undefined` if the record does not identify a capture. */
export async function captureOfRecord(record: ArchiveRecord): Promise<CaptureName | undefined> {
  let known = recordCapture(record);
  if ("lacks" in known) {
    const { fields } = parseHttpHead(await record.block.head(HEAD_BYTES));
    known = recordCapture(record, fields.get("date"));
  }
  return "lacks" in known ? undefined : known.capture;
}

/** Tells whether a record is an answer with a page, as runs judge them. */
async function isPage({ block, fields }: ArchiveRecord): Promise<boolean> {
  if (namesOf(fields).type === "resource") return false;
  const { status, fields: head } = parseHttpHead(await block.head(HEAD_BYTES));
  const isFound = status !== undefined && status >= 200 && status < 300;
  return (
    isFound && /^(?:text\/html|application\/xhtml\+xml)$/u.test(mediaType(head.get("content-type")))
  );
}

/** Returns false for a revisit of an image, script or other file that is never judged. */
async function mayBePage({ block }: ArchiveRecord): Promise<boolean> {
  const type = parseHttpHead(await block.head(HEAD_BYTES)).fields.get("content-type");
  return isTypeOfPage(type, FORMATS) || !mediaType(type).includes("/");
}

function cutOf({ start, end, entries }: Segment): FileCut[] {
  const gone = entries.filter(({ goes }) => goes);
  if (gone.length === 0) return [];
  if (gone.length === entries.length) return [{ start, end }];
  const keep = entries.flatMap(({ goes, start: from }, i): Range[] =>
    goes ? [] : [{ start: from, end: entries[i + 1]?.start ?? Infinity }],
  );
  return [{ start, end, keep }];
}

/**
 * Throws a `UsageError` for a file compressed with Zstandard, because filter cannot write such files and so cannot
 * leave out parts of them.
 */
async function refuseZstd({ place, open }: SourceFile): Promise<void> {
  const raw = await open();
  try {
    await raw.bytes.ensure(4);
    if (!startsZstd(raw.bytes.window)) return;
  } finally {
    await raw.close();
  }
  throw new UsageError(
    `${place} is compressed with Zstandard, and filter cannot remove its captures, because it does not write such files. ` +
      "Decompress it (zstd -d) and give that file.",
  );
}
