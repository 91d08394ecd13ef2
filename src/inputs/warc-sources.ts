import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UsageError } from "../errors.js";
import { expandGlob, isGlob } from "./glob.js";

const WARC_NAME = /\.w?arc(?:\.gz|\.zst)?$/iu;

/**
 * The WARC files that `-i warc=` values name, in order and each once: paths separated by commas, globs, folders (all
 * WARC and ARC files below, sorted), `@list.txt` (a path a line) and `-` for standard input. Throws a `UsageError` for
 * one that is not there.
 */
export function warcSources(values: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const value of values) {
    for (const part of value.split(",")) {
      const name = unescaped(part.trim());
      if (name === "") continue;
      for (const path of expand(name)) {
        const identity = path === "-" ? "-" : realpathSync(path);
        if (!found.has(identity)) found.set(identity, path);
      }
    }
  }
  if (found.size === 0) {
    throw new UsageError("-i warc= names no file. Write -i warc=crawl.warc.gz or a folder.");
  }
  return [...found.values()];
}

/** `%2C`, `%3D` and `%25` stand for `,`, `=` and `%`, which separate. */
const unescaped = (text: string): string =>
  text.replace(/%(2C|3D|25)/giu, (code) => decodeURIComponent(code));

function expand(name: string): string[] {
  if (name === "-") return [name];
  if (name.startsWith("@")) return listed(name.slice(1)).flatMap(expand);
  const stats = statSync(name, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return inFolder(name);
  if (stats !== undefined) {
    readable(name);
    return [name];
  }
  if (isGlob(name)) {
    const matches = expandGlob(name);
    if (matches.length === 0) throw new UsageError(`no file matches ${name}.`);
    return matches.flatMap((match) => (statSync(match).isDirectory() ? inFolder(match) : [match]));
  }
  throw new UsageError(
    `${name} does not exist. Check the path; "," separates files (%2C for one in a name).`,
  );
}

function listed(list: string): string[] {
  let text: string;
  try {
    text = readFileSync(list, "utf8");
  } catch (cause) {
    throw new UsageError(`the list ${list} cannot be read: ${messageOf(cause)}`, { cause });
  }
  return text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function inFolder(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch (cause) {
    throw new UsageError(`the folder ${folder} cannot be read: ${messageOf(cause)}`, { cause });
  }
  const paths = names
    .filter((name) => WARC_NAME.test(name))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  if (paths.length === 0) {
    throw new UsageError(
      `the folder ${folder} holds no WARC file (*.warc, *.warc.gz, *.arc, *.arc.gz, *.warc.zst).`,
    );
  }
  return paths;
}

function readable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}
