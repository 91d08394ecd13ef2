import { statSync } from "node:fs";
import { join } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";

/** True when a path holds a wildcard: `*`, `?`, `[02]`, `{10,12}`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean => isDynamicPattern(path);

/** The files and folders that match, sorted. Names that begin with a dot match only a pattern that does. */
export function expandGlob(pattern: string): string[] {
  // All that is below a folder is the folder.
  const parts = pattern.replace(/(?:\/\*\*)+$/u, "").split("/");
  // A folder that is there is taken by its name, whatever signs that holds.
  let depth = 0;
  while (depth < parts.length - 1 && isThere(`${parts.slice(0, depth + 1).join("/")}/`)) depth += 1;
  const folder = parts.slice(0, depth).join("/");
  const rest = parts.slice(depth).join("/");
  if (rest === "**" || rest === "") return [depth === 0 ? "." : join(folder, rest)];
  const found = globSync(rest.replace(/^!/u, "\\!"), {
    cwd: depth === 0 ? "." : `${folder}/`,
    onlyFiles: false,
    expandDirectories: false,
    // Links to folders may lead in a circle where any depth is searched.
    followSymbolicLinks: !rest.includes("**"),
  });
  const paths = found.map((path) =>
    join(depth === 0 ? "" : `${folder}/`, path.replace(/\/$/u, "")),
  );
  return paths.filter(isThere).sort();
}

/** False for a link that leads nowhere, too. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Links in a circle, a name too long, a file in place of a folder.
    return false;
  }
}
