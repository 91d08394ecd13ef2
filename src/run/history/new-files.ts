import { resolve } from "node:path";
import { UsageError } from "../../base/errors.js";
import { isRemote, openFile } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { isNamedStream } from "../../read/files/find.js";
import { multiWacz } from "../../read/warc/wacz.js";
import type { Damage, PreparedInput } from "../setup/prepared-input.js";
import { ascii } from "../lines/lines.js";
import { digestOfFile, type Fingerprint, fingerprintOf, ifReadable } from "./fingerprint.js";
import { isOneOf } from "./versions.js";
import type { KnownFile } from "./manifest.js";

/** Number of damaged places that a history keeps for each file. */
const MOST_DAMAGE = 1000;

export class NewFiles {
  /** Files that earlier runs have read. */
  readonly #known: readonly KnownFile[];
  /** Files of the run that earlier runs have read. */
  readonly given: KnownFile[] = [];
  readonly #new: KnownFile[] = [];
  readonly #renamed: KnownFile[] = [];
  /** Known files that only have another date now, by their former facts. */
  readonly #redated = new Map<KnownFile, KnownFile>();
  /** Sources of lines whose files the next run must read again. */
  readonly #again = new Set<string>();

  constructor(known: readonly KnownFile[]) {
    this.#known = known;
  }

  /** Number of new files whose identity and size are known. */
  get count(): number {
    return this.#new.length;
  }

  /** For files on the web, the input asks {@link hasFile} when it reaches them. */
  async unread(prepared: PreparedInput): Promise<PreparedInput> {
    const { input, sources } = prepared;
    if (input.findsFiles === true) return prepared;
    const files = input.plainFiles?.(sources.filter((path) => !isRemote(path)))?.files;
    const found = new Map(files?.map((path) => [path, fingerprintOf(path)]));
    await this.#requirePlain(
      files ?? [],
      files === undefined ? sources[0] : files.find(isNamedStream),
    );
    const unread: string[] = [];
    const damage = [...(prepared.unread ?? [])];
    for (const path of sources) {
      const local = found.get(path);
      if (local === undefined || this.#isUnread(path, local)) unread.push(path);
      else damage.push(...damageOf(this.given.at(-1)!, path));
    }
    return { ...prepared, sources: unread, unread: damage };
  }

  /** Throws a `UsageError` for `other`, a source that is no plain file, and for a file that is a list of other files. */
  async #requirePlain(files: readonly string[], other: string | undefined): Promise<void> {
    if (other !== undefined) {
      throw new UsageError(
        `--history takes only WARC and WACZ files, not ${other}. Give files, or leave out --history.`,
      );
    }
    for (const path of files) {
      // The files of such a list may change while the list stays the same.
      if ((await multiWacz(path)) === undefined) continue;
      throw new UsageError(
        `--history takes only WARC and WACZ files, and ${path} is a list of WACZ files. Give these files, or leave out --history.`,
      );
    }
  }

  /**
   * A file on the web is recognised by size and version; without a version it is read each time. If the history does
   * not contain the file, the file counts as new.
   */
  async hasFile(path: string): Promise<boolean> {
    if (isRemote(path)) return this.#hasRemote(path);
    const found = fingerprintOf(path);
    return found !== undefined && !this.#isUnread(path, found);
  }

  async #hasRemote(uri: string): Promise<boolean> {
    // The reader reports why a file cannot be opened.
    const file = await openFile(uri).catch(() => undefined);
    const { size, identity } = file ?? {};
    await file?.close();
    if (size === undefined || identity === undefined) return false;
    const whole = `${uri} ${identity}`;
    const known = this.#known.findLast((each) => each.whole === whole);
    if (known === undefined)
      this.#new.push({ path: uri, name: uri, size, date: 0, ends: identity, whole });
    else this.given.push(known);
    return known !== undefined;
  }

  /** Tells whether a place in the input is in a file whose identity and size are known. */
  isIdentified(place: string): boolean {
    return [...this.#new, ...this.given].some(({ name }) => place.startsWith(name));
  }

  #isUnread(given: string, found: Fingerprint): boolean {
    const path = resolve(given);
    const like = this.#known.filter(({ size, ends }) => size === found.size && ends === found.ends);
    let known = like.findLast((each) => each.path === path && each.date === found.date);
    if (known === undefined) {
      const whole = ifReadable(() => digestOfFile(given));
      if (whole === undefined) return true;
      const same = like.filter((each) => each.whole === whole);
      const before = same.findLast((each) => each.path === path) ?? same.at(-1);
      known = before && { ...before, ...found, path };
      if (known === undefined) this.#new.push({ ...found, path, name: given, whole });
      else if (before?.path !== path) this.#renamed.push(known);
      // The list would grow with every run if a copy of all files got new dates before each.
      else this.#redated.set(before, known);
    }
    if (known !== undefined) this.given.push(known);
    return known === undefined;
  }

  /** Marks the file of a source of lines, so that the next run reads it again. */
  readAgain(source: string): void {
    this.#again.add(source);
  }

  /**
   * Returns the files of the history after this run: the known ones in their order, and then those of the run. Leaves
   * out the files of {@link readAgain}, and files on the web with damage, because the connection may have been lost. The
   * next run reads these files again. `damage` is that of the input, and `segment` is the name of the
   * segment with the lines of the new files. Returns the list of known files itself if nothing has changed.
   */
  knownAfter(damage: readonly Damage[], segment: string | undefined): readonly KnownFile[] {
    const again = [...this.#again];
    const isWhole = (file: KnownFile): boolean =>
      !again.some(isOneOf([file.name])) &&
      (isRemote(file.path)
        ? !damage.some(({ source }) => source.file.startsWith(file.path))
        : !hasChanged(file));
    const added = this.#new.filter(isWhole).map((file): KnownFile => {
      const isIn = isOneOf([file.name]);
      const its = damage.filter(({ source }) => isIn(ascii(source.file))).slice(0, MOST_DAMAGE);
      return { ...file, segment, ...(its.length > 0 && { damage: its }) };
    });
    const changes = added.length + this.#renamed.length + this.#redated.size;
    if (changes === 0) return this.#known;
    const known = this.#known.map((file) => this.#redated.get(file) ?? file);
    return [...known, ...added, ...this.#renamed];
  }
}

/** Returns the damage of a known file under the name that it has in this run. */
const damageOf = ({ name, damage = [] }: KnownFile, path: string): Damage[] =>
  damage.map(({ source, message }) => ({
    source: { ...source, file: `${path}${source.file.slice(name.length)}` },
    message,
  }));

/** Returns whether a file has changed since its fingerprint was taken, so that other bytes may have been read. */
function hasChanged({ path, size, date }: KnownFile): boolean {
  const stats = statsOf(path);
  return stats?.isFile() === true && (stats.size !== size || stats.mtimeMs !== date);
}
