import { readFile } from "node:fs/promises";
import { messageOf, UsageError } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import { listedLines } from "../../base/read-file.js";
import { isUri } from "../timemaps/load.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
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

/** A URI-M as what is to be fetched; the date stands in where the URI-M has none. Undefined for what is not a URI-M. */
export function wantedOf(
  uriM: string,
  date: string,
  timeMaps: TimeMapsOfArchives,
): { uriR: string; uriT: string; uriM: string; mementoDatetime: string } | undefined {
  const parts = uriMParts(uriM);
  const uriR = uriROf(uriM);
  const mementoDatetime = parseDatetime(parts?.timestamp ?? "") ?? parseDatetime(date);
  if (parts === undefined || uriR === undefined || mementoDatetime === undefined) return undefined;
  return { uriR, uriT: timeMaps.uriTOf(parts.prefix, uriR), uriM, mementoDatetime };
}

/** A list of mementos names no TimeMap: one archive's mementos of a URI-R, however it is spelled, are one. */
export class TimeMapsOfArchives {
  readonly #known = new Map<string, string>();

  /** The URI-T that Wayback and pywb have for the spelling of the URI-R that came first. */
  uriTOf(prefix: string, uriR: string): string {
    const key = `${prefix.replace(/^https?:/iu, "")} ${surt(uriR)}`;
    const uriT = this.#known.get(key) ?? `${prefix}timemap/link/${uriR}`;
    this.#known.set(key, uriT);
    return uriT;
  }
}
