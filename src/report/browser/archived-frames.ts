import type { ReadFiles } from "../page-data.js";
import { element } from "./dom.js";

/** Time in milliseconds after which a reader is told that resources follow. The command waits less for them. */
const FRAME_PATIENCE = 1_500;

/** Archived pages in frames, which run no scripts, and the screenshots that the crawl stored of them. */
export class ArchivedFrames {
  readonly #url: string;
  readonly #read: () => Promise<ReadFiles>;
  /** Answer of the command, which the first frame asks for. */
  #reading: Promise<ReadFiles> | undefined;
  #pictures = Promise.resolve();
  readonly #listeners: (() => void)[] = [];

  /** `read` resolves when the command has read the files. */
  constructor(url: string, read: () => Promise<ReadFiles>) {
    this.#url = url;
    this.#read = read;
  }

  /** Calls `then` when the crawl turns out to have screenshots. */
  whenScreenshots(then: () => void): void {
    this.#listeners.push(then);
  }

  /** Returns a frame with an archived page. Its resources follow if the command needs long to find them. */
  frame(uriM: string, title: string): HTMLElement {
    const src = this.#addressOf(uriM);
    const frame = element("iframe", {
      // An empty sandbox allows no scripts, no forms and no access to this origin.
      sandbox: "",
      referrerpolicy: "no-referrer",
      src,
      title,
    });
    const note = element("p.remark", { role: "status" });
    const waiting = setTimeout(() => {
      note.textContent = "Style sheets and pictures follow when the files have been read.";
    }, FRAME_PATIENCE);
    void this.#whenRead().then(({ isLate }) => {
      clearTimeout(waiting);
      note.replaceChildren();
      if (isLate && frame.isConnected) frame.src = src;
    });
    return element("div.framed", frame, note);
  }

  /**
   * Returns an element that a picture replaces once it is loaded. The command searches for pictures at the first request,
   * and the search takes long in large files. The page therefore requests one picture at a time, and only for mementos
   * that are still shown. Frames do not wait for pictures.
   */
  picture(uriM: string, alt: string, without: HTMLElement): HTMLElement {
    const picture = element("img", { alt, referrerpolicy: "no-referrer" });
    this.#pictures = this.#pictures.then(async () => {
      if (!without.isConnected) return;
      picture.src = `${this.#addressOf(uriM)}&as=picture`;
      const isThere = await picture.decode().then(
        () => true,
        // The crawl has no picture of this page.
        () => false,
      );
      if (isThere) without.replaceWith(picture);
    });
    return without;
  }

  #addressOf(uriM: string): string {
    return `${this.#url}?uri=${encodeURIComponent(uriM)}`;
  }

  async #whenRead(): Promise<ReadFiles> {
    if (this.#reading !== undefined) return this.#reading;
    this.#reading = this.#read().catch(() => ({ isLate: false, hasScreenshots: false }));
    const read = await this.#reading;
    // Frames from now on have their resources at once.
    this.#reading = Promise.resolve({ ...read, isLate: false });
    if (read.hasScreenshots) for (const listener of this.#listeners) listener();
    return read;
  }
}
