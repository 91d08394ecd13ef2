import { urlOf } from "../../base/uri.js";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { damage, isSystemError, UsageError } from "../../base/errors.js";
import { MANIFEST_NAME } from "../http/directory/manifest.js";
import { firstBytes, isRemote } from "../../base/platform/files.js";
import type { OnUnread } from "../types.js";
import { isPipe, statsOf } from "../../base/read-file.js";
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

/** Number of bytes at the start of a file that are tested for a line of an index. */
const LOOKED_AT = 1 << 16;
const GZIP = 0x1f;

/** Returns the indexes that the values of `-i cdx=` name. Throws a `UsageError` for a file that is not an index. */
export function cdxSources(values: readonly string[], onUnread?: OnUnread): string[] {
  const paths = findFiles(values, cdxFiles, onUnread)
    .map(({ path }) => path)
    .filter((path) => !/[/\\]$/u.test(path));
  for (const path of paths) {
    const why = isRemote(path) ? undefined : whyNoIndex(path);
    if (why !== undefined) throw new UsageError(`${path} ${why}`);
  }
  return paths;
}

function whyNoIndex(path: string): string | undefined {
  if (isPipe(path)) {
    return "is a pipe, and an index must be read at any position: give its file.";
  }
  if (isWarcName(path)) return `is not an index. Write -i warc=${path}.`;
  if (isOtherText(path)) return "is not an index: give CDX or CDXJ, one line for each capture.";
  return existsSync(join(dirname(path), MANIFEST_NAME))
    ? `is the index of a working directory. Write -i dir=${dirname(path)}.`
    : undefined;
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
    if (isRemote(path)) {
      // Whether the file exists on the web is only known after a request.
      yield new CdxIndex(path, (filename) => placeUnder(warcBase ?? dirname(path), filename));
      return;
    }
    const warcs = new WarcPlaces(dirname(path), warcBase);
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
    const names = zip.members.map(({ name }) => name);
    const indexes = names.filter((name) => name.startsWith("indexes/") && cdxFiles.hasName(name));
    if (indexes.length === 0) yield damage(place, "the WACZ holds no index");
    const member = (filename: string): string | undefined => {
      const name = [`archive/${filename}`, filename].find((each) => zip.member(each));
      return name === undefined ? undefined : within + name;
    };
    for (const name of indexes) yield new CdxIndex(within + name, member);
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

/** Finds the WARC files that an index names: beside it and under `--warc-base`. */
class WarcPlaces {
  readonly #folders: readonly string[];
  readonly #base: string | undefined;
  readonly #known = new Map<string, string | undefined>();
  #below: ReadonlyMap<string, string> | undefined;

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
    const base = this.#base;
    const isFar = isRemote(base ?? "");
    const folders = base === undefined || isFar ? this.#folders : [...this.#folders, base];
    const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile);
    if (found !== undefined || base === undefined) return found;
    if (isFar) return placeUnder(base, filename);
    // Files may be at any depth under the base.
    this.#below ??= new Map(
      filesBelow(base, isWarcName)
        .sort()
        .reverse()
        .map((path) => [basename(path), path]),
    );
    return this.#below.get(basename(filename));
  }
}

const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

/** Checks `--warc-base`. Throws a `UsageError` if it is neither an existing folder nor a URI. */
export function warcBase(text: string): string {
  const url = isRemote(text) ? urlOf(text) : undefined;
  if (url !== undefined) {
    if (url.username === "" && !/[?#]/u.test(text)) return text;
    throw new UsageError("--warc-base takes a URI without user name and query: see --netrc.");
  }
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true) return text;
  throw new UsageError(`--warc-base ${text}: no such folder. Give the one with the WARC files.`);
}
