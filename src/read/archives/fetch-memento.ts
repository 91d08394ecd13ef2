import { urlOf } from "../../base/uri.js";
import { missed } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { printable } from "../../base/text.js";
import { excerpt } from "../timemaps/document.js";
import { nameText } from "../timemaps/page-kind.js";
import { bodyText, header, redirectTarget } from "../timemaps/response.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import type { Capture, InputItem } from "../../base/types.js";
import type { FetchedResponse, Fetcher } from "../types.js";
import { mementoItem, type MementoItemOptions, type Reached } from "./memento-item.js";
import { rawUriM } from "./known-archives.js";

/** Meanings of the header `X-Archive-Wayback-Runtime-Error`, which the Wayback Machine sends. */
const runtimeErrors: readonly (readonly [sign: string, meaning: string])[] = [
  ["AdministrativeAccessControl", "excluded from the archive"],
  ["RobotAccessControl", "excluded from the archive by robots.txt"],
  ["ResourceNotInArchive", "not archived"],
  ["ResourceNotAvailable", "archived, but not available just now"],
];

const statuses: ReadonlyMap<number, string> = new Map([
  [401, "the archive asks for a login"],
  [403, "the archive forbids access (embargo, exclusion or a private collection)"],
  [404, "not archived"],
  [410, "no longer in the archive"],
  [429, "the archive refuses more requests for now"],
  [451, "withheld by the archive for legal reasons"],
  [503, "the archive is not available"],
]);

/**
 * Describes in one line an answer that is not a memento, because it has no Memento-Datetime or a malformed one. Its
 * status makes no difference.
 */
function nameAnswer(response: FetchedResponse): string {
  const error = header(response, "x-archive-wayback-runtime-error") ?? "";
  const known = runtimeErrors.find(([sign]) => error.includes(sign));
  if (known !== undefined) return `${known[1]} (${response.status})`;
  const text = bodyText(response);
  const body = "problem" in text ? text.problem.message : nameText(text.value);
  const dated = header(response, "memento-datetime");
  const meaning = dated === undefined ? statuses.get(response.status) : undefined;
  if (meaning === undefined) {
    const why =
      dated === undefined ? "no Memento-Datetime" : `unreadable Memento-Datetime ${quoted(dated)}`;
    return `no memento (${why}): status ${response.status}, ${body}`;
  }
  const said = `${meaning} (${response.status})`;
  return body.startsWith("HTML, ") ? `${said}: ${body}` : said;
}

/**
 * Returns the beginning of a header for a message, on one line and without control characters, because the header may
 * be hostile.
 */
const quoted = (value: string): string => JSON.stringify(excerpt(printable(value)));
/**
 * Returns the URI-M to which an archived 3xx redirects, or `undefined` if it has no target. The Wayback Machine
 * rewrites Location in raw mementos too. pywb leaves it as captured (`https://example.org/new`, `/new`). The target is
 * then that URI-R in the same archive, at the time of the redirect.
 */
export function redirectOfMemento(response: FetchedResponse): string | undefined {
  const target = redirectTarget(response);
  if (target === undefined || uriMParts(target) !== undefined) return target;
  const from = uriMParts(response.uri);
  const uriR = uriROf(response.uri);
  const location = header(response, "location");
  if (from === undefined || uriR === undefined || location === undefined) return target;
  const url = urlOf(location, uriR);
  return url === undefined ? target : `${from.prefix}${from.timestamp}/${url.href}`;
}
export interface WantedMemento {
  readonly uriR: string;
  readonly uriT?: string;
  readonly uriM: string;
  readonly mementoDatetime: string;
  readonly note?: string;
  /** Archived status and length in the archive, as far as the TimeMap has them. */
  readonly status?: number;
  readonly length?: number;
  /** Returns whether the TimeMap lists a memento with this datetime. */
  readonly isListed?: (mementoDatetime: string) => boolean;
}

export interface FetchMementoOptions extends MementoItemOptions {
  readonly fetcher: Fetcher;
}

/**
 * Fetches the raw form of one memento with one GET (no HEAD) and follows redirects itself. An answer without a
 * Memento-Datetime is not a memento, whatever its status. An answer with one is a memento, even an archived 404 or 429.
 * Rejects only if the run is aborted.
 */
export async function fetchMemento(
  wanted: WantedMemento,
  options: FetchMementoOptions,
): Promise<InputItem> {
  const { uriR, mementoDatetime, uriM, uriT, note } = wanted;
  const notes = note === undefined ? undefined : [note];
  const asked: Capture = { uriR, mementoDatetime, uriM, uriT, notes };
  const reached = await follow(wanted, options);
  if ("message" in reached) return missed(asked, reached.message);
  return mementoItem(asked, reached, options);
}

const MOST_HOPS = 10;

async function follow(
  wanted: WantedMemento,
  options: FetchMementoOptions,
): Promise<Reached | { message: string }> {
  const { fetcher } = options;
  const { uriR, uriM, uriT, isListed } = wanted;
  const seen = new Set<string>();
  let uri = rawUriM(wanted.uriM).uri;
  let archivedRedirect: number | undefined;
  let answered: string | undefined;
  for (let hops = 0; hops <= MOST_HOPS; hops += 1) {
    seen.add(uri);
    // The target of a redirect is no memento of the TimeMap.
    const memento = hops === 0 ? { uriR, uriM, uriT } : undefined;
    const outcome = await fetcher.fetch({ uri, requestClass: "playback", memento });
    if ("problem" in outcome) return { message: outcome.problem.message };
    const response = outcome.value;
    const dated = header(response, "memento-datetime");
    const mementoDatetime = dated === undefined ? undefined : parseDatetime(dated);
    const target =
      mementoDatetime === undefined ? redirectTarget(response) : redirectOfMemento(response);
    if (mementoDatetime !== undefined) {
      answered ??= mementoDatetime;
      if (response.status >= 300 && response.status < 400) archivedRedirect ??= response.status;
      if (target === undefined || options.redirects !== "follow") {
        return { response, mementoDatetime, answered, isListed, archivedRedirect, hops };
      }
    } else if (target === undefined) {
      return { message: nameAnswer(response) };
    }
    if (leavesArchive(uri, target))
      return { message: `the archive redirects to ${target}, which is not a memento` };
    uri = rawUriM(target).uri;
    if (seen.has(uri)) return { message: `mementos redirect in a circle: ${uri}` };
  }
  return { message: `more than ${MOST_HOPS} redirects, the last to ${uri}` };
}

/**
 * Returns whether a redirect leads to the live web, which must not be requested. It does so if it leads to another host
 * and its target does not look like a URI-M.
 */
function leavesArchive(from: string, to: string): boolean {
  return new URL(from).hostname !== new URL(to).hostname && uriMParts(to) === undefined;
}
