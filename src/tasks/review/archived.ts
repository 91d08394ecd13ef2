import { basename, resolve } from "node:path";
import { decodeBody } from "../../read/coding/content-coding.js";
import type { SavedMemento } from "../../write/entry.js";
import { recordItem } from "../../read/warc/items.js";
import { RecordsAt } from "../../read/warc/record-at.js";
import type { ArchiveRecord } from "../../read/warc/record-reader.js";
import { WITHIN } from "../../read/warc/wacz.js";
import { escapeXml } from "../../write/formats/markup.js";
import { inertPage } from "./inert-page.js";
import { linkedPage } from "./linked-page.js";
import type { ResourceLinks } from "./resource-links.js";
import { FetchedMementos, type MementoItem } from "../../command/fetched-mementos.js";

export interface ArchivedBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Maximum size of pages that are shown, in bytes. */
const LARGEST_SHOWN = 64 * 1024 * 1024;

/** Pages are read by offset, and only from the named files. */
export class ArchivedPages {
  readonly #byPath = new Map<string, string>();
  readonly #byName = new Map<string, string | undefined>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      this.#byPath.set(resolve(path), path);
      const name = basename(path);
      // A name that two files share identifies neither file.
      this.#byName.set(name, this.#byName.has(name) ? undefined : path);
    }
  }

  /** Returns the page of a memento without its encodings; `undefined` if the files do not contain the page. */
  async page(
    { capture }: SavedMemento,
    links: ResourceLinks | undefined,
  ): Promise<ArchivedBody | undefined> {
    const { via, recordId } = capture;
    const at = via?.source ?? capture.source;
    const place = at && this.#placeOf(at.file);
    if (at === undefined || place === undefined) return undefined;
    const isIt = (record: ArchiveRecord): boolean =>
      via?.source === undefined
        ? recordId === undefined || idOf(record) === recordId
        : withoutBrackets(record.fields.get("warc-target-uri")) === via.uriR;
    return withRecord(place, at.offset, isIt, async (record) => {
      const options = {
        maxPageBytes: LARGEST_SHOWN,
        redirects: "as-mementos",
        takesTexts: true,
      } as const;
      const item = await recordItem(record, options);
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

const withoutBrackets = (text = ""): string => text.replace(/^<(.*)>$/u, "$1");

const idOf = ({ fields }: ArchiveRecord): string => withoutBrackets(fields.get("warc-record-id"));

/** Pages of working directories. Nothing is fetched but what {@link FetchedPages.fetch} is asked for. */
export class FetchedPages {
  readonly #mementos: FetchedMementos;
  readonly #first: string | undefined;
  /** Opened for the first capture that is fetched. */
  #online: Promise<FetchedMementos> | undefined;
  readonly #fetched = new Set<SavedMemento>();

  private constructor(mementos: FetchedMementos, first: string | undefined) {
    this.#mementos = mementos;
    this.#first = first;
  }

  /** Throws a `UsageError` for a folder that is not a working directory. */
  static async open(directories: readonly string[]): Promise<FetchedPages> {
    const mementos = await FetchedMementos.open(directories, LARGEST_SHOWN);
    return new FetchedPages(mementos, directories[0]);
  }

  /**
   * Fetches a memento that no run has read into the first directory, and returns why it cannot be had, or an empty text.
   * Throws a `UsageError` while another run has the directory.
   */
  async fetch(memento: SavedMemento): Promise<string> {
    if (this.#first === undefined) return "there is no working directory for it";
    this.#online ??= FetchedMementos.open([this.#first], LARGEST_SHOWN, true);
    const online = await this.#online.catch((cause: unknown) => {
      this.#online = undefined;
      throw cause;
    });
    const { item, trouble } = await online.outcome(memento);
    if (item !== undefined) this.#fetched.add(memento);
    return trouble;
  }

  /** Returns the page of a memento without its encodings; `undefined` if no directory contains the page. */
  async page(memento: SavedMemento): Promise<ArchivedBody | undefined> {
    const mementos = this.#fetched.has(memento) ? await this.#online : this.#mementos;
    const item = await mementos?.item(memento);
    return item && shownBody(item);
  }

  async close(): Promise<void> {
    await this.#mementos.close();
    await (await this.#online?.catch(() => undefined))?.close();
  }
}
