import { damage } from "../../base/errors.js";
import { members } from "../../base/json.js";
import { append } from "../../base/math/group-by.js";
import { parseDatetime } from "../../base/datetime.js";
import { counted } from "../../base/text.js";
import { surt } from "../../base/uri.js";
import type { Capture, InputItem, Source } from "../../base/types.js";
import { isRemote, sizeOf } from "../../base/platform/files.js";
import type { InputContext } from "../types.js";
import { contentsOf } from "../warc/archive-file.js";
import type { RawFile } from "../warc/bytes.js";
import { type ArchiveRecord, type Loss, readRecords } from "../warc/record-reader.js";
import { uriOfBrowserText } from "../warc/text-records.js";
import { packagesOf, placeOf, type WaczPackage } from "../warc/wacz.js";
import { timeOfPage, UndatedPages, type UndatedPage } from "./page-dates.js";
import { type PageListLine, pageLinesOf } from "./pages-jsonl.js";
import { type Stored, StoredBytes } from "./stored-bytes.js";

/** Maximum difference in milliseconds between a text and the capture to which it belongs. */
const NEAREST = 10 * 60 * 1000;

const NO_TEXT: Stored = { offset: 0, length: 0 };

/** A text that a browser showed. */
interface View {
  readonly time: number;
  readonly text: Stored;
}

/**
 * Matches a URI whose fragment chooses what the scripts of one page show: `https://app.example/#/mill`, `#!mill`. The text
 * of such a view is not that of the page. `#/` is the first view, which is the page.
 */
const ROUTE = /^[^#]*#(?:!\/?|\/)[^#]/u;

interface ListedPage extends UndatedPage {
  readonly text: Stored;
  readonly source: Source;
  readonly number: number;
  readonly hasDate: boolean;
}

/**
 * Texts that browsers rendered during the crawl (`urn:text:` records, `text` in the pages of a WACZ). They are stored
 * in a temporary file, because crawlers write them to separate files, before or after the pages.
 */
class RenderedTexts {
  readonly #longest: number;
  readonly #bytes = new StoredBytes("texts");
  readonly #views = new Map<string, View[]>();
  readonly #troubles = new Map<
    string,
    { readonly source: Source; number: number; count: number }
  >();
  readonly #losses: Loss[] = [];

  /** Texts of more than `longest` bytes are left out. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Damage is not reported here, because it is reported when the records are read for their pages. */
  async takeRecords(
    records: AsyncIterable<ArchiveRecord | Loss>,
    signal: AbortSignal,
    undated?: UndatedPages<ListedPage>,
  ): Promise<void> {
    for await (const record of records) {
      signal.throwIfAborted();
      if (record.kind !== "record") continue;
      undated?.note(record.fields);
      const uriR = uriOfBrowserText(record.fields);
      if (uriR === undefined || ROUTE.test(uriR)) continue;
      const { data, trouble } = await record.block.take(this.#longest);
      if (data === undefined || trouble !== undefined || data.length === 0) continue;
      const datetime = parseDatetime(record.fields.get("warc-date") ?? "");
      if (datetime !== undefined) this.#add(uriR, Date.parse(datetime), this.#bytes.add(data));
    }
  }

  /** Adds the texts of a WACZ: those of its page lists and those of its records. */
  async takePackage(
    pack: WaczPackage,
    signal: AbortSignal,
    { tellsLines }: { readonly tellsLines: boolean },
  ): Promise<void> {
    const undated = new UndatedPages<ListedPage>();
    for await (const found of pageLinesOf(pack)) {
      signal.throwIfAborted();
      if (found.kind === "line") this.#takePage(found, undated);
      else if (tellsLines) this.#losses.push(found);
    }
    for (const member of pack.warcs) {
      const open = (): Promise<RawFile> => pack.zip.openMember(member);
      const records = readRecords(placeOf(pack, member), undefined, open);
      await this.takeRecords(records, signal, undated);
    }
    for (const [page, times] of undated.settled()) {
      for (const time of times) this.#add(page.uriR, time, page.text);
      if (times.length > 0 || page.text.length === 0) continue;
      const why = page.hasDate ? "their ts is no date" : "they have no ts";
      this.#trouble(page, `whose text is not used, because ${why} and no single capture tells it`);
    }
  }

  /** Adds the dated texts of the page lists of a WACZ, which can be read without its records. */
  async takeLists(pack: WaczPackage, signal: AbortSignal): Promise<void> {
    const undated = new UndatedPages<ListedPage>();
    for await (const found of pageLinesOf(pack)) {
      signal.throwIfAborted();
      if (found.kind === "line") this.#takePage(found, undated);
    }
    this.#troubles.clear();
  }

  *losses(): Generator<Loss> {
    yield* this.#losses;
    for (const [key, { source, number, count }] of this.#troubles) {
      const what = key.slice(key.indexOf("\0") + 1);
      yield damage(source, `${counted(count, "page")} ${what} (first: line ${number})`);
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
    if (view === undefined) return item;
    const note = `the text is what a browser showed (${new Date(view.time).toISOString()})`;
    const rendered = this.#bytes.read(view.text).toString("utf8");
    if (!isWanted) {
      return { kind: "memento", capture, body: { ...body, shown: { text: rendered, note } } };
    }
    return {
      kind: "memento",
      capture: { ...capture, notes: [...(capture.notes ?? []), note] },
      body: { ...body, rendered },
    };
  }

  close(): void {
    this.#bytes.close();
  }

  #takePage(line: PageListLine, undated: UndatedPages<ListedPage>): void {
    const { url, ts, text = null, id, format } = members(line.value);
    if (format !== undefined && url === undefined) return;
    if (typeof url !== "string" || !/^\s*https?:/iu.test(url)) {
      if (typeof url !== "string" && text !== null) this.#trouble(line, "whose url is not a text");
      return;
    }
    const uriR = url.trim();
    if (ROUTE.test(uriR)) return;
    if (typeof text !== "string" && text !== null) this.#trouble(line, "whose text is not a text");
    const stored = typeof text === "string" ? this.#stored(text, line) : NO_TEXT;
    const time = timeOfPage(ts);
    if (time !== undefined) {
      undated.noteDated(uriR);
      this.#add(uriR, time, stored);
      return;
    }
    const { source, number } = line;
    const hasDate = ts !== undefined && ts !== null;
    const name = typeof id === "string" ? id : undefined;
    undated.add({ uriR, id: name, text: stored, source, number, hasDate });
  }

  #stored(text: string, line: PageListLine): Stored {
    const bytes = Buffer.from(text);
    if (bytes.length === 0) return NO_TEXT;
    if (bytes.length <= this.#longest) return this.#bytes.add(bytes);
    this.#trouble(line, `whose text is longer than ${this.#longest} bytes (--max-page-size)`);
    return NO_TEXT;
  }

  #add(uriR: string, time: number, text: Stored): void {
    if (text.length > 0) append(this.#views, surt(uriR), { time, text });
  }

  #trouble({ source, number }: Pick<ListedPage, "source" | "number">, what: string): void {
    const key = `${source.file}\0${what}`;
    const known = this.#troubles.get(key);
    if (known === undefined) this.#troubles.set(key, { source, number, count: 1 });
    else known.count += 1;
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

/**
 * Yields the items of files with the texts that browsers rendered. Without `--text rendered` these are the texts in the page
 * lists of WACZ files, for pages that have none of their own.
 */
export async function* itemsWithTexts(
  files: readonly string[],
  context: InputContext,
  items: AsyncIterable<InputItem>,
): AsyncGenerator<InputItem> {
  const texts = await renderedTexts(files, context);
  try {
    yield* texts.losses();
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
  const readable = files.filter((each) =>
    isRemote(each) ? context.wantsRendered === true : sizeOf(each) !== undefined,
  );
  // With `--seeds auto` the seeds are read from the page lists, and their damage is reported then.
  const tellsLines = context.http?.seeds !== "auto";
  try {
    for (const path of readable) {
      signal.throwIfAborted();
      if (context.wantsRendered !== true && !/\.wacz$/iu.test(path)) continue;
      const { isWacz, like } = await contentsOf(path);
      if (!isWacz) {
        if (like === undefined) await texts.takeRecords(readRecords(path), signal);
        continue;
      }
      for await (const found of packagesOf(path)) {
        if (found.kind !== "package") continue;
        if (context.wantsRendered === true) await texts.takePackage(found, signal, { tellsLines });
        else await texts.takeLists(found, signal);
      }
    }
    return texts;
  } catch (cause) {
    texts.close();
    throw cause;
  }
}
