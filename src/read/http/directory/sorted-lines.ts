import { existsSync } from "node:fs";
import { type FileHandle, open, stat, truncate } from "node:fs/promises";
import { LineReader } from "../../../base/platform/line-files.js";
import { replaceFile } from "../../../base/replace-file.js";
import { Shuffle } from "../../../base/shuffle.js";

const MEMORY_BYTES = 32 * 1024 * 1024;

/**
 * Sorts the lines of an ASCII file by bytes, in bounded memory, and removes duplicates. The old file is kept until the
 * sorted file is complete.
 */
export async function sortLines(path: string, memoryBytes = MEMORY_BYTES): Promise<void> {
  const shuffle = new Shuffle(memoryBytes);
  try {
    for (const line of linesOf(path)) shuffle.add(line);
    await replaceFile(path, blocksOf(shuffle.sorted()));
  } finally {
    shuffle.close();
  }
}

/** Yields sorted lines without duplicates, in blocks that are large enough to write. */
function* blocksOf(lines: Iterable<string>): Generator<string> {
  let last: string | undefined;
  let block = "";
  for (const line of lines) {
    if (line !== last) block += `${line}\n`;
    last = line;
    if (block.length < BLOCK) continue;
    yield block;
    block = "";
  }
  yield block;
}

const BLOCK = 1 << 20;

/** Yields the complete lines of a file without their newlines. */
function* linesOf(path: string): Generator<string> {
  const reader = new LineReader(path);
  try {
    yield* reader.lines();
  } finally {
    reader.close();
  }
}

/** Lines are appended during a run and sorted when the file is closed. */
export class SortedLines {
  readonly #path: string;
  #file: FileHandle | undefined;
  #last = "";
  #sorted = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Calls `onLine` for every complete line of the file. */
  load(onLine: (line: string) => void): void {
    if (!existsSync(this.#path)) return;
    for (const line of linesOf(this.#path)) {
      this.#note(line);
      onLine(line);
    }
  }

  /** Removes an incomplete last line, which a killed run may leave. */
  async openForAppending(): Promise<void> {
    if (existsSync(this.#path)) {
      const { size } = await stat(this.#path);
      await truncate(this.#path, size - (await bytesAfterLastLine(this.#path, size)));
    }
    this.#file = await open(this.#path, "a");
  }

  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    for (const line of lines) this.#note(line.slice(0, -1));
    await this.#file!.write(lines.join(""), null, "latin1");
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
    if (!this.#sorted) await sortLines(this.#path);
    this.#sorted = true;
  }

  #note(line: string): void {
    if (line < this.#last) this.#sorted = false;
    this.#last = line;
  }
}

async function bytesAfterLastLine(path: string, size: number): Promise<number> {
  const file = await open(path, "r");
  try {
    const window = 4096;
    for (let end = size; end > 0; end -= window) {
      const start = Math.max(0, end - window);
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(end - start),
        0,
        end - start,
        start,
      );
      const newline = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
      if (newline !== -1) return size - (start + newline + 1);
    }
    return size;
  } finally {
    await file.close();
  }
}
