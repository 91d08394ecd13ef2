import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { MANIFEST_NAME } from "../http/directory/manifest.js";

/** Files to be read one by one, and working directories to be read as such. */
export interface WholeDirectories {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/**
 * Tells working directories apart all of whose WARC files are wanted: those are read as the input that they were made
 * for, which knows what a file by itself does not (which mementos were wanted, and which could not be had).
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
  const files = paths.filter((path) => path === "-" || !directories.includes(dirname(path)));
  return { directories, files };
}

function isWhole(directory: string, names: ReadonlySet<string>): boolean {
  if (!existsSync(join(directory, MANIFEST_NAME))) return false;
  const warcs = readdirSync(directory).filter((name) => name.endsWith(".warc.gz"));
  return warcs.every((name) => names.has(name));
}
