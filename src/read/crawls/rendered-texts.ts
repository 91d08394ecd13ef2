import { damage } from "../../base/errors.js";
import { members } from "../../base/json.js";
import { append } from "../../base/math/group-by.js";
import { parseDatetime } from "../../base/datetime.js";
import { Spill } from "../../base/shuffle.js";
import { surt } from "../../base/uri.js";
import type { Capture, InputItem } from "../../base/types.js";
import { isRemote, sizeOf } from "../../base/platform/files.js";
import { TroubleCount } from "../timemaps/document.js";
import type { InputContext } from "../types.js";
import { contentsOf } from "../warc/archive-file.js";
import { type ArchiveRecord, type Loss, readRecords } from "../warc/record-reader.js";
import { uriOfBrowserText } from "../warc/text-records.js";
import { packagesOf, placeOf, type WaczPackage } from "../warc/wacz.js";
import { timeOfPage } from "./page-dates.js";
import { type PageListLine, pageLinesOf } from "./pages-jsonl.js";

/** Maximum difference in milliseconds between a text and the capture to which it belongs. */
const NEAREST = 10 * 60 * 1000;

/**
 * Matches a URI whose fragment chooses what the scripts of one page show: `https://app.example/#/mill`, `#!mill`. The text
 * of such a view is not that of the page. `#/` is the first view, which is the page.
 */
const ROUTE = /^[^#]*#(?:!\/?|\/)[^#]/u;

interface View {
  readonly time: number;
  readonly text: number;
}

/**
 * Texts that browsers rendered during the crawl (`urn:text:` records, `text` in the pages of a WACZ). They are stored
 * in a temporary file, because crawlers write them to separate files, before or after the pages.
 */
class RenderedTexts {
  readonly #longest: number;
  readonly #texts = new Spill<string>("texts-", 0, (line) => JSON.parse(line) as string);
  #count = 0;
  readonly #views = new Map<string, View[]>();
  readonly #troubles = new Map<string, TroubleCount>();
  readonly #losses: Loss[] = [];

  /** Texts of more than `longest` bytes are left out. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Damage is not reported here, because it is reported when the records are read for their pages. */
  async takeRecords(
    records: AsyncIterable<ArchiveRecord | Loss>,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const record of records) {
      signal.throwIfAborted();
      if (record.kind !== "record") continue;
      const uriR = uriOfBrowserText(record.fields);
      if (uriR === undefined || ROUTE.test(uriR)) continue;
      const { data, trouble } = await record.block.take(this.#longest);
      if (data === undefined || trouble !== undefined) continue;
      const datetime = parseDatetime(record.fields.get("warc-date") ?? "");
      if (datetime !== undefined) this.#add(uriR, Date.parse(datetime), data.toString("utf8"));
    }
  }

  /** Adds the texts of a WACZ: those of its page lists and, if they are wanted, those of its records. */
  async takePackage(
    pack: WaczPackage,
    signal: AbortSignal,
    { isWanted, tellsLines }: { readonly isWanted: boolean; readonly tellsLines: boolean },
  ): Promise<void> {
    for await (const found of pageLinesOf(pack)) {
      signal.throwIfAborted();
      if (found.kind === "line") this.#takePage(found);
      else if (tellsLines) this.#losses.push(found);
    }
    for (const member of pack.warcs) {
      if (!isWanted && !OF_TEXTS.test(member.name)) continue;
      const open = (): ReturnType<typeof pack.zip.openMember> => pack.zip.openMember(member);
      await this.takeRecords(readRecords(placeOf(pack, member), undefined, open), signal);
    }
  }

  *losses(): Generator<Loss> {
    yield* this.#losses;
    for (const [file, troubles] of this.#troubles) {
      for (const message of troubles.lines()) yield damage(file, message);
    }
  }

  /**
   * Returns an item with the text that a browser rendered if there is one. `isWanted` tells whether that text is wanted in
   * place of the page's own.
   */
  withText(item: InputItem, isWanted: boolean): InputItem {
    if (item.kind !== "memento" || item.textOf !== undefined) return item;
    const { capture, body } = item;
    const view = this.#nearest(capture);
    const text = view && this.#texts.at(view.text);
    if (view === undefined || text === undefined) return item;
    const note = `the text is what a browser showed (${new Date(view.time).toISOString()})`;
    if (!isWanted) return { kind: "memento", capture, body: { ...body, shown: { text, note } } };
    return {
      kind: "memento",
      capture: { ...capture, notes: [...(capture.notes ?? []), note] },
      body: { ...body, rendered: text },
    };
  }

  close(): void {
    this.#texts.close();
  }

  #takePage(line: PageListLine): void {
    const { url, ts, text = null, format } = members(line.value);
    if (text === null || text === "" || (format !== undefined && url === undefined)) return;
    const uriR = typeof url === "string" ? url.trim() : undefined;
    if (uriR !== undefined && (!/^https?:/iu.test(uriR) || ROUTE.test(uriR))) return;
    const time = timeOfPage(ts);
    if (uriR === undefined) this.#trouble(line, "whose url is not a text");
    else if (typeof text !== "string") this.#trouble(line, "whose text is not a text");
    else if (Buffer.byteLength(text) > this.#longest) {
      const limit = `longer than ${this.#longest} bytes (--max-page-size)`;
      this.#trouble(line, `whose text is ${limit}`);
    } else if (time === undefined) {
      const why = ts === undefined || ts === null ? "they have no ts" : "their ts is no date";
      this.#trouble(line, `whose text is not used, because ${why}`);
    } else this.#add(uriR, time, text);
  }

  #add(uriR: string, time: number, text: string): void {
    if (text === "") return;
    this.#texts.add(text, () => JSON.stringify(text), text.length);
    append(this.#views, surt(uriR), { time, text: this.#count });
    this.#count += 1;
  }

  #trouble({ source, number }: PageListLine, what: string): void {
    const troubles = this.#troubles.get(source.file) ?? new TroubleCount();
    this.#troubles.set(source.file, troubles);
    troubles.add(`pages ${what}`, `line ${number}`);
  }

  /** Returns the nearest text in time. Of equally near texts, returns the one that was read first. */
  #nearest({ uriR, mementoDatetime }: Capture): View | undefined {
    const time = Date.parse(mementoDatetime);
    let nearest: View | undefined;
    let distance = NEAREST + 1;
    for (const view of this.#views.get(surt(uriR)) ?? []) {
      const away = Math.abs(view.time - time);
      if (away < distance) [nearest, distance] = [view, away];
    }
    return nearest;
  }
}

/** Crawlers keep texts in WARC files of their own, whose names say so: `archive/text-1.warc.gz`. */
const OF_TEXTS = /text[^/\\]*\.warc(?:\.gz)?$/iu;

/** Whether a file has texts that can be read without reading all records of a crawl twice. */
export const mayHaveTexts = (path: string): boolean =>
  !isRemote(path) && (/\.wacz$/iu.test(path) || OF_TEXTS.test(path));

/**
 * Yields the items of files with the texts that browsers rendered. Without `--text rendered` these are the texts in the page
 * lists of WACZ files and in files of their own, for pages that have none.
 */
export async function* itemsWithTexts(
  files: readonly string[],
  context: InputContext,
  items: AsyncIterable<InputItem>,
): AsyncGenerator<InputItem> {
  const texts = await renderedTexts(files, context);
  try {
    if (context.wantsRendered === true) yield* texts.losses();
    for await (const item of items) yield texts.withText(item, context.wantsRendered === true);
  } finally {
    texts.close();
  }
}

/** The texts are read from all files before the first capture, because crawlers write them to separate files. */
async function renderedTexts(
  files: readonly string[],
  context: InputContext,
): Promise<RenderedTexts> {
  const { signal, maxPageBytes } = context;
  const texts = new RenderedTexts(maxPageBytes);
  const isWanted = context.wantsRendered === true;
  const readable = files.filter((each) => (isRemote(each) ? isWanted : sizeOf(each) !== undefined));
  // With `--seeds auto` the seeds are read from the page lists, and their damage is reported then.
  const tellsLines = isWanted && context.http?.seeds !== "auto";
  try {
    for (const path of readable) {
      signal.throwIfAborted();
      if (!isWanted && !mayHaveTexts(path)) continue;
      const { isWacz, like } = await contentsOf(path);
      if (!isWacz) {
        if (like === undefined) await texts.takeRecords(readRecords(path), signal);
        continue;
      }
      for await (const found of packagesOf(path)) {
        if (found.kind !== "package") continue;
        await texts.takePackage(found, signal, { isWanted, tellsLines });
      }
    }
    return texts;
  } catch (cause) {
    texts.close();
    throw cause;
  }
}
