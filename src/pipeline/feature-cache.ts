import { createHash, randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { messageOf, UsageError } from "../errors.js";
import { parseObject } from "../json.js";
import { LineReader, LineWriter } from "../platform/line-files.js";
import type { Capture, ExtractedPage, FileCache, InputItem } from "../types.js";

/** Where features are kept between runs (`--cache`). */
export interface CacheChoice {
  readonly directory: string;
  /** Whether files are known by all of their bytes, not by size, date and ends alone. */
  readonly verify?: boolean;
  /** Beyond so many bytes the entries that were not used for longest are removed; 10 GB by default. */
  readonly maxBytes?: number;
}

const FORM = "detect_off_topic features 1";
const SUFFIX = ".features";
const PARTIAL = `${SUFFIX}.partial-`;
const MAX_BYTES = 10 * 2 ** 30;
/** Length of the first line of an entry: it has a place of its own, so that it can be written last. */
const HEAD_BYTES = 512;
/** Bytes of each end of a file by which it is known again. */
const END_BYTES = 1 << 16;
const BLOCK = 1 << 20;
/** What a killed run left behind is removed when it is older. */
const DAY = 24 * 60 * 60 * 1000;

/** A page as it stands in an entry: its features behind it, its capture once. */
interface WrittenPage {
  readonly kind: "extracted";
  readonly capture: Capture;
  readonly page?: Omit<ExtractedPage, "capture" | "features"> & { readonly capture?: Capture };
}

/** By what a file is known again. */
interface Fingerprint {
  readonly size: number;
  readonly date: number;
  readonly ends: string;
}

/**
 * Keeps what map makes of each file: an entry for each file and stamp of settings. Entries are written whole or not at
 * all, and one that is damaged or not of its file is made again, so that processes can share a folder.
 */
export class FeatureCache implements FileCache {
  readonly #choice: CacheChoice;
  readonly #stamp: string;
  readonly #open = new Set<Recorder>();

  /** Throws a `UsageError` for a folder that cannot be written to. */
  constructor(choice: CacheChoice, stamp: string) {
    this.#choice = choice;
    this.#stamp = stamp;
    try {
      mkdirSync(choice.directory, { recursive: true });
      accessSync(choice.directory, constants.W_OK);
    } catch (cause) {
      throw new UsageError(`--cache ${choice.directory} cannot be written: ${messageOf(cause)}`, {
        cause,
      });
    }
  }

  async *items(path: string, read: () => AsyncIterable<InputItem>): AsyncGenerator<InputItem> {
    const { directory, verify = false } = this.#choice;
    const known = fingerprintOf(path);
    if (known === undefined) {
      yield* read();
      return;
    }
    const name = sha256(JSON.stringify([this.#stamp, path, resolve(path)])).slice(0, 32) + SUFFIX;
    const entry = openEntry(join(directory, name), (head) =>
      verify
        ? head["whole"] === digestOfFile(path)
        : head["size"] === known.size && head["date"] === known.date && head["ends"] === known.ends,
    );
    if (entry !== undefined) {
      yield* entry;
      return;
    }
    const recorder = new Recorder(join(directory, name), () => {
      this.#open.delete(recorder);
      this.#removeOldest(name);
    });
    this.#open.add(recorder);
    for await (const item of read()) yield recorder.take(item);
    recorder.end(() => {
      const after = fingerprintOf(path);
      // What was written to meanwhile is read again next time.
      const isSame = JSON.stringify(after) === JSON.stringify(known);
      return isSame ? { ...known, whole: digestOfFile(path) } : undefined;
    });
  }

  close(): void {
    for (const recorder of this.#open) recorder.discard();
    this.#open.clear();
  }

  #removeOldest(own: string): void {
    const { directory, maxBytes = MAX_BYTES } = this.#choice;
    const entries = readdirSync(directory).flatMap((name) => {
      if (!name.includes(SUFFIX)) return [];
      const stats = statSync(join(directory, name), { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ name, size: stats.size, used: stats.mtimeMs }];
    });
    const remove = (name: string): void => rmSync(join(directory, name), { force: true });
    for (const { name, used } of entries) {
      if (name.includes(PARTIAL) && used < Date.now() - DAY) remove(name);
    }
    const whole = entries.filter(({ name }) => name.endsWith(SUFFIX));
    let bytes = whole.reduce((sum, { size }) => sum + size, 0);
    // The new one goes last, where it alone is too large.
    const age = ({ name, used }: (typeof whole)[number]): number =>
      name === own ? Infinity : used;
    for (const { name, size } of whole.sort((a, b) => age(a) - age(b))) {
      if (bytes <= maxBytes) return;
      remove(name);
      bytes -= size;
    }
  }
}

/** Makes an entry of the items of a file, in their order, in whatever order the features of its pages come. */
class Recorder {
  readonly #target: string;
  readonly #writer: LineWriter;
  readonly #onWhole: () => void;
  readonly #hash = createHash("sha256");
  /** Lines by number that wait for earlier ones. */
  readonly #waiting = new Map<number, string>();
  #items = 0;
  #written = 0;
  #isLasting = true;
  #headOf: (() => object | undefined) | undefined;

  constructor(target: string, onWhole: () => void) {
    this.#target = target;
    this.#writer = new LineWriter(
      `${target.slice(0, -SUFFIX.length)}${PARTIAL}${randomUUID().slice(0, 8)}`,
    );
    this.#onWhole = onWhole;
    this.#writer.write("".padEnd(HEAD_BYTES - 1));
  }

  /** The same item; of a page what is made of it is taken when it is there. */
  take(item: InputItem): InputItem {
    const number = this.#items;
    this.#items += 1;
    if (item.kind !== "memento") {
      this.#put(number, JSON.stringify(item));
      return item;
    }
    const { capture } = item;
    return {
      ...item,
      onExtracted: (page) => {
        // What there was no memory for, or what failed, may be something else in another run.
        if (page?.dependsOnMemory === true || page?.failures !== undefined) {
          this.#isLasting = false;
        }
        const { features = [], ...rest } = page ?? {};
        // Few pages add a note to their capture.
        const isSame = JSON.stringify(page?.capture) === JSON.stringify(capture);
        const own = isSame ? { ...rest, capture: undefined } : rest;
        const head = { kind: "extracted", capture, page: page && own };
        // Features are JSON, which has no TAB.
        this.#put(number, [JSON.stringify(head), ...features].join("\t"));
      },
    };
  }

  /** No item comes any more; `headOf` says of which file they are, undefined where that has changed. */
  end(headOf: () => object | undefined): void {
    this.#headOf = headOf;
    this.#finish();
  }

  discard(): void {
    this.#writer.close();
    rmSync(this.#writer.path, { force: true });
  }

  #put(number: number, line: string): void {
    this.#waiting.set(number, line);
    for (;;) {
      const next = this.#waiting.get(this.#written);
      if (next === undefined) break;
      this.#waiting.delete(this.#written);
      this.#written += 1;
      this.#hash.update(`${next}\n`);
      this.#writer.write(next);
    }
    this.#finish();
  }

  #finish(): void {
    if (this.#headOf === undefined || this.#written < this.#items) return;
    const head = this.#isLasting ? this.#headOf() : undefined;
    if (head === undefined) {
      this.discard();
      return;
    }
    this.#writer.close();
    const { path } = this.#writer;
    const text = JSON.stringify({ form: FORM, ...head, lines: this.#hash.digest("hex") });
    const file = openSync(path, "r+");
    try {
      writeSync(file, text, 0);
    } finally {
      closeSync(file);
    }
    renameSync(path, this.#target);
    this.#onWhole();
  }
}

/** The items of an entry that is whole and, by its head, of the file in question; undefined where there is none. */
function openEntry(
  path: string,
  isOfFile: (head: Readonly<Record<string, unknown>>) => boolean,
): Generator<InputItem> | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  let reader: LineReader;
  try {
    reader = new LineReader(path);
  } catch {
    // Another process has removed it.
    return undefined;
  }
  const [first = ""] = reader.lines(0, HEAD_BYTES);
  const head = parseObject(first);
  if (
    head?.["form"] !== FORM ||
    !isOfFile(head) ||
    head["lines"] !== digestOfFile(path, HEAD_BYTES)
  ) {
    reader.close();
    return undefined;
  }
  const now = new Date();
  utimesSync(path, now, now);
  return itemsOf(reader);
}

function* itemsOf(reader: LineReader): Generator<InputItem> {
  try {
    for (const line of reader.lines(HEAD_BYTES)) {
      const [head = "", ...features] = line.split("\t");
      const item = JSON.parse(head) as InputItem | WrittenPage;
      if (item.kind !== "extracted" || item.page === undefined) yield item as InputItem;
      else
        yield {
          ...item,
          page: { ...item.page, capture: item.page.capture ?? item.capture, features },
        };
    }
  } finally {
    reader.close();
  }
}

/** Undefined for what is not a plain file: a stream is read once. */
function fingerprintOf(path: string): Fingerprint | undefined {
  const stats = path === "-" ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const { size, mtimeMs } = stats;
  const ends = [
    digestOfFile(path, 0, END_BYTES),
    digestOfFile(path, Math.max(0, size - END_BYTES)),
  ];
  return { size, date: mtimeMs, ends: sha256(ends.join(" ")) };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Of the bytes between two offsets. */
function digestOfFile(path: string, from = 0, to = Infinity): string {
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
