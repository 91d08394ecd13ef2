import { fetchMemento } from "../archives/fetch-memento.js";
import { readManifest } from "../http/directory/manifest.js";
import { type FetcherHandle, openFetcher } from "../http/fetcher.js";
import type { SavedMemento } from "../results/entry.js";
import { type ArchivedBody, LARGEST_SHOWN, shownBody } from "./archived.js";

/** The archived pages of results, as working directories have them. Nothing is fetched. */
export class FetchedPages {
  readonly #fetchers: readonly FetcherHandle[];

  private constructor(fetchers: readonly FetcherHandle[]) {
    this.#fetchers = fetchers;
  }

  /** Throws a `UsageError` for a folder that is not a working directory. */
  static async open(directories: readonly string[]): Promise<FetchedPages> {
    const fetchers: FetcherHandle[] = [];
    for (const directory of directories) {
      const { input } = await readManifest(directory);
      fetchers.push(await openFetcher({ record: { directory, input }, offline: true }));
    }
    return new FetchedPages(fetchers);
  }

  /** The page of a memento, codings undone; undefined where no directory has it. */
  async page({ uriM, capture }: SavedMemento): Promise<ArchivedBody | undefined> {
    const { uriR, mementoDatetime } = capture;
    if (uriR === undefined || mementoDatetime === undefined) return undefined;
    for (const fetcher of this.#fetchers) {
      const item = await fetchMemento(
        { uriM, uriR, mementoDatetime },
        { fetcher, redirects: "follow", substituted: "keep", maxPageBytes: LARGEST_SHOWN },
      );
      if (item.kind === "memento") return shownBody(item);
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#fetchers.map((fetcher) => fetcher.close()));
  }
}
