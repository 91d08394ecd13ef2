import { accessSync, constants, existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../base/errors.js";
import { isRemote } from "../../base/platform/files.js";
import { portablePath } from "../../base/portable-path.js";
import { DOWNLOADS, MANIFEST_NAME } from "../http/directory/manifest.js";
import { decodeText, listedLines, readWholeFile, statsOf, readable } from "../../base/read-file.js";
import { isWarcName, isWaczName } from "../warc/wacz.js";
import { namesIn } from "./arguments.js";
import { expandGlob, isGlob, isNotUtf8, refuseName } from "./files.js";

/** A file to read, or a folder that also contains other files. */
interface NamedSource {
  readonly path: string;
  /** True if the file was found in a folder. The file then counts even if it cannot be read. */
  readonly isFound: boolean;
}

export interface FileKind {
  readonly keyword: string;
  readonly hasName: (name: string) => boolean;
  readonly examples: string;
  readonly example: string;
}

/** Files that `-i warc=` finds in a folder. */
export const warcFiles: FileKind = {
  keyword: "warc",
  hasName: (name) => isWarcName(name) || isWaczName(name),
  examples: "WARC file (*.warc, *.warc.gz, *.arc, *.arc.gz, *.warc.zst, *.wacz)",
  example: "crawl.warc.gz",
};

/** Files that `-i wacz=` finds in a folder. */
export const waczFiles: FileKind = {
  keyword: "wacz",
  hasName: isWaczName,
  examples: "WACZ file (*.wacz)",
  example: "crawl.wacz",
};

/**
 * Returns the files that the values of `-i warc=` or `-i wacz=` name, in order and each once. The values can be paths
 * and file: URIs separated by commas, URIs of files on the web (one per value), globs, folders (all files below with a
 * name of this kind, sorted), `@list.txt` (one path per line) and `-` for standard input. A folder that also contains
 * other files is a source itself, with a slash at the end of its path. Throws a `UsageError` for a source that does not
 * exist.
 */
export function warcSources(values: readonly string[], kind: FileKind): NamedSource[] {
  const found = new Map<string, NamedSource>();
  for (const name of namesIn(values)) {
    for (const source of expand(name, kind)) {
      const isHere = source.path !== "-" && !isRemote(source.path);
      const identity = isHere ? realpathSync(source.path) : source.path;
      if (!found.has(identity)) found.set(identity, source);
    }
  }
  if (found.size === 0) {
    const { keyword, example } = kind;
    throw new UsageError(
      `-i ${keyword}= names no file. Write -i ${keyword}=${example} or a folder.`,
    );
  }
  return [...found.values()];
}

/** Returns the suffix of each other file of a folder, except for hidden files and those of working directories. */
export function otherSuffixes(folder: string, kind: FileKind): string[] {
  return filesBelow(folder)
    .filter((path) => !kind.hasName(path) && !isOurs(path, folder))
    .map((path) => extname(path).toLowerCase());
}

/** Returns whether a file is hidden or belongs to a working directory. */
const isOurs = (path: string, folder: string): boolean =>
  /(?:^|[/\\])\./u.test(relative(folder, path)) ||
  existsSync(join(directoryOf(path), MANIFEST_NAME));

/** Returns the folder of a file, or that of the working directory if the file was downloaded into it. */
const directoryOf = (path: string): string =>
  basename(dirname(path)) === DOWNLOADS && existsSync(join(dirname(path), "..", MANIFEST_NAME))
    ? dirname(dirname(path))
    : dirname(path);

/**
 * Expands one name to its files. `lists` are the lists that led to it, with which a list that contains itself is
 * detected.
 */
function expand(text: string, kind: FileKind, lists: readonly string[] = []): NamedSource[] {
  if (text === "") return [];
  if (isRemote(text)) return [named(remote(text))];
  const name = portablePath(isFileUri(text) ? pathOfUri(text) : text);
  if (name === "-") return [named(name)];
  if (name.startsWith("@")) {
    if (lists.includes(name)) throw new UsageError(`the list ${name.slice(1)} names itself.`);
    return listed(name.slice(1)).flatMap((line) => expand(line, kind, [...lists, name]));
  }
  const stats = statsOf(name);
  if (stats?.isDirectory() === true) return inFolder(name, kind);
  if (stats !== undefined) return [namedFile(name)];
  if (isGlob(name)) {
    const matches = expandGlob(name);
    if (matches.length === 0) throw new UsageError(`no file matches ${name}.`);
    return matches.flatMap((match) =>
      statsOf(match)?.isDirectory() === true ? inFolder(match, kind) : [namedFile(match)],
    );
  }
  throw new UsageError(
    `${name} does not exist. Check the path; "," separates files (%2C for one in a name).`,
  );
}

/** Returns the URI. Throws `UsageError` if it is not the URI of a file or of a prefix in S3. */
function remote(uri: string): string {
  const isKey = !/^s3:/iu.test(uri) || /^s3:\/\/[^/]+\//iu.test(uri);
  if (isKey && URL.canParse(uri)) return uri;
  throw new UsageError(
    `${uri} is not the URI of a file. Write https://host/path, s3://bucket/key or, for all files below, s3://bucket/folder/.`,
  );
}

const named = (path: string): NamedSource => ({ path, isFound: false });

const isFileUri = (text: string): boolean => /^file:/iu.test(text);

function pathOfUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (cause) {
    throw new UsageError(`${uri} is not a URI of a file here. Write file:///folder/crawl.wacz.`, {
      cause,
    });
  }
}

function listed(list: string): string[] {
  const lines = listedLines(decodeText(readable(`the list ${list}`, () => readWholeFile(list))));
  if (lines.length > 0) return lines;
  throw new UsageError(`the list ${list} names no file. Give a path a line.`);
}

function inFolder(folder: string, kind: FileKind): NamedSource[] {
  const paths = readable(`the folder ${folder}`, () => filesBelow(folder));
  const wanted = paths.filter((path) => kind.hasName(path)).sort();
  if (wanted.length === 0) {
    throw new UsageError(`the folder ${folder} holds no ${kind.examples}.`);
  }
  wanted.filter(isNotUtf8).forEach(refuseName);
  const found = wanted.map((path) => ({ path, isFound: true }));
  const hasOthers = otherSuffixes(folder, kind).length > 0;
  return hasOthers ? [{ path: portablePath(join(folder, "/")), isFound: true }, ...found] : found;
}

/**
 * Returns all files below a folder at any depth. Links to files are followed. Links to folders are not, because they
 * could form a circle.
 */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = portablePath(join(folder, entry.name));
    if (entry.isDirectory()) return isNotUtf8(path) ? refuseName(path) : filesBelow(path);
    return entry.isFile() || isNotUtf8(path) || statsOf(path)?.isFile() === true ? [path] : [];
  });
}

/** Returns a file that the user named, or that matches a pattern. Throws `UsageError` if it cannot be read. */
function namedFile(path: string): NamedSource {
  readable(path, () => accessSync(path, constants.R_OK));
  return named(path);
}

/** Files to read one by one, and working directories to read as a whole. */
interface WholeDirectories {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/**
 * Finds the working directories of which all WARC files are wanted. They are read like the input for which they were
 * made, because that input also knows which mementos were wanted and which failed.
 */
export function wholeDirectories(paths: readonly string[]): WholeDirectories {
  const wanted = new Map<string, Set<string>>();
  for (const path of paths) {
    if (path === "-") continue;
    const names = wanted.get(dirname(path)) ?? new Set();
    wanted.set(dirname(path), names.add(basename(path)));
  }
  const directories = [...wanted].flatMap(([directory, names]) =>
    isWhole(directory, names) ? [directory] : [],
  );
  const files = paths.filter((path) => path === "-" || !directories.includes(directoryOf(path)));
  return { directories, files };
}

function isWhole(directory: string, names: ReadonlySet<string>): boolean {
  if (!existsSync(join(directory, MANIFEST_NAME))) return false;
  const warcs = readdirSync(directory).filter((name) => name.endsWith(".warc.gz"));
  return warcs.every((name) => names.has(name));
}
