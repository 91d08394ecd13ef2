import { header, redirectTarget } from "../timemaps/response.js";
import { uriMParts, uriROf } from "../timemaps/uri-m.js";
import type { FetchedResponse } from "../types.js";

/**
 * Where an archived 3xx leads, as a URI-M; undefined when it leads nowhere. The Wayback Machine rewrites Location in
 * raw mementos too; pywb leaves it as captured (`https://example.org/new`, `/new`): then it is that URI-R at the time
 * of the redirect, in the same archive.
 */
export function redirectOfMemento(response: FetchedResponse): string | undefined {
  const target = redirectTarget(response);
  if (target === undefined || uriMParts(target) !== undefined) return target;
  const from = uriMParts(response.uri);
  const uriR = uriROf(response.uri);
  const location = header(response, "location");
  if (from === undefined || uriR === undefined || location === undefined) return target;
  if (!URL.canParse(location, uriR)) return target;
  return `${from.prefix}${from.timestamp}/${new URL(location, uriR).href}`;
}
