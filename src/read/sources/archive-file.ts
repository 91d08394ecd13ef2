import { damage } from "../../base/errors.js";
import { firstBytes, isRemote, openFile, sizeOf } from "../../base/platform/files.js";
import type { InputItem } from "../../base/types.js";
import type { FilePart, InputContext } from "../types.js";
import { archiveKind, looksLike } from "../warc/looks-like.js";
import {
  isMultiWacz,
  isWaczName,
  openPlace,
  packagesOf,
  placeOf,
  verifyPackage,
  type WaczPackage,
} from "../warc/wacz.js";
import { startsZip } from "../warc/zip.js";
import { seedsOfPackage, seedsOfWarcinfo } from "./seeds.js";
import { belongTogether, DocumentFilter, isRequest, requestOf } from "../warc/documents.js";
import { recordItem } from "../warc/items.js";
import type { RawFile } from "../warc/bytes.js";
import { type ArchiveRecord, type Loss, readRecords } from "../warc/record-reader.js";
import { arcFormat, type Fields, type RecordFormat, warcFormat } from "../warc/record-format.js";
import { type Contents, findStart, START_BYTES, startsMember } from "../warc/record-start.js";
import { WorkingDirectoryRecords } from "./directories.js";

/** By these bytes it is seen what a file is. */
const LOOKED_AT = 512;

/** The items of one WARC, ARC or WACZ file. */
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

/** One file as parts of about so many bytes, and what is known of it before it is read. */
export async function* partsOfFile(
  path: string,
  context: InputContext,
  bytes: number,
): AsyncGenerator<InputItem | FilePart> {
  if (await isWacz(path)) {
    yield* partsOfWacz(path, context);
    return;
  }
  const size = sizeOf(path);
  const start = (await startOf(path)) ?? Buffer.alloc(0);
  const like = looksLike(start);
  if (like === undefined) yield* partsOf(path, size, start, bytes);
  else yield damage(path, `not a WARC file: it looks like ${like}`);
}

/** The WARC files in a WACZ; their records are those of the files by themselves. */
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
    for (const member of found.warcs) {
      const place = placeOf(found, member);
      yield { kind: "part", place, from: 0, to: Infinity, bytes: member.size };
    }
  }
}

async function* tellSeeds(pack: WaczPackage, { onSeed }: InputContext): AsyncGenerator<InputItem> {
  for await (const found of seedsOfPackage(pack)) {
    if (found.kind === "seed") onSeed?.(found.uriR);
    else yield found;
  }
}

/** True for a file that is read as WACZ. */
export async function isWacz(path: string): Promise<boolean> {
  const start = await startOf(path);
  if (start === undefined) return false;
  // What is within a package has its name in front: of a URI it must be seen where that ends.
  if (startsZip(start)) return !isRemote(path) || isWaczName(path);
  if (await isMultiWacz(path)) return true;
  // What is left of a damaged one; a page or a WARC file under such a name is what it is.
  return isWaczName(path) && looksLike(start) === undefined && archiveKind(start) === undefined;
}

/** What a file that holds no records looks like; undefined where it may hold some. */
export async function likeOf(path: string): Promise<string | undefined> {
  const start = await startOf(path);
  return start && looksLike(start);
}

/** The first bytes of a file; undefined of a pipe, from which they could not be read again. */
async function startOf(path: string): Promise<Buffer | undefined> {
  if (isRemote(path)) {
    // What cannot be opened is reported by whoever reads it.
    const file = await openFile(path).catch(() => undefined);
    return file?.read(0, LOOKED_AT);
  }
  return sizeOf(path) === undefined ? undefined : firstBytes(path, LOOKED_AT);
}

/** Command lines with long lists of seeds are in some. */
const WARCINFO_BYTES = 1 << 20;
/** Bytes that are looked through at a time for the beginning of a record or gzip member. */
const STEP = 1 << 18;
/** HTML takes about four times as many bytes as it takes compressed, so parts of either kind become as many lines. */
const PLAIN_FOR_COMPRESSED = 4;

/** What reading a part shows of its edges: parts of a file fit where one ends at the record with which the next begins. */
export interface PartEdges {
  /** Where the first record of the part's range begins; undefined where none was found. */
  first?: number | undefined;
  /** Where the first record behind the range begins; undefined where there is none. */
  next?: number | undefined;
  /** True where what was read depends on what stands before it in the file, so that the rest is to be read in one part. */
  isBound?: true | undefined;
}

/**
 * Returns the parts of a file of gzip members or plain records, of about so many bytes compressed; one part for every other
 * file.
 */
export function partsOf(
  place: string,
  size: number | undefined,
  start: Buffer,
  bytes: number,
): FilePart[] {
  const whole: FilePart = { kind: "part", place, from: 0, to: Infinity, bytes: size ?? Infinity };
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
 * The items of a part of a file. A part begins and ends behind the first record at its edge, where the next one is not
 * that record's request or response: both sides of an edge see the same records there, so no item is in two parts.
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
  { place, from, to, isExact }: FilePart,
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
    const file = await openPlace(place);
    file.bytes.returnTo(edges.first ?? 0);
    return file;
  };
  const [start, end] = [new Edge(from), new Edge(to)];
  const records = new RecordItems(context);
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

/** What a file is called in results. */
const nameOf = (place: string, { http }: InputContext): string =>
  place === "-" ? (http?.streamName ?? place) : place;

/**
 * Returns where the first plain record of a range begins, or in a file of gzip members the first one that holds a record;
 * undefined where none does, as far as can be seen.
 */
async function firstStart(place: string, from: number, to: number): Promise<number | undefined> {
  const file = await openPlace(place);
  const { bytes } = file;
  try {
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
  } finally {
    await file.close();
  }
}

/** Only gzip members are searched for. The format is of no account: no plain record is looked for. */
const MEMBERS: Contents = { format: arcFormat, hasMembers: true, hasFrames: false };

/** Returns the format of a file of plain records by its first bytes; undefined for any other file. */
const formatOf = (start: Buffer): RecordFormat | undefined =>
  [warcFormat, arcFormat].find((format) => format.startsRecord(start));

/** Knows when the records of a part have been passed. */
class Edge {
  readonly #at: number;
  /** Where the first record at or behind it begins. */
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

/** The items that the records of a file are, in its order. */
class RecordItems {
  readonly #context: InputContext;
  readonly #fetched = new WorkingDirectoryRecords();
  readonly #documents: DocumentFilter | undefined;

  constructor(context: InputContext) {
    this.#context = context;
    this.#documents = context.documentsOnly === true ? new DocumentFilter() : undefined;
  }

  /** Whether these are records of a working directory: what each means is said by those before it. */
  get isMarked(): boolean {
    return this.#fetched.isMarked;
  }

  async items(found: ArchiveRecord | Loss): Promise<readonly InputItem[]> {
    if (found.kind !== "record") return [...this.end(), found];
    const ofArchive = await this.#fetched.item(found, this.#context);
    if (ofArchive !== undefined) return [ofArchive];
    if (this.#context.http?.seeds === "auto") await tellWarcinfo(found, this.#context);
    const request = this.#documents === undefined ? undefined : await requestOf(found);
    const item = await recordItem(found, this.#context);
    return this.#documents?.take(found.fields, item, request) ?? [item];
  }

  /** What is still held. */
  end(): readonly InputItem[] {
    return this.#documents?.end() ?? [];
  }
}

/** Leaves the block as it is. */
async function tellWarcinfo(
  { fields, block }: ArchiveRecord,
  { onSeed }: InputContext,
): Promise<void> {
  if (fields.get("warc-type")?.toLowerCase() !== "warcinfo") return;
  const text = await block.head(WARCINFO_BYTES);
  for (const uriR of seedsOfWarcinfo(text.toString("utf8"))) onSeed?.(uriR);
}
