import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { unread, UnreadableError, UsageError } from "../../base/errors.js";
import { isRemote, isStream, notPlain } from "../../base/platform/files.js";
import { portablePath } from "../../base/portable-path.js";
import { DOWNLOADS, MANIFEST_NAME } from "../http/directory/manifest.js";
import { decodeText, listedLines, readWholeFile, statsOf, readable } from "../../base/read-file.js";
import { printableStart } from "../../base/text.js";
import type { OnUnread } from "../types.js";
import { isWarcName, isWaczName } from "../warc/wacz.js";
import { namesIn } from "./arguments.js";
import { expandGlob, isGlob, isNotUtf8, refuseName } from "./globs.js";

interface NamedSource {
  readonly path: string;
  /** True if the file was found in a folder. The file then counts even if it is no file of records. */
  readonly isFound: boolean;
}

export interface FileKind {
  readonly keyword: string;
  readonly hasName: (name: string) => boolean;
  readonly examples: string;
  readonly example: string;
}

export const warcFiles: FileKind = {
  keyword: "warc",
  hasName: (name) => isWarcName(name) || isWaczName(name),
  examples: "WARC file (*.warc, *.warc.gz, *.arc, *.arc.gz, *.warc.zst, *.wacz)",
  example: "crawl.warc.gz",
};

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
 * other files is a source itself, with a slash at the end of its path. Throws a `UsageError` for a source that the user
 * named himself and that does not exist or cannot be opened. What is found in a folder or by a glob and cannot be read is
 * no source: `onUnread` receives it.
 */
export function warcSources(
  values: readonly string[],
  kind: FileKind,
  onUnread: OnUnread = () => undefined,
): NamedSource[] {
  const found = new Map<string, NamedSource>();
  const unreadPlaces = new Set<string>();
  const takeUnread: OnUnread = (item) => {
    if (unreadPlaces.has(item.source.file)) return;
    unreadPlaces.add(item.source.file);
    onUnread(item);
  };
  for (const name of namesIn(values)) {
    for (const source of expand(name, kind, takeUnread)) {
      const identity = identityOf(source.path);
      if (!found.has(identity)) found.set(identity, source);
    }
  }
  if (found.size === 0 && unreadPlaces.size === 0) {
    const { keyword, example } = kind;
    throw new UsageError(
      `-i ${keyword}= names no file. Write -i ${keyword}=${example} or a folder.`,
    );
  }
  return [...found.values()];
}

/** Returns the same text for all names of one file, by following links. */
function identityOf(path: string): string {
  if (path === "-" || isRemote(path)) return path;
  try {
    return realpathSync(path);
  } catch {
    // The file has just been removed, and its reader reports that.
    return path;
  }
}

/** Returns the suffix of each other file of a folder, except for hidden files and those of working directories. */
export function otherSuffixes(folder: string, kind: FileKind, onUnread?: OnUnread): string[] {
  return filesBelow(folder, kind.hasName, onUnread)
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

/** `lists` are the lists that led to it, with which a list that contains itself is detected. */
function expand(
  text: string,
  kind: FileKind,
  onUnread: OnUnread,
  lists: readonly string[] = [],
): NamedSource[] {
  if (text === "") return [];
  if (isRemote(text)) return [named(remote(text))];
  const name = portablePath(isFileUri(text) ? pathOfUri(text) : text);
  if (name === "-") return [named(name)];
  if (name.startsWith("@")) {
    if (lists.includes(name)) throw new UsageError(`the list ${name.slice(1)} names itself.`);
    return listed(name.slice(1)).flatMap((line) => expand(line, kind, onUnread, [...lists, name]));
  }
  const stats = statsOf(name);
  if (stats?.isDirectory() === true) return inFolder(name, kind, onUnread);
  if (stats !== undefined) return [namedFile(name)];
  if (isGlob(name)) {
    const troubles: string[] = [];
    const matches = expandGlob(name, (item) => {
      troubles.push(item.source.file);
      onUnread(item);
    });
    if (matches.length + troubles.length === 0) throw new UsageError(`no file matches ${name}.`);
    return matches.flatMap((match) => {
      if (statsOf(match)?.isDirectory() === true) return inFolder(match, kind, onUnread);
      return isPlain(match, onUnread) ? [named(match)] : [];
    });
  }
  throw new UsageError(
    `${printableStart(name, LONGEST_SHOWN)} does not exist. Check the path; "," separates files (%2C for one in a name).`,
  );
}

/** Maximum number of characters of a path in a message. */
const LONGEST_SHOWN = 500;

/** Throws `UsageError` if it is not the URI of a file or of a prefix in S3. */
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

function inFolder(folder: string, kind: FileKind, onUnread: OnUnread): NamedSource[] {
  readable(`the folder ${folder}`, () => readdirSync(folder));
  const troubles: string[] = [];
  const paths = filesBelow(folder, kind.hasName, (item) => {
    troubles.push(item.source.file);
    onUnread(item);
  });
  const wanted = paths.filter((path) => kind.hasName(path)).sort();
  if (wanted.length + troubles.length === 0) {
    throw new UsageError(`the folder ${folder} holds no ${kind.examples}.`);
  }
  wanted.filter(isNotUtf8).forEach(refuseName);
  const found = wanted.map((path) => ({ path, isFound: true }));
  const hasOthers = otherSuffixes(folder, kind).length > 0;
  return hasOthers ? [{ path: portablePath(join(folder, "/")), isFound: true }, ...found] : found;
}

/**
 * Returns all files below a folder at any depth. Links to files are followed. Links to folders are not, because they
 * could form a circle. `onUnread` receives folders that cannot be listed, and everything with a wanted name that is no
 * file, such as a link without a target or a named pipe.
 */
export function filesBelow(
  folder: string,
  hasName: FileKind["hasName"],
  onUnread: OnUnread = () => undefined,
): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    onUnread(unread(folder, "listed", cause));
    return [];
  }
  return entries.flatMap((entry) => {
    const path = portablePath(join(folder, entry.name));
    if (entry.isDirectory()) {
      return isNotUtf8(path) ? refuseName(path) : filesBelow(path, hasName, onUnread);
    }
    if (entry.isFile() || isNotUtf8(path)) return [path];
    return isPlain(path, hasName(path) ? onUnread : undefined) ? [path] : [];
  });
}

/** Returns whether a path is a regular file, or a link to one. Otherwise `onUnread` receives the reason. */
function isPlain(path: string, onUnread?: OnUnread): boolean {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return true;
    throw new UnreadableError(notPlain(stats));
  } catch (cause) {
    onUnread?.(unread(path, "opened", cause));
    return false;
  }
}

/** Named pipes and devices that users of this process have named. */
const namedStreams = new Set<string>();

/**
 * Returns whether a source is standard input, or a named pipe or device that the user named. A file that has become a
 * pipe since it was found is not opened, because it might never end.
 */
export const isNamedStream = (path: string): boolean => path === "-" || namedStreams.has(path);

/**
 * Throws `UsageError` if it cannot be opened. A pipe is only opened when it is read, because that would already start
 * its writer.
 */
function namedFile(path: string): NamedSource {
  readable(path, () => {
    accessSync(path, constants.R_OK);
    if (isStream(path)) namedStreams.add(path);
    else closeSync(openSync(path, "r"));
  });
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
  if (statsOf(join(directory, MANIFEST_NAME))?.isFile() !== true) return false;
  try {
    closeSync(openSync(join(directory, MANIFEST_NAME), "r"));
    const warcs = readdirSync(directory).filter((name) => name.endsWith(".warc.gz"));
    return warcs.every((name) => names.has(name));
  } catch {
    // A folder that cannot be listed, or whose manifest cannot be read, is read file by file.
    return false;
  }
}
