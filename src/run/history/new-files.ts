import { resolve } from "node:path";
import { UsageError } from "../../base/errors.js";
import { isRemote, openFile } from "../../base/platform/files.js";
import { digestOfFile } from "../cache/cache-folder.js";
import { type Fingerprint, fingerprintOf } from "../cache/feature-cache.js";
import type { PreparedInput } from "../run-options.js";
import type { KnownFile } from "./manifest.js";

/** Tells which files of a run are new to a history. */
export class NewFiles {
  /** Files that earlier runs have read. */
  readonly #known: readonly KnownFile[];
  readonly #new: KnownFile[] = [];
  /** Known files that now have another name or date. */
  readonly #renamed: KnownFile[] = [];
  #isRemote = false;

  constructor(known: readonly KnownFile[]) {
    this.#known = known;
  }

  /** Number of new files of which identity and size are known. */
  get count(): number {
    return this.#new.length;
  }

  /** Whether the run names files on the web. */
  get areRemote(): boolean {
    return this.#isRemote;
  }

  /** Returns an input without the files that the history already contains. */
  async unread({ input, sources }: PreparedInput): Promise<PreparedInput> {
    const local = sources.filter((path) => !isRemote(path));
    const files = input.plainFiles?.(local)?.files;
    const found = new Map(files?.map((path) => [path, fingerprintOf(path)]));
    const other =
      files === undefined ? sources[0] : files.find((path) => found.get(path) === undefined);
    if (other !== undefined) {
      throw new UsageError(
        `--history takes WARC and WACZ files, and ${other} is none. Store it as a file, or leave out --history.`,
      );
    }
    const unread: string[] = [];
    for (const path of sources) {
      const local = found.get(path);
      const isKnown =
        local !== undefined
          ? !this.#isUnread(path, local)
          : isRemote(path) && (await this.#knows(path));
      if (!isKnown) unread.push(path);
    }
    return { input, sources: unread };
  }

  /**
   * Returns whether the history contains a file on the web, judging by size and version. A file without a version is
   * read each time.
   */
  async #knows(uri: string): Promise<boolean> {
    this.#isRemote = true;
    // The reader reports why a file cannot be opened.
    const file = await openFile(uri).catch(() => undefined);
    const { size, identity } = file ?? {};
    await file?.close();
    if (size === undefined || identity === undefined) return false;
    const found = { path: uri, size, date: 0, ends: identity, whole: `${uri} ${identity}` };
    if (this.#known.some(({ whole }) => whole === found.whole)) return true;
    this.#new.push(found);
    return false;
  }

  #isUnread(path: string, found: Fingerprint): boolean {
    const files = this.#known;
    const name = resolve(path);
    const like = files.filter(({ size, ends }) => size === found.size && ends === found.ends);
    if (like.some((each) => each.path === name && each.date === found.date)) return false;
    const whole = digestOfFile(path);
    const file = { ...found, path: name, whole };
    const isKnown = like.some((each) => each.whole === whole);
    (isKnown ? this.#renamed : this.#new).push(file);
    return !isKnown;
  }

  /**
   * Returns the files to add to the history. A file on the web with damage is left out, because the connection may have
   * been lost: the next run reads it again. `damaged` has the damaged places of the input.
   */
  read(damaged: readonly string[]): readonly KnownFile[] {
    const isWhole = ({ path }: KnownFile): boolean =>
      !isRemote(path) || !damaged.some((place) => place.startsWith(path));
    return [...this.#new.filter(isWhole), ...this.#renamed];
  }
}
