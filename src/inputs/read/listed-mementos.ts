import { parseDatetime } from "../../mementos/datetime.js";
import { surt } from "../../mementos/uri.js";
import { uriMParts, uriROf } from "../../timemaps/uri.js";

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
