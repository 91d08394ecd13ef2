import { urlOf } from "../base/uri.js";
import { UsageError } from "../base/errors.js";
import { readTextFile } from "../base/read-file.js";

/**
 * Returns a prefix for replay links, ending in `/` or `=`. Throws a `UsageError` for anything but an http or https
 * address.
 */
export function parseReplay(text: string): string {
  const prefix = text.trim();
  if (!/^https?:\/\//iu.test(prefix) || urlOf(prefix) === undefined) {
    throw new UsageError(
      `--replay takes the address of a replay system, such as https://wayback.example/mycollection/, not "${text}".`,
    );
  }
  return /[/=]$/u.test(prefix) ? prefix : `${prefix}/`;
}
/**
 * Returns the lines of a list that a person wrote, trimmed and without empty ones. Throws a `UsageError` if the file
 * cannot be read or has no lines.
 */
export function linesIn(path: string): string[] {
  const lines = readTextFile(path)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0)
    throw new UsageError(`${path} lists nothing. Write one name on each line.`);
  return lines;
}

/** Returns a number of seconds above 0. Throws a `UsageError` that names the option for any other text. */
export function parseSeconds(text: string, option: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || value <= 0) {
    throw new UsageError(`${option} takes a number of seconds above 0, not "${text}".`);
  }
  return value;
}

/** Throws a `UsageError` for anything but an http or https URI. */
export function parseService(text: string, option: string): string {
  if (urlOf(text) !== undefined && /^https?:/iu.test(text)) return text.replace(/\/+$/u, "");
  throw new UsageError(`${option} takes an http or https URI, not "${text}".`);
}

export const valuesOf = (flag: string, argv: readonly string[]): string[] =>
  argv.flatMap((word, at) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    const next = argv[at + 1];
    return word === flag && next !== undefined ? [next] : [];
  });
