import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf, unread, UsageError } from "../../base/errors.js";
import { portablePath } from "../../base/portable-path.js";
import { statsOf } from "../../base/read-file.js";
import type { OnUnread } from "../types.js";

/** Maximum number of `{`, since each may double the number of patterns. */
const MOST_BRACES = 10;

/** Returns whether a path has a wildcard: `*`, `?`, `[02]`, `{10,12}`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean =>
  /[*?]|\[[^/\]]+\]|\{[^{}]*,[^{}]*\}/u.test(path) && path.split("{").length <= MOST_BRACES + 1;

/**
 * Returns the matching files and folders, sorted, with links that have no target. A name that begins with a dot matches
 * only a pattern that begins with a dot too. `onUnread` receives folders that cannot be listed. Throws a `UsageError` for a
 * pattern that cannot be used.
 */
export function expandGlob(pattern: string, onUnread: OnUnread = () => undefined): string[] {
  try {
    const found = alternatives(pattern).flatMap((each) => {
      // A pattern for everything below a folder means the folder.
      const plain = each.replace(/(?:\*\*\/)+/gu, "**/").replace(/(?:^|\/)\*\*$/u, "");
      const [root = ""] = /^(?:[a-z]:)?\/+/iu.exec(plain) ?? [];
      return matching(root, plain.slice(root.length).split("/"), onUnread);
    });
    return [...new Set(found.map((path) => portablePath(path)))].sort();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new UsageError(`the pattern ${pattern} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

function alternatives(pattern: string): string[] {
  const [, before, inside, after] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/su.exec(pattern) ?? [];
  return inside === undefined
    ? [pattern]
    : inside.split(",").flatMap((each) => alternatives(`${before}${each}${after}`));
}

function matching(folder: string, parts: readonly string[], onUnread: OnUnread): string[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [folder === "" ? "." : folder];
  const here = join(folder, part);
  if (part === "**") {
    // Links to folders are not followed, because they could form a circle.
    const folders = listed(folder, onUnread).filter((entry) => entry.isDirectory());
    const below = folders.filter(({ name }) => !name.startsWith("."));
    return [
      ...matching(folder, rest, onUnread),
      ...below.flatMap(({ name }) => matching(join(folder, name), parts, onUnread)),
    ];
  }
  // A folder on the way may have special characters in its name.
  const isName = !isGlob(part) || (rest.length > 0 && statsOf(here)?.isDirectory() === true);
  if (isName) {
    return rest.length > 0 || statsOf(here) !== undefined ? matching(here, rest, onUnread) : [];
  }
  const form = formOf(part);
  return listed(folder, onUnread)
    .filter(({ name }) => form.test(name) && (!name.startsWith(".") || part.startsWith(".")))
    .map(({ name }) => join(folder, name))
    .filter((path) => rest.length === 0 || statsOf(path)?.isDirectory() === true)
    .flatMap((path) => matching(path, rest, onUnread));
}

/** Throws a `SyntaxError` for a range without characters. */
function formOf(part: string): RegExp {
  const source = part.replace(/\*+|\?|\[[^\]]+\]|[$()+.[\\\]^{|}]/gu, (sign) => {
    if (sign.startsWith("*")) return "[^]*";
    if (sign === "?") return "[^]";
    return sign.length > 1 ? sign.replaceAll("\\", "\\\\").replace(/^\[!/u, "[^") : `\\${sign}`;
  });
  return new RegExp(`^${source}$`, "u");
}

/** A folder of the pattern that is not there has no matches. */
function listed(folder: string, onUnread: OnUnread): Dirent[] {
  const path = folder === "" ? "." : folder;
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (cause) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(codeOf(cause));
    if (!isMissing) onUnread(unread(portablePath(path), "listed", cause));
    return [];
  }
}
