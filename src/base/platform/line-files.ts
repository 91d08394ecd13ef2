import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../at-exit.js";
import { codeOf, messageOf, UsageError } from "../errors.js";

/** Error codes for a folder that cannot be used at all. A full disk has other codes. */
const NOT_THERE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"]);

export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** The folder is removed at exit, if not before. Throws a `UsageError` if none can be created. */
export function temporaryFolder(name: string): TemporaryFolder {
  const within = tmpdir();
  try {
    const path = mkdtempSync(join(within, `detect_off_topic-${name}`));
    const removeNow = (): void => rmSync(path, { recursive: true, force: true });
    const forget = atExit(removeNow);
    return {
      path,
      remove() {
        removeNow();
        forget();
      },
    };
  } catch (cause) {
    if (!NOT_THERE.has(codeOf(cause))) throw cause;
    throw new UsageError(
      `no temporary files can be made in ${within} (${messageOf(cause)}). Set TMPDIR to a folder that you may write to.`,
      { cause },
    );
  }
}

/** Number of characters that are buffered before writing, and number of bytes that are read at a time. */
const BLOCK = 1 << 20;
const NEWLINE = 0x0a;

/** Lines in a temporary file, which is made when the first line is added. */
export class TemporaryLines {
  readonly #name: string;
  #folder: TemporaryFolder | undefined;
  #file: number | undefined;
  #pending = "";
  /** Bytes of all lines, which is the offset of the next line. */
  size = 0;

  /** The name of the file begins with `name`. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Lines are written in blocks. Throws the error of the system when the disk is full. */
  add(line: string): void {
    this.#file ??= this.#opened();
    this.#pending += `${line}\n`;
    this.size += Buffer.byteLength(line) + 1;
    if (this.#pending.length >= BLOCK) this.#written();
  }

  /** Returns the line that begins at an offset; the next line begins at `to`. */
  at(from: number, to: number): string {
    const [line] = linesBetween(this.#written(), from, to, to - from);
    if (line === undefined) throw new Error("a temporary file ends before its last line");
    return line;
  }

  /** Yields the lines between two offsets. About `blockBytes` of the file are in memory at a time. */
  *lines(from = 0, to: number = this.size, blockBytes: number = BLOCK): Generator<string> {
    if (from < to) yield* linesBetween(this.#written(), from, to, blockBytes);
  }

  /** Removes the file. Lines that are added later begin another one. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#folder?.remove();
    this.#file = undefined;
    this.#pending = "";
    this.size = 0;
  }

  #opened(): number {
    this.#folder = temporaryFolder(this.#name);
    return openSync(join(this.#folder.path, "lines"), "wx+", 0o600);
  }

  /** Returns the file, which has lines, after writing what is buffered. */
  #written(): number {
    const file = this.#file!;
    const bytes = Buffer.from(this.#pending, "utf8");
    this.#pending = "";
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
    return file;
  }
}

/** Yields the lines of a file. */
export function* linesOfFile(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    yield* linesBetween(file, 0, Number.POSITIVE_INFINITY, BLOCK);
  } finally {
    closeSync(file);
  }
}

function* linesBetween(
  file: number,
  from: number,
  to: number,
  blockBytes: number,
): Generator<string> {
  let bytes = Buffer.allocUnsafe(Math.min(blockBytes, to - from));
  let filled = 0;
  for (let position = from; position < to;) {
    const wanted = Math.min(bytes.length - filled, to - position);
    const count = readSync(file, bytes, filled, wanted, position);
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
