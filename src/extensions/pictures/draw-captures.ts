import { isHtml, mediaType } from "../../base/content-type.js";
import type { FetchedMementos } from "../../command/fetched-mementos.js";
import { decodeBody } from "../../read/coding/content-coding.js";
import {
  answer,
  type Answer,
  type ArchivedRecords,
  LARGEST_ANSWER,
} from "../../read/replay/archived-records.js";
import { Replay } from "../../read/replay/replay.js";
import type { PictureOfCapture } from "../../report/pictures-index.js";
import type { SavedMemento } from "../../write/entry.js";
import { DrawnPages } from "./drawn-pages.js";
import { type Browsers, type ReducedPicture, NotDrawn, type PageDrawer } from "./browser.js";
import type { PageToDraw } from "./browser.js";
import type { FolderOfPictures } from "./picture-folder.js";

export interface WantedCapture extends Pick<PictureOfCapture, "uriM" | "record"> {
  readonly memento: SavedMemento;
}

type Picture = Omit<PictureOfCapture, "uriM" | "record">;

interface Drawing {
  readonly records: ArchivedRecords;
  readonly fetched: FetchedMementos;
  readonly browsers: Browsers;
  readonly folder: FolderOfPictures;
  readonly workers: number;
  /** Time limit for a page in milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onDone: (done: number) => void;
}

/** Returns the number of drawn pages. The caller has already started the first browser. */
export async function drawCaptures(
  captures: readonly WantedCapture[],
  first: PageDrawer,
  drawing: Drawing,
): Promise<number> {
  const { browsers, folder, signal, workers, onDone } = drawing;
  const pages = new DrawnPages<Picture>();
  const open = new Set<PageDrawer>();
  const waiting = captures[Symbol.iterator]();
  let done = 0;
  let drawn = 0;
  const stop = (): void => {
    for (const each of open) void each.close();
  };
  signal.addEventListener("abort", stop);
  const work = async (started?: PageDrawer): Promise<void> => {
    let drawer = started;
    const withBrowser = async <T>(use: (drawer: PageDrawer) => Promise<T>): Promise<T> => {
      signal.throwIfAborted();
      if (drawer?.isUsable !== true) {
        if (drawer !== undefined) open.delete(drawer);
        drawer = await browsers.start();
      }
      open.add(drawer);
      return use(drawer);
    };
    for (const { memento, uriM, record } of waiting) {
      signal.throwIfAborted();
      const capture = new CaptureDrawing(memento, drawing, withBrowser);
      const picture = await capture.picture(pages);
      drawn += capture.drawn;
      signal.throwIfAborted();
      await folder.add({ uriM, record, ...picture });
      done += 1;
      onDone(done);
    }
  };
  open.add(first);
  try {
    const started = Array.from({ length: Math.min(workers, captures.length) }, (_, at) =>
      work(at === 0 ? first : undefined),
    );
    const ended = await Promise.allSettled(started);
    signal.throwIfAborted();
    for (const each of ended) if (each.status === "rejected") throw each.reason;
    return drawn;
  } finally {
    signal.removeEventListener("abort", stop);
    await Promise.all([...open].map((each) => each.close()));
  }
}

type WithBrowser = (
  use: (drawer: PageDrawer) => Promise<ReducedPicture>,
) => Promise<ReducedPicture>;

/** Types of pages that a browser shows. Other types, such as PDF files, start a download. */
const SHOWN_TYPES = /^(?:text|image)\/|[/+]xml$/u;

class CaptureDrawing {
  readonly #memento: SavedMemento;
  readonly #drawing: Drawing;
  readonly #withBrowser: WithBrowser;
  /** Number of drawn pages. It is 0 if the crawl has a screenshot or an equal page was already drawn. */
  drawn = 0;

  constructor(memento: SavedMemento, drawing: Drawing, withBrowser: WithBrowser) {
    this.#memento = memento;
    this.#drawing = drawing;
    this.#withBrowser = withBrowser;
  }

  /** Uses the crawler's screenshot if there is one, and otherwise draws the page. */
  async picture(pages: DrawnPages<Picture>): Promise<Picture> {
    const { uriR, mementoDatetime } = this.#memento.capture;
    if (uriR === undefined || mementoDatetime === undefined) {
      return { problem: "the results do not have its URI-R and date" };
    }
    const { records } = this.#drawing;
    const time = Date.parse(mementoDatetime);
    const made = await records.screenshot(uriR, time);
    if (made !== undefined) {
      const { kind, screenshot } = made;
      const reduced = await this.#made(kind, (drawer) =>
        drawer.reduce(screenshot.body, mediaType(screenshot.contentType)),
      );
      // If the screenshot cannot be decoded, the page is drawn instead.
      if (reduced.file !== undefined) return reduced;
    }
    const page = await this.#page(uriR, time);
    if (page === undefined) return { problem: "the files do not have it" };
    const type = mediaType(page.contentType);
    if (!SHOWN_TYPES.test(type)) return { problem: `a browser does not show ${type}` };
    const replay = new Replay(records, time);
    const toDraw: PageToDraw = {
      ...{ url: page.uriR, page },
      answer: (request) => replay.answer(request),
    };
    const { limit } = this.#drawing;
    return pages.get(page, replay, () => {
      this.drawn += 1;
      return this.#made("browser", (drawer) => drawer.draw(toDraw, limit));
    });
  }

  /** If the capture is a redirect, returns the page that the results describe. */
  async #page(uriR: string, time: number): Promise<Answer | undefined> {
    const { records, fetched } = this.#drawing;
    const { via, recordId } = this.#memento.capture;
    const target = via?.kind === "redirect" ? via : undefined;
    const found =
      target === undefined
        ? await records.page(uriR, time, recordId)
        : await records.page(target.uriR, Date.parse(target.mementoDatetime));
    if (found !== undefined) {
      // Results contain only pages. A page without a declared type was therefore recognised as HTML.
      const isTyped = mediaType(found.contentType).includes("/");
      return { ...found, status: 200, contentType: isTyped ? found.contentType : "text/html" };
    }
    const item = await fetched.item(this.#memento);
    if (item === undefined) return undefined;
    const { contentType } = item.capture;
    return answer({
      uriR: target?.uriR ?? uriR,
      status: 200,
      contentType: isHtml(contentType) ? contentType! : "text/html",
      body: decodeBody(item.body, LARGEST_ANSWER).bytes,
    });
  }

  async #made(
    from: Picture["from"],
    make: (drawer: PageDrawer) => Promise<ReducedPicture>,
  ): Promise<Picture> {
    try {
      const { webp, width, height } = await this.#withBrowser(make);
      return { file: await this.#drawing.folder.save(webp), width, height, from };
    } catch (cause) {
      if (cause instanceof NotDrawn) return { problem: cause.message };
      throw cause;
    }
  }
}
