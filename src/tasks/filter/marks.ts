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
import { digestOf } from "../../write/read-settings-line.js";
import { probabilityOf } from "../../write/writing.js";
import type { ListedPage } from "./collection.js";
import type { SourceFile } from "./files.js";
import { type CaptureName, judgementOf, type LeftOut, LeftOuts, nameOf } from "./left-out.js";
import { isOwnInfo } from "./made-records.js";
import {
  CAPTURES,
  captureOfRecord,
  namesOf,
  reference,
  REFERENCES,
  RELATED,
  requireFound,
} from "./scan.js";

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
    const made = run && { version: run.tool, digest: digestOf(Object.fromEntries(run.settings)) };
    this.found = new LeftOuts(mementos, overrides, undefined, {
      isMarked: ({ verdict, isUnread }) => verdict !== "on-topic" || isUnread,
    });
    for (const memento of mementos) {
      const { uriR, mementoDatetime } = memento.capture;
      const mark = markOf(memento, overrides, made);
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
  made: Pick<Mark, "version" | "digest"> | undefined,
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
    ...made,
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

/** The changes of `--mark` in a file. */
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
  requireFound(marks.found, scanner);
  return scanner;
}

class MarkScanner implements MarkScan {
  readonly files = new Map<SourceFile, MarkedFile>();
  readonly marked = new Set<LeftOut>();
  readonly losses: Loss[] = [];
  replaced = 0;
  captures = 0;
  /** Number of captures with a row in the results. */
  recognised = 0;
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  async read(file: SourceFile, signal: AbortSignal): Promise<void> {
    const changes = new FileChanges();
    let last: ArchiveRecord | undefined;
    let size = 0;
    const onPosition = (position: number, all: number | undefined): void => {
      size = all ?? position;
    };
    for await (const found of readRecords(file.place, onPosition, file.open)) {
      signal.throwIfAborted();
      if (found.kind === "damage") {
        this.losses.push(found);
        changes.damage();
        changes.begin(found.source.offset);
        last = undefined;
        continue;
      }
      if (last !== undefined && (await isCut(last))) changes.damage();
      last = found;
      changes.begin(found.source.offset);
      changes.record(found);
      if (changes.isDamaged) changes.place(found, await this.#marksOn(found));
      else if (await this.#isReplaced(found)) changes.drop();
      else if (await isOwnInfo(found)) changes.infos += 1;
      else changes.place(found, await this.#marksOn(found));
    }
    if (last !== undefined && (await isCut(last))) changes.damage();
    this.files.set(file, changes.end(size));
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
    if (capture !== undefined) this.captures += 1;
    if (capture !== undefined && this.#marks.found.rowFor(capture) === "own") this.recognised += 1;
    const leftOut = capture && this.#marks.found.find(capture);
    if (capture === undefined || leftOut === undefined) return [];
    this.marked.add(leftOut);
    const on = markedRecord(fields, capture);
    return this.#marks.on(leftOut).map((mark) => ({ mark, on }));
  }
}

/** Marks that wait for the end of the records that belong to their capture. */
interface Held {
  readonly fields: Fields;
  readonly marks: readonly PlacedMark[];
  segment: MarkedSegment;
  entry: MarkedEntry;
}

/** Collects the changes in one file, record by record. */
class FileChanges {
  /** True from the first damage on. What looks like a mark behind it may be the content of a page. */
  isDamaged = false;
  /** Number of warcinfo records with which filter begins a file of marks. */
  infos = 0;
  readonly #beside: PlacedMark[] = [];
  readonly #changed = new Set<MarkedSegment>();
  #segment: MarkedSegment = { start: -1, end: Infinity, entries: [] };
  #entry: MarkedEntry = { start: 0, goes: false, marks: [] };
  #held: Held | undefined;
  #records = 0;
  #gone = 0;

  /** Must be called for the offset of everything that is found. */
  begin(offset: number): void {
    if (offset <= this.#segment.start) return;
    this.#segment.end = offset;
    this.#segment = { start: offset, end: Infinity, entries: [] };
  }

  record({ fields, source, remark }: ArchiveRecord): void {
    this.#records += 1;
    this.#entry = { start: source.inflated ?? 0, goes: false, marks: [] };
    this.#segment.entries.push(this.#entry);
    if (remark !== undefined) this.damage();
    const held = this.#held;
    if (held === undefined) return;
    if (belongs(fields, held.fields)) {
      held.segment = this.#segment;
      held.entry = this.#entry;
    } else this.#release();
  }

  /** Leaves the last record out. */
  drop(): void {
    this.#entry.goes = true;
    this.#gone += 1;
    this.#changed.add(this.#segment);
  }

  /** Puts marks behind the last record and those that belong to it. */
  place({ fields, format }: ArchiveRecord, marks: readonly PlacedMark[]): void {
    if (marks.length === 0) return;
    if (this.isDamaged || format === "ARC") {
      this.#beside.push(...marks);
      return;
    }
    this.#release();
    this.#held = { fields, marks, segment: this.#segment, entry: this.#entry };
  }

  damage(): void {
    this.isDamaged = true;
    if (this.#held !== undefined) this.#beside.push(...this.#held.marks);
    this.#held = undefined;
    const { entries } = this.#segment;
    if (entries.length < 2) return;
    // A member with damage cannot be divided without losing the damaged bytes.
    for (const entry of entries) {
      this.#beside.push(...entry.marks.splice(0));
      entry.goes = false;
    }
    this.#changed.delete(this.#segment);
  }

  end(size: number): MarkedFile {
    this.#release();
    this.#segment.end = size;
    return {
      segments: [...this.#changed].sort((a, b) => a.start - b.start),
      beside: this.#beside,
      isReplaced: this.#gone > 0 && !this.isDamaged && this.#gone + this.infos === this.#records,
    };
  }

  #release(): void {
    if (this.#held === undefined) return;
    this.#held.entry.marks.push(...this.#held.marks);
    this.#changed.add(this.#held.segment);
    this.#held = undefined;
  }
}

/** The cause of a cut record is reported with the damage, unless the record is the last one. */
async function isCut({ block }: ArchiveRecord): Promise<boolean> {
  return (await block.skip()).trouble === "cut";
}

/** Tells whether a record is about a capture: its request, metadata or what else names it. */
function belongs(fields: Fields, capture: Fields): boolean {
  if (!RELATED.has(namesOf(fields).type)) return false;
  const { id } = namesOf(capture);
  const isNamed = id !== "" && REFERENCES.some((name) => reference(fields, name) === id);
  return isNamed || belongTogether(capture, fields);
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
