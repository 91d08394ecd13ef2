import { closeSync, existsSync, openSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { unread, UnreadableError } from "../../base/errors.js";
import { isRemote, notPlain } from "../../base/platform/files.js";
import { portablePath } from "../../base/portable-path.js";
import { statsOf } from "../../base/read-file.js";
import { DOWNLOADS, MANIFEST_NAME } from "../http/directory/manifest.js";
import type { OnUnread } from "../types.js";

export interface FileKind {
  readonly keyword: string;
  readonly hasName: (name: string) => boolean;
  readonly examples: string;
  readonly example: string;
}

interface FilesInFolder {
  readonly files: readonly string[];
  /** Number of other files, without hidden files and those of working directories. */
  readonly others: number;
}

/** Returns the files below a folder. `onUnread` is the same as for {@link filesBelow}. */
export function filesInFolder(
  folder: string,
  { hasName }: FileKind,
  onUnread?: OnUnread,
): FilesInFolder {
  const files: string[] = [];
  let others = 0;
  for (const path of filesBelow(folder, hasName, onUnread)) {
    const isHidden = /(?:^|[/\\])\./u.test(relative(folder, path));
    if (hasName(path)) files.push(path);
    else if (!isHidden && workingDirectoryOf(path) === undefined) others += 1;
  }
  return { files: files.sort(), others };
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
    if (entry.isDirectory()) return filesBelow(path, hasName, onUnread);
    if (entry.isFile()) return [path];
    return isPlain(path, hasName(path) ? onUnread : undefined) ? [path] : [];
  });
}

/** Returns whether a path is a regular file, or a link to one. Otherwise `onUnread` receives the reason. */
export function isPlain(path: string, onUnread?: OnUnread): boolean {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return true;
    throw new UnreadableError(notPlain(stats));
  } catch (cause) {
    onUnread?.(unread(path, "opened", cause));
    return false;
  }
}

/** Returns the working directory to which a file belongs, or into which it was downloaded. */
function workingDirectoryOf(path: string): string | undefined {
  const folder = dirname(path);
  const around = basename(folder) === DOWNLOADS ? [dirname(folder), folder] : [folder];
  return around.find((each) => existsSync(join(each, MANIFEST_NAME)));
}

interface SortedSources {
  /** Folders whose other files are counted. */
  readonly folders: readonly string[];
  /** Working directories to read as a whole. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/**
 * Separates folders, and working directories of which all WARC files are wanted. These are read like the input for which
 * they were made, because that input also knows which mementos were wanted and which failed.
 */
export function sortedSources(sources: readonly string[]): SortedSources {
  const folders: string[] = [];
  const files: string[] = [];
  const wanted = new Map<string, Set<string>>();
  for (const path of sources) {
    if (path.endsWith("/") && !isRemote(path)) {
      folders.push(path);
      continue;
    }
    files.push(path);
    if (path === "-") continue;
    const names = wanted.get(dirname(path)) ?? new Set();
    wanted.set(dirname(path), names.add(basename(path)));
  }
  const directories = [...wanted].flatMap(([folder, names]) =>
    isWhole(folder, names) ? [folder] : [],
  );
  if (directories.length === 0) return { folders, directories, files };
  const isIn = (path: string): boolean => directories.includes(workingDirectoryOf(path) ?? "");
  return { folders, directories, files: files.filter((path) => path === "-" || !isIn(path)) };
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
