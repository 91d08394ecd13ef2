import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { UsageError, whyUnreadable } from "../errors.js";
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
    for (const part of value.match(NAME) ?? []) {
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

/** What stands between commas; a comma within braces separates alternatives of a glob. */
const NAME = /(?:\{[^{}]*\}|[^,])+/gu;

/** `%2C`, `%3D` and `%25` stand for `,`, `=` and `%`, which separate. */
const unescaped = (text: string): string =>
  text.replace(/%(2C|3D|25)/giu, (code) => decodeURIComponent(code));

/** `lists`: the lists that led here. */
function expand(name: string, lists: readonly string[] = []): string[] {
  if (name === "-") return [name];
  if (name.startsWith("@")) {
    if (lists.includes(name)) throw new UsageError(`the list ${name.slice(1)} names itself.`);
    return listed(name.slice(1)).flatMap((line) => expand(line, [...lists, name]));
  }
  const stats = existing(name);
  if (stats?.isDirectory() === true) return inFolder(name);
  if (stats !== undefined) {
    return [readable(name)];
  }
  if (isGlob(name)) {
    const matches = expandGlob(name);
    if (matches.length === 0) throw new UsageError(`no file matches ${name}.`);
    return matches.flatMap((match) =>
      existing(match)?.isDirectory() === true ? inFolder(match) : [readable(match)],
    );
  }
  throw new UsageError(
    `${name} does not exist. Check the path; "," separates files (%2C for one in a name).`,
  );
}

function listed(list: string): string[] {
  let text: string;
  try {
    text = readFileSync(list, "utf8").replace(/^\u{feff}/u, "");
  } catch (cause) {
    throw new UsageError(`the list ${list} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length > 0) return lines;
  throw new UsageError(`the list ${list} names no file. Give a path a line.`);
}

function inFolder(folder: string): string[] {
  const paths: string[] = [];
  try {
    collect(folder, paths);
  } catch (cause) {
    throw new UsageError(`the folder ${folder} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
  if (paths.length === 0) {
    throw new UsageError(
      `the folder ${folder} holds no WARC file (*.warc, *.warc.gz, *.arc, *.arc.gz, *.warc.zst).`,
    );
  }
  return paths.sort();
}

/** Links to files count, links to folders do not: they may lead in a circle. */
function collect(folder: string, paths: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path, paths);
    else if (WARC_NAME.test(entry.name) && existing(path)?.isFile() === true) paths.push(path);
  }
}

/** What is at a path; undefined where nothing is, not even at the end of its links. */
function existing(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A name that is too long, links in a circle, a folder that is a file: there is nothing to read.
    return undefined;
  }
}

/** The path itself. */
function readable(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    return path;
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
}
