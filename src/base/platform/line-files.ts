import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../at-exit.js";
import { codeOf, messageOf, UsageError } from "../errors.js";

/** Error codes for a folder that cannot be used at all. A full disk has other codes. */
const NOT_THERE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"]);

/** Temporary folders that still exist, each with the function that cancels its removal at exit. */
const keptFiles = new Map<string, () => void>();

/** The folder is removed at exit. Throws a `UsageError` if none can be created. */
export function temporaryFolder(name: string): string {
  const within = tmpdir();
  try {
    const folder = mkdtempSync(join(within, `detect_off_topic-${name}`));
    keptFiles.set(
      folder,
      atExit(() => rmSync(folder, { recursive: true, force: true })),
    );
    return folder;
  } catch (cause) {
    if (!NOT_THERE.has(codeOf(cause))) throw cause;
    throw new UsageError(
      `no temporary files can be made in ${within} (${messageOf(cause)}). Set TMPDIR to a folder that you may write to.`,
      { cause },
    );
  }
}
/** Number of bytes that are buffered before writing, and number of bytes that are read at a time. */
const BLOCK = 1 << 20;
const NEWLINE = 0x0a;

/** Appends lines to a new file with a buffer, and returns the position of each line. */
export class LineWriter {
  readonly path: string;
  readonly #file: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #position = 0;
  #isClosed = false;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, "wx", 0o600);
  }

  /** Bytes written so far, including buffered bytes, which is the offset of the next line. */
  get position(): number {
    return this.#position;
  }

  write(line: string): { readonly offset: number; readonly length: number } {
    const bytes = Buffer.from(`${line}\n`, "utf8");
    const offset = this.#position;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#position += bytes.length;
    if (this.#pendingBytes >= BLOCK) this.flush();
    return { offset, length: bytes.length - 1 };
  }

  /**
   * Writes all buffered lines to the file, so that readers see them. Throws the error of the system when the disk is
   * full.
   */
  flush(): void {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
  }

  /** Further calls have no effect, even if the first one failed because the disk was full. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.flush();
    } finally {
      closeSync(this.#file);
    }
  }
}

/** Reads the lines of a file, in order or one at a given position. */
export class LineReader {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "r");
  }

  /** Returns the line of `length` bytes at `offset`. */
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

  /**
   * Yields the lines between two offsets in order. By default these are all lines of the file. About `blockBytes` of
   * the file are in memory at a time.
   */
  *lines(
    from = 0,
    to: number = Number.POSITIVE_INFINITY,
    blockBytes: number = BLOCK,
  ): Generator<string> {
    let bytes = Buffer.allocUnsafe(Math.min(blockBytes, to - from));
    let filled = 0;
    for (let position = from; position < to;) {
      const wanted = Math.min(bytes.length - filled, to - position);
      const count = readSync(this.#file, bytes, filled, wanted, position);
      if (count === 0) return;
      position += count;
      filled += count;
      const known = bytes.subarray(0, filled);
      let start = 0;
      for (let end = known.indexOf(NEWLINE); end >= 0; end = known.indexOf(NEWLINE, start)) {
        yield bytes.toString("utf8", start, end);
        start = end + 1;
      }
      // The line is longer than the block. Doubling the buffer keeps the total time linear.
      const next = start === 0 ? Buffer.allocUnsafe(bytes.length * 2) : bytes;
      bytes.copy(next, 0, start, filled);
      bytes = next;
      filled -= start;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

export function removeFolder(folder: string | undefined): void {
  if (folder === undefined) return;
  rmSync(folder, { recursive: true, force: true });
  keptFiles.get(folder)?.();
  keptFiles.delete(folder);
}
