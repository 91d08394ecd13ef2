import { join } from "./platform/files.js";
import { LineReader, LineWriter, removeFolder, temporaryFolder } from "./platform/line-files.js";
import { Column } from "./math/column.js";

/** The head of one sorted source; `order` breaks ties, so that equal lines come in the order of their sources. */
interface Head {
  line: string;
  readonly order: number;
  readonly source: Iterator<string>;
}

const before = (a: Head, b: Head): boolean =>
  a.line < b.line || (a.line === b.line && a.order < b.order);

/** Merges sorted sequences into one, in time that grows with the logarithm of their number. */
export function* mergeSorted(sources: readonly Iterator<string>[]): Generator<string> {
  const heap: Head[] = [];
  for (const [order, source] of sources.entries()) {
    const next = source.next();
    if (next.done !== true) heap.push({ line: next.value, order, source });
  }
  for (let i = (heap.length >> 1) - 1; i >= 0; i -= 1) sink(heap, i);
  for (let least = heap[0]; least !== undefined; least = heap[0]) {
    yield least.line;
    const next = least.source.next();
    if (next.done !== true) {
      least.line = next.value;
    } else {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
    }
    sink(heap, 0);
  }
}

function sink(heap: Head[], from: number): void {
  let i = from;
  for (;;) {
    const left = 2 * i + 1;
    let least = i;
    if (left < heap.length && before(heap[left]!, heap[least]!)) least = left;
    if (left + 1 < heap.length && before(heap[left + 1]!, heap[least]!)) least = left + 1;
    if (least === i) return;
    [heap[i], heap[least]] = [heap[least]!, heap[i]!];
    i = least;
  }
}
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
  readonly #temporaryFolder: string | undefined;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;
  /** Sorted parts of the temporary file. */
  #runs: { readonly from: number; readonly to: number }[] = [];
  #lines: string[] = [];
  #ordinals: number[] = [];
  #bytes = 0;
  #count = 0;
  #isWanted: ((line: string) => boolean) | undefined;
  #leftOut = 0;
  /** For each ordinal: place among the lines in memory, or in the file; then its bytes there, or IN_MEMORY. */
  readonly #place = new Column(Float64Array);
  readonly #length = new Column(Int32Array);

  constructor(memoryBytes: number, temporaryFolder?: string) {
    this.#memoryBytes = memoryBytes;
    this.#temporaryFolder = temporaryFolder;
  }

  /** Makes `sorted` leave out the other lines. */
  keepOnly(isWanted: (line: string) => boolean): void {
    this.#isWanted = isWanted;
  }

  /** Lines that `sorted` left out when it was last read. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Number of lines added. */
  get count(): number {
    return this.#count;
  }

  /** Takes a line; returns its ordinal, 0 for the first. Throws the file system's error when the disk is full. */
  add(line: string): number {
    const ordinal = this.#count;
    this.#count += 1;
    this.#length.set(ordinal, IN_MEMORY);
    this.#place.set(ordinal, this.#lines.length);
    this.#lines.push(line);
    this.#ordinals.push(ordinal);
    this.#bytes += line.length;
    if (this.#bytes > this.#memoryBytes) this.#spill();
    return ordinal;
  }

  line(ordinal: number): string {
    if (!(ordinal >= 0 && ordinal < this.#count)) throw new RangeError(`no line ${ordinal}`);
    const place = this.#place.get(ordinal);
    const length = this.#length.get(ordinal);
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
    const isWanted = this.#isWanted;
    if (isWanted === undefined) {
      yield* mergeSorted(sources);
      return;
    }
    this.#leftOut = 0;
    for (const line of mergeSorted(sources)) {
      if (isWanted(line)) yield line;
      else this.#leftOut += 1;
    }
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
      removeFolder(this.#folder);
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
      this.#place.set(ordinal, offset);
      this.#length.set(ordinal, length);
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
}

/**
 * Items in the order in which they came, gone through as often as asked for: in memory up to a size, those after it in a
 * temporary file.
 */
export class Spill<T> {
  readonly #name: string;
  readonly #most: number;
  readonly #decode: (line: string) => T;
  readonly #held: T[] = [];
  #size = 0;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;

  /** Items of a `size` of `most` together are held; `decode` reads what `add` was given as the line of another one. */
  constructor(name: string, most: number, decode: (line: string) => T) {
    this.#name = name;
    this.#most = most;
    this.#decode = decode;
  }

  add(item: T, line: () => string, size: number): void {
    this.#size += size;
    if (this.#size <= this.#most) {
      this.#held.push(item);
      return;
    }
    this.#folder ??= temporaryFolder(this.#name);
    this.#writer ??= new LineWriter(join(this.#folder, "lines"));
    this.#writer.write(line());
  }

  /** All of them. */
  *all(): Generator<T> {
    yield* this.#held;
    if (this.#writer === undefined) return;
    this.#writer.flush();
    this.#reader ??= new LineReader(this.#writer.path);
    for (const line of this.#reader.lines()) yield this.#decode(line);
  }

  /** Removes the temporary file. */
  close(): void {
    this.#writer?.close();
    this.#reader?.close();
    this.#writer = undefined;
    this.#reader = undefined;
    removeFolder(this.#folder);
    this.#folder = undefined;
  }
}
