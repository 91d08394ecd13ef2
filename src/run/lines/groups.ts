import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Capture, FeatureRecord } from "../../types.js";
import { LineReader, LineWriter } from "./line-file.js";
import { decodeLine, keyOfLine, type MappedRecord } from "./lines.js";
import { temporaryFolder } from "./temporary-folder.js";

/** The records of one TimeMap, oldest first; can be gone through again and again. */
export interface RecordGroup {
  readonly key: string;
  records(): Iterable<FeatureRecord>;
}

export interface GroupOptions {
  /** A TimeMap whose lines take more than this is gone through on disk, not in memory. */
  readonly memoryBytes: number;
  /** Told of each record that was given twice. */
  readonly onDuplicate: () => void;
  /** True for groups of which nothing is needed: they come without records. */
  readonly isKnown?: (key: string) => boolean;
  /** Reads a line, the first time that it is read. */
  readonly decode?: (line: string) => MappedRecord;
}

/**
 * Cuts sorted lines into TimeMaps and drops records that were given twice (SPEC section 5). A group is valid until the
 * next one is asked for.
 */
export async function* groupLines(
  lines: Iterable<string> | AsyncIterable<string>,
  { memoryBytes, onDuplicate, decode = decodeLine, isKnown }: GroupOptions,
): AsyncGenerator<RecordGroup> {
  let key: string | undefined;
  let store = new GroupStore(memoryBytes);
  let seen = new SeenAtOnce();
  try {
    for await (const line of lines) {
      const lineKey = keyOfLine(line);
      if (key !== undefined && lineKey !== key) {
        yield store.group(key);
        store.close();
        store = new GroupStore(memoryBytes);
        seen = new SeenAtOnce();
      }
      key = lineKey;
      if (isKnown?.(key) === true) continue;
      const record = decode(line);
      if (seen.has(record.capture)) onDuplicate();
      else store.add(line, record);
    }
    if (key !== undefined) yield store.group(key);
  } finally {
    store.close();
  }
}

/** Tells a record given twice; equal ones have one datetime, so only those of the current one are kept. */
class SeenAtOnce {
  #datetime = "";
  #names = new Set<string>();

  has(capture: Capture): boolean {
    if (capture.mementoDatetime !== this.#datetime) {
      this.#datetime = capture.mementoDatetime;
      this.#names.clear();
    }
    const names = [
      capture.recordId !== undefined && `id ${capture.recordId}`,
      capture.digest !== undefined && `content ${capture.uriR} ${capture.digest}`,
      capture.uriM !== undefined && `URI-M ${capture.uriM}`,
    ].filter((name) => name !== false);
    const known = names.some((name) => this.#names.has(name));
    for (const name of names) this.#names.add(name);
    return known;
  }
}

/** Holds a TimeMap in memory while it is small, else in a temporary file. */
class GroupStore {
  readonly #memoryBytes: number;
  #records: FeatureRecord[] = [];
  #lines: string[] = [];
  #bytes = 0;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes;
  }

  add(line: string, record: FeatureRecord): void {
    this.#bytes += line.length;
    if (this.#writer === undefined && this.#bytes > this.#memoryBytes) {
      this.#folder = temporaryFolder("group-");
      this.#writer = new LineWriter(join(this.#folder, "records"));
      for (const held of this.#lines) this.#writer.write(held);
      this.#lines = [];
      this.#records = [];
    }
    if (this.#writer !== undefined) {
      this.#writer.write(line);
    } else {
      this.#lines.push(line);
      this.#records.push(record);
    }
  }

  group(key: string): RecordGroup {
    this.#lines = [];
    if (this.#writer === undefined) {
      const records = this.#records;
      return { key, records: () => records };
    }
    this.#writer.flush();
    const reader = new LineReader(this.#writer.path);
    this.#reader = reader;
    return {
      key,
      *records() {
        for (const line of reader.lines()) yield decodeLine(line);
      },
    };
  }

  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#writer?.close();
    this.#writer = undefined;
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}
