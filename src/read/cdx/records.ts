import { messageOf, missed } from "../../base/errors.js";
import { mayBePage, mediaType } from "../../base/content-type.js";
import { parseDatetime, toFourteenDigits } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import type { Capture } from "../../base/types.js";
import type { InputContext } from "../types.js";
import { LONGEST_STRETCH } from "../warc/bytes.js";
import { type CaptureItem, whyNoDocument } from "../warc/documents.js";
import { recordItem } from "../warc/items.js";
import { RecordsAt } from "../warc/record-at.js";
import { typeReason } from "../warc/record-capture.js";
import { targetOf } from "../warc/record-format.js";
import { type IndexedCapture, isRevisit } from "./line.js";

/** `place` is undefined if the file was not found. */
export interface PlacedCapture extends IndexedCapture {
  readonly place?: string;
  readonly note?: string;
}

/** Returns `undefined` if the index does not contain its length. */
const endOf = ({ offset, length }: IndexedCapture): number | undefined =>
  length === undefined ? undefined : offset + length;

/** Number of bytes between records that take less time to read than another request. */
const GAP = 1 << 16;

/** Yields each capture, in the order of files, with the end of the last record of its group. */
export function* withNeighbours(
  captures: Iterable<PlacedCapture>,
): Generator<readonly [placed: PlacedCapture, to: number | undefined]> {
  let group: PlacedCapture[] = [];
  let to: number | undefined;
  for (const placed of captures) {
    const [{ place, offset: from } = placed] = group;
    const end = endOf(placed);
    const isNear =
      to !== undefined &&
      end !== undefined &&
      place === placed.place &&
      placed.offset <= to + GAP &&
      end <= from + LONGEST_STRETCH;
    if (!isNear) {
      for (const each of group) yield [each, to];
      group = [];
    }
    to = isNear ? Math.max(to!, end) : end;
    group.push(placed);
  }
  for (const each of group) yield [each, to];
}

/** Reads single records. The last file stays open. */
export class IndexedRecords {
  readonly #context: InputContext;
  #open: { readonly place: string; readonly records: RecordsAt } | undefined;

  constructor(context: InputContext) {
    this.#context = context;
  }

  /**
   * Returns the item of a capture. Never rejects because of the file, since its faults become items too. `to` is the
   * end of the last record that will be read soon and is requested together with this record.
   */
  async item(placed: PlacedCapture, to: number | undefined = endOf(placed)): Promise<CaptureItem> {
    const item = this.withoutReading(placed) ?? (await this.#read(placed, to));
    const { note } = placed;
    if (note === undefined) return item;
    const { capture } = item;
    return { ...item, capture: { ...capture, notes: [...(capture.notes ?? []), note] } };
  }

  async close(): Promise<void> {
    await this.#open?.records.close();
    this.#open = undefined;
  }

  /**
   * Returns the item of a capture that is not a page according to the index, so that its record need not be read.
   * Otherwise returns `undefined`.
   */
  withoutReading(placed: PlacedCapture): CaptureItem | undefined {
    const capture = captureOf(placed);
    const { mime, status = 200 } = placed;
    const { formats = ["html"] } = this.#context;
    const isRead = !mime.includes("/") || isRevisit(placed) || mayBePage(mime, formats);
    if (!isRead && (status < 300 || status >= 400)) {
      return { kind: "other", capture, reason: typeReason(mediaType(mime)) };
    }
    const reason = this.#context.documentsOnly === true ? whyNoDocument(capture) : undefined;
    return reason === undefined ? undefined : { kind: "other", capture, reason };
  }

  async #read(placed: PlacedCapture, to: number | undefined): Promise<CaptureItem> {
    const { place, filename, offset } = placed;
    if (place === undefined) {
      return missed(
        captureOf(placed),
        `${filename}, which the index names, is not found: give its folder with --warc-base`,
      );
    }
    try {
      const found = await this.#itemAt(await this.#recordsOf(place, offset, to), placed);
      return (
        found ??
        missed(
          captureOf(placed),
          `the index does not fit: there is no record of this URI in ${place} at byte ${offset}`,
        )
      );
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      return missed(
        captureOf(placed),
        `${place} cannot be read at byte ${offset}: ${messageOf(cause)}`,
      );
    }
  }

  async #recordsOf(place: string, offset: number, to: number | undefined): Promise<RecordsAt> {
    const stretch = to === undefined ? undefined : { from: offset, to };
    if (this.#open?.place !== place) {
      await this.close();
      this.#open = { place, records: await RecordsAt.open(place, stretch) };
    }
    await this.#open.records.expect(stretch);
    return this.#open.records;
  }

  async #itemAt(records: RecordsAt, placed: PlacedCapture): Promise<CaptureItem | undefined> {
    for await (const record of records.from(placed.offset)) {
      if (record.kind === "damage" || record.source.offset > placed.offset) break;
      if (!isOfRecord(record.fields, placed)) continue;
      const item = await recordItem(record, this.#context);
      const { failure } = record.block;
      if (failure !== undefined) throw failure;
      if (!("capture" in item) || this.#context.documentsOnly !== true) {
        return "capture" in item ? item : undefined;
      }
      const { capture } = item;
      const reason = whyNoDocument(capture, record.fields.get("warc-resource-type"));
      return reason === undefined ? item : { kind: "other", capture, reason };
    }
    return undefined;
  }
}

/** A compressed member may contain several records. */
function isOfRecord(
  fields: ReadonlyMap<string, string>,
  { uriR, mementoDatetime }: PlacedCapture,
): boolean {
  const uri = targetOf(fields);
  const date = parseDatetime(fields.get("warc-date") ?? "") ?? mementoDatetime;
  return surt(uri) === surt(uriR) && toFourteenDigits(date) === toFourteenDigits(mementoDatetime);
}

/** Returns a digest as records write it, because indexes leave out the algorithm. */
const withAlgorithm = (digest: string): string =>
  /^[A-Z2-7]{32}$/u.test(digest) ? `sha1:${digest}` : digest;

/** Returns what the index says of a capture. */
export function captureOf(placed: PlacedCapture): Capture {
  const { uriR, mementoDatetime, status, mime, digest, place, filename, offset } = placed;
  return {
    uriR,
    mementoDatetime,
    ...(digest !== undefined && { digest: withAlgorithm(digest) }),
    ...(status !== undefined && { status }),
    ...(mime.includes("/") && mime !== "warc/revisit" && { contentType: mime }),
    source: { file: place ?? filename, offset },
  };
}
