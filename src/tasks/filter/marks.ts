import { toFourteenDigits } from "../../base/datetime.js";
import { append } from "../../base/math/group-by.js";
import { seedKey } from "../../base/uri.js";
import { belongTogether } from "../../read/warc/documents.js";
import type { Fields } from "../../read/warc/record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "../../read/warc/record-reader.js";
import type { SavedMemento } from "../../write/entry.js";
import { isMark, type Mark, type MarkedRecord, readMark } from "../../write/marks.js";
import type { Overrides } from "../../write/overrides.js";
import type { SavedResults } from "../../write/read-results.js";
import { probabilityOf } from "../../write/writing.js";
import type { ListedPage } from "./collection.js";
import type { SourceFile } from "./files.js";
import { type CaptureName, judgementOf, type LeftOut, LeftOuts, nameOf } from "./left-out.js";
import { isOwnInfo } from "./made-records.js";
import { CAPTURES, captureOfRecord, namesOf, reference, REFERENCES, RELATED } from "./scan.js";

/** The mark on a record. */
export interface PlacedMark {
  readonly mark: Mark;
  readonly on: MarkedRecord;
}

/** The verdicts of results as marks, and the captures that they are on. */
export class Marks {
  /** The captures that get marks. */
  readonly found: LeftOuts;
  readonly #byName = new Map<string, Mark[]>();
  /** URI-Ms of all captures with a verdict, whose earlier marks are replaced. */
  readonly #judged = new Set<string>();
  /** The judged captures, in the order of the results. */
  readonly pages: ListedPage[] = [];
  readonly #byUriR = new Map<string, ListedPage[]>();

  constructor({ mementos, run }: SavedResults, overrides: Overrides | undefined) {
    this.found = new LeftOuts(mementos, overrides, undefined, {
      isMarked: ({ verdict, isUnread }) => verdict !== "on-topic" || isUnread,
    });
    for (const memento of mementos) {
      const { uriR, mementoDatetime } = memento.capture;
      const mark = markOf(memento, overrides, run);
      if (mark === undefined || uriR === undefined || mementoDatetime === undefined) continue;
      this.#judged.add(memento.uriM);
      const isMarked = mark.verdict !== "on-topic" || mark.inferred === true;
      const page = { url: uriR, ts: mementoDatetime, ...(isMarked && { mark }) };
      this.pages.push(page);
      append(this.#byUriR, seedKey(uriR), page);
      if (isMarked) {
        const { recordId, source } = memento.capture;
        append(this.#byName, nameOf({ uriR, mementoDatetime, recordId, source }), mark);
      }
    }
  }

  /** Returns the marks on a capture, of which there are several if several seeds or views of a page share its record. */
  on(leftOut: LeftOut): readonly Mark[] {
    return this.#byName.get(nameOf(leftOut)) ?? [];
  }

  /** Tells whether these verdicts replace an earlier mark. */
  replaces(mark: Mark): boolean {
    return this.#judged.has(mark["URI-M"]);
  }

  /**
   * Returns the verdict on a page of a page list: that on the judged capture of its URI nearest in time, within a day.
   * Returns undefined if no capture of it was judged, and null if its verdict has no mark.
   */
  ofPage(url: string, time: number | undefined): Mark | null | undefined {
    const captures = this.#byUriR.get(seedKey(url)) ?? [];
    if (time === undefined && captures.length > 1) return undefined;
    let nearest: ListedPage | undefined;
    let least = DAY;
    for (const each of captures) {
      const distance = time === undefined ? 0 : Math.abs(Date.parse(each.ts) - time);
      if (distance > least || (distance === least && nearest !== undefined)) continue;
      nearest = each;
      least = distance;
    }
    return nearest === undefined ? undefined : (nearest.mark ?? null);
  }
}

const DAY = 24 * 60 * 60 * 1000;

function markOf(
  memento: SavedMemento,
  overrides: Overrides | undefined,
  run: SavedResults["run"],
): Mark | undefined {
  const { verdict, by, isUnread, kind } = judgementOf(memento, overrides);
  if (verdict === undefined) return undefined;
  const computed = memento.override === undefined ? memento.overall : memento.override.computed;
  return {
    "URI-M": memento.uriM,
    verdict,
    by,
    computed: by === "decision" ? computed : undefined,
    probability: probabilityOf(memento),
    kind,
    inferred: isUnread ? true : undefined,
    version: run?.tool,
    digest: run?.digest,
  };
}

/** A record with what changes at it. */
export interface MarkedEntry {
  /** Offset in the decompressed member. */
  readonly start: number;
  /** An earlier mark, which is not copied. */
  goes: boolean;
  /** Marks that are written after it. */
  readonly marks: PlacedMark[];
}

/** Records that begin at one offset of a file: one, or all in one compressed member. */
export interface MarkedSegment {
  readonly start: number;
  end: number;
  readonly entries: MarkedEntry[];
}

/** What `--mark` changes in a file. */
export interface MarkedFile {
  readonly segments: readonly MarkedSegment[];
  /** Marks that cannot be in the file: of an ARC file, and of captures at or after damage. */
  readonly beside: readonly PlacedMark[];
  /** True if the file holds nothing but marks that are replaced, as one that filter has added. */
  readonly isReplaced: boolean;
}

export interface MarkScan {
  readonly files: ReadonlyMap<SourceFile, MarkedFile>;
  readonly marked: ReadonlySet<LeftOut>;
  /** Number of earlier marks that are replaced. */
  readonly replaced: number;
  readonly losses: readonly Loss[];
}

export async function scanForMarks(
  files: readonly SourceFile[],
  marks: Marks,
  signal: AbortSignal,
): Promise<MarkScan> {
  marks.found.locate(files.map(({ place }) => place));
  const scanner = new MarkScanner(marks);
  for (const file of files) await scanner.read(file, signal);
  return scanner;
}

/** Marks that wait for the end of the records that belong to their capture. */
interface Held {
  readonly fields: Fields;
  readonly id: string;
  readonly marks: readonly PlacedMark[];
  segment: MarkedSegment;
  entry: MarkedEntry;
}

class MarkScanner implements MarkScan {
  readonly files = new Map<SourceFile, MarkedFile>();
  readonly marked = new Set<LeftOut>();
  readonly losses: Loss[] = [];
  replaced = 0;
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  async read(file: SourceFile, signal: AbortSignal): Promise<void> {
    const beside: PlacedMark[] = [];
    const changed = new Set<MarkedSegment>();
    let segment: MarkedSegment | undefined;
    let held: Held | undefined;
    let last: ArchiveRecord | undefined;
    let records = 0;
    let gone = 0;
    let infos = 0;
    let isDamaged = false;
    let size = 0;
    const onPosition = (position: number, all: number | undefined): void => {
      size = all ?? position;
    };
    const onDamage = (): void => {
      isDamaged = true;
      if (held !== undefined) beside.push(...held.marks);
      held = undefined;
      // A member with damage cannot be divided without losing the damaged bytes.
      if (segment === undefined || segment.entries.length < 2) return;
      for (const entry of segment.entries) {
        beside.push(...entry.marks.splice(0));
        entry.goes = false;
      }
      changed.delete(segment);
    };
    const release = (): void => {
      if (held === undefined) return;
      held.entry.marks.push(...held.marks);
      changed.add(held.segment);
      held = undefined;
    };
    for await (const found of readRecords(file.place, onPosition, file.open)) {
      signal.throwIfAborted();
      if (found.kind === "damage" || (last !== undefined && (await isCut(last)))) onDamage();
      const { offset, inflated = 0 } = found.source;
      if (segment === undefined || offset > segment.start) {
        if (segment !== undefined) segment.end = offset;
        segment = { start: offset, end: Infinity, entries: [] };
      }
      if (found.kind === "damage") {
        this.losses.push(found);
        last = undefined;
        continue;
      }
      last = found;
      records += 1;
      const entry: MarkedEntry = { start: inflated, goes: false, marks: [] };
      segment.entries.push(entry);
      if (found.remark !== undefined) onDamage();
      if (held !== undefined && belongs(found.fields, held))
        Object.assign(held, { segment, entry });
      else release();
      if (!isDamaged && (await this.#isReplaced(found))) {
        entry.goes = true;
        gone += 1;
        changed.add(segment);
        continue;
      }
      if (await isOwnInfo(found)) infos += 1;
      const marks = await this.#marksOn(found);
      if (marks.length === 0) continue;
      if (isDamaged || found.format === "ARC") beside.push(...marks);
      else {
        // Captures in turn may belong to one request, and each has its marks.
        release();
        const { fields } = found;
        held = { fields, id: namesOf(fields).id, marks, segment, entry };
      }
    }
    if (last !== undefined && (await isCut(last))) onDamage();
    release();
    if (segment !== undefined) segment.end = size;
    this.files.set(file, {
      segments: [...changed].sort((a, b) => a.start - b.start),
      beside,
      isReplaced: gone > 0 && !isDamaged && gone + infos === records,
    });
  }

  async #isReplaced(record: ArchiveRecord): Promise<boolean> {
    if (!isMark(record)) return false;
    const mark = await readMark(record);
    if (typeof mark === "string" || !this.#marks.replaces(mark)) return false;
    this.replaced += 1;
    return true;
  }

  async #marksOn(record: ArchiveRecord): Promise<PlacedMark[]> {
    const { fields } = record;
    if (!CAPTURES.has(namesOf(fields).type)) return [];
    const capture = await captureOfRecord(record);
    const leftOut = capture && this.#marks.found.find(capture);
    if (capture === undefined || leftOut === undefined) return [];
    this.marked.add(leftOut);
    const on = markedRecord(fields, capture);
    return this.#marks.on(leftOut).map((mark) => ({ mark, on }));
  }
}

/** The cause of a cut record is reported with the damage, unless the record is the last one. */
async function isCut({ block }: ArchiveRecord): Promise<boolean> {
  return (await block.skip()).trouble === "cut";
}

/** Tells whether a record is about a held capture: its request, metadata or what else names it. */
function belongs(fields: Fields, held: Held): boolean {
  if (!RELATED.has(namesOf(fields).type)) return false;
  const refers = REFERENCES.map((name) => reference(fields, name)).filter((id) => id !== "");
  return held.id !== "" && refers.includes(held.id) ? true : belongTogether(held.fields, fields);
}

const WARC_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/u;

function markedRecord(
  fields: Fields,
  { uriR, mementoDatetime, recordId }: CaptureName,
): MarkedRecord {
  const date = fields.get("warc-date")?.trim() ?? "";
  const second = `${mementoDatetime.slice(0, 19)}Z`;
  const isOwn = WARC_DATE.test(date) && toFourteenDigits(date) === toFourteenDigits(second);
  return { uriR, date: isOwn ? date : second, recordId };
}
