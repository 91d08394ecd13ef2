import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Capture, ExtractedPage, InputItem } from "../../base/types.js";
import type { FileCache } from "../../read/types.js";
import {
  type CacheFolder,
  digestOfFile,
  type EntryHead,
  entryName,
  type EntryWriter,
  sha256,
} from "./cache-folder.js";

const FORM = "detect_off_topic features 1";
/** Number of bytes that are compared at each end of a file. */
const END_BYTES = 1 << 16;

/** A page as an entry stores it. The features of the page follow it, and its capture is written only once. */
interface WrittenPage {
  readonly kind: "extracted";
  readonly capture: Capture;
  readonly page?: Omit<ExtractedPage, "capture" | "features"> & { readonly capture?: Capture };
}

/** Facts that tell whether a file has changed. */
export interface Fingerprint {
  readonly size: number;
  readonly date: number;
  readonly ends: string;
}

/**
 * Stores the items of each file with the features of its pages. There is one entry for each file and stamp of settings.
 * The entry of a changed file is written again.
 */
export class FeatureCache implements FileCache {
  readonly folder: CacheFolder;
  /** Stamp of the program and of the settings for features. */
  readonly stamp: string;
  readonly #verify: boolean;
  /** Digests of the entries that this run has read or written, by path. */
  readonly #used = new Map<string, string>();
  /** Digests of whole files, by path and fingerprint, so that each file is read once. */
  readonly #whole = new Map<string, string>();

  constructor(folder: CacheFolder, stamp: string, { verify = false }: { verify?: boolean } = {}) {
    this.folder = folder;
    this.stamp = stamp;
    this.#verify = verify;
  }

  async *items(path: string, read: () => AsyncIterable<InputItem>): AsyncGenerator<InputItem> {
    const known = fingerprintOf(path);
    if (known === undefined) {
      yield* read();
      return;
    }
    const name = this.#nameOf(path);
    const entry = this.folder.open(name, FORM, (head) => this.#isOf(path, known, head));
    if (entry !== undefined) {
      this.#used.set(path, entry.head.lines);
      yield* itemsOf(entry.lines);
      return;
    }
    const recorder = new Recorder(this.folder.write());
    for await (const item of read()) yield recorder.take(item);
    recorder.end((writer) => {
      const after = fingerprintOf(path);
      // A file that was written to in the meantime must be read again by the next run.
      if (JSON.stringify(after) !== JSON.stringify(known)) writer.discard();
      else {
        const facts = { ...known, whole: digestOfFile(path) };
        this.#used.set(path, writer.finish(name, FORM, facts));
      }
    });
  }

  /**
   * Returns the digest of the entry that this run has read or written for a file; undefined if there is no such entry.
   */
  used(path: string): string | undefined {
    return this.#used.get(path);
  }

  /**
   * Returns the digest of the stored entry for the current version of a file, in the same form as `used`. Returns
   * undefined if there is no such entry.
   */
  kept(path: string): string | undefined {
    const known = fingerprintOf(path);
    if (known === undefined) return undefined;
    const isOf = (head: EntryHead): boolean => this.#isOf(path, known, head);
    return this.folder.head(this.#nameOf(path), FORM, isOf)?.lines;
  }

  close(): void {
    this.folder.close();
  }

  #nameOf(path: string): string {
    return entryName([this.stamp, path, resolve(path)], ".features");
  }

  #isOf(path: string, known: Fingerprint, head: EntryHead): boolean {
    const { size, date, ends } = known;
    if (this.#verify) return head["whole"] === this.#digestOf(path, known);
    return head["size"] === size && head["date"] === date && head["ends"] === ends;
  }

  #digestOf(path: string, known: Fingerprint): string {
    const name = JSON.stringify([path, known]);
    let digest = this.#whole.get(name);
    if (digest === undefined) this.#whole.set(name, (digest = digestOfFile(path)));
    return digest;
  }
}

/** Writes the items of a file to an entry in the order of the file. The features of pages may arrive in any order. */
class Recorder {
  readonly #writer: EntryWriter;
  /** Lines by number. Each line waits for earlier lines. */
  readonly #waiting = new Map<number, string>();
  #items = 0;
  #written = 0;
  #isLasting = true;
  #onWhole: ((writer: EntryWriter) => void) | undefined;

  constructor(writer: EntryWriter) {
    this.#writer = writer;
  }

  /** Passes the item on. Once a page's features have been extracted, they are written. */
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
        // Lack of memory and failures may not occur in another run, so the entry must not be stored.
        if (page?.dependsOnMemory === true || page?.failures !== undefined) {
          this.#isLasting = false;
        }
        const { features = [], ...rest } = page ?? {};
        // Only a few pages add a note to their capture.
        const isSame = JSON.stringify(page?.capture) === JSON.stringify(capture);
        const own = isSame ? { ...rest, capture: undefined } : rest;
        const head = { kind: "extracted", capture, page: page && own };
        // Features are JSON, which has no TAB.
        this.#put(number, [JSON.stringify(head), ...features].join("\t"));
      },
    };
  }

  /** Ends the items. Calls `onWhole` with the entry after all features have arrived. */
  end(onWhole: (writer: EntryWriter) => void): void {
    this.#onWhole = onWhole;
    this.#finish();
  }

  #put(number: number, line: string): void {
    this.#waiting.set(number, line);
    for (;;) {
      const next = this.#waiting.get(this.#written);
      if (next === undefined) break;
      this.#waiting.delete(this.#written);
      this.#written += 1;
      this.#writer.write(next);
    }
    this.#finish();
  }

  #finish(): void {
    if (this.#onWhole === undefined || this.#written < this.#items) return;
    if (this.#isLasting) this.#onWhole(this.#writer);
    else this.#writer.discard();
  }
}

function* itemsOf(lines: Iterable<string>): Generator<InputItem> {
  for (const line of lines) {
    const [head = "", ...features] = line.split("\t");
    const item = JSON.parse(head) as InputItem | WrittenPage;
    if (item.kind !== "extracted" || item.page === undefined) yield item as InputItem;
    else
      yield {
        ...item,
        page: { ...item.page, capture: item.page.capture ?? item.capture, features },
      };
  }
}

/**
 * Returns the fingerprint of a plain file. Returns undefined for anything else, because a stream can be read only once.
 */
export function fingerprintOf(path: string): Fingerprint | undefined {
  const stats = path === "-" ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const { size, mtimeMs } = stats;
  const ends = [
    digestOfFile(path, 0, END_BYTES),
    digestOfFile(path, Math.max(0, size - END_BYTES)),
  ];
  return { size, date: mtimeMs, ends: sha256(ends.join(" ")) };
}
