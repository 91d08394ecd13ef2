import { grouped } from "../../base/text.js";
import type { EncodedBody, InputItem, Segment } from "../../base/types.js";
import type { RecordContext } from "../types.js";
import type { Block, BlockEnd } from "./block.js";
import { truncation, withoutBrackets } from "./record-capture.js";
import type { Fields } from "./record-format.js";
import type { ArchiveRecord } from "./record-reader.js";

/*
 * A crawler may divide a large record into segments (WARC 1.1, section 7). The first one is an ordinary record with
 * WARC-Segment-Number 1, and the others are continuation records, often in other files. This module reads single
 * segments and makes one record of several. Which of them belong together is known only when all files have been read.
 */

const NUMBER = "warc-segment-number";
/** Number of bytes at the beginning of a first segment that show whether it is a page. */
const START_BYTES = 1 << 16;
/** Maximum length of an HTTP head, which the limit for pages does not include. */
const MOST_HEAD_BYTES = 1 << 20;

/** Converts a record to an item as if it were not divided. */
type MakeItem = (record: ArchiveRecord, context: RecordContext) => Promise<InputItem>;

export const isSegment = (fields: Fields): boolean => fields.has(NUMBER) || isContinuation(fields);

const isContinuation = (fields: Fields): boolean =>
  fields.get("warc-type")?.toLowerCase() === "continuation";

/** Returns the maximum number of bytes of the segments of a record together. */
export const mostJoined = ({ maxPageBytes }: Pick<RecordContext, "maxPageBytes">): number =>
  maxPageBytes + MOST_HEAD_BYTES;

export function segmentItem(
  record: ArchiveRecord,
  context: RecordContext,
  itemOf: MakeItem,
): Promise<InputItem> {
  const { fields } = record;
  const origin = idIn(fields, "warc-segment-origin-id");
  const isFirst = !isContinuation(fields) && (origin === "" || numberIn(fields, NUMBER) === 1);
  return isFirst ? firstItem(record, context, itemOf) : continuationItem(record, origin, context);
}

async function continuationItem(
  { fields, source, block }: ArchiveRecord,
  origin: string,
  context: RecordContext,
): Promise<InputItem> {
  const { data, length, trouble } = await block.take(mostJoined(context));
  if (trouble === "cut") {
    const message = `a continuation record is cut off: ${length} of ${block.declared ?? "its"} bytes are there`;
    return { kind: "damage", source, message };
  }
  const number = numberIn(fields, NUMBER) ?? 0;
  const total = numberIn(fields, TOTAL);
  const { cut } = truncation(fields);
  return { kind: "segment", segment: { origin, number, source, length, block: data, total, cut } };
}

const TOTAL = "warc-segment-total-length";

async function firstItem(
  record: ArchiveRecord,
  context: RecordContext,
  itemOf: MakeItem,
): Promise<InputItem> {
  const { fields, source, block, format, remark } = record;
  const start = Buffer.from(await block.head(START_BYTES));
  const end = await block.take(mostJoined(context));
  const alone = await itemOf({ ...record, block: heldBlock(end, start, block.declared) }, context);
  const { data, length, trouble } = end;
  const origin = idIn(fields, "warc-record-id");
  const mark: Segment = { origin, number: 1, source, length };
  // A capture that seems to lack the end of its HTTP head may have it in the next segment.
  const mayBePage = alone.kind === "memento" || alone.kind === "missed";
  if (!mayBePage || data === undefined || trouble === "cut" || origin === "") {
    const captured = "capture" in alone && alone.kind !== "other" ? alone.capture : undefined;
    return { kind: "segment", segment: mark, captured, alone };
  }
  const header = { format, fields: [...fields], remark };
  const segment = { ...mark, block: data, total: numberIn(fields, TOTAL), header };
  return { kind: "segment", segment, captured: alone.capture };
}

/** Joins the segments of one record, in the order of their numbers. */
export class JoinedSegments {
  readonly #first: Segment;
  readonly #most: number;
  #blocks: Uint8Array[];
  #length: number;
  /** Number of the segment that comes next. */
  #next = 2;
  #missing: number | undefined;
  #total: number | undefined;
  #cut: string | undefined;

  /** `first` must have its block and header. No more than `most` bytes are in memory. */
  constructor(first: Segment, most: number) {
    this.#first = first;
    this.#most = most;
    this.#blocks = [first.block!];
    this.#length = first.length;
    this.#total = first.total;
  }

  /** Numbers must be asked for in ascending order. */
  isNext(number: number): boolean {
    if (this.#length >= (this.#total ?? Infinity)) return false;
    if (number > this.#next) this.#missing ??= this.#next;
    return number === this.#next && this.#missing === undefined;
  }

  /** Adds the segment that comes next. Its block is decoded only if there is room for it. */
  add({ length, total, cut }: Omit<Segment, "block">, block: () => Uint8Array): void {
    this.#next += 1;
    this.#length += length;
    this.#total = total ?? this.#total;
    this.#cut ??= cut;
    if (this.#length <= this.#most) this.#blocks.push(block());
    else this.#blocks = this.#blocks.slice(0, 1);
  }

  async item(context: RecordContext, itemOf: MakeItem): Promise<InputItem> {
    const { header, source } = this.#first;
    const { format, fields, remark } = header!;
    const length = this.#length;
    const isTooLarge = length > this.#most;
    const start = Buffer.concat(this.#blocks);
    const end: BlockEnd = isTooLarge ? { length } : { length, data: start };
    const block = heldBlock(end, start, length);
    const named = new Map(fields.filter(([name]) => name !== NUMBER));
    const item = await itemOf(
      {
        kind: "record",
        format,
        fields: named,
        source,
        block,
        ...(remark !== undefined && { remark }),
      },
      context,
    );
    if (item.kind !== "memento") return item;
    const { capture, body } = item;
    const count = this.#next - 1;
    const notes = [
      ...(capture.notes ?? []),
      ...(count > 1 ? [`joined from ${count} segments`] : []),
    ];
    return {
      kind: "memento",
      capture: notes.length > 0 ? { ...capture, notes } : capture,
      body: { ...body, ...this.#lack(body) },
    };
  }

  #lack({ announced, bytes, cut }: EncodedBody): Pick<EncodedBody, "cut" | "doubt"> {
    const missing = this.#missing;
    if (missing !== undefined)
      return { cut: `segment ${missing} of this capture is not in the input` };
    const known = cut ?? this.#cut;
    if (known !== undefined) return { cut: known };
    const total = this.#total;
    if (total !== undefined && total > this.#length) {
      const says = `WARC-Segment-Total-Length says ${grouped(total)} bytes`;
      return { cut: `${says}, ${grouped(this.#length)} are stored` };
    }
    // Some writers state no total length. The site's own length also shows that nothing is missing.
    const isWhole = total !== undefined || (announced?.bytes ?? Infinity) <= bytes.length;
    return isWhole ? {} : { doubt: `segment ${this.#next} of this capture is not in the input` };
  }
}

/** Returns the block of a record whose end has been read. `start` has its first bytes if the end has no data. */
function heldBlock(end: BlockEnd, start: Buffer, declared: number | undefined): Block {
  const { data = start, length, trouble } = end;
  const take = (limit: number): Promise<BlockEnd> =>
    Promise.resolve(length <= limit ? end : { length, ...(trouble !== undefined && { trouble }) });
  return {
    declared,
    head: (count) => Promise.resolve(data.subarray(0, count)),
    take,
    skip: () => take(-1),
  };
}

const idIn = (fields: Fields, name: string): string => withoutBrackets(fields.get(name) ?? "");

function numberIn(fields: Fields, name: string): number | undefined {
  const text = fields.get(name) ?? "";
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
