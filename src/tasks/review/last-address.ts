import { lstat, readFile, rm } from "node:fs/promises";
import { count, matching, record } from "../../base/codec.js";
import { parseObject } from "../../base/json.js";
import { replaceFile } from "../../base/replace-file.js";

/** Port and secret part of a review's address. */
interface ReviewAddress {
  readonly port: number;
  readonly token: string;
}

const reviewAddress = record<ReviewAddress>({
  port: count,
  token: matching(/^[\w-]{32}$/u),
});

/**
 * Maximum time in milliseconds between two requests of an open page, which regularly asks whether the command still
 * runs.
 */
const OPEN = 2 * 60 * 1000;

/**
 * Stores the address of a review in a file beside the decisions while a page is open. The next review uses the same
 * address, so that the open page finds it. Only this user can read the file, because everyone who knows the address can
 * decide.
 */
export class LastAddress {
  readonly #path: string;
  #asked: number | undefined;

  constructor(decisions: string) {
    this.#path = `${decisions}.address`;
  }

  /** Returns `undefined` if there is no address, or if other users can read the file. */
  async read(): Promise<ReviewAddress | undefined> {
    try {
      const stats = await lstat(this.#path);
      const isOwn = process.getuid === undefined || stats.uid === process.getuid();
      const isPrivate = process.platform === "win32" || (stats.mode & 0o077) === 0;
      if (!stats.isFile() || !isOwn || !isPrivate || stats.size > 1000) return undefined;
      const address = parseObject(await readFile(this.#path, "utf8"));
      return reviewAddress.is(address) && address.port < 65_536 ? address : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores the address at the first call. */
  async noteOpen(address: ReviewAddress): Promise<void> {
    const isFirst = this.#asked === undefined;
    this.#asked = Date.now();
    // A missing file only means that the next review gets another address.
    if (isFirst) {
      await replaceFile(this.#path, JSON.stringify(address), 0o600).catch(() => undefined);
    }
  }

  /** Removes the address unless a page is open. */
  async close(): Promise<void> {
    if (Date.now() - (this.#asked ?? 0) > OPEN) await rm(this.#path, { force: true });
  }
}
