import { readFile } from "node:fs/promises";
import { messageOf, UsageError } from "../../errors.js";
import { listedLines } from "../../read-file.js";
import { isUri } from "../../timemaps/load.js";
import { namesIn } from "./arguments.js";
import { requireFile } from "./files.js";

/** The parts of a value that lists URIs or paths. URIs hold commas: one separates only before what is a source itself. */
export function splitUris(value: string): readonly string[] {
  const whole = value.trim();
  const pieces = isUri(whole)
    ? whole.split(/,(?=\s*(?:[a-z][a-z0-9+.-]{0,30}:\/\/|@|-(?:,|$)))/i)
    : namesIn([whole]);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** The lines of `@FILE`, the list of an input. Throws a `UsageError` where there is none. */
export async function readList(keyword: string, path: string): Promise<readonly string[]> {
  requireFile(`${keyword}=@`, path, "no such file");
  let sources: readonly string[];
  try {
    sources = listedLines(await readFile(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`${keyword}=@${path}: ${messageOf(cause)}`, { cause });
  }
  if (sources.length > 0) return sources;
  throw new UsageError(`${keyword}=@${path}: lists nothing, give one a line`);
}

/** The URIs that values of an input list, each once; `@FILE` is a list, a URI a line. Throws a `UsageError`. */
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
