import { closeSync, openSync, readSync, writeSync } from "node:fs";

const BLOCK = 1 << 20;
const NEWLINE = 0x0a;

/** Appends lines to a new file in large writes; tells where each one stands. */
export class LineWriter {
  readonly path: string;
  readonly #file: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #position = 0;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, "wx", 0o600);
  }

  /** Bytes written so far, pending ones included: the offset of the next line. */
  get position(): number {
    return this.#position;
  }

  write(line: string): { readonly offset: number; readonly length: number } {
    const bytes = Buffer.from(`${line}\n`, "utf8");
    const offset = this.#position;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#position += bytes.length;
    if (this.#pendingBytes >= BLOCK) this.#flush();
    return { offset, length: bytes.length - 1 };
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/** Reads a file of lines, whole or by place. */
export class LineReader {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "r");
  }

  /** The line of `length` bytes at `offset`. */
  at(offset: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const count = readSync(this.#file, bytes, read, length - read, offset + read);
      if (count === 0) throw new Error("a temporary file ends before its last line");
      read += count;
    }
    return bytes.toString("utf8");
  }

  /** All lines in order, a block of the file in memory at a time. */
  *lines(): Generator<string> {
    let rest = Buffer.alloc(0);
    let position = 0;
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK);
      const count = readSync(this.#file, block, 0, BLOCK, position);
      if (count === 0) return;
      position += count;
      let bytes = block.subarray(0, count);
      if (rest.length > 0) bytes = Buffer.concat([rest, bytes]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        yield bytes.toString("utf8", start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
