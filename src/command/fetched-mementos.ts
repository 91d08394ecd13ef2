import type { InputItem } from "../base/types.js";
import { fetchMemento } from "../read/archives/fetch-memento.js";
import { readManifest } from "../read/http/directory/manifest.js";
import { type RecordingFetcher, openFetcher } from "../read/http/fetcher.js";
import type { SavedMemento } from "../write/entry.js";

export type MementoItem = Extract<InputItem, { kind: "memento" }>;

/** Mementos of results, read from working directories. Nothing is fetched but what {@link fetch} is asked for. */
export class FetchedMementos {
  readonly #directories: readonly string[];
  readonly #fetchers: readonly RecordingFetcher[];
  readonly #maxPageBytes: number;
  /** Fetches into the first directory, and has what it fetched. */
  #online: Promise<RecordingFetcher> | undefined;
  readonly #fetched = new Set<SavedMemento>();

  private constructor(
    directories: readonly string[],
    fetchers: readonly RecordingFetcher[],
    maxPageBytes: number,
  ) {
    this.#directories = directories;
    this.#fetchers = fetchers;
    this.#maxPageBytes = maxPageBytes;
  }

  /** Throws a `UsageError` for a folder that is not a working directory. */
  static async open(
    directories: readonly string[],
    maxPageBytes: number,
  ): Promise<FetchedMementos> {
    const fetchers: RecordingFetcher[] = [];
    for (const directory of directories) fetchers.push(await openDirectory(directory, true));
    return new FetchedMementos(directories, fetchers, maxPageBytes);
  }

  /** Returns a memento with its body; `undefined` if no directory contains it. */
  async item(memento: SavedMemento): Promise<MementoItem | undefined> {
    const online = this.#fetched.has(memento) ? await this.#online : undefined;
    for (const fetcher of online === undefined ? this.#fetchers : [online]) {
      const item = await this.#ask(fetcher, memento);
      if (item?.kind === "memento") return item;
    }
    return undefined;
  }

  /**
   * Fetches a memento that no run has read into the first directory, politely, and returns why it cannot be had, or an
   * empty text. Throws a `UsageError` while another run has the directory.
   */
  async fetch(memento: SavedMemento): Promise<string> {
    const [first] = this.#directories;
    if (first === undefined) return "there is no working directory for it";
    this.#online ??= openDirectory(first, false).catch((cause: unknown) => {
      this.#online = undefined;
      throw cause;
    });
    const item = await this.#ask(await this.#online, memento);
    if (item?.kind !== "memento") {
      return item?.kind === "missed" ? item.problem.message : "it is no page";
    }
    this.#fetched.add(memento);
    return "";
  }

  async #ask(
    fetcher: RecordingFetcher,
    { uriM, capture: { uriR, mementoDatetime } }: SavedMemento,
  ): Promise<InputItem | undefined> {
    if (uriR === undefined || mementoDatetime === undefined) return undefined;
    return fetchMemento(
      { uriM, uriR, mementoDatetime },
      { fetcher, redirects: "follow", substituted: "keep", maxPageBytes: this.#maxPageBytes },
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#fetchers.map((fetcher) => fetcher.close()));
    await (await this.#online?.catch(() => undefined))?.close();
  }
}

const openDirectory = async (directory: string, offline: boolean): Promise<RecordingFetcher> =>
  openFetcher({ record: { directory, input: await readManifest(directory) }, offline });
