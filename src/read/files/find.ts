import { urlOf } from "../../base/uri.js";
import { accessSync, closeSync, constants, openSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../base/errors.js";
import { isRemote, isStream } from "../../base/platform/files.js";
import { portablePath } from "../../base/portable-path.js";
import { decodeText, listedLines, readWholeFile, statsOf, readable } from "../../base/read-file.js";
import { printableStart } from "../../base/text.js";
import type { OnUnread } from "../types.js";
import { isWarcName, isWaczName } from "../warc/wacz.js";
import { namesIn } from "./arguments.js";
import { type FileKind, filesInFolder, isPlain } from "./folders.js";
import { expandGlob, isGlob } from "./globs.js";

interface FoundFile {
  readonly path: string;
  /** True if the file was found in a folder. The file then counts even if it is no file of records. */
  readonly isFound: boolean;
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
export function findFiles(
  values: readonly string[],
  kind: FileKind,
  onUnread: OnUnread = () => undefined,
): FoundFile[] {
  const found = new Map<string, FoundFile>();
  const unreadPlaces = new Set<string>();
  const takeUnread: OnUnread = (item) => {
    if (unreadPlaces.has(item.source.file)) return;
    unreadPlaces.add(item.source.file);
    onUnread(item);
  };
  for (const name of namesIn(values)) {
    for (const file of expand(name, kind, takeUnread)) {
      const identity = identityOf(file.path);
      if (!found.has(identity)) found.set(identity, file);
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

/** `lists` are the lists that led to it, with which a list that contains itself is detected. */
function expand(
  text: string,
  kind: FileKind,
  onUnread: OnUnread,
  lists: readonly string[] = [],
): FoundFile[] {
  if (text === "") return [];
  const name = isRemote(text) || /^(?:file|s3):/iu.test(text) ? ofUri(text) : portablePath(text);
  if (name === "-" || isRemote(name)) return [{ path: name, isFound: false }];
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
      return isPlain(match, onUnread) ? [{ path: match, isFound: false }] : [];
    });
  }
  const advice = name.startsWith("~")
    ? 'Write the path of your folder in full in the place of "~".'
    : 'Check the path; "," separates files (%2C for one in a name).';
  throw new UsageError(`${printableStart(name, LONGEST_SHOWN)} does not exist. ${advice}`);
}

const LONGEST_SHOWN = 500;

/** Returns the path of a `file:` URI, or the URI of a file on the web. Throws `UsageError` for others. */
function ofUri(uri: string): string {
  if (/^s3:/iu.test(uri)) {
    throw new UsageError(
      `${uri} cannot be read. Give a signed https: address, or write aws s3 cp ${uri} - | detect_off_topic -i warc=-`,
    );
  }
  if (!isRemote(uri)) {
    try {
      return portablePath(fileURLToPath(uri));
    } catch (cause) {
      const what = `${uri} is not a URI of a file here. Write file:///folder/crawl.wacz.`;
      throw new UsageError(what, { cause });
    }
  }
  if (urlOf(uri) !== undefined) return uri;
  throw new UsageError(`${uri} is not the URI of a file. Write https://host/path.`);
}

function listed(list: string): string[] {
  const lines = listedLines(decodeText(readable(`the list ${list}`, () => readWholeFile(list))));
  if (lines.length > 0) return lines;
  throw new UsageError(`the list ${list} names no file. Give a path a line.`);
}

/** A folder with other files too is a source itself, so that they are counted. */
function inFolder(folder: string, kind: FileKind, onUnread: OnUnread): FoundFile[] {
  readable(`the folder ${folder}`, () => readdirSync(folder));
  const troubles: string[] = [];
  const { files, others } = filesInFolder(folder, kind, (item) => {
    troubles.push(item.source.file);
    onUnread(item);
  });
  if (files.length + troubles.length === 0) {
    throw new UsageError(`the folder ${folder} holds no ${kind.examples}.`);
  }
  const paths = others > 0 ? [portablePath(join(folder, "/")), ...files] : files;
  return paths.map((path) => ({ path, isFound: true }));
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
function namedFile(path: string): FoundFile {
  readable(path, () => {
    accessSync(path, constants.R_OK);
    if (isStream(path)) namedStreams.add(path);
    else closeSync(openSync(path, "r"));
  });
  return { path, isFound: false };
}
