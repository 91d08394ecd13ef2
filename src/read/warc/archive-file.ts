import { parseDatetime } from "../../base/datetime.js";
import { damage, isSystemError, UnreadableError } from "../../base/errors.js";
import { withPossibleDate } from "../../base/possible-date.js";
import { firstBytes, isRemote, openFile, sizeOf } from "../../base/platform/files.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../types.js";
import { archiveKind, looksLike } from "./looks-like.js";
import {
  isMultiWacz,
  isWaczName,
  openPlace,
  packagesOf,
  placeOf,
  requiredBy,
  verifyPackage,
  type WaczPackage,
} from "./wacz.js";
import { startsZip } from "./zip.js";
import { seedsOfPackage, seedsOfWarcinfo } from "../crawls/seeds.js";
import { belongTogether, DocumentFilter, isRequest, requestOf } from "./documents.js";
import { recordItem } from "./items.js";
import { openRawStream, type RawFile } from "./bytes.js";
import { type ArchiveRecord, type Loss, readRecords } from "./record-reader.js";
import {
  arcFormat,
  eitherFormat,
  type Fields,
  type RecordFormat,
  warcFormat,
} from "./record-format.js";
import { type Contents, findStart, START_BYTES, startsMember } from "./record-start.js";
import { WorkingDirectoryRecords } from "../archives/recorded-mementos.js";

/** Number of bytes at the start of a file that show its kind. */
const LOOKED_AT = 512;

export async function* readArchiveFile(
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  let before = 0;
  for await (const found of partsOfFile(path, context, Infinity)) {
    if (found.kind === "part") {
      yield* readPart(found, context, {}, (position) => onPosition(before + position));
      before += found.bytes;
    } else {
      yield found;
    }
  }
}

/** Yields the items of standard input, or of a named pipe or device that the user named. */
export const readStream = (
  path: string,
  context: InputContext,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> =>
  readPart({ ...wholeFile(path, undefined), mayBeStream: true }, context, {}, onPosition);

/** Splits a file into parts of about `bytes` bytes. Also yields damage that is found before the records are read. */
export async function* partsOfFile(
  path: string,
  context: InputContext,
  bytes: number,
): AsyncGenerator<InputItem | FilePart> {
  if (await isWacz(path)) {
    yield* partsOfWacz(path, context);
    return;
  }
  const size = isRemote(path) ? undefined : (sizeOf(path) ?? 0);
  const start = (await startOf(path)) ?? Buffer.alloc(0);
  const like = await likeOf(path);
  if (like === undefined) yield* partsOf(path, size, start, bytes);
  else yield damage(path, `not a WARC file: it looks like ${like}`);
}

/** Yields the WARC files in a WACZ as parts. Their records are the same as in separate files. */
async function* partsOfWacz(
  path: string,
  context: InputContext,
): AsyncGenerator<InputItem | FilePart> {
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      yield found;
      continue;
    }
    if (context.http?.verify === true) yield* verifyPackage(found);
    if (context.http?.seeds === "auto") yield* tellSeeds(found, context);
    const originals = await requiredBy(found);
    for (const member of found.warcs) {
      const place = placeOf(found, member);
      yield { kind: "part", place, from: 0, to: Infinity, bytes: member.size, originals };
    }
  }
}

async function* tellSeeds(pack: WaczPackage, { onSeed }: InputContext): AsyncGenerator<InputItem> {
  for await (const found of seedsOfPackage(pack)) {
    if (found.kind === "seed") onSeed?.(found.uriR);
    else yield found;
  }
}

export async function isWacz(path: string): Promise<boolean> {
  const start = await startOf(path);
  if (start === undefined) return false;
  // A zip on the web is a WACZ only if its name ends in .wacz, because the names of its members are appended to its
  // URI.
  if (startsZip(start)) return !isRemote(path) || isWaczName(path);
  if (await isMultiWacz(path)) return true;
  // A damaged WACZ may have lost its beginning. A page or a WARC file with such a name is not a WACZ.
  return isWaczName(path) && looksLike(start) === undefined && archiveKind(start) === undefined;
}

/** Describes the kind of a file without records. Returns `undefined` if it may have records. */
export async function likeOf(path: string): Promise<string | undefined> {
  const like = looksLike((await startOf(path)) ?? Buffer.alloc(0));
  // Records may follow a damaged or foreign first line.
  return like !== undefined && (await hasRecordIn(path)) ? undefined : like;
}

/** Returns whether a record begins within the first bytes of a local file, although others come before it. */
async function hasRecordIn(path: string): Promise<boolean> {
  const start = isRemote(path) ? undefined : await startOf(path, START_BYTES);
  return start !== undefined && eitherFormat.findRecord(start, 0, "inside-block", true) >= 0;
}

/**
 * Returns the first bytes of a file. Returns `undefined` for a pipe, whose bytes can be read only once, and for a file
 * that cannot be read, which its reader reports.
 */
export async function startOf(path: string, bytes = LOOKED_AT): Promise<Buffer | undefined> {
  try {
    if (isRemote(path)) return await (await openFile(path)).read(0, bytes);
    return sizeOf(path) === undefined ? undefined : firstBytes(path, bytes);
  } catch (cause) {
    if (isSystemError(cause)) return undefined;
    throw cause;
  }
}

/** Maximum size of a warcinfo in bytes. Some have command lines with long lists of seeds. */
const WARCINFO_BYTES = 1 << 20;
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
  /** Start of the first record after the range. Undefined if there is none. */
  next?: number | undefined;
  /**
   * True if the meaning of the records depends on earlier records of the file, so that the rest must be read in one
   * part.
   */
  isBound?: true | undefined;
}

const wholeFile = (place: string, size: number | undefined): FilePart => ({
  kind: "part",
  place,
  from: 0,
  to: Infinity,
  bytes: size ?? Infinity,
});

/**
 * Splits a file of gzip members or plain records into parts of about `bytes` compressed bytes. Any other file is one
 * part.
 */
export function partsOf(
  place: string,
  size: number | undefined,
  start: Buffer,
  bytes: number,
): FilePart[] {
  const whole = wholeFile(place, size);
  const plain = formatOf(start);
  if (size === undefined || (plain === undefined && !startsMember(start))) return [whole];
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
  onPosition: (position: number) => void = () => undefined,
): AsyncGenerator<InputItem> {
  let { skip = 0 } = part;
  for await (const item of itemsOf(part, context, edges, onPosition)) {
    if (skip === 0) yield item;
    else skip -= 1;
  }
}

async function* itemsOf(
  { place, from, to, isExact, mayBeStream, originals }: FilePart,
  context: InputContext,
  edges: PartEdges,
  onPosition: (position: number) => void,
): AsyncGenerator<InputItem> {
  if (from > 0) {
    const first = isExact === true ? from : await firstStart(place, from, to);
    if (first === undefined) return;
    edges.first = first;
  }
  const open = async (): Promise<RawFile> => {
    if (mayBeStream === true) return openRawStream(place);
    const file = await openPlace(place);
    if (file.size !== undefined && file.size < (edges.first ?? 0)) {
      await file.close();
      throw new UnreadableError("it became shorter while it was read");
    }
    file.bytes.returnTo(edges.first ?? 0);
    return file;
  };
  const [start, end] = [new PartEdge(from), new PartEdge(to)];
  const records = new RecordItems(context, originals);
  if (from > 0) records.begun = await dateOfFile(place);
  let isOurs = from === 0;
  const name = nameOf(place, context);
  for await (const found of readRecords(name, onPosition, open)) {
    if (!isOurs && start.isPassed(found)) {
      isOurs = true;
      records.end();
    }
    if (end.isPassed(found)) break;
    const items = await records.items(found);
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

function beginningOf(first: ArchiveRecord | Loss): string {
  if (first.kind !== "record") return "";
  const isInfo = first.fields.get("warc-type")?.toLowerCase() === "warcinfo";
  return (isInfo ? parseDatetime(first.fields.get("warc-date") ?? "") : undefined) ?? "";
}

const nameOf = (place: string, { http }: InputContext): string =>
  place === "-" ? (http?.streamName ?? place) : place;

/**
 * Returns the start of the first plain record in a range, or of the first gzip member with a record. Returns
 * `undefined` if there is none, or if the file cannot be read: the part before reports that, or reads the rest.
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

/** Converts the records of a file to items, in the order of the file. */
class RecordItems {
  readonly #context: InputContext;
  readonly #fetched = new WorkingDirectoryRecords();
  readonly #documents: DocumentFilter | undefined;
  readonly #originals: string | undefined;
  /** Date on which the file was begun; empty if it does not say. All parts of a file know the same date. */
  begun: string | undefined;

  constructor(context: InputContext, originals: string | undefined) {
    this.#context = context;
    this.#originals = originals;
    this.#documents = context.documentsOnly === true ? new DocumentFilter() : undefined;
  }

  /** True if the records belong to a working directory. Their meaning then depends on earlier records. */
  get isMarked(): boolean {
    return this.#fetched.isMarked;
  }

  async items(found: ArchiveRecord | Loss): Promise<readonly InputItem[]> {
    this.begun ??= beginningOf(found);
    if (found.kind !== "record") return [...this.end(), found];
    const ofArchive = await this.#fetched.item(found, this.#context);
    if (ofArchive !== undefined) return [ofArchive];
    if (this.#context.http?.seeds === "auto") await tellWarcinfo(found, this.#context);
    const request = this.#documents === undefined ? undefined : await requestOf(found);
    const item = this.#dated(this.#located(await recordItem(found, this.#context)));
    return this.#documents?.take(found.fields, item, request) ?? [item];
  }

  /** Adds to a revisit the file in which its original should be, unless it names one itself. */
  #located(item: InputItem): InputItem {
    const container = this.#originals;
    return item.kind === "revisit" && container !== undefined
      ? { ...item, target: { container, ...item.target } }
      : item;
  }

  /** Adds a note to a capture that is much later than its file. */
  #dated(item: InputItem): InputItem {
    if (!("capture" in item)) return item;
    return { ...item, capture: withPossibleDate(item.capture, this.begun) };
  }

  /** Returns the items that are still held back. */
  end(): readonly InputItem[] {
    return this.#documents?.end() ?? [];
  }
}

/** Reports the seeds of a warcinfo record without consuming its block. */
async function tellWarcinfo(
  { fields, block }: ArchiveRecord,
  { onSeed }: InputContext,
): Promise<void> {
  if (fields.get("warc-type")?.toLowerCase() !== "warcinfo") return;
  const text = await block.head(WARCINFO_BYTES);
  for (const uriR of seedsOfWarcinfo(text.toString("utf8"))) onSeed?.(uriR);
}
