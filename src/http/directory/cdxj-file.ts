import { existsSync } from "node:fs";
import { open, stat, truncate, type FileHandle } from "node:fs/promises";
import { linesOf, sortLines } from "./sort-lines.js";

/** A CDXJ file: appended to as a run goes on, in order once it is closed. */
export class CdxjFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #last = "";
  #sorted = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Hands over every whole line that is there. */
  async load(onLine: (line: string) => void): Promise<void> {
    if (!existsSync(this.#path)) return;
    const lines = linesOf(this.#path);
    for (;;) {
      const next = await lines.next();
      if (next.done === true) return;
      this.#note(next.value);
      onLine(next.value);
    }
  }

  /** Makes ready for appending: takes half a line off that a killed run left. */
  async openForAppending(): Promise<void> {
    if (existsSync(this.#path)) {
      const { size } = await stat(this.#path);
      await truncate(this.#path, size - (await bytesAfterLastLine(this.#path, size)));
    }
    this.#file = await open(this.#path, "a");
  }

  /** Appends lines at once, their newlines included. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    for (const line of lines) this.#note(line.slice(0, -1));
    await this.#file!.write(lines.join(""), null, "latin1");
  }

  async sync(): Promise<void> {
    await this.#file?.datasync();
  }

  /** Closes the file, and puts its lines in order where they are not. */
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
