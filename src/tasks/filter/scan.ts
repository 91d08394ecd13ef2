import { mediaType } from "../../base/content-type.js";
import { UsageError } from "../../base/errors.js";
import type { Source } from "../../base/types.js";
import { parseHttpHead } from "../../read/warc/http-message.js";
import { recordCapture, revisitTarget } from "../../read/warc/record-capture.js";
import { type Fields, withoutBrackets } from "../../read/warc/record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "../../read/warc/record-reader.js";
import { textCaptureOf } from "../../read/warc/text-records.js";
import { startsZstd } from "../../read/warc/zstd.js";
import type { SourceFile } from "./files.js";
import type { CaptureName, Row, Verdicts } from "./verdicts.js";

/** A range of bytes of a file that is not copied. */
export interface FileCut {
  readonly start: number;
  readonly end: number;
  /** Ranges of decompressed bytes in a gzip member that are kept. Each record is written to its own member. */
  readonly keep?: readonly { readonly start: number; readonly end: number }[];
}

/** A record that is left out, with the row of its capture. */
export interface LeftOut {
  readonly row: Row;
  /** The ID in the list: that of the row, or of a further segment. */
  readonly recordId: string | undefined;
  readonly source: Pick<Source, "file" | "offset">;
}

/** A revisit that is kept although the capture that it repeats is left out. */
export interface Orphan {
  readonly fields: Fields;
  /** Empty if it is longer than any HTTP head. */
  readonly block: Buffer;
  readonly original: Row;
}

/**
 * Number of segments that are held during the scan. Requests and metadata are near their capture, and some crawlers
 * write them before it.
 */
const LOOKED_BACK = 128;
const RECORD_HEAD = 1 << 16;
const CAPTURE_TYPES = new Set(["response", "resource", "revisit"]);
const RELATED = new Set(["request", "metadata", "conversion", "continuation"]);
const REFERENCES = ["warc-concurrent-to", "warc-refers-to", "warc-segment-origin-id"];

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

/** Finds in files what is left out. */
export class Scan {
  readonly leftOut = new Map<Row, LeftOut>();
  /** Further segments of the captures that are left out. */
  readonly continuations: LeftOut[] = [];
  readonly orphans: Orphan[] = [];
  readonly losses: Loss[] = [];
  /** Number of captures of pages without a row in the results, of seeds of the results and of other URI-Rs. */
  readonly withoutRow = { ofSeeds: 0, ofOthers: 0 };
  /** Number of related records (requests, metadata) that are left out. */
  related = 0;
  /** Number of kept revisits without a verdict that name a left-out capture. Replay shows no content for them. */
  bare = 0;
  captures = 0;
  /** Number of captures with a row in the results. */
  recognised = 0;
  readonly #verdicts: Verdicts;
  /** Record IDs of requests and metadata that are left out with a capture. */
  readonly #relatedIds = new Set<string>();

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
  }

  /** Returns what of a file is not copied. */
  async cutsOf(file: SourceFile, signal: AbortSignal): Promise<readonly FileCut[]> {
    const cuts: FileCut[] = [];
    const open: Segment[] = [];
    let size = 0;
    const onPosition = (position: number, all = position): void => {
      size = all;
    };
    for await (const found of readRecords(file.place, onPosition, file.open)) {
      signal.throwIfAborted();
      const { offset, inflated = 0 } = found.source;
      const last = open.at(-1);
      if (last === undefined || offset > last.start) {
        if (last !== undefined) last.end = offset;
        open.push({ start: offset, end: Infinity, entries: [] });
        if (open.length > LOOKED_BACK) cuts.push(...cutsOfSegment(open.shift()!));
      }
      if (found.kind === "damage") {
        this.losses.push(found);
        continue;
      }
      const type = (found.fields.get("warc-type") ?? "").toLowerCase();
      const entry = { type, id: referenceIn(found.fields, "warc-record-id"), start: inflated };
      const decided: RecordEntry = { ...entry, goes: false };
      open.at(-1)!.entries.push(decided);
      decided.goes = await this.#goes(found, decided, open);
    }
    const last = open.at(-1);
    if (last !== undefined) last.end = size;
    cuts.push(...open.flatMap(cutsOfSegment));
    if (cuts.length > 0) await refuseZstd(file);
    return cuts;
  }

  /** Tells whether a record is left out, and leaves out what belongs to it. */
  async #goes(
    record: ArchiveRecord,
    { type, id }: RecordEntry,
    open: readonly Segment[],
  ): Promise<boolean> {
    const { fields, source } = record;
    const text = textCaptureOf(record);
    if (text !== undefined) {
      const row = this.#verdicts.find(text);
      if (row !== undefined) this.recognised += 1;
      if (row?.isLeftOut === true) return this.#leaveOut(row, source);
    }
    if (RELATED.has(type)) {
      const row = this.#verdicts.leftOutOfId(referenceIn(fields, "warc-segment-origin-id"));
      if (type === "continuation" && row !== undefined) {
        this.continuations.push({ row, recordId: id, source });
        return true;
      }
      return this.#isOfLeftOut(id, fields) && this.#leaveOutRelated(id);
    }
    const capture = CAPTURE_TYPES.has(type) ? await captureOfRecord(record) : undefined;
    if (capture === undefined) return false;
    await this.#count(record, capture);
    const row = this.#verdicts.find(capture);
    if (row?.isLeftOut === true) {
      this.#leaveOutBeside(referenceIn(fields, "warc-concurrent-to"), open);
      return this.#leaveOut(row, source);
    }
    const original = type === "revisit" ? this.#originalOf(record, row) : undefined;
    if (original === undefined) return false;
    if (row?.verdict === undefined) {
      this.bare += 1;
      return false;
    }
    const { data = Buffer.alloc(0) } = await record.block.take(RECORD_HEAD);
    this.orphans.push({ fields, block: Buffer.from(data), original });
    return true;
  }

  async #count(record: ArchiveRecord, capture: CaptureName): Promise<void> {
    this.captures += 1;
    const row = this.#verdicts.rowFor(capture);
    if (row === "own") this.recognised += 1;
    else if (await isPage(record)) this.withoutRow[row === undefined ? "ofOthers" : "ofSeeds"] += 1;
  }

  #leaveOut(row: Row, source: Source): true {
    this.leftOut.set(row, { row, recordId: row.recordId, source });
    return true;
  }

  #leaveOutRelated(id: string): true {
    this.related += 1;
    if (id !== "") this.#relatedIds.add(id);
    return true;
  }

  /** Leaves out the record that a capture names, such as the request that wget writes before it. */
  #leaveOutBeside(beside: string, open: readonly Segment[]): void {
    if (beside === "") return;
    this.#relatedIds.add(beside);
    for (const entry of open.flatMap(({ entries }) => entries)) {
      if (entry.id !== beside || entry.goes || !RELATED.has(entry.type)) continue;
      entry.goes = this.#leaveOutRelated(beside);
    }
  }

  #isOfLeftOut(id: string, fields: Fields): boolean {
    const named = REFERENCES.map((name) => referenceIn(fields, name)).filter((each) => each !== "");
    return (
      this.#relatedIds.has(id) ||
      named.some(
        (each) => this.#relatedIds.has(each) || this.#verdicts.leftOutOfId(each) !== undefined,
      )
    );
  }

  /** Returns the capture that a revisit repeats if that capture is left out. */
  #originalOf(record: ArchiveRecord, row: Row | undefined): Row | undefined {
    const verdicts = this.#verdicts;
    if (row?.repeats !== undefined && row.verdict !== undefined) {
      return verdicts.leftOutOfCapture(row.repeats);
    }
    const { recordId, uriR, mementoDatetime } = revisitTarget(record);
    const byId = recordId === undefined ? undefined : verdicts.leftOutOfId(recordId);
    if (byId !== undefined || uriR === undefined || mementoDatetime === undefined) return byId;
    return verdicts.leftOutOfCapture({ uriR, mementoDatetime });
  }
}

/** Throws a `UsageError` if files have none of the captures that the results have. */
export function requireFound(
  { hasCaptures }: Verdicts,
  { captures, recognised }: Pick<Scan, "captures" | "recognised">,
): void {
  if (!hasCaptures || captures === 0 || recognised > 0) return;
  throw new UsageError(
    "no capture of the results is in the files of -i: they are results of other files. Nothing was written.",
  );
}

/** Returns the record ID in a field without angle brackets. Returns an empty text if the field is missing. */
const referenceIn = (fields: Fields, name: string): string =>
  withoutBrackets(fields.get(name) ?? "");

/** Returns `undefined` if the record does not identify a capture. */
export async function captureOfRecord(record: ArchiveRecord): Promise<CaptureName | undefined> {
  const known = recordCapture(record);
  if ("capture" in known) return known.capture;
  const { fields } = parseHttpHead(await record.block.head(RECORD_HEAD));
  const dated = recordCapture(record, fields.get("date"));
  return "capture" in dated ? dated.capture : undefined;
}

/** Tells whether a record is an answer with a page, as runs judge them. */
async function isPage({ block, fields }: ArchiveRecord): Promise<boolean> {
  if (fields.get("warc-type")?.toLowerCase() === "resource") return false;
  const { status = 0, fields: head } = parseHttpHead(await block.head(RECORD_HEAD));
  const type = mediaType(head.get("content-type"));
  return status >= 200 && status < 300 && /^(?:text\/html|application\/xhtml\+xml)$/u.test(type);
}

function cutsOfSegment({ start, end, entries }: Segment): FileCut[] {
  if (!entries.some(({ goes }) => goes)) return [];
  if (entries.every(({ goes }) => goes)) return [{ start, end }];
  const keep = entries.flatMap(({ goes, start: from }, i) =>
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
