import { accessSync, constants, createReadStream, statSync } from "node:fs";
import { messageOf, UsageError } from "../../base/errors.js";
import { decodeText, listedLines, readWholeStream } from "../../base/read-file.js";
import { isUri } from "../timemaps/load.js";
import { namesIn } from "./arguments.js";

/** URIs may contain commas, so a comma separates only if the text after it is itself a source. */
export function splitUris(value: string): readonly string[] {
  const whole = value.trim();
  const pieces = isUri(whole)
    ? whole.split(/,(?=\s*(?:[a-z][a-z0-9+.-]{0,30}:\/\/|@|-(?:,|$)))/i)
    : namesIn([whole]);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** Returns the lines of the list `@FILE` of an input. Throws a `UsageError` if there are none. */
export async function readList(keyword: string, path: string): Promise<readonly string[]> {
  requireFile(`${keyword}=@`, path, "no such file");
  let sources: readonly string[];
  try {
    sources = listedLines(decodeText(await readWholeStream(createReadStream(path), path)));
  } catch (cause) {
    throw new UsageError(`${keyword}=@${path}: ${messageOf(cause)}`, { cause });
  }
  if (sources.length > 0) return sources;
  throw new UsageError(`${keyword}=@${path}: lists nothing. Write one on each line.`);
}

/** `@FILE` is a list with one URI per line. Throws `UsageError`. */
export async function urisIn(
  keyword: string,
  values: readonly string[],
  complete: (uri: string) => string = (uri) => uri,
): Promise<readonly string[]> {
  const uris = new Set<string>();
  for (const value of values.flatMap(splitUris)) {
    const listed = value.startsWith("@") ? await readList(keyword, value.slice(1)) : [value];
    for (const one of listed) {
      const uri = complete(one);
      if (!isUri(uri) || !URL.canParse(uri)) {
        throw new UsageError(
          `${keyword}=${one}: not a URI. Give http:// or https://, or @FILE for a list of them.`,
        );
      }
      uris.add(uri);
    }
  }
  if (uris.size === 0) throw new UsageError(`${keyword}=: give a URI, or @FILE for a list of them`);
  return [...uris];
}

/** Throws a `UsageError` if a path is not a readable file. `missing` is the message for a missing file. */
export function requireFile(name: string, path: string, missing: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`${name}${path}: ${missing}`);
    if (stats.isDirectory()) throw new UsageError(`${name}${path}: a folder, give a file`);
    accessSync(path, constants.R_OK);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${name}${path}: ${messageOf(cause)}`, { cause });
  }
}
