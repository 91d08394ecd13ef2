import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { isRemote, openFile } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { isNamedStream } from "../../read/files/find.js";
import { ascii } from "../lines/lines.js";
import type { Damage, PreparedInput } from "../setup/run-options.js";
import type { KnownFile } from "./folder.js";
import { fileOf } from "./kept-lines.js";

/** Number of damaged places that a history keeps for each file. */
const MOST_DAMAGE = 1000;

/** The files that earlier runs have read, and those that are new. */
export class FilesOfRuns {
  readonly #byPath: Map<string, KnownFile>;
  readonly #byDigest: ReadonlyMap<string, KnownFile>;
  /** New files whose identity and size are known. */
  readonly new: KnownFile[] = [];
  /** Damage of all files of this run. */
  readonly damage: Damage[] = [];

  constructor(known: readonly KnownFile[]) {
    this.#byPath = new Map(known.map((each) => [each.path, each]));
    this.#byDigest = new Map(known.map((each) => [each.digest, each]));
  }

  /**
   * Returns an input without the files that earlier runs have read, and with the damage of these. What is no file is
   * read by each run. For files on the web, the input asks {@link find} when it reaches them.
   */
  async unread(prepared: PreparedInput): Promise<PreparedInput> {
    const { input, sources } = prepared;
    if (input.findsFiles === true) return prepared;
    const files = new Set(input.plainFiles?.(sources));
    const unread: string[] = [];
    const damage = [...(prepared.unread ?? [])];
    for (const path of sources) {
      const isPlain = files.has(path) && !isNamedStream(path) && !isRemote(path);
      const known = isPlain ? await this.find(path) : undefined;
      if (known === undefined) unread.push(path);
      else for (const each of damageOf(known, path)) damage.push(each);
    }
    return { ...prepared, sources: unread, unread: damage };
  }

  /** Returns a file that an earlier run has read. Any other file counts as new. */
  async find(given: string): Promise<KnownFile | undefined> {
    const file = await (isRemote(given) ? remoteFile(given) : this.#localFile(given));
    if (file === undefined) return undefined;
    const same = this.#byDigest.get(file.digest);
    if (same === undefined) this.new.push(file);
    else this.#byPath.set(file.path, { ...same, path: file.path, date: file.date });
    return same;
  }

  /** The digest of a file that is as it was is not computed again. */
  async #localFile(name: string): Promise<KnownFile | undefined> {
    const stats = statsOf(name);
    if (stats?.isFile() !== true) return undefined;
    const { size, mtimeMs: date } = stats;
    const path = resolve(name);
    const known = this.#byPath.get(path);
    if (known?.size === size && known.date === date) return known;
    // The reader of the file reports what the system says.
    const digest = await digestOfFile(name).catch(() => undefined);
    return digest === undefined ? undefined : { path, name, size, date, digest };
  }

  /**
   * Returns the files of the history after this run. The next run reads again the files that could not be read, those that
   * have changed while they were read, those of `again`, and those on the web with damage, because the connection may have
   * been lost.
   */
  afterRun(again: ReadonlySet<string>): readonly KnownFile[] {
    for (const file of this.new) {
      const its = this.damage.filter((each) => fileOf(each.source.file) === fileOf(file.name));
      const isWhole = isRemote(file.path) ? its.length === 0 : !hasChanged(file);
      if (!isWhole || again.has(ascii(file.name))) continue;
      if (its.some(({ isUnread }) => isUnread === true)) continue;
      this.#byPath.set(file.path, { ...file, damage: its.slice(0, MOST_DAMAGE) });
    }
    return [...this.#byPath.values()];
  }
}

/** A file on the web is recognised by size and version. Without a version it is read each time. */
async function remoteFile(uri: string): Promise<KnownFile | undefined> {
  // The reader reports why a file cannot be opened.
  const file = await openFile(uri).catch(() => undefined);
  const { size, identity } = file ?? {};
  await file?.close();
  if (size === undefined || identity === undefined) return undefined;
  const digest = `${uri} ${identity} ${size}`;
  return { path: uri, name: uri, size, date: 0, digest };
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Returns the damage of a known file under the name that it has in this run. */
const damageOf = ({ name, damage = [] }: KnownFile, path: string): Damage[] =>
  damage.map(({ source, message }) => ({
    source: { ...source, file: `${path}${source.file.slice(name.length)}` },
    message,
  }));

/** Returns whether a file has changed since it was found, so that other bytes may have been read. */
function hasChanged({ path, size, date }: KnownFile): boolean {
  const stats = statsOf(path);
  return stats?.isFile() === true && (stats.size !== size || stats.mtimeMs !== date);
}
