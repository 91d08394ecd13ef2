import { existsSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { damage, isSystemError, unread, UsageError } from "../../base/errors.js";
import { MANIFEST_NAME } from "../http/directory/manifest.js";
import { firstBytes, isRemote } from "../../base/platform/files.js";
import type { OnUnread } from "../types.js";
import { decodeText, isPipe, readWholeFile, statsOf } from "../../base/read-file.js";
import { isWaczName, isWarcName, packagesOf, WITHIN } from "../warc/wacz.js";
import type { Loss } from "../warc/record-reader.js";
import { CdxIndex } from "./index-file.js";
import { lineReader } from "./line.js";
import { withoutMark } from "../warc/lines.js";
import { findFiles } from "../files/find.js";
import { type FileKind, filesBelow } from "../files/folders.js";

const cdxFiles: FileKind = {
  keyword: "cdx",
  hasName: (name) => /\.cdxj?(?:\.gz)?$/iu.test(name),
  examples: "index (*.cdx, *.cdxj, also with .gz)",
  example: "index.cdxj",
};

/** Name of pywb's list of WARC files and their paths. */
const PATH_INDEX = "path-index.txt";
/** Number of bytes at the start of a file that are tested for a line of an index. */
const LOOKED_AT = 1 << 16;
const GZIP = 0x1f;

/** Returns the indexes that the values of `-i cdx=` name. Throws a `UsageError` for a file that is not an index. */
export function cdxSources(values: readonly string[], onUnread?: OnUnread): string[] {
  const paths = findFiles(values, cdxFiles, onUnread)
    .map(({ path }) => path)
    .filter((path) => !/[/\\]$/u.test(path));
  for (const path of paths) {
    if (/\.(?:idx|summary)$/iu.test(path)) {
      throw new UsageError(
        `${path} lists the parts of a ZipNum cluster, which is not read: give the lines of its parts as one sorted CDXJ file.`,
      );
    }
    if (isRemote(path)) continue;
    if (isPipe(path)) {
      throw new UsageError(
        "an index must be read at any position, which is not possible in a pipe: give its file.",
      );
    }
    if (isWarcName(path)) {
      throw new UsageError(`${path} is not an index. Write -i warc=${path}.`);
    }
    if (isOtherText(path)) {
      throw new UsageError(`${path} is not an index: give CDX or CDXJ, one line for each capture.`);
    }
    if (existsSync(join(dirname(path), MANIFEST_NAME))) {
      throw new UsageError(
        `${path} is the index of a working directory. Write -i dir=${dirname(path)}.`,
      );
    }
  }
  return paths;
}

/** Returns whether a file is text without a line of an index at its start. */
function isOtherText(path: string): boolean {
  if (isWaczName(path)) return false;
  let bytes: Buffer;
  try {
    bytes = firstBytes(path, LOOKED_AT);
  } catch (cause) {
    // The reader of the index reports it.
    if (isSystemError(cause)) return false;
    throw cause;
  }
  if (bytes.length === 0 || bytes[0] === GZIP) return false;
  const lines = withoutMark(bytes.toString("utf8")).split(/\r?\n/u);
  return !lines.some((line) => lineReader(line) !== undefined);
}

/** Yields the indexes of a source, which are the file itself, or the indexes in a WACZ. */
export async function* indexesOf(
  path: string,
  warcBase: string | undefined,
): AsyncGenerator<CdxIndex | Loss> {
  if (!isWaczName(path)) {
    const folder = dirname(path);
    if (isRemote(path)) {
      // Whether the file exists on the web is only known after a request.
      const base = warcBase ?? folder;
      yield new CdxIndex(path, (filename) => placeUnder(base, filename));
      return;
    }
    const warcs = new WarcPlaces(folder, warcBase);
    for (const list of warcs.lists) {
      const why = whyUnreadable(list);
      if (why !== undefined) yield why;
    }
    yield new CdxIndex(path, (filename) => warcs.find(filename));
    return;
  }
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      yield found;
      continue;
    }
    const { place, zip } = found;
    const within = `${place}${WITHIN}`;
    const names = new Set(zip.members.map(({ name }) => name));
    const indexes = [...names].filter(
      (name) => name.startsWith("indexes/") && cdxFiles.hasName(name),
    );
    if (indexes.length === 0) yield damage(place, "the WACZ holds no index");
    const member = (...paths: readonly string[]): string | undefined => {
      const name = paths.find((each) => names.has(each));
      return name === undefined ? undefined : within + name;
    };
    for (const name of indexes) {
      yield new CdxIndex(within + name, (filename) => member(`archive/${filename}`, filename));
    }
  }
}

/** Returns `undefined` if it is no file of records. */
function placeUnder(base: string, filename: string): string | undefined {
  const [name] = namesOf(filename);
  const path = name?.split("/").map(encodeURIComponent).join("/");
  return path === undefined ? undefined : `${base.replace(/\/+$/u, "")}/${path}`;
}

/** An index may be hostile, so the paths are in its own folders, whatever path it gives. */
function namesOf(filename: string): readonly string[] {
  const isInside = !isAbsolute(filename) && !filename.split(/[/\\]/u).includes("..");
  return isInside && !isRemote(filename) ? [filename, basename(filename)] : [basename(filename)];
}

/** Returns the damage that a list of paths is if it is there and cannot be read. */
function whyUnreadable(list: string): Loss | undefined {
  if (!isFile(list)) return undefined;
  try {
    firstBytes(list, 1);
    return undefined;
  } catch (cause) {
    return unread(list, "read", cause);
  }
}

/** Reads lines of a name and paths, separated by TABs. */
function listedPaths(list: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (!isFile(list)) return found;
  let text: string;
  try {
    text = decodeText(readWholeFile(list));
  } catch (cause) {
    // `indexesOf` has reported it.
    if (isSystemError(cause)) return found;
    throw cause;
  }
  for (const line of text.split(/\r?\n/u)) {
    const [name = "", ...paths] = line.split("\t");
    if (paths.length > 0) found.set(name, paths);
  }
  return found;
}

/** Finds the WARC files that an index names. */
class WarcPlaces {
  readonly #folders: readonly string[];
  readonly #base: string | undefined;
  readonly #known = new Map<string, string | undefined>();
  #pathIndex: ReadonlyMap<string, readonly string[]> | undefined;
  #below: ReadonlyMap<string, string> | undefined;

  /** Files that may list the paths of WARC files. */
  get lists(): readonly string[] {
    const [folder = "."] = this.#folders;
    return [join(folder, PATH_INDEX), join(folder, "..", PATH_INDEX)];
  }

  constructor(folder: string, base: string | undefined) {
    this.#folders = [folder, join(folder, "archive"), join(folder, "..", "archive")];
    this.#base = base;
  }

  find(filename: string): string | undefined {
    if (!this.#known.has(filename)) this.#known.set(filename, this.#look(filename));
    return this.#known.get(filename);
  }

  #look(filename: string): string | undefined {
    const names = namesOf(filename);
    if (!names.some(isWarcName)) return undefined;
    const isFar = isRemote(this.#base ?? "");
    const folders =
      this.#base === undefined || isFar ? this.#folders : [...this.#folders, this.#base];
    const near = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile);
    const found = near ?? this.#listed(filename);
    if (found !== undefined || this.#base === undefined) return found;
    return isFar ? placeUnder(this.#base, filename) : this.#underBase(basename(filename));
  }

  #listed(filename: string): string | undefined {
    this.#pathIndex ??= new Map(
      this.lists.flatMap((list) =>
        [...listedPaths(list)].map(
          ([name, paths]) =>
            [name, paths.flatMap((path) => [resolve(dirname(list), path), resolve(path)])] as const,
        ),
      ),
    );
    return this.#pathIndex.get(filename)?.find(isFile);
  }

  /** Searches for a file at any depth under `--warc-base`. */
  #underBase(name: string): string | undefined {
    if (this.#base === undefined) return undefined;
    this.#below ??= new Map(
      filesBelow(this.#base, isWarcName)
        .sort()
        .reverse()
        .map((path) => [basename(path), path]),
    );
    return this.#below.get(name);
  }
}

const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

/** Checks `--warc-base`. Throws a `UsageError` if it is neither an existing folder nor a URI. */
export function warcBase(text: string): string {
  if (isRemote(text) && URL.canParse(text)) {
    if (new URL(text).username === "" && !/[?#]/u.test(text)) return text;
    throw new UsageError("--warc-base takes a URI without user name and query: see --netrc.");
  }
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true) return text;
  throw new UsageError(`--warc-base ${text}: no such folder. Give the one with the WARC files.`);
}
