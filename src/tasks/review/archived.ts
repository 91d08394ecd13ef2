import { basename, resolve } from "node:path";
import { archivedFiles } from "../../command/archived-files.js";
import { FetchedMementos, type MementoItem } from "../../command/fetched-mementos.js";
import type { Log } from "../../command/log.js";
import { decodeBody } from "../../read/coding/content-coding.js";
import { recordItem } from "../../read/warc/items.js";
import { RecordsAt } from "../../read/warc/record-at.js";
import { withoutBrackets } from "../../read/warc/record-format.js";
import type { ArchiveRecord } from "../../read/warc/record-reader.js";
import { WITHIN } from "../../read/warc/wacz.js";
import { outlineOf } from "../../page/html/outline.js";
import { uriMOf } from "../../write/decisions.js";
import type { SavedMemento } from "../../write/entry.js";
import { escapeXml } from "../../write/formats/markup.js";
import { inertPage } from "./inert-page.js";
import { linkedPage } from "./linked-page.js";
import { type ArchivedBody, PageResources } from "./page-resources.js";
import type { ResourceLinks } from "./resource-links.js";

/** Maximum size of pages that are shown, in bytes. */
const LARGEST_SHOWN = 64 * 1024 * 1024;

/** The pages of results, by URI-M. They are read by offset, and only from the named files and working directories. */
export class ArchivedPages {
  readonly resources: PageResources;
  readonly #mementos: ReadonlyMap<string, SavedMemento>;
  readonly #fetched: FetchedMementos;
  readonly #byPath = new Map<string, string>();
  readonly #byName = new Map<string, string | undefined>();

  private constructor(
    paths: readonly string[],
    fetched: FetchedMementos,
    mementos: readonly SavedMemento[],
    log: Log,
  ) {
    this.resources = new PageResources(paths, log);
    this.#fetched = fetched;
    this.#mementos = new Map(mementos.map((memento) => [uriMOf(memento.uriM), memento]));
    for (const path of paths) {
      this.#byPath.set(resolve(path), path);
      const name = basename(path);
      // A name that two files share identifies neither file.
      this.#byName.set(name, this.#byName.has(name) ? undefined : path);
    }
  }

  /** Throws a `UsageError` for inputs without local pages. */
  static async open(
    input: readonly string[],
    mementos: readonly SavedMemento[],
    log: Log,
  ): Promise<ArchivedPages> {
    const { paths, directories } = await archivedFiles(input, "archived pages are shown", log);
    const fetched = await FetchedMementos.open(directories, LARGEST_SHOWN);
    return new ArchivedPages(paths, fetched, mementos, log);
  }

  /** Returns a page whose resources have addresses under `path`; `undefined` if there is no such page. */
  async page(path: string, uriM: string): Promise<ArchivedBody | undefined> {
    const memento = this.#mementos.get(uriMOf(uriM));
    return memento && this.#shown(memento, await this.resources.linksOf(path, memento));
  }

  /** Returns the title of a page; an empty text if it has none, or if there is no such page. */
  async title(uriM: string): Promise<string> {
    const memento = this.#mementos.get(uriMOf(uriM));
    const page = memento && (await this.#shown(memento));
    return page === undefined ? "" : outlineOf(new TextDecoder().decode(page.bytes)).title;
  }

  async #shown(memento: SavedMemento, links?: ResourceLinks): Promise<ArchivedBody | undefined> {
    const page = await this.#recorded(memento, links);
    if (page !== undefined) return page;
    const item = await this.#fetched.item(memento);
    return item && shownBody(item);
  }

  /** Returns the screenshot that the crawl stored of a page. */
  async screenshot(uriM: string): Promise<ArchivedBody | undefined> {
    const memento = this.#mementos.get(uriMOf(uriM));
    return memento && this.resources.screenshot(memento);
  }

  /** Fetches a page that no run has read, and returns why it cannot be had, or an empty text. */
  async fetch(uriM: string): Promise<string> {
    const memento = this.#mementos.get(uriMOf(uriM));
    return memento?.capture.inferredFrom === undefined
      ? "it is no capture that was not read"
      : this.#fetched.fetch(memento);
  }

  async close(): Promise<void> {
    await Promise.all([this.#fetched.close(), this.resources.close()]);
  }

  async #recorded(
    { capture }: SavedMemento,
    links: ResourceLinks | undefined,
  ): Promise<ArchivedBody | undefined> {
    const { via, recordId } = capture;
    const at = via?.source ?? capture.source;
    const place = at && this.#placeOf(at.file);
    if (at === undefined || place === undefined) return undefined;
    const isIt = ({ fields }: ArchiveRecord): boolean => {
      const field = (name: string): string => withoutBrackets(fields.get(name) ?? "");
      return via?.source === undefined
        ? recordId === undefined || field("warc-record-id") === recordId
        : field("warc-target-uri") === via.uriR;
    };
    return withRecord(place, at.offset, isIt, async (record) => {
      const item = await recordItem(record, {
        maxPageBytes: LARGEST_SHOWN,
        redirects: "as-mementos",
        takesTexts: true,
      });
      return item.kind === "memento" ? shownBody(item, links) : undefined;
    });
  }

  /** The results may come from another folder. */
  #placeOf(file: string): string | undefined {
    const end = file.indexOf(WITHIN);
    const [path, within] = end < 0 ? [file, ""] : [file.slice(0, end), file.slice(end)];
    const found = this.#byPath.get(resolve(path)) ?? this.#byName.get(basename(path));
    return found === undefined ? undefined : found + within;
  }
}

/** Returns the page of a memento without its encodings. The page is changed so that it opens no connection. */
function shownBody({ body, capture }: MementoItem, links?: ResourceLinks): ArchivedBody {
  const { bytes } = decodeBody(body, LARGEST_SHOWN);
  const page = inertPage(bytes, capture.contentType, capture.guessedCharset, (html) => {
    if (body.format === "text") return `<pre style="white-space:pre-wrap">${escapeXml(html)}</pre>`;
    return links === undefined ? html : linkedPage(html, links);
  });
  return { bytes: page, contentType: "text/html; charset=utf-8" };
}

/** Returns `undefined` if the offset has no record or another record. */
async function withRecord<T>(
  place: string,
  offset: number,
  isIt: (record: ArchiveRecord) => boolean,
  use: (record: ArchiveRecord) => Promise<T | undefined>,
): Promise<T | undefined> {
  const records = await RecordsAt.open(place);
  try {
    for await (const record of records.from(offset)) {
      // A compressed member may contain several records, and damage before the records.
      if (record.source.offset !== offset) return undefined;
      if (record.kind !== "record") continue;
      if (isIt(record)) return await use(record);
      await record.block.skip();
    }
    return undefined;
  } finally {
    await records.close();
  }
}
