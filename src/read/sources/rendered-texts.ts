import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { members } from "../../base/json.js";
import { append } from "../../base/math/group-by.js";
import { parseDatetime } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import { temporaryFolder } from "../../base/platform/line-files.js";
import type { InputItem } from "../../base/types.js";
import type { ArchiveRecord, Loss } from "../warc/record-reader.js";
import type { WaczPackage } from "../warc/wacz.js";
import { pageLinesOf } from "./pages-jsonl.js";

/**
 * Matches Browsertrix's URIs for the text in its browser, once after the page loaded and once after its scripts ran.
 */
const OF_TEXT = /^<?urn:text(?:Final)?:(https?:.*?)>?$/iu;
/** Maximum difference in milliseconds between a text and the capture to which it belongs. */
const NEAREST = 10 * 60 * 1000;

/** Position of a text in the temporary file, and its time. */
interface Text {
  readonly time: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Texts that browsers rendered during the crawl (`urn:text:` records, `text` in the pages of a WACZ). They are stored
 * in a temporary file, because crawlers write them to separate files, before or after the pages.
 */
export class RenderedTexts {
  readonly #longest: number;
  readonly #folder = temporaryFolder("texts-");
  readonly #file = openSync(join(this.#folder, "texts"), "wx+", 0o600);
  readonly #byKey = new Map<string, Text[]>();
  #end = 0;

  /** Texts of more than `longest` bytes are left out. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /**
   * Adds the texts among records. Damage is not reported here, because it is reported when the records are read for
   * their pages.
   */
  async takeRecords(
    records: AsyncIterable<ArchiveRecord | Loss>,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const record of records) {
      signal.throwIfAborted();
      if (record.kind !== "record") continue;
      const [, uriR] = OF_TEXT.exec(record.fields.get("warc-target-uri") ?? "") ?? [];
      if (uriR === undefined) continue;
      const { data, trouble } = await record.block.take(this.#longest);
      if (data === undefined || trouble !== undefined) continue;
      this.#add(uriR, record.fields.get("warc-date") ?? "", data);
    }
  }

  async takePages(pack: WaczPackage): Promise<void> {
    for await (const found of pageLinesOf(pack)) {
      if (found.kind === "damage") continue;
      const { url, ts, text } = members(found.value);
      if (typeof url !== "string" || typeof ts !== "string" || typeof text !== "string") continue;
      const bytes = Buffer.from(text);
      if (bytes.length <= this.#longest) this.#add(url, ts, bytes);
    }
  }

  /** Returns the item, with its rendered text if there is one. */
  addTo(item: InputItem): InputItem {
    if (item.kind !== "memento") return item;
    const { capture, body } = item;
    const text = this.#nearest(capture.uriR, Date.parse(capture.mementoDatetime));
    if (text === undefined) return item;
    const note = `the text is what a browser showed (${new Date(text.time).toISOString()})`;
    const rendered = this.#read(text);
    return {
      kind: "memento",
      capture: { ...capture, notes: [...(capture.notes ?? []), note] },
      body: { ...body, rendered },
    };
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #add(uriR: string, date: string, bytes: Uint8Array): void {
    const datetime = parseDatetime(date);
    if (datetime === undefined || bytes.length === 0) return;
    const text = { time: Date.parse(datetime), offset: this.#end, length: bytes.length };
    for (let written = 0; written < bytes.length;) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
    this.#end += bytes.length;
    append(this.#byKey, surt(uriR), text);
  }

  /** Returns the nearest text in time. Of equally near texts, returns the one that was read first. */
  #nearest(uriR: string, time: number): Text | undefined {
    let nearest: Text | undefined;
    let distance = NEAREST + 1;
    for (const text of this.#byKey.get(surt(uriR)) ?? []) {
      const away = Math.abs(text.time - time);
      if (away < distance) [nearest, distance] = [text, away];
    }
    return nearest;
  }

  #read({ offset, length }: Text): string {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length;) {
      const count = readSync(this.#file, bytes, read, length - read, offset + read);
      if (count === 0) throw new Error("a temporary file ends too early");
      read += count;
    }
    return bytes.toString("utf8");
  }
}
