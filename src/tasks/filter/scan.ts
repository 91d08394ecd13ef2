import { mediaType } from "../../base/content-type.js";
import { UsageError } from "../../base/errors.js";
import type { Capture, Via } from "../../base/types.js";
import { seedKey } from "../../base/uri.js";
import { parseHttpHead } from "../../read/warc/http-message.js";
import { recordCapture } from "../../read/warc/record-capture.js";
import { type Fields, typeOf, withoutBrackets } from "../../read/warc/record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "../../read/warc/record-reader.js";
import { textCaptureOf } from "../../read/warc/text-records.js";
import { startsZstd } from "../../read/warc/zstd.js";
import type { SourceFile } from "./files.js";
import { captureKey, type Place, type Row, type Verdicts } from "./verdicts.js";

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
  readonly source: Place;
}

/** A revisit that stays although the capture that it repeats is left out. */
export interface Orphan {
  readonly fields: Fields;
  /** Empty if it is longer than any HTTP head. */
  readonly block: Buffer;
  readonly original: Via;
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
  readonly id: string;
  readonly isRelated: boolean;
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
  /** Number of captures of pages of the seeds that have no row in the results. */
  withoutRow = 0;
  /** Number of related records (requests, metadata) that are left out. */
  related = 0;
  captures = 0;
  /** Number of captures with a row in the results. */
  recognised = 0;
  readonly #verdicts: Verdicts;
  /** Left-out rows by record ID. */
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #leftOutKeys: ReadonlySet<string>;
  /** Record IDs of requests and metadata that are left out with a capture. */
  readonly #relatedIds = new Set<string>();

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
    this.#leftOutKeys = new Set(verdicts.leftOut.map(captureKey));
    this.#rows = new Map(
      verdicts.leftOut.flatMap((row) => (row.recordId === undefined ? [] : [[row.recordId, row]])),
    );
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
      const id = idIn(found.fields, "warc-record-id");
      const isRelated = RELATED.has(typeOf(found.fields));
      const entry: RecordEntry = { id, isRelated, start: inflated, goes: false };
      open.at(-1)!.entries.push(entry);
      entry.goes =
        this.#textGoes(found) ||
        (isRelated ? this.#relatedGoes(found, id) : await this.#captureGoes(found, open));
    }
    const last = open.at(-1);
    if (last !== undefined) last.end = size;
    for (const cut of open.flatMap(cutsOfSegment)) cuts.push(cut);
    if (cuts.length > 0) await refuseZstd(file);
    return cuts;
  }

  /** Tells whether a record with the text of a page goes, because the text was judged. */
  #textGoes(record: ArchiveRecord): boolean {
    const text = textCaptureOf(record);
    const row = text && this.#verdicts.find(text);
    if (row !== undefined) this.recognised += 1;
    return row?.goes === true && this.#leaveOut(row, record.source);
  }

  /** Tells whether a request, metadata or further segment goes with its capture. */
  #relatedGoes({ fields, source }: ArchiveRecord, id: string): boolean {
    const origin = this.#rows.get(idIn(fields, "warc-segment-origin-id"));
    if (typeOf(fields) === "continuation" && origin !== undefined) {
      this.continuations.push({ row: origin, recordId: id, source });
      return true;
    }
    const named = [id, ...REFERENCES.map((name) => idIn(fields, name))].filter((each) => each);
    if (!named.some((each) => this.#rows.has(each) || this.#relatedIds.has(each))) return false;
    this.#relatedIds.add(id);
    this.related += 1;
    return true;
  }

  async #captureGoes(record: ArchiveRecord, open: readonly Segment[]): Promise<boolean> {
    const { fields, source } = record;
    const type = typeOf(fields);
    const capture = CAPTURE_TYPES.has(type) ? await captureOfRecord(record) : undefined;
    if (capture === undefined) return false;
    this.captures += 1;
    const row = this.#verdicts.find(capture);
    if (row !== undefined || this.#verdicts.has(capture)) this.recognised += 1;
    else if (this.#verdicts.seeds.has(seedKey(capture.uriR)) && (await isPage(record))) {
      this.withoutRow += 1;
    }
    if (row?.goes === true) {
      this.#leaveOutBeside(idIn(fields, "warc-concurrent-to"), open);
      return this.#leaveOut(row, source);
    }
    const original = row?.verdict && type === "revisit" ? row.repeats : undefined;
    if (original === undefined || !this.#leftOutKeys.has(captureKey(original))) return false;
    const { data = Buffer.alloc(0) } = await record.block.take(RECORD_HEAD);
    this.orphans.push({ fields, block: Buffer.from(data), original });
    return true;
  }

  #leaveOut(row: Row, source: Place): true {
    this.leftOut.set(row, { row, recordId: row.recordId, source });
    return true;
  }

  /** Leaves out the record that a capture names, such as the request that wget writes before it. */
  #leaveOutBeside(beside: string, open: readonly Segment[]): void {
    if (beside === "") return;
    this.#relatedIds.add(beside);
    for (const entry of open.flatMap(({ entries }) => entries)) {
      if (entry.id !== beside || entry.goes || !entry.isRelated) continue;
      entry.goes = true;
      this.related += 1;
    }
  }
}

/** Throws a `UsageError` if files have none of the captures that the results have. */
export function requireFound(
  { seeds }: Verdicts,
  { captures, recognised }: Pick<Scan, "captures" | "recognised">,
): void {
  if (seeds.size === 0 || captures === 0 || recognised > 0) return;
  throw new UsageError(
    "no capture of the results is in the files of -i: they are results of other files. Nothing was written.",
  );
}

/** Returns the record ID in a field without angle brackets, or an empty text. */
const idIn = (fields: Fields, name: string): string => withoutBrackets(fields.get(name) ?? "");

/** Returns `undefined` if the record does not identify a capture. */
export async function captureOfRecord(record: ArchiveRecord): Promise<Capture | undefined> {
  const known = recordCapture(record);
  if ("capture" in known) return known.capture;
  const { fields } = parseHttpHead(await record.block.head(RECORD_HEAD));
  const dated = recordCapture(record, fields.get("date"));
  return "capture" in dated ? dated.capture : undefined;
}

/** Tells whether a record is an answer with a page, as runs judge them. */
async function isPage({ block, fields }: ArchiveRecord): Promise<boolean> {
  if (typeOf(fields) === "resource") return false;
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

/** Throws a `UsageError` for a file compressed with Zstandard, which this program does not write. */
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
