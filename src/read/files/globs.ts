import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type GlobOptions, globSync, isDynamicPattern } from "tinyglobby";
import { codeOf, messageOf, unread, UsageError } from "../../base/errors.js";
import { portablePath } from "../../base/portable-path.js";
import { statsOf } from "../../base/read-file.js";
import type { OnUnread } from "../types.js";

/** Returns whether a path has a wildcard: `*`, `?`, `[02]`, `{10,12}`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean =>
  path.length <= LONGEST_GLOB && isDynamicPattern(path);

/** Maximum number of characters of a pattern. No system has longer paths. */
const LONGEST_GLOB = 4096;

/**
 * Returns the matching files and folders, sorted, with links that have no target. A name that begins with a dot matches
 * only a pattern that begins with a dot too. `onUnread` receives folders that cannot be listed.
 */
export function expandGlob(pattern: string, onUnread: OnUnread = () => undefined): string[] {
  // A pattern for everything below a folder means the folder.
  const parts = pattern.replace(/(?:\/\*\*)+$/u, "").split("/");
  // The beginning of the pattern may be an existing folder whose name has special characters.
  let depth = 0;
  while (depth < parts.length - 1 && isThere(`${parts.slice(0, depth + 1).join("/")}/`)) depth += 1;
  const folder = parts.slice(0, depth).join("/");
  const rest = parts.slice(depth).join("/");
  if (rest === "**" || rest === "") return [depth === 0 ? "." : portablePath(join(folder, rest))];
  const cwd = depth === 0 ? "." : `${folder}/`;
  const found = matching(
    rest.replace(/^!/u, "\\!"),
    cwd,
    {
      onlyFiles: false,
      expandDirectories: false,
      // Links to folders are not followed, because they could form a circle in a search at any depth.
      followSymbolicLinks: !rest.includes("**"),
    },
    onUnread,
  );
  const paths = new Set(
    found.map((path) =>
      portablePath(join(depth === 0 ? "" : `${folder}/`, path.replace(/\/$/u, ""))),
    ),
  );
  paths.forEach(requireUtf8);
  return [...paths].sort();
}

/**
 * Returns the matches, with links that have no target, pipes and sockets, which the search itself leaves out. Throws a
 * `UsageError` for a pattern that cannot be used.
 */
function matching(
  pattern: string,
  cwd: string,
  options: Pick<GlobOptions, "onlyFiles" | "expandDirectories" | "followSymbolicLinks">,
  onUnread: OnUnread,
): string[] {
  const isLeftOut = (folder: string, entry: Dirent): boolean =>
    entry.isSymbolicLink()
      ? options.followSymbolicLinks === true && !isThere(join(folder, entry.name))
      : !entry.isFile() && !entry.isDirectory();
  let isFirst = true;
  // The search passes over folders that cannot be listed. A folder of the pattern that is not there has no matches.
  const list = (folder: string, how: { readonly withFileTypes: true }): Dirent[] => {
    try {
      return readdirSync(folder, how).map((entry) =>
        isLeftOut(folder, entry) ? Object.assign(entry, LIKE_A_FILE) : entry,
      );
    } catch (cause) {
      const given = join(cwd, relative(resolve(cwd), folder));
      const isMissing = isFirst && codeOf(cause) === "ENOENT";
      if (!isMissing) onUnread(unread(portablePath(given), "listed", cause));
      throw cause;
    } finally {
      isFirst = false;
    }
  };
  const fs = { readdirSync: list as typeof readdirSync };
  try {
    return globSync(pattern, { ...options, cwd, fs });
  } catch (cause) {
    throw new UsageError(`the pattern ${pattern} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

const LIKE_A_FILE = { isFile: () => true, isSymbolicLink: () => false };

/**
 * Returns whether a file cannot be opened by its name, because some bytes of the name are not UTF-8 and were replaced.
 */
export const isNotUtf8 = (path: string): boolean =>
  path.includes("\u{fffd}") && lstatSync(path, { throwIfNoEntry: false }) === undefined;

/** Throws `UsageError` for a path for which {@link isNotUtf8} is true. */
export function requireUtf8(path: string): void {
  if (!isNotUtf8(path)) return;
  throw new UsageError(
    `${path} has a name that is not UTF-8, so that it cannot be opened. Give it another name.`,
  );
}

/** Returns false for a link without a target. */
const isThere = (path: string): boolean => statsOf(path) !== undefined;
