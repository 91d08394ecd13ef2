import { existsSync } from "node:fs";
import { join } from "node:path";
import { linesOfFile } from "../../../base/platform/line-files.js";
import { replaceFile } from "../../../base/replace-file.js";
import { Shuffle } from "../../../base/shuffle.js";
import { jsonEscape } from "../../../base/text.js";
import { bytesOf, cdxjLine, ended, mimeOf, readCdxj } from "../../cdx/line.js";

export interface RecordPlace {
  /** Number of the WARC file, in the order of creation. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

/** Facts of a record in a line of the index, besides its place. */
export interface IndexedRecord {
  readonly uri: string;
  /** Time in ISO 8601. */
  readonly fetchedAt: string;
  /** False if a later run should request the URI again. */
  readonly final: boolean;
  /** Absent for failures. */
  readonly response?: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly digest: string;
  };
}

/** Place of the last answer of a URI, or of its last failure if there was no answer. */
export interface RecordedPlace extends RecordPlace {
  readonly answered: boolean;
  readonly final: boolean;
  /** True if the record was written in this run. */
  readonly fresh: boolean;
}

/** Lines that are sorted in memory, in bytes. More are sorted on disk. */
const MEMORY_BYTES = 32 << 20;

/**
 * The index of a working directory: the places of its records by their URIs, and a sorted CDXJ file. The file gets the lines of
 * a run when the run ends. What a killed run has recorded is found again in the WARC files.
 */
export class DirectoryIndex {
  readonly #path: string;
  readonly #names: readonly string[];
  readonly #places = new Map<string, RecordedPlace>();
  /** Lines that the file does not have yet. */
  readonly #lines = new Shuffle(MEMORY_BYTES);
  /** False if the file does not fit the WARC files, so that it is made again. */
  #isRight = true;

  /** `names` are those of the WARC files, to which new ones may be added. */
  constructor(directory: string, names: readonly string[]) {
    this.#path = join(directory, "index.cdxj");
    this.#names = names;
  }

  get(uri: string): RecordedPlace | undefined {
    return this.#places.get(uri);
  }

  /**
   * Reads the file. Returns the end of the indexed part of each WARC file. Returns `undefined` if this program did not write a line, or if
   * one names a place that does not exist.
   */
  load(sizes: readonly number[]): readonly number[] | undefined {
    const numbers = new Map(this.#names.map((name, file) => [name, file]));
    const ends = sizes.map(() => 0);
    for (const line of this.#savedLines()) {
      const member = readCdxj(line);
      const text = (name: string): string => member?.(name) ?? "";
      const file = numbers.get(text("filename"));
      const [offset, length] = [bytesOf(text("offset")), bytesOf(text("length"))];
      const isPlace = file !== undefined && offset !== undefined && length !== undefined;
      if (!isPlace || offset + length > sizes[file]!) {
        this.#places.clear();
        this.#isRight = false;
        return undefined;
      }
      ends[file] = Math.max(ends[file]!, offset + length);
      const known = { answered: text("status") !== "", final: text("settled") !== "false" };
      this.#set(text("url"), { file, offset, length, ...known, fresh: false });
    }
    return ends;
  }

  add(record: IndexedRecord, { file, offset, length }: RecordPlace, fresh: boolean): void {
    const { uri, fetchedAt, final, response } = record;
    const line = cdxjLine(fetchedAt, {
      url: uri,
      ...(response === undefined
        ? { mime: "application/warc-fields" }
        : {
            mime: mimeOf(response.contentType),
            status: String(response.status),
            digest: response.digest,
          }),
      ...{ length: String(length), offset: String(offset), filename: this.#names[file]! },
      ...(!final && { settled: "false" }),
    });
    this.#lines.add(line.replace(/[^\x20-\x7e]/gu, jsonEscape));
    this.#set(uri, { file, offset, length, answered: response !== undefined, final, fresh });
  }

  /** Adds the new lines to the file, which stays in order. */
  async save(): Promise<void> {
    if (this.#lines.count === 0 && this.#isRight) return;
    if (this.#isRight) for (const line of this.#savedLines()) this.#lines.add(line);
    await replaceFile(this.#path, ended(this.#lines.sorted()));
  }

  close(): void {
    this.#lines.close();
  }

  #savedLines(): Iterable<string> {
    return existsSync(this.#path) ? linesOfFile(this.#path) : [];
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
}
