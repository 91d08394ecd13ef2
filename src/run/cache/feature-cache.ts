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
/** Bytes of each end of a file by which it is known again. */
const END_BYTES = 1 << 16;

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

/** Keeps what map makes of each file: an entry for each file and stamp of settings. One that is not of its file is made again. */
export class FeatureCache implements FileCache {
  readonly folder: CacheFolder;
  /** Names what features are made with. */
  readonly stamp: string;
  readonly #verify: boolean;
  /** Digests of the entries that this run has taken or made, by path. */
  readonly #used = new Map<string, string>();
  /** Digests of whole files, by path and fingerprint: each is read once. */
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
      // What was written to meanwhile is read again next time.
      if (JSON.stringify(after) !== JSON.stringify(known)) writer.discard();
      else {
        const facts = { ...known, whole: digestOfFile(path) };
        this.#used.set(path, writer.finish(name, FORM, facts));
      }
    });
  }

  /** Names what this run has read from a file or kept of it; undefined where it keeps nothing of it. */
  used(path: string): string | undefined {
    return this.#used.get(path);
  }

  /** Names what is kept of a file as it is now, as `used` does; undefined where nothing is. */
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

/** Makes an entry of the items of a file, in their order, in whatever order the features of its pages come. */
class Recorder {
  readonly #writer: EntryWriter;
  /** Lines by number that wait for earlier ones. */
  readonly #waiting = new Map<number, string>();
  #items = 0;
  #written = 0;
  #isLasting = true;
  #onWhole: ((writer: EntryWriter) => void) | undefined;

  constructor(writer: EntryWriter) {
    this.#writer = writer;
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

  /** No item comes any more; `onWhole` takes the entry when all of it is there. */
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
