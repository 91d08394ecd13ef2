import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** True when a path holds a wildcard: `*`, `?`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean => /[*?]/u.test(path);

/** The paths that match, sorted. Names that begin with a dot match only a pattern that does. */
export function expandGlob(pattern: string): string[] {
  const parts = pattern.split("/").filter((part, i, all) => part !== "**" || all[i - 1] !== "**");
  const absolute = parts[0] === "";
  const found = new Set<string>();
  walk(absolute ? "/" : "", absolute ? parts.slice(1) : parts, found);
  return [...found].sort();
}

function walk(folder: string, parts: readonly string[], found: Set<string>): void {
  const [part, ...rest] = parts;
  // `**` at the end is all that is below a folder: the folder.
  if (part === undefined || (part === "**" && rest.length === 0)) {
    found.add(folder === "" ? "." : folder);
    return;
  }
  if (!isGlob(part)) {
    const path = folder === "" ? part : join(folder, part);
    if (kindOf(path === "" ? "." : path) !== "nothing") walk(path, rest, found);
    return;
  }
  if (part === "**") walk(folder, rest, found);
  const matches = nameMatcher(part);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (!matches(name)) continue;
    const kind = kindOf(path);
    if (part === "**") {
      // Links to folders are not followed here: they may lead in a circle.
      if (kind === "folder" && !lstatSync(path).isSymbolicLink()) walk(path, parts, found);
    } else if (kind === "folder" || (kind === "file" && rest.length === 0)) {
      walk(path, rest, found);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder === "" ? "." : folder);
  } catch {
    // A folder that may not be read matches nothing.
    return [];
  }
}

/** What a path leads to; a link that leads nowhere is nothing. */
function kindOf(path: string): "folder" | "file" | "nothing" {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? "nothing" : stats.isDirectory() ? "folder" : "file";
  } catch {
    // Links in a circle, a name too long.
    return "nothing";
  }
}

/** Tells names that match one part of a pattern, in time linear in the name for each `*`. */
function nameMatcher(part: string): (name: string) => boolean {
  const source = part
    .replace(/[.+^${}()|[\]\\]/gu, "\\$&")
    .replace(/\*+/gu, "[^/]*")
    .replace(/\?/gu, "[^/]");
  const pattern = new RegExp(`^${source}$`, "u");
  return (name) => (name.startsWith(".") ? part.startsWith(".") : true) && pattern.test(name);
}
