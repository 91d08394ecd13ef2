import { parseDatetime } from "../../base/datetime.js";
import { isPageUri } from "../../base/uri.js";
import type { Capture, InputItem, RevisitTarget } from "../../base/types.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";

/*
 * Crawls of the pages that a web archive replays. The URI-R of such a capture is a URI-M, which says the URI-R and the date of
 * the page itself.
 */

/** The capture of an archive that a URI-R names. */
interface Replayed {
  readonly uriR: string;
  readonly mementoDatetime: string;
  /** Part of the archive's URI-Ms before the timestamp. */
  readonly prefix: string;
}

/** Beginning of the note of a capture that is judged as the page that an archive has replayed. */
export const REPLAYED = "the page of a web archive";

/** Archives whose URI-Ms also have short dates, and URI-Rs without a scheme. */
const KNOWN =
  /^https?:\/\/(?:web\.archive\.org\/web|arquivo\.pt\/wayback|wayback\.archive-it\.org\/\w+)\/$/iu;

/** Maximum number of archives that replay each other. */
const MOST_NESTED = 5;

/**
 * Returns the capture that a URI-R names if it is the URI-M of an archive. Of a page of an archive that another archive has
 * replayed it is the innermost one. Returns undefined for any other URI-R.
 */
export function replayedCapture(uri: string): Replayed | undefined {
  let found: Replayed | undefined;
  for (let nested = 0, inner = uri; nested < MOST_NESTED; nested += 1) {
    const next = replayedAt(inner);
    if (next === undefined) break;
    found = { ...next, prefix: found?.prefix ?? next.prefix };
    inner = next.uriR;
  }
  return found;
}

function replayedAt(uri: string): Replayed | undefined {
  // Nearly all URI-Rs have no digits of a date between slashes.
  if (!/\/\d{4,14}(?:[a-z]{2}_)?\//iu.test(uri)) return undefined;
  const parts = uriMParts(uri);
  const inside = uriROf(uri);
  if (parts === undefined || inside === undefined) return undefined;
  const isWhole = parts.timestamp.length === 14 && /^https?(?::|%3a)/iu.test(parts.uriR);
  if (!isWhole && !KNOWN.test(parts.prefix)) return undefined;
  // Servers join the two slashes of a URI in a path.
  const uriR = inside.replace(/^(https?):\/*/iu, "$1://");
  const mementoDatetime = parseDatetime(parts.timestamp);
  if (mementoDatetime === undefined || !isPageUri(uriR) || !URL.canParse(uriR)) return undefined;
  return { uriR, mementoDatetime, prefix: parts.prefix };
}

/** Returns the capture of the page itself, with a note. Returns the capture unchanged if no archive replayed it. */
function ofPageItself(capture: Capture, replayed: Replayed): Capture {
  const { uriR, mementoDatetime } = replayed;
  const note = `${REPLAYED}: ${capture.uriR}, crawled ${capture.mementoDatetime}`;
  return { ...capture, uriR, mementoDatetime, notes: [...(capture.notes ?? []), note] };
}

/** Returns the capture of an archive as that of the page itself. Any other item is unchanged. */
export function itemOfPageItself(item: InputItem): InputItem {
  if (!("capture" in item)) return item;
  const replayed = replayedCapture(item.capture.uriR);
  if (replayed === undefined) return item;
  const capture = ofPageItself(item.capture, replayed);
  switch (item.kind) {
    case "memento":
      return { ...item, capture, body: { ...item.body, replayPrefix: replayed.prefix } };
    case "redirect": {
      const { location } = item;
      return {
        ...item,
        capture,
        location: location && (replayedCapture(location)?.uriR ?? location),
      };
    }
    case "revisit":
      return { ...item, capture, target: targetOf(item.target, replayed) };
    case "missed":
    case "other":
    case "inferred":
      return { ...item, capture };
  }
}

/** Revisits name the capture that they repeat by its date in the crawl, and its page has the date in its URI-M. */
function targetOf(target: RevisitTarget, own: Replayed): RevisitTarget {
  const { uriR, mementoDatetime, ...rest } = target;
  if (uriR === undefined && mementoDatetime === undefined) return rest;
  const original = uriR === undefined ? own : replayedCapture(uriR);
  if (original === undefined) return target;
  return { ...rest, uriR: original.uriR, mementoDatetime: original.mementoDatetime };
}
