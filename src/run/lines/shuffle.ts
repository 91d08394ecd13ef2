import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LineReader, LineWriter } from "./line-file.js";
import { mergeSorted } from "./merge-sorted.js";
import { temporaryFolder } from "./temporary-folder.js";

const IN_MEMORY = -1;
/** Least and most that is read of a sorted part at a time; in between, all parts share the memory of the run. */
const LEAST_BLOCK = 1 << 14;
const LARGEST_BLOCK = 1 << 20;

/** Order of lines: that of their bytes under `LC_ALL=C sort`, because all that precedes the JSON is ASCII. */
const byLine = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Collects record lines in any order and gives them back sorted, in bounded memory: beyond `memoryBytes` they are
 * sorted and appended to one temporary file, whose sorted parts are merged at the end. A line can be read back by its
 * ordinal.
 */
export class Shuffle {
  readonly #memoryBytes: number;
  readonly #temporaryFolder: string;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;
  /** Sorted parts of the temporary file. */
  #runs: { readonly from: number; readonly to: number }[] = [];
  #lines: string[] = [];
  #ordinals: number[] = [];
  #bytes = 0;
  #count = 0;
  /** For each ordinal: place among the lines in memory, or in the file; then its bytes there, or IN_MEMORY. */
  #place = new Float64Array(1024);
  #length = new Int32Array(1024);

  constructor(memoryBytes: number, temporaryFolder: string = tmpdir()) {
    this.#memoryBytes = memoryBytes;
    this.#temporaryFolder = temporaryFolder;
  }

  /** Number of lines added. */
  get count(): number {
    return this.#count;
  }

  /** Takes a line; returns its ordinal, 0 for the first. Throws the file system's error when the disk is full. */
  add(line: string): number {
    const ordinal = this.#count;
    this.#count += 1;
    if (ordinal === this.#place.length) this.#grow();
    this.#length[ordinal] = IN_MEMORY;
    this.#place[ordinal] = this.#lines.length;
    this.#lines.push(line);
    this.#ordinals.push(ordinal);
    this.#bytes += line.length;
    if (this.#bytes > this.#memoryBytes) this.#spill();
    return ordinal;
  }

  line(ordinal: number): string {
    const place = this.#place[ordinal];
    const length = this.#length[ordinal];
    if (place === undefined || length === undefined || ordinal >= this.#count) {
      throw new RangeError(`no line ${ordinal}`);
    }
    if (length === IN_MEMORY) return this.#lines[place]!;
    if (this.#reader === undefined) throw new Error("the shuffle has been closed");
    return this.#reader.at(place, length);
  }

  /** All lines, sorted. Nothing may be added afterwards. */
  *sorted(): Generator<string> {
    const share = Math.floor(this.#memoryBytes / Math.max(1, this.#runs.length));
    const block = Math.min(LARGEST_BLOCK, Math.max(LEAST_BLOCK, share));
    const sources: Iterator<string>[] = [];
    for (const { from, to } of this.#runs) {
      if (this.#reader !== undefined) sources.push(this.#reader.lines(from, to, block));
    }
    sources.push([...this.#lines].sort(byLine)[Symbol.iterator]());
    yield* mergeSorted(sources);
  }

  /** Removes the temporary file. */
  close(): void {
    try {
      this.#reader?.close();
      this.#writer?.close();
    } finally {
      this.#reader = undefined;
      this.#writer = undefined;
      this.#runs = [];
      this.#lines = [];
      if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #spill(): void {
    const writer = this.#openFile();
    const order = this.#lines.map((_, i) => i);
    order.sort((a, b) => byLine(this.#lines[a]!, this.#lines[b]!));
    const from = writer.position;
    for (const i of order) {
      const { offset, length } = writer.write(this.#lines[i]!);
      const ordinal = this.#ordinals[i]!;
      this.#place[ordinal] = offset;
      this.#length[ordinal] = length;
    }
    writer.flush();
    this.#runs.push({ from, to: writer.position });
    this.#lines = [];
    this.#ordinals = [];
    this.#bytes = 0;
  }

  #openFile(): LineWriter {
    if (this.#writer !== undefined) return this.#writer;
    this.#folder ??= temporaryFolder("", this.#temporaryFolder);
    this.#writer = new LineWriter(join(this.#folder, "records"));
    this.#reader = new LineReader(this.#writer.path);
    return this.#writer;
  }

  #grow(): void {
    const size = this.#place.length * 2;
    const place = new Float64Array(size);
    place.set(this.#place);
    this.#place = place;
    const length = new Int32Array(size);
    length.set(this.#length);
    this.#length = length;
  }
}
