import { parseDatetime } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";

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
