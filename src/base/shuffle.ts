import { join } from "./platform/files.js";
import { LineReader, LineWriter, removeFolder, temporaryFolder } from "./platform/line-files.js";

/**
 * First remaining line of a sorted source. `order` breaks ties, so that equal lines come in the order of their sources.
 */
interface SourceHead {
  line: string;
  readonly order: number;
  readonly source: Iterator<string>;
}

const comesBefore = (a: SourceHead, b: SourceHead): boolean =>
  a.line < b.line || (a.line === b.line && a.order < b.order);

/** Merges sorted sequences into one. Each line takes time logarithmic in the number of sequences. */
export function* mergeSorted(sources: readonly Iterator<string>[]): Generator<string> {
  const heap: SourceHead[] = [];
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

function sink(heap: SourceHead[], from: number): void {
  let i = from;
  for (;;) {
    const left = 2 * i + 1;
    let least = i;
    if (left < heap.length && comesBefore(heap[left]!, heap[least]!)) least = left;
    if (left + 1 < heap.length && comesBefore(heap[left + 1]!, heap[least]!)) least = left + 1;
    if (least === i) return;
    [heap[i], heap[least]] = [heap[least]!, heap[i]!];
    i = least;
  }
}
/**
 * Minimum and maximum size of the blocks in which a sorted part is read. Between these limits, all parts share the
 * memory of the run.
 */
const LEAST_BLOCK = 1 << 14;
const LARGEST_SORTED = 1 << 20;

/** Compares lines by UTF-16 code units. Records begin with ASCII only, so their order is that of `LC_ALL=C sort`. */
const byLine = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Collects record lines in any order and returns them sorted, in bounded memory. Whenever more than `memoryBytes` are
 * held, they are sorted and appended to a temporary file, whose sorted parts are merged at the end.
 */
export class Shuffle {
  readonly #memoryBytes: number;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;
  /** Sorted parts of the temporary file, as byte ranges. */
  #runs: { readonly from: number; readonly to: number }[] = [];
  #lines: string[] = [];
  #bytes = 0;
  #count = 0;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** Throws the error of the system when the disk is full. */
  add(line: string): void {
    this.#count += 1;
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes > this.#memoryBytes) this.#spill();
  }

  /** Yields all lines, sorted. No line may be added until the last one has been read. */
  *sorted(): Generator<string> {
    const share = Math.floor(this.#memoryBytes / Math.max(1, this.#runs.length));
    const block = Math.min(LARGEST_SORTED, Math.max(LEAST_BLOCK, share));
    const sources: Iterator<string>[] = [];
    for (const { from, to } of this.#runs) {
      if (this.#reader !== undefined) sources.push(this.#reader.lines(from, to, block));
    }
    sources.push(this.#lines.sort(byLine).values());
    yield* mergeSorted(sources);
  }

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
    const from = writer.position;
    for (const line of this.#lines.sort(byLine)) writer.write(line);
    writer.flush();
    this.#runs.push({ from, to: writer.position });
    this.#lines = [];
    this.#bytes = 0;
  }

  #openFile(): LineWriter {
    if (this.#writer !== undefined) return this.#writer;
    this.#folder ??= temporaryFolder("");
    this.#writer = new LineWriter(join(this.#folder, "records"));
    this.#reader = new LineReader(this.#writer.path);
    return this.#writer;
  }
}

/**
 * List of items that can be read any number of times in the order in which they were added. The first items, up to a
 * given size, are in memory, and the others are in a temporary file.
 */
export class Spill<T> {
  readonly #name: string;
  readonly #most: number;
  readonly #decode: (line: string) => T;
  readonly #held: T[] = [];
  /** Offsets in the file of the items that are not in memory. */
  readonly #offsets: number[] = [];
  #size = 0;
  #folder: string | undefined;
  #writer: LineWriter | undefined;
  #reader: LineReader | undefined;

  /**
   * Items are held in memory until their sizes add up to more than `most`. `decode` restores an item from the line that
   * was passed to `add`.
   */
  constructor(name: string, most: number, decode: (line: string) => T) {
    this.#name = name;
    this.#most = most;
    this.#decode = decode;
  }

  /** Returns true if the item is in memory. */
  add(item: T, line: () => string, size: number): boolean {
    this.#size += size;
    if (this.#size <= this.#most) {
      this.#held.push(item);
      return true;
    }
    this.#folder ??= temporaryFolder(this.#name);
    this.#writer ??= new LineWriter(join(this.#folder, "lines"));
    this.#offsets.push(this.#writer.write(line()).offset);
    return false;
  }

  *all(): Generator<T> {
    yield* this.#held;
    for (const line of this.#written()?.lines() ?? []) yield this.#decode(line);
  }

  /** Returns undefined if there are fewer items. */
  at(position: number): T | undefined {
    const place = position - this.#held.length;
    const from = this.#offsets[place];
    if (from === undefined) return this.#held[position];
    const to = this.#offsets[place + 1] ?? this.#writer!.position;
    return this.#decode(this.#written()!.at(from, to - from - 1));
  }

  /** Returns a reader of the file after flushing the writer. */
  #written(): LineReader | undefined {
    if (this.#writer === undefined) return undefined;
    this.#writer.flush();
    return (this.#reader ??= new LineReader(this.#writer.path));
  }

  /** Drops the items and removes the temporary file. */
  close(): void {
    this.#held.length = 0;
    this.#writer?.close();
    this.#reader?.close();
    this.#writer = undefined;
    this.#reader = undefined;
    removeFolder(this.#folder);
    this.#folder = undefined;
  }
}
