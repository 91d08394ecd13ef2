import { isSystemError, UnreadableError } from "../../base/errors.js";
import { isRemote } from "../../base/platform/files.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../types.js";
import { filesIn, nameOf, readFile, startOf } from "./archive-file.js";
import type { RawFile } from "./bytes.js";
import { belongTogether, isRequest } from "./documents.js";
import { beginningOf, FileItems } from "./file-items.js";
import { arcFormat, type Fields, type RecordFormat, warcFormat } from "./record-format.js";
import { type ArchiveRecord, type Loss, readRecords } from "./record-reader.js";
import { type Contents, findStart, START_BYTES, startsMember } from "./record-start.js";
import { openPlace } from "./wacz.js";

/* Parts of files, which several threads read at once. Read as a whole, a file is one part (archive-file.ts). */

/** Number of bytes that are searched at a time for the start of a record or gzip member. */
const STEP = 1 << 18;
/**
 * Factor for the size of parts of plain files. HTML compresses to about a quarter, so with this factor parts of both
 * kinds yield equally many records.
 */
const PLAIN_FOR_COMPRESSED = 4;

/**
 * Positions found while a part is read. Two parts of a file fit together if the first part ends at the record with
 * which the second begins.
 */
export interface PartEdges {
  /** Start of the first record in the range. Undefined if none was found. */
  first?: number | undefined;
  /** Start of the first record after the range. Undefined in the last part of a file. */
  next?: number | undefined;
  /**
   * True if the meaning of the records depends on earlier records of the file, so that the rest must be read in one
   * part.
   */
  isBound?: true | undefined;
}

/** Splits a file into parts of about `bytes` bytes. Also yields damage that is found before the records are read. */
export async function* partsOfFile(
  path: string,
  context: InputContext,
  bytes: number,
): AsyncGenerator<InputItem | FilePart> {
  for await (const found of filesIn(path, context)) {
    if (found.kind === "part" && found.place === path && !isRemote(path)) {
      yield* await split(found, bytes);
    } else yield found;
  }
}

/**
 * Splits a file of gzip members or plain records into parts of about `bytes` compressed bytes. Any other file is one
 * part.
 */
async function split(whole: FilePart, bytes: number): Promise<FilePart[]> {
  const { place, bytes: size, holdsOnlyTexts } = whole;
  const start = (await startOf(place)) ?? Buffer.alloc(0);
  const plain = formatOf(start);
  if (plain === undefined && !startsMember(start)) return [whole];
  const bytesOfPart = plain === undefined ? bytes : bytes * PLAIN_FOR_COMPRESSED;
  const count = Math.max(1, Math.round(size / bytesOfPart));
  if (count === 1) return [whole];
  const edge = (i: number): number => Math.floor((i * size) / count);
  return Array.from({ length: count }, (_, i) => ({
    kind: "part",
    place,
    from: edge(i),
    to: i === count - 1 ? Infinity : edge(i + 1),
    bytes: edge(i + 1) - edge(i),
    ...(holdsOnlyTexts !== undefined && { holdsOnlyTexts }),
  }));
}

/**
 * A part begins and ends after the first record at its edge. If the next record is the request or response of that
 * record, the edge is after the next record. Both neighbours see the same records at an edge, so that no item is in two
 * parts.
 */
export async function* readPart(
  part: FilePart,
  context: InputContext,
  edges: PartEdges,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  const isWhole = part.from === 0 && part.to === Infinity;
  const items = isWhole
    ? readFile(part, context, onPosition)
    : itemsOf(part, context, edges, onPosition);
  let { skip = 0 } = part;
  for await (const item of items) {
    if (skip === 0) yield item;
    else skip -= 1;
  }
}

async function* itemsOf(
  part: FilePart,
  context: InputContext,
  edges: PartEdges,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  const { place, from, to, isExact } = part;
  if (from > 0) {
    const first = isExact === true ? from : await firstStart(place, from, to);
    if (first === undefined) return;
    edges.first = first;
  }
  const open = async (): Promise<RawFile> => {
    const file = await openPlace(place);
    if (file.size !== undefined && file.size < (edges.first ?? 0)) {
      await file.close();
      throw new UnreadableError("it became shorter while it was read");
    }
    file.bytes.returnTo(edges.first ?? 0);
    return file;
  };
  const [start, end] = [new PartEdge(from), new PartEdge(to)];
  const records = new FileItems(context, part);
  if (from > 0) records.begun = await dateOfFile(place);
  let isOurs = from === 0;
  const name = nameOf(place, context);
  for await (const found of readRecords(name, onPosition, open)) {
    if (!isOurs && start.isPassed(found)) {
      isOurs = true;
      records.end();
    }
    if (end.isPassed(found)) break;
    const items = await records.of(found);
    if (records.isMarked && to !== Infinity) {
      edges.isBound = true;
      return;
    }
    if (isOurs) yield* items;
  }
  if (end.position !== undefined) edges.next = end.position;
  if (isOurs) yield* records.end();
}

/** Returns the date of the record with which a file begins, if it describes the file. */
async function dateOfFile(place: string): Promise<string | undefined> {
  for await (const found of readRecords(place, undefined, () => openPlace(place))) {
    return beginningOf(found);
  }
  return undefined;
}

/**
 * Returns the start of the first plain record in a range, or of the first gzip member with a record. Returns
 * `undefined` if no record begins there, or if the file cannot be read: the part before reads the rest, or reports that.
 */
async function firstStart(place: string, from: number, to: number): Promise<number | undefined> {
  let file: RawFile | undefined;
  try {
    file = await openPlace(place);
    const { bytes } = file;
    const plain = formatOf((await bytes.lookAhead(0, START_BYTES)) ?? bytes.window);
    if (!bytes.returnTo(from)) return undefined;
    for (;;) {
      const isMore = await bytes.ensure(STEP);
      const { window, position } = bytes;
      const found =
        plain?.findRecord(window, 0, "after-loss", !isMore) ??
        findStart(window, window.length, MEMBERS, "after-loss", !isMore);
      if (found >= 0) return position + found < to ? position + found : undefined;
      if (!isMore || position >= to) return undefined;
      bytes.consume(window.length - START_BYTES);
    }
  } catch (cause) {
    if (isSystemError(cause)) return undefined;
    throw cause;
  } finally {
    await file?.close();
  }
}

/** The search finds only gzip members, so the format of plain records makes no difference. */
const MEMBERS: Contents = { format: arcFormat, hasMembers: true, hasFrames: false };

/** Returns the format of a file of plain records, from its first bytes. Returns `undefined` for any other file. */
const formatOf = (start: Buffer): RecordFormat | undefined =>
  [warcFormat, arcFormat].find((format) => format.startsRecord(start));

/** Detects the end of the records of a part. */
class PartEdge {
  readonly #at: number;
  /** Start of the first record at or after the edge. */
  position: number | undefined;
  #last: Fields | undefined;

  constructor(at: number) {
    this.#at = at;
  }

  isPassed(found: ArchiveRecord | Loss): boolean {
    if (this.#last === undefined) {
      const { offset, inflated } = found.source;
      if (found.kind === "record" && offset >= this.#at && inflated === undefined) {
        this.position = offset;
        this.#last = found.fields;
      }
      return false;
    }
    if (found.kind !== "record") return true;
    const { fields } = found;
    const [one, other] = isRequest(fields) ? [this.#last, fields] : [fields, this.#last];
    const isPair = !isRequest(one) && isRequest(other) && belongTogether(one, other);
    this.#last = fields;
    return !isPair;
  }
}
