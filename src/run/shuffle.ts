import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LineReader, LineWriter } from "./line-file.js";

const IN_MEMORY = -1;

/** Order of lines: that of their bytes under `LC_ALL=C sort`, because all that precedes the JSON is ASCII. */
const byLine = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Collects record lines in any order and gives them back sorted, in bounded memory: beyond `memoryBytes` they are
 * sorted and written to a temporary file, and all files are merged at the end. A line can be read back by its ordinal.
 */
export class Shuffle {
  readonly #memoryBytes: number;
  readonly #temporaryFolder: string;
  #folder: string | undefined;
  #runs: LineReader[] = [];
  #lines: string[] = [];
  #ordinals: number[] = [];
  #bytes = 0;
  #count = 0;
  /** For each ordinal: number of its run, or IN_MEMORY; then its place there. */
  #run = new Int32Array(1024);
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
    if (ordinal === this.#run.length) this.#grow();
    this.#run[ordinal] = IN_MEMORY;
    this.#place[ordinal] = this.#lines.length;
    this.#lines.push(line);
    this.#ordinals.push(ordinal);
    this.#bytes += line.length;
    if (this.#bytes > this.#memoryBytes) this.#spill();
    return ordinal;
  }

  line(ordinal: number): string {
    const run = this.#run[ordinal];
    const place = this.#place[ordinal];
    if (run === undefined || place === undefined || ordinal >= this.#count) {
      throw new RangeError(`no line ${ordinal}`);
    }
    return run === IN_MEMORY
      ? this.#lines[place]!
      : this.#runs[run]!.at(place, this.#length[ordinal]!);
  }

  /** All lines, sorted. Nothing may be added afterwards. */
  *sorted(): Generator<string> {
    const sources = [
      ...this.#runs.map((run) => run.lines()),
      [...this.#lines].sort(byLine)[Symbol.iterator](),
    ];
    yield* merge(sources);
  }

  /** Removes the temporary files. */
  close(): void {
    for (const run of this.#runs) run.close();
    this.#runs = [];
    this.#lines = [];
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #spill(): void {
    this.#folder ??= mkdtempSync(join(this.#temporaryFolder, "detect_off_topic-"));
    const run = this.#runs.length;
    const path = join(this.#folder, `run-${run}`);
    const order = this.#lines.map((_, i) => i);
    order.sort((a, b) => byLine(this.#lines[a]!, this.#lines[b]!));
    const writer = new LineWriter(path);
    try {
      for (const i of order) {
        const { offset, length } = writer.write(this.#lines[i]!);
        const ordinal = this.#ordinals[i]!;
        this.#run[ordinal] = run;
        this.#place[ordinal] = offset;
        this.#length[ordinal] = length;
      }
    } finally {
      writer.close();
    }
    this.#runs.push(new LineReader(path));
    this.#lines = [];
    this.#ordinals = [];
    this.#bytes = 0;
  }

  #grow(): void {
    const size = this.#run.length * 2;
    const run = new Int32Array(size);
    run.set(this.#run);
    this.#run = run;
    const place = new Float64Array(size);
    place.set(this.#place);
    this.#place = place;
    const length = new Int32Array(size);
    length.set(this.#length);
    this.#length = length;
  }
}

/** Merges sorted sequences into one; equal lines come in the order of their sources. */
function* merge(sources: readonly Iterator<string>[]): Generator<string> {
  let heads: { line: string; source: Iterator<string> }[] = [];
  for (const source of sources) {
    const next = source.next();
    if (next.done !== true) heads.push({ line: next.value, source });
  }
  while (heads.length > 1) {
    let least = heads[0]!;
    for (const head of heads) if (head.line < least.line) least = head;
    yield least.line;
    const next = least.source.next();
    if (next.done === true) heads = heads.filter((head) => head !== least);
    else least.line = next.value;
  }
  const [last] = heads;
  if (last === undefined) return;
  yield last.line;
  for (let next = last.source.next(); next.done !== true; next = last.source.next()) {
    yield next.value;
  }
}
