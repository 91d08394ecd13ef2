import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { isSystemError } from "../../base/errors.js";
import { isRemote, openFile } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { isNamedStream } from "../../read/files/find.js";
import { multiWacz } from "../../read/warc/wacz.js";
import type { Damage, PreparedInput } from "../setup/prepared-input.js";
import type { KnownFile } from "./folder.js";
import { fileOf } from "./kept-lines.js";

/** Number of damaged places that a history keeps for each file. */
const MOST_DAMAGE = 1000;

/** Tells which files of a run earlier runs have read. */
export class NewFiles {
  /** The files that the history has, by path. */
  readonly #known: ReadonlyMap<string, KnownFile>;
  /** Files of this run that earlier runs have read, with their path and date of today. */
  readonly #given: KnownFile[] = [];
  readonly #new: KnownFile[] = [];

  constructor(known: readonly KnownFile[]) {
    this.#known = new Map(known.map((each) => [each.path, each]));
  }

  /** Number of new files whose identity and size are known. */
  get count(): number {
    return this.#new.length;
  }

  /**
   * Returns an input without the files that earlier runs have read. What is no file, or depends on other files, is read by
   * each run. For files on the web, the input asks {@link hasFile} when it reaches them.
   */
  async unread(prepared: PreparedInput): Promise<PreparedInput> {
    const { input, sources } = prepared;
    if (input.findsFiles === true) return prepared;
    const files = new Set(input.plainFiles?.(sources));
    const unread: string[] = [];
    const damage = [...(prepared.unread ?? [])];
    for (const path of sources) {
      const isPlain = files.has(path) && !isNamedStream(path) && !isRemote(path);
      const isList = isPlain && (await multiWacz(path)) !== undefined;
      if (!isPlain || isList || !(await this.hasFile(path))) unread.push(path);
      else damage.push(...damageOf(this.#given.at(-1)!, path));
    }
    return { ...prepared, sources: unread, unread: damage };
  }

  /** Tells whether an earlier run has read a file. If not, the file counts as new. */
  async hasFile(given: string): Promise<boolean> {
    const file = await (isRemote(given) ? remoteFile(given) : this.#localFile(given));
    if (file === undefined) return false;
    const others = this.#known.values();
    const same = [this.#known.get(file.path), ...others].find(
      (each) => each?.digest === file.digest && each.size === file.size,
    );
    if (same === undefined) this.#new.push(file);
    else this.#given.push({ ...same, path: file.path, date: file.date });
    return same !== undefined;
  }

  /** The digest of a file that is as it was is not computed again. */
  async #localFile(name: string): Promise<KnownFile | undefined> {
    const stats = statsOf(name);
    if (stats?.isFile() !== true) return undefined;
    const { size, mtimeMs: date } = stats;
    const path = resolve(name);
    const known = this.#known.get(path);
    if (known?.size === size && known.date === date) return known;
    const digest = await digestOf(name);
    // The reader of the file reports what the system says.
    return digest === undefined ? undefined : { path, name, size, date, digest, damage: undefined };
  }

  /**
   * Returns the files of the history after this run, or undefined if nothing has changed. `damage` is that of the input. The
   * next run reads again the files that could not be read, those that have changed while they were read, and those on the
   * web with damage, because the connection may have been lost.
   */
  knownAfter(damage: readonly Damage[]): readonly KnownFile[] | undefined {
    const read = this.#new.flatMap((file): KnownFile[] => {
      const its = damage.filter((each) => fileOf(each.source.file) === fileOf(file.name));
      const isWhole = isRemote(file.path) ? its.length === 0 : !hasChanged(file);
      if (!isWhole || its.some(({ isUnread }) => isUnread === true)) return [];
      return [{ ...file, ...(its.length > 0 && { damage: its.slice(0, MOST_DAMAGE) }) }];
    });
    const given = this.#given.filter(({ path, date }) => this.#known.get(path)?.date !== date);
    if (read.length + given.length === 0) return undefined;
    const files = new Map(this.#known);
    for (const each of [...given, ...read]) files.set(each.path, each);
    return [...files.values()];
  }
}

/** A file on the web is recognised by size and version. Without a version it is read each time. */
async function remoteFile(uri: string): Promise<KnownFile | undefined> {
  // The reader reports why a file cannot be opened.
  const file = await openFile(uri).catch(() => undefined);
  const { size, identity } = file ?? {};
  await file?.close();
  if (size === undefined || identity === undefined) return undefined;
  const digest = `${uri} ${identity}`;
  return { path: uri, name: uri, size, date: 0, digest, damage: undefined };
}

/** Returns the SHA-256 digest of a file; undefined if the system refuses to read it. */
async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  } catch (cause) {
    if (isSystemError(cause)) return undefined;
    throw cause;
  }
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
