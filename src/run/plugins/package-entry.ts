import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { codeOf } from "../../base/errors.js";
import { members, parseObject } from "../../base/json.js";

/** Matches a name that may be that of a package, or of a module in one. A path begins otherwise. */
const PACKAGE = /^(?:@[\w.-]+\/)?\w[\w.-]*(?:\/[\w.-]+)*$/u;

/** Returns true for a name that may be that of a package. */
export const isPackageName = (name: string): boolean => PACKAGE.test(name);

/**
 * Returns the path of the module that a program in the working folder gets by the name of a package, or undefined if
 * no such package is installed there or above.
 */
export function packageEntry(name: string): string | undefined {
  if (!isPackageName(name)) return undefined;
  const here = createRequire(join(process.cwd(), "plug-ins.js"));
  try {
    const found = here.resolve(name);
    // A module of Node has no path.
    return found === name ? undefined : found;
  } catch (cause) {
    return codeOf(cause) === "ERR_PACKAGE_PATH_NOT_EXPORTED"
      ? importedEntry(name, here.resolve.paths(name) ?? [])
      : undefined;
  }
}

/** Returns the entry of a package that can only be imported, which `require.resolve` of Node does not find. */
function importedEntry(name: string, folders: readonly string[]): string | undefined {
  const folder = folders.map((each) => join(each, name)).find((each) => existsSync(each));
  if (folder === undefined) return undefined;
  const { exports } = members(parseObject(readFileSync(join(folder, "package.json"), "utf8")));
  let entry = "." in members(exports) ? members(exports)["."] : exports;
  while (typeof entry === "object" && entry !== null) {
    const { node, import: imported, default: otherwise } = members(entry);
    entry = node ?? imported ?? otherwise;
  }
  return typeof entry === "string" ? join(folder, entry) : undefined;
}
