import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { count, matching, record, text } from "../../base/codec.js";
import { LineReader } from "../../base/platform/line-files.js";
import { Spill } from "../../base/shuffle.js";
import { keyOfLine, parseLine } from "../lines/lines.js";
import { digestOfFile } from "./fingerprint.js";

/*
 * A segment is a file with the sorted lines that one run has read. The lines are in compressed blocks, and an index of
 * the blocks is at the end. If a run needs only a few TimeMaps of a large history, it decompresses only the blocks of
 * these TimeMaps.
 */

export interface SegmentFacts {
  readonly name: string;
  readonly bytes: number;
  /** Offset of the index. */
  readonly index: number;
  /** SHA-256 of the index. The blocks have their own checksums. */
  readonly digest: string;
}

export const segmentFacts = record<SegmentFacts>({
  name: matching(/^[\da-f-]{36}\.segment$/u),
  bytes: count,
  index: count,
  digest: text,
});

/**
 * Size in characters at which a block ends after the current TimeMap. Smaller blocks compress worse, and larger blocks
 * contain more lines that a run does not need.
 */
const BLOCK = 1 << 16;
/** Size in characters at which a block ends within a TimeMap. The limit bounds the memory. */
const LARGEST = 1 << 20;
/** Maximum size in characters of the index in memory while a segment is written. */
const INDEX = 1 << 22;
/** Maximum size of a block that is read. A single line can be as large as a page and its features. */
const MOST = 2 ** 31 - 1;

/** First character of keys that are names of captures and not of TimeMaps; see `pointer-lines.ts`. */
const NAME = "~";

/**
 * A key in a block, with the newest memento-datetime of its records. The datetime is empty if the block has no record
 * with the key.
 */
interface IndexedKey {
  readonly key: string;
  readonly newest: string;
}

interface IndexEntry {
  readonly offset: number;
  readonly bytes: number;
  /** Keys of the block, in order. All keys of TimeMaps are included, but only the first and the last name. */
  readonly keys: readonly IndexedKey[];
}

class Block {
  readonly lines: string[] = [];
  characters = 0;
  readonly keys = new Map<string, string>();

  add(key: string, line: string): void {
    this.lines.push(line);
    this.characters += line.length + 1;
    if (key.startsWith(NAME)) {
      this.keys.set(key, "");
      return;
    }
    const { kind, place } = parseLine(line);
    const digits = kind === "reached" ? "" : place.slice(key.length + 1, place.lastIndexOf("\t"));
    if (digits >= (this.keys.get(key) ?? "")) this.keys.set(key, digits);
  }

  entry(offset: number, bytes: number): string {
    const keys = [...this.keys];
    const listed = keys[0]![0].startsWith(NAME) ? [keys[0]!, keys.at(-1)!] : keys;
    return [`${offset} ${bytes}`, ...listed.map((each) => each.join(" "))].join("\t");
  }
}

/** The file is on the disk when the function returns. */
export function writeSegment(path: string, name: string, lines: Iterable<string>): SegmentFacts {
  const written = `${path}.new`;
  const file = openSync(written, "wx", 0o600);
  const entries = new Spill<string>("index-", INDEX, (entry) => entry);
  try {
    let offset = 0;
    const write = (bytes: Uint8Array): void => {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(file, bytes, done, bytes.length - done);
      }
      offset += bytes.length;
    };
    for (const block of blocksOf(lines)) {
      const packed = gzipSync(block.lines.join("\n"), { level: constants.Z_BEST_SPEED });
      const entry = block.entry(offset, packed.length);
      entries.add(entry, () => entry, entry.length);
      write(packed);
    }
    const [index, hash] = [offset, createHash("sha256")];
    for (const entry of entries.all()) {
      const bytes = Buffer.from(`${entry}\n`);
      hash.update(bytes);
      write(bytes);
    }
    fsyncSync(file);
    closeSync(file);
    renameSync(written, path);
    return { name, index, bytes: offset, digest: hash.digest("hex") };
  } catch (cause) {
    try {
      closeSync(file);
    } catch {
      // The file was closed before the renaming failed.
    }
    rmSync(written, { force: true });
    throw cause;
  } finally {
    entries.close();
  }
}

/** Divides sorted lines into blocks. */
function* blocksOf(lines: Iterable<string>): Generator<Block> {
  let block = new Block();
  let before = "";
  for (const line of lines) {
    const key = keyOfLine(line);
    const isNew = key !== before;
    const isOther = isNew && key.startsWith(NAME) !== before.startsWith(NAME);
    const isFull = block.characters >= (isNew ? BLOCK : LARGEST);
    if (block.lines.length > 0 && (isOther || isFull)) {
      yield block;
      block = new Block();
    }
    block.add(key, line);
    before = key;
  }
  if (block.lines.length > 0) yield block;
}

/** `damaged` creates the error for a file that has been changed. */
export class Segment {
  readonly #path: string;
  readonly #facts: SegmentFacts;
  readonly #damaged: (cause?: unknown) => Error;
  #isChecked = false;

  constructor(path: string, facts: SegmentFacts, damaged: (cause?: unknown) => Error) {
    this.#path = path;
    this.#facts = facts;
    this.#damaged = damaged;
  }

  /** Yields the keys of all TimeMaps, in order. A TimeMap in several blocks is repeated. */
  *keys(): Generator<IndexedKey> {
    for (const { keys } of this.#entries()) {
      if (keys[0]!.key.startsWith(NAME)) return;
      yield* keys;
    }
  }

  *lines(): Generator<string> {
    let file: number | undefined;
    try {
      for (const entry of this.#entries()) {
        file ??= openSync(this.#path, "r");
        yield* this.#lines(file, entry);
      }
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** The keys must be sorted. */
  *linesOf(sortedKeys: Iterable<string>): Generator<string> {
    const wanted = sortedKeys[Symbol.iterator]();
    let next = wanted.next();
    const skipTo = (key: string): string | undefined => {
      while (next.done !== true && next.value < key) next = wanted.next();
      return next.done === true ? undefined : next.value;
    };
    let file: number | undefined;
    try {
      for (const entry of this.#entries()) {
        const { keys } = entry;
        const first = skipTo(keys[0]!.key);
        if (first === undefined) return;
        const last = keys.at(-1)!.key;
        if (first > last) continue;
        if (!last.startsWith(NAME) && !keys.some(({ key }) => skipTo(key) === key)) continue;
        file ??= openSync(this.#path, "r");
        for (const line of this.#lines(file, entry)) {
          const key = keyOfLine(line);
          if (skipTo(key) === key) yield line;
        }
      }
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  #lines(file: number, { offset, bytes, keys }: IndexEntry): readonly string[] {
    try {
      const packed = Buffer.allocUnsafe(bytes);
      for (let done = 0; done < bytes;) {
        const read = readSync(file, packed, done, bytes - done, offset + done);
        if (read === 0) throw new Error("the file ends too early");
        done += read;
      }
      const lines = gunzipSync(packed, { maxOutputLength: MOST }).toString("utf8").split("\n");
      if (keyOfLine(lines[0]!) !== keys[0]!.key) throw new Error("the index names other lines");
      return lines;
    } catch (cause) {
      throw this.#damaged(cause);
    }
  }

  *#entries(): Generator<IndexEntry> {
    const { index, bytes, digest } = this.#facts;
    let reader: LineReader;
    try {
      if (!this.#isChecked && digestOfFile(this.#path, index, bytes) !== digest) {
        throw new Error("the index has another digest");
      }
      this.#isChecked = true;
      reader = new LineReader(this.#path);
    } catch (cause) {
      throw this.#damaged(cause);
    }
    try {
      for (const line of reader.lines(index, bytes)) {
        const [place = "", ...keys] = line.split("\t");
        const [offset = "", length = ""] = place.split(" ");
        yield {
          offset: Number(offset),
          bytes: Number(length),
          keys: keys.map((each) => {
            const end = each.indexOf(" ");
            return { key: each.slice(0, end), newest: each.slice(end + 1) };
          }),
        };
      }
    } finally {
      reader.close();
    }
  }
}
