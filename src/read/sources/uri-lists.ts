import { createReadStream } from "node:fs";
import { messageOf, UsageError } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import { decodeText, listedLines, readWholeStream } from "../../base/read-file.js";
import { isUri } from "../timemaps/load.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import { namesIn } from "./arguments.js";
import { requireFile } from "./files.js";

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

/** `date` is used if the URI-M has no timestamp. Returns `undefined` if the text is not a URI-M. */
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

/** All mementos of one URI-R in one archive share a TimeMap, in any spelling of the URI-R. */
export class TimeMapsOfArchives {
  readonly #known = new Map<string, string>();

  /** Returns the URI-T in the form of Wayback and pywb, with the first spelling of the URI-R. */
  uriTOf(prefix: string, uriR: string): string {
    const key = `${prefix.replace(/^https?:/iu, "")} ${surt(uriR)}`;
    const uriT = this.#known.get(key) ?? `${prefix}timemap/link/${uriR}`;
    this.#known.set(key, uriT);
    return uriT;
  }
}
