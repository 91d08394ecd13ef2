import { closeSync, fsyncSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../at-exit.js";
import { codeOf, messageOf, UsageError } from "../errors.js";

/** Where temporary files cannot be made at all, as opposed to a disk that is full. */
const NOT_THERE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"]);

/** Folders for temporary files that are still there, with what takes back their removal at the end of the process. */
const kept = new Map<string, () => void>();

/** A new folder for temporary files; throws a `UsageError` where none can be made. */
export function temporaryFolder(name: string, within: string = tmpdir()): string {
  try {
    const folder = mkdtempSync(join(within, `detect_off_topic-${name}`));
    kept.set(
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
const BLOCK = 1 << 20;
const NEWLINE = 0x0a;

/** Appends lines to a new file in large writes; returns where each one is. */
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
    if (this.#pendingBytes >= BLOCK) this.flush();
    return { offset, length: bytes.length - 1 };
  }

  /** Hands everything to the file: readers find it there. Throws the file system's error when the disk is full. */
  flush(): void {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
  }

  /** As `flush`, and on to the disk. */
  sync(): void {
    this.flush();
    fsyncSync(this.#file);
  }

  /** May be called again, after a full disk too: then nothing is left to close. */
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

  /** The lines between two offsets in order, about `blockBytes` of the file in memory at a time; all by default. */
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
      // A line longer than the block: twice the room, so that the time stays linear.
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

/** Removes a folder for temporary files, with all that is in it. */
export function removeFolder(folder: string | undefined): void {
  if (folder === undefined) return;
  rmSync(folder, { recursive: true, force: true });
  kept.get(folder)?.();
  kept.delete(folder);
}
