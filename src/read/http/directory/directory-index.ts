import { existsSync } from "node:fs";
import { type FileHandle, open, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { LineReader } from "../../../base/platform/line-files.js";
import { replaceFile } from "../../../base/replace-file.js";
import { Shuffle } from "../../../base/shuffle.js";
import { jsonEscape } from "../../../base/text.js";
import { bytesOf, cdxjLine, mimeOf, readCdxj } from "../../cdx/line.js";

/** A record of a working directory, as its line in the index says it. */
export interface IndexedRecord {
  readonly uri: string;
  /** Time in ISO 8601. */
  readonly fetchedAt: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  /** False if a later run should request the URI again. */
  readonly final: boolean;
  /** Absent for failures. */
  readonly response?: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly digest: string;
  };
}

/** Returns the line with its newline, in ASCII. */
export function writeLine({ uri, fetchedAt, response, ...place }: IndexedRecord): string {
  const line = cdxjLine(fetchedAt, {
    url: uri,
    ...(response === undefined
      ? { mime: "application/warc-fields" }
      : {
          mime: mimeOf(response.contentType),
          status: String(response.status),
          digest: response.digest,
        }),
    length: String(place.length),
    offset: String(place.offset),
    filename: place.filename,
    ...(!place.final && { settled: "false" }),
  });
  return `${line.replace(/[^\x20-\x7e]/gu, jsonEscape)}\n`;
}

/** Place of the last answer of a URI, or of its last failure if there was no answer. */
export interface RecordedPlace {
  /** Number of the WARC file, in the order of creation. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  readonly answered: boolean;
  readonly final: boolean;
  /** True if the record was written in this run. */
  readonly fresh: boolean;
}

/** Lines that are sorted in memory, in bytes. More are sorted on disk. */
const MEMORY_BYTES = 32 << 20;

/**
 * The index of a working directory: a CDXJ file, to which a run appends lines and which it sorts at its end, and the places in
 * memory by their URIs.
 */
export class DirectoryIndex {
  readonly #path: string;
  readonly #places = new Map<string, RecordedPlace>();
  #file: FileHandle | undefined;
  /** Bytes of the complete lines. A killed run may leave an incomplete one behind them. */
  #size = 0;
  #last = "";
  #isSorted = true;

  constructor(directory: string) {
    this.#path = join(directory, "index.cdxj");
  }

  get(uri: string): RecordedPlace | undefined {
    return this.#places.get(uri);
  }

  /**
   * Reads the file. Returns the end of the indexed part of each WARC file. Returns `undefined` if this program did not write a line, or if
   * one names a place that does not exist.
   */
  load(names: readonly string[], sizes: readonly number[]): readonly number[] | undefined {
    const numbers = new Map(names.map((name, file) => [name, file]));
    const ends = sizes.map(() => 0);
    if (!existsSync(this.#path)) return ends;
    const reader = new LineReader(this.#path);
    try {
      for (const line of reader.lines()) {
        const member = /^[\x20-\x7e]*$/u.test(line) ? readCdxj(line) : undefined;
        const text = (name: string): string => member?.(name) ?? "";
        const file = numbers.get(text("filename"));
        const [offset, length] = [bytesOf(text("offset")), bytesOf(text("length"))];
        if (file === undefined || offset === undefined || length === undefined) return undefined;
        if (offset + length > sizes[file]!) return undefined;
        ends[file] = Math.max(ends[file]!, offset + length);
        const known = { answered: text("status") !== "", final: text("settled") !== "false" };
        this.#set(text("url"), { file, offset, length, ...known, fresh: false });
        this.#note(line);
      }
    } finally {
      reader.close();
    }
    return ends;
  }

  /** Removes the file, so that it is made again. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async openForAppending(): Promise<void> {
    if (existsSync(this.#path)) await truncate(this.#path, this.#size);
    this.#file = await open(this.#path, "a");
  }

  /** Adds records. The file gets their lines if it is open. */
  async add(
    records: readonly (IndexedRecord & { readonly file: number })[],
    fresh: boolean,
  ): Promise<void> {
    const lines = this.#file === undefined ? [] : records.map(writeLine);
    for (const line of lines) this.#note(line.slice(0, -1));
    if (lines.length > 0) await this.#file!.write(lines.join(""), null, "latin1");
    for (const { uri, file, offset, length, final, response } of records) {
      const answered = response !== undefined;
      this.#set(uri, { file, offset, length, answered, final, fresh });
    }
  }

  async sync(): Promise<void> {
    await this.#file?.datasync();
  }

  /** Closes the file, and sorts its lines unless they are already in order. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.sync();
    await this.#file.close();
    this.#file = undefined;
    if (!this.#isSorted) await sortLines(this.#path);
  }

  /** A later record replaces an earlier one, but a failure never replaces an answer. */
  #set(uri: string, place: RecordedPlace): void {
    const known = this.#places.get(uri);
    const isLater =
      known === undefined ||
      (place.answered === known.answered
        ? place.file - known.file || place.offset - known.offset
        : Number(place.answered) - 0.5) >= 0;
    if (isLater) this.#places.set(uri, place);
  }

  #note(line: string): void {
    this.#size += line.length + 1;
    if (line < this.#last) this.#isSorted = false;
    this.#last = line;
  }
}

/** Sorts the lines of a file in bounded memory, and removes duplicates. */
async function sortLines(path: string): Promise<void> {
  const shuffle = new Shuffle(MEMORY_BYTES);
  const reader = new LineReader(path);
  try {
    for (const line of reader.lines()) shuffle.add(line);
    await replaceFile(path, blocksOf(shuffle.sorted()));
  } finally {
    reader.close();
    shuffle.close();
  }
}

function* blocksOf(lines: Iterable<string>): Generator<string> {
  let last: string | undefined;
  let block = "";
  for (const line of lines) {
    if (line !== last) block += `${line}\n`;
    last = line;
    if (block.length < 1 << 20) continue;
    yield block;
    block = "";
  }
  yield block;
}
