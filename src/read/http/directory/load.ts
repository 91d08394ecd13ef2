import { createHash } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RequestClass } from "../../types.js";
import { sha1Digest } from "../../warc/digest.js";
import { header } from "../../timemaps/response.js";
import { isFinal } from "../transport.js";
import { type FetchedLine, readLine, writeLine } from "./index-line.js";
import { SortedLines } from "./sorted-lines.js";
import type { DirectoryInput } from "./manifest.js";
import { readFields, readRecord, type ReadRecord, readResponse } from "./records.js";
import {
  type InflatedMember,
  type ScanEnd,
  scanMembers,
  WarcFiles,
  type WarcFilesOptions,
} from "./warc-files.js";

export interface IndexedPlace {
  /** Number of the WARC file, in the order of creation. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  readonly answered: boolean;
  /** False if a later run should request the URI again. */
  readonly final: boolean;
  /** True if the record was written in this run. */
  readonly fresh: boolean;
}

/**
 * Numbers in an entry of the table: the key of the URI, the file together with the flags, the offset and the length.
 */
const NUMBERS = 4;
const [ANSWERED, FINAL, FRESH] = [1, 2, 4];

/**
 * Table of the record positions by URI, with 37 to 73 bytes per URI. It uses open addressing and keeps only 53 bits of
 * the SHA-1 of a URI. Callers must therefore compare the URI of the record, because among a million URIs the chance
 * that two have the same bits is one in 20,000.
 */
export class PlaceIndex {
  #table = new Float64Array(NUMBERS << 4);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Stores a position, unless a later position is known. A failure never replaces an answer. */
  set(uri: string, place: IndexedPlace): void {
    if (8 * NUMBERS * this.#size >= 7 * this.#table.length) this.#grow();
    const key = keyOf(uri);
    const at = this.#at(key);
    const isNew = this.#table[at] === 0;
    if (!isNew && !isLater(place, this.#place(at))) return;
    if (isNew) this.#size += 1;
    const { file, offset, length, answered, final, fresh } = place;
    const facts = (answered ? ANSWERED : 0) | (final ? FINAL : 0) | (fresh ? FRESH : 0);
    this.#table.set([key, 8 * file + facts, offset, length], at);
  }

  get(uri: string): IndexedPlace | undefined {
    const at = this.#at(keyOf(uri));
    return this.#table[at] === 0 ? undefined : this.#place(at);
  }

  #place(at: number): IndexedPlace {
    const [, facts = 0, offset = 0, length = 0] = this.#table.subarray(at, at + NUMBERS);
    return {
      ...{ file: Math.floor(facts / 8), offset, length },
      answered: (facts & ANSWERED) !== 0,
      final: (facts & FINAL) !== 0,
      fresh: (facts & FRESH) !== 0,
    };
  }

  /** Returns the index of the entry of a key, or of the free entry for it. */
  #at(key: number): number {
    const table = this.#table;
    let at = (NUMBERS * key) % table.length;
    while (table[at] !== 0 && table[at] !== key) at = (at + NUMBERS) % table.length;
    return at;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Float64Array(2 * old.length);
    for (let from = 0; from < old.length; from += NUMBERS) {
      const numbers = old.subarray(from, from + NUMBERS);
      if (numbers[0] !== 0) this.#table.set(numbers, this.#at(numbers[0]!));
    }
  }
}

const isLater = (place: IndexedPlace, known: IndexedPlace): boolean =>
  place.answered === known.answered
    ? place.file > known.file || (place.file === known.file && place.offset >= known.offset)
    : place.answered;

/** Returns the key of a URI. It is never 0, which marks a free entry. */
function keyOf(uri: string): number {
  const digest = createHash("sha1").update(uri).digest();
  return digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11) || 1;
}
interface FileEnd {
  /** Number of bytes up to the end of the last complete response, failure or warcinfo. */
  readonly good: number;
  readonly end: ScanEnd;
}

/** Reads the records of a file from `offset` that the index does not contain, and yields their lines. */
async function* unindexedLines(
  files: WarcFiles,
  file: number,
  offset: number,
): AsyncGenerator<FetchedLine, FileEnd> {
  const filename = files.names[file]!;
  const members = scanMembers(await files.reader(file), offset);
  let requestClass: RequestClass = "playback";
  let good = offset;
  for (;;) {
    const next = await members.next();
    if (next.done === true) return { good, end: next.value };
    const member = next.value;
    const record = readRecord(member.bytes);
    if (record === undefined) return { good, end: "damaged" };
    const type = record.headers.get("warc-type");
    if (type === "metadata") {
      const fields = readFields(record.block);
      requestClass = classOf(fields.get("request-class"));
      if (!fields.has("failure")) continue;
      yield { ...placeOfMember(record, member, filename), final: false };
    } else if (type === "response") {
      const line = responseLine(record, member, filename, requestClass);
      if (line !== undefined) yield line;
    } else if (type === "request") continue;
    good = member.offset + member.length;
  }
}

function responseLine(
  record: ReadRecord,
  member: InflatedMember,
  filename: string,
  requestClass: RequestClass,
): FetchedLine | undefined {
  const response = readResponse(record);
  if (response === undefined) return undefined;
  return {
    ...placeOfMember(record, member, filename),
    final: isFinal(response, requestClass),
    response: {
      status: response.status,
      contentType: header(response, "content-type"),
      digest: sha1Digest(response.body),
    },
  };
}

function placeOfMember(
  record: ReadRecord,
  { offset, length }: InflatedMember,
  filename: string,
): Pick<FetchedLine, "uri" | "fetchedAt" | "filename" | "offset" | "length"> {
  const uri = record.headers.get("warc-target-uri") ?? "";
  const fetchedAt = record.headers.get("warc-date") ?? "";
  return { uri, fetchedAt, filename, offset, length };
}

function classOf(text: string | undefined): RequestClass {
  return text === "timemap" || text === "api" ? text : "playback";
}
export interface WorkingDirectoryOptions extends WarcFilesOptions {
  readonly input: DirectoryInput;
  /** True if nothing may be written, not even a lock. */
  readonly readOnly: boolean;
  readonly onNotice: (message: string) => void;
}

/** File names of the indexes. Other tools also read the index of responses, but not the index of failures. */
const INDEX_NAME = "index.cdxj";
const FAILURES_NAME = "failures.cdxj";

export interface OpenedDirectory {
  readonly files: WarcFiles;
  readonly places: PlaceIndex;
  readonly index: SortedLines;
  readonly failures: SortedLines;
}

/**
 * Opens the files of a directory, repairs the incomplete end that a killed run leaves, and adds missing lines to the
 * indexes.
 */
export async function loadDirectory(options: WorkingDirectoryOptions): Promise<OpenedDirectory> {
  const files = await WarcFiles.open(options);
  const sizes = await Promise.all(
    files.names.map(async (_, file) => (await stat(files.path(file))).size),
  );
  const opened = emptyIndexes(files, options.directory);
  const covered = loadIndexes(opened, sizes);
  if (covered !== undefined) {
    await catchUp(opened, sizes, covered, options);
    return opened;
  }
  options.onNotice(`The index of ${options.directory} does not match its files and is rebuilt.`);
  for (const name of options.readOnly ? [] : [INDEX_NAME, FAILURES_NAME]) {
    await rm(join(options.directory, name), { force: true });
  }
  const indexes = emptyIndexes(files, options.directory);
  const nothing = sizes.map(() => 0);
  await catchUp(indexes, sizes, nothing, options);
  return indexes;
}

function emptyIndexes(files: WarcFiles, directory: string): OpenedDirectory {
  const index = new SortedLines(join(directory, INDEX_NAME));
  const failures = new SortedLines(join(directory, FAILURES_NAME));
  return { files, places: new PlaceIndex(), index, failures };
}

/**
 * Returns the end of the indexed part of each file. Returns `undefined` if the indexes contain positions that do not
 * exist.
 */
function loadIndexes(
  { files, places, index, failures }: OpenedDirectory,
  sizes: readonly number[],
): readonly number[] | undefined {
  const numbers = new Map(files.names.map((name, file) => [name, file]));
  const covered = sizes.map(() => 0);
  let misfits = 0;
  const note = (line: string, answered: boolean): void => {
    const place = readLine(line);
    const file = numbers.get(place?.filename ?? "");
    if (place === undefined || file === undefined || place.offset + place.length > sizes[file]!) {
      misfits += 1;
      return;
    }
    covered[file] = Math.max(covered[file]!, place.offset + place.length);
    places.set(place.uri, { ...place, file, answered, fresh: false });
  };
  failures.load((line) => note(line, false));
  index.load((line) => note(line, true));
  return misfits === 0 ? covered : undefined;
}

/** Adds missing lines to the indexes and prepares writing after the last complete record. */
async function catchUp(
  { files, places, index, failures }: OpenedDirectory,
  sizes: readonly number[],
  covered: readonly number[],
  { readOnly, onNotice }: WorkingDirectoryOptions,
): Promise<void> {
  if (!readOnly) {
    await index.openForAppending();
    await failures.openForAppending();
  }
  let last: FileEnd | undefined;
  for (const [file, offset] of covered.entries()) {
    const lines = unindexedLines(files, file, offset);
    let next = await lines.next();
    for (; next.done !== true; next = await lines.next()) {
      const line = next.value;
      const answered = line.response !== undefined;
      places.set(line.uri, { ...line, file, answered, fresh: false });
      if (!readOnly) await (answered ? index : failures).append([writeLine(line)]);
    }
    last = next.value;
    if (last.end !== "complete") {
      const lost = sizes[file]! - last.good;
      onNotice(`${files.path(file)}: the last ${lost} bytes are not a whole record (${last.end}).`);
    }
  }
  if (readOnly) return;
  // Only an incomplete end, which a killed run leaves, is removed. Damage in the middle of a file is kept, so that the
  // user can examine it.
  await files.continueAt(last === undefined || last.end === "damaged" ? "new file" : last.good);
}
