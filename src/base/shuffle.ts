import { byText } from "./text.js";
import { TemporaryLines } from "./platform/line-files.js";

/** First remaining line of a sorted source. */
interface SourceHead {
  line: string;
  readonly source: Iterator<string>;
}

/** Merges sorted sequences into one. Each line takes time logarithmic in the number of sequences. */
export function* mergeSorted(sources: readonly Iterator<string>[]): Generator<string> {
  const heap: SourceHead[] = [];
  for (const source of sources) {
    const next = source.next();
    if (next.done !== true) heap.push({ line: next.value, source });
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
    if (left < heap.length && heap[left]!.line < heap[least]!.line) least = left;
    if (left + 1 < heap.length && heap[left + 1]!.line < heap[least]!.line) least = left + 1;
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

/**
 * Collects record lines in any order and returns them sorted, in bounded memory. Records begin with ASCII only, so their
 * order is that of `LC_ALL=C sort`. Whenever more than `memoryBytes` are
 * held, they are sorted and appended to a temporary file, whose sorted parts are merged at the end.
 */
export class Shuffle {
  readonly #memoryBytes: number;
  readonly #file = new TemporaryLines("");
  /** Sorted parts of the temporary file, as byte ranges. */
  #runs: { readonly from: number; readonly to: number }[] = [];
  #lines: string[] = [];
  #bytes = 0;
  /** Number of lines that were added. */
  count = 0;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes;
  }

  /** Throws the error of the system when the disk is full. */
  add(line: string): void {
    this.count += 1;
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes > this.#memoryBytes) this.#spill();
  }

  /** Yields all lines, sorted. No line may be added until the last one has been read. */
  *sorted(): Generator<string> {
    const share = Math.floor(this.#memoryBytes / Math.max(1, this.#runs.length));
    const block = Math.min(LARGEST_SORTED, Math.max(LEAST_BLOCK, share));
    yield* mergeSorted([
      ...this.#runs.map(({ from, to }) => this.#file.lines(from, to, block)),
      this.#lines.sort(byText).values(),
    ]);
  }

  close(): void {
    this.#runs = [];
    this.#lines = [];
    this.#file.close();
  }

  #spill(): void {
    const from = this.#file.size;
    for (const line of this.#lines.sort(byText)) this.#file.add(line);
    this.#runs.push({ from, to: this.#file.size });
    this.#lines = [];
    this.#bytes = 0;
  }
}

/**
 * List of items that can be read any number of times in the order in which they were added. The first items, up to a
 * given size, are in memory, and the others are in a temporary file.
 */
export class Spill<T> {
  readonly #most: number;
  readonly #decode: (line: string) => T;
  readonly #held: T[] = [];
  /** Offsets in the file of the items that are not in memory. */
  readonly #offsets: number[] = [];
  readonly #file: TemporaryLines;
  #size = 0;

  /**
   * Items are held in memory until their sizes add up to more than `most`. `decode` restores an item from the line that
   * was passed to `add`.
   */
  constructor(name: string, most: number, decode: (line: string) => T) {
    this.#file = new TemporaryLines(name);
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
    this.#offsets.push(this.#file.size);
    this.#file.add(line());
    return false;
  }

  *all(): Generator<T> {
    yield* this.#held;
    for (const line of this.#file.lines()) yield this.#decode(line);
  }

  /** Returns undefined if there are fewer items. */
  at(position: number): T | undefined {
    const place = position - this.#held.length;
    const from = this.#offsets[place];
    if (from === undefined) return this.#held[position];
    return this.#decode(this.#file.at(from, this.#offsets[place + 1] ?? this.#file.size));
  }

  /** Drops the items and removes the temporary file. */
  close(): void {
    this.#held.length = 0;
    this.#file.close();
  }
}
