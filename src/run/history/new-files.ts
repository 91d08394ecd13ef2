import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { isSystemError } from "../../base/errors.js";
import { isRemote, openFile } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { isNamedStream } from "../../read/files/find.js";
import { multiWacz } from "../../read/warc/wacz.js";
import { ascii } from "../lines/lines.js";
import type { Damage, PreparedInput } from "../setup/prepared-input.js";
import type { KnownFile } from "./manifest.js";
import { fileOf } from "./versions.js";

/** Number of damaged places that a history keeps for each file. */
const MOST_DAMAGE = 1000;

export class NewFiles {
  /** Files that earlier runs have read. */
  readonly #known: readonly KnownFile[];
  /** Files of the run that earlier runs have read. */
  readonly #given: KnownFile[] = [];
  readonly #new: KnownFile[] = [];
  readonly #renamed: KnownFile[] = [];
  /** Known files that only have another date now, by their former facts. */
  readonly #redated = new Map<KnownFile, KnownFile>();
  /** Files that the next run must read again, as sort keys have them. */
  readonly #again = new Set<string>();

  constructor(known: readonly KnownFile[]) {
    this.#known = known;
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

  /**
   * Tells whether an earlier run has read a file. If not, the file counts as new. A file on the web is recognised by size
   * and version; without a version it is read each time.
   */
  async hasFile(given: string): Promise<boolean> {
    const known = await (isRemote(given) ? this.#remote(given) : this.#local(given));
    if (known !== undefined) this.#given.push(known);
    return known !== undefined;
  }

  async #remote(uri: string): Promise<KnownFile | undefined> {
    // The reader reports why a file cannot be opened.
    const file = await openFile(uri).catch(() => undefined);
    const { size, identity } = file ?? {};
    await file?.close();
    if (size === undefined || identity === undefined) return undefined;
    const digest = `${uri} ${identity}`;
    const known = this.#known.findLast((each) => each.digest === digest);
    if (known === undefined) this.#new.push({ path: uri, name: uri, size, date: 0, digest });
    return known;
  }

  async #local(name: string): Promise<KnownFile | undefined> {
    const stats = statsOf(name);
    if (stats?.isFile() !== true) return undefined;
    const { size, mtimeMs: date } = stats;
    const path = resolve(name);
    const like = this.#known.filter((each) => each.size === size);
    const same = like.findLast((each) => each.path === path && each.date === date);
    if (same !== undefined) return same;
    const digest = await digestOf(name);
    // The reader of the file reports what the system says.
    if (digest === undefined) return undefined;
    const equal = like.filter((each) => each.digest === digest);
    const before = equal.findLast((each) => each.path === path) ?? equal.at(-1);
    if (before === undefined) this.#new.push({ path, name, size, date, digest });
    const known = before && { ...before, path, date };
    if (known === undefined) return undefined;
    if (before?.path !== path) this.#renamed.push(known);
    // The list would grow with every run if a copy of all files got new dates before each.
    else this.#redated.set(before, known);
    return known;
  }

  /** Tells whether a place in the input is in a file whose identity and size are known. */
  isIdentified(place: string): boolean {
    return [...this.#new, ...this.#given].some(({ name }) => place.startsWith(name));
  }

  /** Marks the file of a source of lines, so that the next run reads it again. */
  readAgain(source: string): void {
    this.#again.add(fileOf(source));
  }

  /**
   * Returns the files of the history after this run: the known ones in their order, and then those of the run. Leaves
   * out the files of {@link readAgain}, and files on the web with damage, because the connection may have been lost. The
   * next run reads these files again. `damage` is that of the input. Returns the list of known files itself if nothing has
   * changed.
   */
  knownAfter(damage: readonly Damage[]): readonly KnownFile[] {
    const added = this.#new.flatMap((file): KnownFile[] => {
      const its = damage.filter((each) => fileOf(each.source.file) === fileOf(file.name));
      const isWhole = isRemote(file.path) ? its.length === 0 : !hasChanged(file);
      if (!isWhole || this.#again.has(fileOf(ascii(file.name)))) return [];
      return [{ ...file, ...(its.length > 0 && { damage: its.slice(0, MOST_DAMAGE) }) }];
    });
    const changes = added.length + this.#renamed.length + this.#redated.size;
    if (changes === 0) return this.#known;
    const known = this.#known.map((file) => this.#redated.get(file) ?? file);
    return [...known, ...added, ...this.#renamed];
  }
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
