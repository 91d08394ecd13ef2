import { createHash, randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { atExit } from "../../base/at-exit.js";
import { codeOf } from "../../base/errors.js";
import { LineReader, LineWriter } from "../../base/platform/line-files.js";
import { digestOfFile, sha256 } from "./fingerprint.js";

/** Matches the names that {@link entryName} returns. */
const ENTRY = /^[\da-f]{32}\.scores$/u;
/** Matches the names of incomplete entries. */
const PARTIAL = /^[\da-f-]{36}\.partial$/u;
/** Maximum number of entries. When a new entry exceeds it, the entries that were not used for longest are removed. */
const MOST_ENTRIES = 8;
/** Length in bytes of the last line, which is the digest of all lines before it. */
const DIGEST_BYTES = 65;

/** Returns the name of an entry. The name is a hash of the values that identify the entry. */
export const entryName = (of: readonly unknown[]): string =>
  `${sha256(JSON.stringify(of)).slice(0, 32)}.scores`;

/**
 * A folder of entries, which are files of lines. An entry is either complete or absent. A damaged entry, or an entry
 * that is not a plain file, counts as absent. One process uses the folder at a time, and only entries are removed.
 */
export class ScoreFolder {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the lines of an undamaged entry. They can be read only once. Returns undefined if the entry is absent or damaged. */
  open(name: string): Generator<string> | undefined {
    const path = join(this.#directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return undefined;
    const end = Math.max(0, stats.size - DIGEST_BYTES);
    const reader = new LineReader(path);
    const [digest] = reader.lines(end, stats.size);
    if (digest !== digestOfFile(path, 0, end)) {
      reader.close();
      return undefined;
    }
    const now = new Date();
    utimesSync(path, now, now);
    return linesOf(reader, end);
  }

  /** Starts a new entry. Throws the error of the system if the folder cannot be written. */
  write(): ScoreWriter {
    mkdirSync(this.#directory, { recursive: true });
    for (const name of readdirSync(this.#directory)) {
      if (PARTIAL.test(name)) rmSync(join(this.#directory, name), { force: true });
    }
    return new ScoreWriter(this.#directory, () => this.#removeOldest());
  }

  #removeOldest(): void {
    const entries = readdirSync(this.#directory).flatMap((name) => {
      const path = join(this.#directory, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return ENTRY.test(name) && stats?.isFile() === true ? [{ path, used: stats.mtimeMs }] : [];
    });
    entries.sort((a, b) => b.used - a.used);
    for (const { path } of entries.slice(MOST_ENTRIES)) rmSync(path, { force: true });
  }
}

/** Error codes of operating systems for renaming a file to the name of an existing folder. */
const TAKEN: ReadonlySet<string> = new Set(["EISDIR", "ENOTEMPTY", "EEXIST", "EPERM"]);

/** An entry that is being written. It gets its name when it is complete. */
export class ScoreWriter {
  readonly #directory: string;
  readonly #writer: LineWriter;
  readonly #hash = createHash("sha256");
  readonly #onWritten: () => void;
  readonly #keep: () => void;

  constructor(directory: string, onWritten: () => void) {
    this.#directory = directory;
    this.#onWritten = onWritten;
    this.#writer = new LineWriter(join(directory, `${randomUUID()}.partial`));
    this.#keep = atExit(() => rmSync(this.#writer.path, { force: true }));
  }

  write(line: string): void {
    this.#hash.update(`${line}\n`);
    this.#writer.write(line);
  }

  /** Completes the entry. */
  finish(name: string): void {
    this.#writer.write(this.#hash.digest("hex"));
    this.#writer.close();
    try {
      renameSync(this.#writer.path, join(this.#directory, name));
    } catch (cause) {
      // A folder has the name of the entry, so the entry cannot be stored.
      if (!TAKEN.has(codeOf(cause))) throw cause;
      this.discard();
      return;
    }
    this.#keep();
    this.#onWritten();
  }

  discard(): void {
    this.#writer.close();
    rmSync(this.#writer.path, { force: true });
    this.#keep();
  }
}

function* linesOf(reader: LineReader, end: number): Generator<string> {
  try {
    yield* reader.lines(0, end);
  } finally {
    reader.close();
  }
}
