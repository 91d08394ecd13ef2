import type { InputItem } from "../base/types.js";
import { fetchMemento } from "../read/archives/fetch-memento.js";
import { readManifest } from "../read/http/directory/manifest.js";
import { type RecordingFetcher, openFetcher } from "../read/http/fetcher.js";
import type { SavedMemento } from "../write/entry.js";

export type MementoItem = Extract<InputItem, { kind: "memento" }>;

/** Mementos of results, read from working directories. Nothing is fetched unless they are opened to fetch. */
export class FetchedMementos {
  readonly #fetchers: readonly RecordingFetcher[];
  readonly #maxPageBytes: number;

  private constructor(fetchers: readonly RecordingFetcher[], maxPageBytes: number) {
    this.#fetchers = fetchers;
    this.#maxPageBytes = maxPageBytes;
  }

  /**
   * `fetches` says that a memento which the first directory lacks is fetched, politely, and kept there. Throws a
   * `UsageError` for a folder that is not a working directory.
   */
  static async open(
    directories: readonly string[],
    maxPageBytes: number,
    fetches = false,
  ): Promise<FetchedMementos> {
    const fetchers: RecordingFetcher[] = [];
    for (const directory of directories) {
      const input = await readManifest(directory);
      fetchers.push(await openFetcher({ record: { directory, input }, offline: !fetches }));
    }
    return new FetchedMementos(fetchers, maxPageBytes);
  }

  /** Returns a memento with its body; `undefined` if no directory contains it. */
  async item(memento: SavedMemento): Promise<MementoItem | undefined> {
    const { item } = await this.outcome(memento);
    return item;
  }

  /** Returns a memento with its body, or why no directory contains it. */
  async outcome({
    uriM,
    capture,
  }: SavedMemento): Promise<{ readonly item?: MementoItem; readonly trouble: string }> {
    const { uriR, mementoDatetime } = capture;
    let trouble = "no working directory has it";
    if (uriR === undefined || mementoDatetime === undefined) return { trouble };
    for (const fetcher of this.#fetchers) {
      const item = await fetchMemento(
        { uriM, uriR, mementoDatetime },
        { fetcher, redirects: "follow", substituted: "keep", maxPageBytes: this.#maxPageBytes },
      );
      if (item.kind === "memento") return { item, trouble: "" };
      trouble = item.kind === "missed" ? item.problem.message : "it is no page";
    }
    return { trouble };
  }

  async close(): Promise<void> {
    await Promise.all(this.#fetchers.map((fetcher) => fetcher.close()));
  }
}
