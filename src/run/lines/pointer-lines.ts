import { all, count, optional, record, text } from "../../base/codec.js";
import { sortDigits } from "../../base/datetime.js";
import { jsonLine, members, parseObject } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import type { Capture } from "../../base/types.js";
import { groupingKey, inOtherEncoding, seedKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import { bodyOfLine, isPointer, noRecord, placeOf, type PointerItem, sortKeyOf } from "./lines.js";

/*
 * Small lines, with which revisits and redirects find their targets even in other files. A target is a capture under
 * one of its names, and a pointer searches for a name. The name is the key of both lines. Targets sort before the
 * pointers that search for them, oldest first.
 */

type By = Pick<Settings, "groupBy" | "groupCapturesBy">;

const hashOf = (text: string): string => hash53(text).toString(36);

/** All names sort after grouping keys. Names are hashes, so two names may collide. */
const seedName = (uriR: string, { groupCapturesBy }: Pick<By, "groupCapturesBy">): string =>
  `~s${hashOf(seedKey(uriR, groupCapturesBy))}`;
const idName = (recordId: string): string => `~i${hashOf(recordId)}`;
const digestName = (digest: string): string => `~d${hashOf(digest)}`;

/** The captures of a seed are selected by time. */
export const isSeedName = (name: string): boolean => name.startsWith("~s");

/** Returns the name of a seed. Callers use it to check whether the seed has captures. */
export const nameOfSeed = seedName;

export type Target =
  | {
      readonly kind: "page";
      /** Grouping key of the target's record. */
      readonly key: string;
    }
  /** A capture that is not a page. */
  | { readonly kind: "other" }
  | { readonly kind: "pointer"; readonly hop: PointerItem };

/** Beginning of the JSON of targets that a revisit may repeat. */
const PAGE = '["page"';
const OTHER = '["other"';
const FORWARD = '["forward"';

/** The line under the seed's name includes status and URI-R, because captures of a seed are selected by these. */
export function targetLines(capture: Capture, kind: "page" | "other", by: By): string[] {
  return linesUnderNames(capture, kind, kind === "page" ? groupingKey(capture, by) : "", by);
}

/**
 * Returns the lines of a page that sends browsers on by its header Refresh. Revisits find it like a page, and follow it like a
 * redirect.
 */
export const forwardLines = (item: PointerItem, by: By): string[] =>
  linesUnderNames(item.capture, "forward", hopOf(item), by);

function linesUnderNames(
  capture: Capture,
  kind: Target["kind"] | "forward",
  what: string | PointerItem,
  by: By,
): string[] {
  const { uriR, status = 0, recordId, digest } = capture;
  // The caller puts the name in front of the place.
  const place = placeOf("", capture, sortKeyOf(capture));
  const lineOf = (name: string, ...more: unknown[]): string =>
    `${name}${place}\t${jsonLine([kind, what, ...more])}`;
  return [
    lineOf(seedName(uriR, by), status, hashOf(uriR)),
    ...(recordId === undefined ? [] : [lineOf(idName(recordId))]),
    ...(digest === undefined ? [] : [lineOf(digestName(digest))]),
  ];
}

/** Returns a pointer as others follow it, with the name and date of its capture only. */
function hopOf(item: PointerItem): PointerItem {
  const { uriR, mementoDatetime } = item.capture;
  return { ...item, capture: { uriR, mementoDatetime } };
}

/** Returns whether a redirect is a page with the header Refresh. */
const isForward = ({ kind, capture: { status = 200 } }: PointerItem): boolean =>
  kind === "redirect" && status < 300;

/**
 * Returns the lines of a revisit or redirect. One line searches for the target. The other line lets other pointers find
 * this pointer. The lines have a stamp if other processes will read them.
 */
export function pointerLines(item: PointerItem, by: By, stamp?: string): string[] {
  const { capture } = item;
  // Nothing repeats or leads to a text.
  if (item.kind === "text") return [searchLine(searchOf(item, { stamp }), by)];
  const { uriR } = capture;
  const place = placeOf(seedName(uriR, by), capture, sortKeyOf(capture));
  return [
    ...(isForward(item)
      ? forwardLines(item, by)
      : [`${place}\t${jsonLine(["pointer", hopOf(item), 0, hashOf(uriR)])}`]),
    searchLine(searchOf(item, { stamp }), by),
  ];
}

/** Returns whether a target leads nowhere else: it is a page, or anything but a revisit or redirect. */
export const isFinal = (line: string): boolean => {
  const body = bodyOfLine(line);
  return body.startsWith(PAGE) || body.startsWith(OTHER);
};

export const isOriginal = (line: string): boolean =>
  isFinal(line) || bodyOfLine(line).startsWith(FORWARD);

/** Returns the status and the hashed URI-R of a seed's target. The status of a pointer is 0. */
export function statusAndUri(line: string): readonly [status: unknown, uri: unknown] {
  const [, , status, uri] = listOf(line);
  return [status, uri];
}

/** Returns whether a target has this URI-R. `uri` comes from `statusAndUri`. */
export const isOfUri = (uri: unknown, uriR: string): boolean => uri === hashOf(uriR);

export function decodeTarget(line: string): Target {
  const [kind, given] = listOf(line);
  if (kind === "page" && text.is(given)) return { kind, key: given };
  if (kind === "other") return { kind };
  if ((kind === "pointer" || kind === "forward") && isPointer(given)) {
    return { kind: "pointer", hop: given };
  }
  throw noRecord(line);
}

function listOf(line: string): readonly unknown[] {
  const list = parseObject(`{"list":${bodyOfLine(line)}}`)?.["list"];
  if (Array.isArray(list)) return list as readonly unknown[];
  throw noRecord(line);
}

export interface Search {
  readonly item: PointerItem;
  /**
   * Pointer whose target is currently searched. This is `item`, or a pointer to which `item` has led. The capture has
   * only name and date.
   */
  readonly at: PointerItem;
  /** Number of names that were tried without success. */
  readonly tried: number;
  /** All pointers that were followed so far, beginning with `item`. */
  readonly trail: readonly string[];
  /** Hash of the mapper's result for the pointer; see {@link madeOf}. */
  readonly was?: string | undefined;
  /** Set if several processes take part. */
  readonly stamp?: string | undefined;
}

export const searchOf = (
  item: PointerItem,
  { was, stamp }: { readonly was?: string; readonly stamp?: string | undefined } = {},
): Search => ({
  item,
  at: item,
  tried: 0,
  trail: [nameOfPointer(placeOf("", item.capture, sortKeyOf(item.capture)))],
  was,
  stamp,
});

/**
 * The name is a hash of its place without the first field. The first field is omitted because it is the name or key
 * under which the pointer is found.
 */
export const nameOfPointer = (place: string): string => hashOf(place.slice(place.indexOf("\t")));

/** Returns a short hash of the place that a pointer copies, or of the pointer's problem. */
export const madeOf = (text: string): string => hashOf(text);

export interface Query {
  readonly name: string;
  /**
   * Rule for choosing among the captures with the name. `first` selects the first capture. The other rules are for
   * seeds: `dated` selects the capture of the date, `before` the newest earlier capture with status 200, `nearest`
   * the nearest capture, and `beside` any capture of about the same time.
   */
  readonly how: "first" | "dated" | "before" | "nearest" | "beside";
  /** Hashed URI of a redirect's target. Captures of exactly this URI are preferred. */
  readonly uri?: string;
}

/**
 * Returns the next query of a pointer; undefined after the last query. A revisit searches by target URI and date, then
 * by record ID, then by payload digest (the earliest capture with that payload). A server-not-modified revisit does not
 * use the digest. It searches for the newest earlier capture of the same seed with status 200. A redirect searches for
 * the capture of its target that is nearest in time, then for that of the URI in the other encoding, because crawlers
 * request the bytes of a Location in one or the other. A text searches for a capture of its page at its time, then for the
 * record that it was made of.
 */
export function queryOf({ at, tried }: Pick<Search, "at" | "tried">, by: By): Query | undefined {
  if (at.kind === "redirect") {
    const { location } = at;
    const uri =
      location === undefined || tried === 0
        ? location
        : tried === 1
          ? inOtherEncoding(location)
          : undefined;
    if (uri === undefined) return undefined;
    return { name: seedName(uri, by), how: "nearest", uri: hashOf(uri) };
  }
  if (at.kind === "text") {
    const { recordId } = at.of;
    if (tried === 0) return { name: seedName(at.capture.uriR, by), how: "beside" };
    const isNamed = tried === 1 && recordId !== undefined;
    return isNamed ? { name: idName(recordId), how: "first" } : undefined;
  }
  const { profile, uriR = at.capture.uriR, mementoDatetime, recordId, digest } = at.target;
  const isNotModified = profile === "server-not-modified";
  const queries: (() => Query)[] = [];
  if (mementoDatetime !== undefined) {
    queries.push(() => ({ name: seedName(uriR, by), how: "dated" }));
  }
  if (recordId !== undefined) queries.push(() => ({ name: idName(recordId), how: "first" }));
  if (digest !== undefined && !isNotModified) {
    queries.push(() => ({ name: digestName(digest), how: "first" }));
  }
  if (isNotModified) {
    queries.push(() => ({ name: seedName(at.capture.uriR, by), how: "before" }));
  }
  return queries[tried]?.();
}

/**
 * Returns the line of a pointer under the next name to search. If the pointer has no next name, it gets a name without
 * targets.
 */
export function searchLine(search: Search, by: By): string {
  const { capture } = search.item;
  const name = queryOf(search, by)?.name ?? "~-";
  return `${name}\t~\t${sortKeyOf(capture)}\t~${encodeSearch(search)}`;
}

/** Returns the line of a pointer that sorts directly after the record to copy. */
export const requestLine = (search: Search, place: string): string =>
  `${place}\t~${encodeSearch(search)}`;

function encodeSearch({ item, at, ...rest }: Search): string {
  return jsonLine(at === item ? { item, ...rest } : { item, at, ...rest });
}

const said = record<Pick<Search, "tried" | "trail" | "was" | "stamp">>({
  tried: count,
  trail: all(text),
  was: optional(text),
  stamp: optional(text),
});

/** Throws a `UsageError` for another line. */
export function decodeSearch(line: string): Search {
  const search = parseObject(bodyOfLine(line).slice(1));
  const { item, at = item } = members(search);
  if (!said.is(search) || search.trail.length === 0 || !isPointer(item) || !isPointer(at)) {
    throw noRecord(line);
  }
  const { tried, trail, was, stamp } = search;
  return { item, at, tried, trail, was, stamp };
}

export const digitsOf = ({ capture }: PointerItem): string => sortDigits(capture.mementoDatetime);
