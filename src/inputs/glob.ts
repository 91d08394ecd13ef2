import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** True when a path holds a wildcard: `*`, `?`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean => /[*?]/u.test(path);

/** The paths that match, sorted. Names that begin with a dot match only a pattern that does. */
export function expandGlob(pattern: string): string[] {
  const parts = pattern.split("/");
  const absolute = parts[0] === "";
  const found = new Set<string>();
  walk(absolute ? "/" : "", absolute ? parts.slice(1) : parts, found);
  return [...found].sort();
}

function walk(folder: string, parts: readonly string[], found: Set<string>): void {
  const [part, ...rest] = parts;
  if (part === undefined) {
    found.add(folder);
    return;
  }
  if (part === "**") {
    walk(folder, rest, found);
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (!name.startsWith(".") && isFolder(path)) walk(path, parts, found);
    }
    return;
  }
  if (!isGlob(part)) {
    const path = folder === "" ? part : join(folder, part);
    if (statSync(path === "" ? "." : path, { throwIfNoEntry: false }) !== undefined) {
      walk(path, rest, found);
    }
    return;
  }
  const matches = nameMatcher(part);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (matches(name) && (rest.length === 0 || isFolder(path))) walk(path, rest, found);
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

/** Links to folders are not followed by `**`: they may lead in a circle. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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
