import { createHash, randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { atExit } from "../../base/at-exit.js";
import { codeOf, messageOf, UsageError } from "../../base/errors.js";
import { type JsonRecord, parseObject } from "../../base/json.js";
import { LineReader, LineWriter } from "../../base/platform/line-files.js";

/** Options of the cache for features and scores (`--cache`). */
export interface CacheChoice {
  readonly directory: string;
  /**
   * Compares all bytes of a file to decide whether the file has changed. By default, only size, date and both ends are
   * compared.
   */
  readonly verify?: boolean;
  /** Maximum size in bytes. If the cache exceeds it, the least recently used entries are removed. Default 10 GiB. */
  readonly maxBytes?: number;
}

/** First line of an entry. Each kind of entry adds facts of its own. */
export interface EntryHead {
  /** Kind of the entry and version of its format. */
  readonly form: string;
  /** SHA-256 of the lines that follow the first line, in hexadecimal. */
  readonly lines: string;
  readonly [fact: string]: unknown;
}

type Suffix = ".features" | ".scores";
/** Matches the names that {@link entryName} returns. */
const ENTRY = /^[\da-f]{32}\.(?:features|scores)$/u;
/** Matches the names of incomplete entries. */
const PARTIAL = /^[\da-f-]{36}\.partial-entry$/u;
const partialName = (): string => `${randomUUID()}.partial-entry`;

/** Name of the file that marks a folder as a cache. Backup programs recognise it too (https://bford.info/cachedir/). */
const TAG = "CACHEDIR.TAG";
const TAG_TEXT = `Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of detect_off_topic (--cache), which removes entries that were not used for long.
`;

/** Returns the name of an entry. The name is a hash of the values that identify the entry. */
export const entryName = (of: readonly unknown[], suffix: Suffix): string =>
  sha256(JSON.stringify(of)).slice(0, 32) + suffix;

const MAX_BYTES = 10 * 2 ** 30;
/** Length of the first line in bytes. The length is fixed, so that this line can be written last. */
const HEAD_BYTES = 512;
const BLOCK = 1 << 20;
/** Age in milliseconds after which the files of a killed run are removed. */
const DAY = 24 * 60 * 60 * 1000;

/**
 * A folder of entries, which are files of lines. An entry is either complete or absent. A damaged entry, or an entry
 * that is not a plain file, counts as absent. Several processes can therefore share the folder. Only entries are ever
 * removed.
 */
export class CacheFolder {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #open = new Set<EntryWriter>();

  /** Throws a `UsageError` if the folder cannot be written to, or if it has files that do not belong to a cache. */
  constructor({ directory, maxBytes = MAX_BYTES }: CacheChoice) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    try {
      mkdirSync(directory, { recursive: true });
      accessSync(directory, constants.W_OK);
      this.#mark();
    } catch (cause) {
      if (cause instanceof UsageError) throw cause;
      throw new UsageError(
        `--cache ${directory} cannot be written: ${messageOf(cause)}. Give a folder that you may write to.`,
        { cause },
      );
    }
  }

  /** Marks the folder as a cache if it is new or was made by an earlier version. */
  #mark(): void {
    const directory = this.#directory;
    const names = readdirSync(directory);
    const isMarked =
      names.includes(TAG) &&
      readFileSync(join(directory, TAG), "utf8").includes("cache of detect_off_topic");
    if (isMarked) return;
    const other = names.find(
      (name) => !name.startsWith(".") && !ENTRY.test(name) && !PARTIAL.test(name),
    );
    if (other !== undefined) {
      throw new UsageError(
        `--cache ${directory} contains ${other}, which does not belong to a cache. Give a new or empty folder.`,
      );
    }
    // Several processes may do this at the same time. All of them write the same text.
    const written = join(directory, partialName());
    writeFileSync(written, TAG_TEXT, { flag: "wx" });
    renameSync(written, join(directory, TAG));
  }

  /**
   * Returns the first line of an entry without reading the other lines. Returns undefined if the entry is absent or
   * `isWanted` refuses it.
   */
  head(name: string, form: string, isWanted: (head: EntryHead) => boolean): EntryHead | undefined {
    const reader = this.#reader(name);
    try {
      const head = reader && headIn(reader, form);
      if (head === undefined || !isWanted(head)) return undefined;
      this.#touch(name);
      return head;
    } finally {
      reader?.close();
    }
  }

  /** Opens an undamaged entry. Returns undefined if the entry is absent or damaged, or if `isWanted` refuses it. */
  open(
    name: string,
    form: string,
    isWanted: (head: EntryHead) => boolean = () => true,
  ): OpenEntry | undefined {
    const reader = this.#reader(name);
    if (reader === undefined) return undefined;
    const head = headIn(reader, form);
    if (head === undefined || !isWanted(head) || head.lines !== this.#digestOfLines(name)) {
      reader.close();
      return undefined;
    }
    this.#touch(name);
    return { head, lines: linesOf(reader) };
  }

  /** Starts a new entry. The entry gets its name when it is complete. */
  write(): EntryWriter {
    const writer = new EntryWriter(this.#directory, (name) => {
      this.#open.delete(writer);
      if (name !== undefined) this.#removeOldest(name);
    });
    this.#open.add(writer);
    return writer;
  }

  /** Discards incomplete entries. */
  close(): void {
    for (const writer of this.#open) writer.discard();
  }

  #digestOfLines(name: string): string | undefined {
    return unlessRemoved(() => digestOfFile(join(this.#directory, name), HEAD_BYTES));
  }

  /** Marks an entry as used, so that unused entries are removed first. */
  #touch(name: string): void {
    const now = new Date();
    unlessRemoved(() => utimesSync(join(this.#directory, name), now, now));
  }

  #reader(name: string): LineReader | undefined {
    const path = join(this.#directory, name);
    if (plainStats(path) === undefined) return undefined;
    try {
      return new LineReader(path);
    } catch {
      // Another process has removed the entry.
      return undefined;
    }
  }

  /** Returns whether this program wrote an entry, judging by the first line. */
  #isOurs(name: string): boolean {
    const reader = this.#reader(name);
    try {
      const form: unknown = reader && headOf(reader)?.["form"];
      return typeof form === "string" && form.startsWith("detect_off_topic ");
    } finally {
      reader?.close();
    }
  }

  #removeOldest(own: string): void {
    const directory = this.#directory;
    const entries = readdirSync(directory).flatMap((name) => {
      if (!PARTIAL.test(name) && !ENTRY.test(name)) return [];
      const stats = plainStats(join(directory, name));
      return stats === undefined ? [] : [{ name, size: stats.size, used: stats.mtimeMs }];
    });
    const remove = (name: string): void => rmSync(join(directory, name), { force: true });
    for (const { name, used } of entries) {
      if (PARTIAL.test(name) && used < Date.now() - DAY) remove(name);
    }
    const whole = entries.filter(({ name }) => ENTRY.test(name));
    let bytes = whole.reduce((sum, { size }) => sum + size, 0);
    // The new entry is removed last, because it alone may exceed the limit.
    const age = ({ name, used }: (typeof whole)[number]): number =>
      name === own ? Infinity : used;
    for (const { name, size } of whole.sort((a, b) => age(a) - age(b))) {
      if (bytes <= this.#maxBytes) return;
      if (this.#isOurs(name)) remove(name);
      bytes -= size;
    }
  }
}

/** Returns the stats of a plain file; undefined for a folder, a link or an absent file. */
function plainStats(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats : undefined;
}

/** Returns the result of `use`, or undefined if another process has removed the entry in the meantime. */
function unlessRemoved<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** An entry that is being read. Its lines can be read only once. */
interface OpenEntry {
  readonly head: EntryHead;
  readonly lines: Generator<string>;
}

/** Error codes of operating systems for renaming a file to the name of an existing folder. */
const TAKEN: ReadonlySet<string> = new Set(["EISDIR", "ENOTEMPTY", "EEXIST", "EPERM"]);

/** An entry that is being written. */
export class EntryWriter {
  readonly #directory: string;
  readonly #writer: LineWriter;
  readonly #hash = createHash("sha256");
  readonly #onEnd: (name: string | undefined) => void;
  readonly #keep: () => void;

  constructor(directory: string, onEnd: (name: string | undefined) => void) {
    this.#directory = directory;
    this.#onEnd = onEnd;
    this.#writer = new LineWriter(join(directory, partialName()));
    this.#keep = atExit(() => rmSync(this.#writer.path, { force: true }));
    this.#writer.write("".padEnd(HEAD_BYTES - 1));
  }

  write(line: string): void {
    this.#hash.update(`${line}\n`);
    this.#writer.write(line);
  }

  /** Completes the entry and returns the digest of its lines. */
  finish(name: string, form: string, facts: object = {}): string {
    this.#writer.close();
    const { path } = this.#writer;
    const lines = this.#hash.digest("hex");
    const file = openSync(path, "r+");
    try {
      writeSync(file, JSON.stringify({ form, ...facts, lines }), 0);
    } finally {
      closeSync(file);
    }
    try {
      renameSync(path, join(this.#directory, name));
    } catch (cause) {
      // A folder has the name of the entry, so the entry cannot be stored.
      if (!TAKEN.has(codeOf(cause))) throw cause;
      this.discard();
      return lines;
    }
    this.#keep();
    this.#onEnd(name);
    return lines;
  }

  discard(): void {
    this.#writer.close();
    rmSync(this.#writer.path, { force: true });
    this.#keep();
    this.#onEnd(undefined);
  }
}

function headIn(reader: LineReader, form: string): EntryHead | undefined {
  const head = headOf(reader);
  return head?.["form"] === form ? (head as EntryHead) : undefined;
}

function headOf(reader: LineReader): JsonRecord | undefined {
  const [first = ""] = reader.lines(0, HEAD_BYTES);
  return parseObject(first);
}

function* linesOf(reader: LineReader): Generator<string> {
  try {
    yield* reader.lines(HEAD_BYTES);
  } finally {
    reader.close();
  }
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** SHA-256 of the bytes between two offsets, in hexadecimal. */
export function digestOfFile(path: string, from = 0, to = Infinity): string {
  const hash = createHash("sha256");
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(Math.min(BLOCK, to - from));
    for (let position = from; position < to;) {
      const count = readSync(file, bytes, 0, Math.min(bytes.length, to - position), position);
      if (count === 0) break;
      hash.update(bytes.subarray(0, count));
      position += count;
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
