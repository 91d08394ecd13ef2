import { basename, resolve } from "node:path";
import { append } from "../../base/math/group-by.js";
import { parseDatetime } from "../../base/datetime.js";
import { seedKey } from "../../base/uri.js";
import { decodeBody } from "../../read/coding/content-coding.js";
import type { SavedMemento } from "../../write/entry.js";
import { recordItem } from "../../read/warc/items.js";
import { RecordsAt } from "../../read/warc/record-at.js";
import { type ArchiveRecord, readRecords } from "../../read/warc/record-reader.js";
import { isWaczName, openPlace, packagesOf, placeOf, WITHIN } from "../../read/warc/wacz.js";
import { inertPage } from "./inert-page.js";
import { FetchedMementos, type MementoItem } from "../../command/fetched-mementos.js";

export interface ArchivedBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Maximum size of pages and pictures that are shown, in bytes. */
const LARGEST_SHOWN = 64 * 1024 * 1024;
/** Maximum time in milliseconds between a picture and its capture. */
const NEAREST = 10 * 60 * 1000;
/** URIs under which Browsertrix stores its screenshots. */
const OF_PICTURE = /^<?urn:(view|thumbnail):(https?:.*?)>?$/iu;
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

interface Picture {
  readonly time: number;
  /** True for a picture of full size, false for a thumbnail. */
  readonly isView: boolean;
  readonly place: string;
  readonly offset: number;
  readonly recordId: string;
}

/** Pages are read by offset, and only from the named files. */
export class ArchivedPages {
  readonly #byPath = new Map<string, string>();
  readonly #byName = new Map<string, string | undefined>();
  #pictures: Promise<ReadonlyMap<string, readonly Picture[]>> | undefined;

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      this.#byPath.set(resolve(path), path);
      const name = basename(path);
      // A name that two files share identifies neither file.
      this.#byName.set(name, this.#byName.has(name) ? undefined : path);
    }
  }

  /** Returns the page of a memento without its encodings; `undefined` if the files do not contain the page. */
  async page({ capture }: SavedMemento): Promise<ArchivedBody | undefined> {
    const { via, recordId } = capture;
    const at = via?.source ?? capture.source;
    const place = at && this.#placeOf(at.file);
    if (at === undefined || place === undefined) return undefined;
    const isIt = (record: ArchiveRecord): boolean =>
      via?.source === undefined
        ? recordId === undefined || idOf(record) === recordId
        : withoutBrackets(record.fields.get("warc-target-uri")) === via.uriR;
    return withRecord(place, at.offset, isIt, async (record) => {
      const options = { maxPageBytes: LARGEST_SHOWN, redirects: "as-mementos" } as const;
      const item = await recordItem(record, options);
      return item.kind === "memento" ? shownBody(item) : undefined;
    });
  }

  /** Returns the crawl's screenshot of a memento; `undefined` if the crawl has no screenshot. */
  async picture({ capture }: SavedMemento): Promise<ArchivedBody | undefined> {
    const { uriR, mementoDatetime } = capture;
    if (uriR === undefined || mementoDatetime === undefined) return undefined;
    const time = Date.parse(mementoDatetime);
    const pictures = await (this.#pictures ??= findPictures([...this.#byPath.values()]));
    const near = (pictures.get(seedKey(uriR)) ?? []).filter(
      (picture) => Math.abs(picture.time - time) <= NEAREST,
    );
    const picture = near.find(({ isView }) => isView) ?? near[0];
    if (picture === undefined) return undefined;
    const isIt = (record: ArchiveRecord): boolean => idOf(record) === picture.recordId;
    return withRecord(picture.place, picture.offset, isIt, async (record) => {
      const contentType = record.fields.get("content-type")?.toLowerCase() ?? "";
      const { data } = await record.block.take(LARGEST_SHOWN);
      return data !== undefined && PICTURES.has(contentType)
        ? { bytes: data, contentType }
        : undefined;
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
function shownBody({ body, capture }: MementoItem): ArchivedBody {
  const { bytes } = decodeBody(body, LARGEST_SHOWN);
  const page = inertPage(bytes, capture.contentType, capture.guessedCharset);
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

/** Prefers files that contain only screenshots, because crawlers usually write such files. */
async function findPictures(
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly Picture[]>> {
  const places: string[] = [];
  for (const path of paths) {
    if (!isWaczName(path)) {
      places.push(path);
      continue;
    }
    for await (const found of packagesOf(path)) {
      if (found.kind === "package") places.push(...found.warcs.map((each) => placeOf(found, each)));
    }
  }
  const named = places.filter((place) => /screenshot/iu.test(basename(place)));
  const pictures = new Map<string, Picture[]>();
  for (const place of named.length > 0 ? named : places) {
    for await (const record of readRecords(place, undefined, () => openPlace(place))) {
      if (record.kind !== "record") continue;
      const [, kind, uriR] = OF_PICTURE.exec(record.fields.get("warc-target-uri") ?? "") ?? [];
      const date = parseDatetime(record.fields.get("warc-date") ?? "");
      if (uriR === undefined || date === undefined) continue;
      const isView = kind?.toLowerCase() === "view";
      const { offset } = record.source;
      const at = { place, offset, recordId: idOf(record) };
      append(pictures, seedKey(uriR), { time: Date.parse(date), isView, ...at });
    }
  }
  return pictures;
}

/** Nothing is fetched. */
export class FetchedPages {
  readonly #mementos: FetchedMementos;

  private constructor(mementos: FetchedMementos) {
    this.#mementos = mementos;
  }

  /** Throws a `UsageError` for a folder that is not a working directory. */
  static async open(directories: readonly string[]): Promise<FetchedPages> {
    return new FetchedPages(await FetchedMementos.open(directories, LARGEST_SHOWN));
  }

  /** Returns the page of a memento without its encodings; `undefined` if no directory contains the page. */
  async page(memento: SavedMemento): Promise<ArchivedBody | undefined> {
    const item = await this.#mementos.item(memento);
    return item && shownBody(item);
  }

  close(): Promise<void> {
    return this.#mementos.close();
  }
}
