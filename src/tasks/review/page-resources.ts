import { setTimeout } from "node:timers/promises";
import { mediaType } from "../../base/content-type.js";
import { messageOf } from "../../base/errors.js";
import { isRemote } from "../../base/platform/files.js";
import { printable } from "../../base/text.js";
import { isUtf8 } from "../../base/platform/machine.js";
import { ArchivedRecords } from "../../read/replay/archived-records.js";
import { type BrowserAnswer, Replay } from "../../read/replay/replay.js";
import type { SavedMemento } from "../../write/entry.js";
import type { Log } from "../../command/log.js";
import { warnOfDamage } from "../../command/run-messages.js";
import type { ReadFiles } from "../../report/page-data.js";
import { type ResourceKind, ResourceLinks } from "./resource-links.js";

export interface ArchivedBody {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Time in milliseconds for which a page waits for the list of records. Small files are read in less. */
const PATIENCE = 1_000;
/** Maximum number of pages whose resources are answered. The screen shows two. */
const MOST_PAGES = 64;

/**
 * Style sheets, pictures and fonts of archived pages, out of the same files: each is the capture nearest in date. Nothing
 * is fetched. The files are read once, when the first page is shown, for the list of their records.
 */
export class PageResources {
  readonly #paths: readonly string[];
  readonly #log: Pick<Log, "warn">;
  readonly #stopping = new AbortController();
  #opening: Promise<ArchivedRecords | undefined> | undefined;
  #isRead = false;
  #wasLate = false;
  #isLimited = false;
  /** The latest pages by their number, in the order in which they were shown. */
  readonly #pages = new Map<number, Replay>();
  #shown = 0;

  /** Warns of what cannot be read. */
  constructor(paths: readonly string[], log: Pick<Log, "warn">) {
    // Listing the records of a remote file would fetch all of it.
    this.#paths = paths.filter((path) => path !== "-" && !isRemote(path) && !/[/\\]$/u.test(path));
    this.#log = log;
  }

  /**
   * Returns links to the resources of a memento under `path` and a number for its page; `undefined` if there are none.
   * The list of records may need minutes, which a page does not wait for.
   */
  async linksOf(path: string, { capture }: SavedMemento): Promise<ResourceLinks | undefined> {
    const { via, uriR, mementoDatetime } = capture;
    if (uriR === undefined || mementoDatetime === undefined) return undefined;
    const late = setTimeout(PATIENCE, undefined, { ref: false });
    const records = await Promise.race([this.#records(), late]);
    if (!this.#isRead) this.#wasLate = true;
    if (records === undefined) return undefined;
    this.#shown += 1;
    const time = Date.parse(mementoDatetime);
    this.#pages.set(this.#shown, new Replay(records, time, () => this.#warnOfLimit(uriR)));
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) break;
      this.#pages.delete(oldest);
    }
    const base = via?.kind === "redirect" ? via.uriR : uriR;
    return new ResourceLinks(`${path}${this.#shown}/`, base);
  }

  /** Returns a resource of a page by the number of the page; `undefined` if the files do not have it. */
  async resource(
    path: string,
    page: number,
    kind: ResourceKind,
    uri: string,
  ): Promise<ArchivedBody | undefined> {
    const asked = { url: uri, kind: kind === "style" ? "stylesheet" : kind };
    const found = await this.#pages.get(page)?.answer(asked);
    if (found === undefined) return undefined;
    if (kind !== "style") return { bytes: found.body, contentType: typeOf(found, kind) };
    // Browsers apply no style sheet that came with an error, and none that is a page.
    if (found.status >= 300 || mediaType(found.contentType) === "text/html") return undefined;
    const links = new ResourceLinks(`${path}${page}/`, uri);
    // All bytes beside the references stay as they are, whatever the encoding is.
    const encoding = isUtf8(found.body) ? "utf8" : "latin1";
    const css = links.inCss(Buffer.from(found.body).toString(encoding));
    const [charset = ""] = /;\s*charset=[\w"-]+/iu.exec(found.contentType) ?? [];
    return { bytes: Buffer.from(css, encoding), contentType: `text/css${charset}` };
  }

  /** Returns the screenshot that the crawler made of a memento; `undefined` if the files have no screenshot of it. */
  async screenshot({ capture }: SavedMemento): Promise<ArchivedBody | undefined> {
    const { uriR, mementoDatetime } = capture;
    if (uriR === undefined || mementoDatetime === undefined) return undefined;
    const made = await (await this.#records())?.screenshot(uriR, Date.parse(mementoDatetime));
    if (made === undefined) return undefined;
    const { body, contentType } = made.screenshot;
    return { bytes: body, contentType: mediaType(contentType) };
  }

  /** Resolves when the records are known. */
  async read(): Promise<ReadFiles> {
    const wasRead = this.#isRead;
    const { hasScreenshots = false } = (await this.#records()) ?? {};
    return { isLate: !wasRead && this.#wasLate, hasScreenshots };
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await (await this.#opening)?.close();
  }

  /** Warns once, because the next pages of such a seed are alike. */
  #warnOfLimit(uriR: string): void {
    if (this.#isLimited) return;
    this.#isLimited = true;
    this.#log.warn(
      `${printable(uriR)} asks for more than 2,000 files or 256 MB: the rest of its files are not shown`,
    );
  }

  /** Reads the records at the first call. */
  #records(): Promise<ArchivedRecords | undefined> {
    this.#opening ??= this.#open().finally(() => {
      this.#isRead = true;
    });
    return this.#opening;
  }

  /** A page is shown without its resources rather than not at all. */
  async #open(): Promise<ArchivedRecords | undefined> {
    const { signal } = this.#stopping;
    try {
      return await ArchivedRecords.open(this.#paths, signal, (loss) =>
        warnOfDamage(loss, this.#log),
      );
    } catch (cause) {
      if (signal.aborted) return undefined;
      this.#log.warn(`archived pages have no style sheets and pictures: ${messageOf(cause)}`);
      return undefined;
    }
  }
}

/** Returns a type under which a browser shows no page, whatever the archived type is. */
function typeOf({ contentType }: BrowserAnswer, kind: ResourceKind): string {
  const type = mediaType(contentType);
  return kind === "image" && /^image\/[\w.+-]+$/u.test(type) ? type : "application/octet-stream";
}
