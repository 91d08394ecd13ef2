import { sortDigits } from "../../base/datetime.js";
import { parseObject, parsedJson } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import type { Capture, InputItem, Problem, RevisitTarget, TextOf } from "../../base/types.js";
import { groupingKey, inOtherEncoding, seedKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import { bodyOfLine, captureAt, lineAt, type LineKind, noRecord, sortKeyOf } from "./lines.js";

/*
 * Small lines, with which revisits and redirects find their targets even in other files. A target is a capture under
 * one of its names, and a pointer searches for a name. The name is the key of both lines. Targets sort before the
 * pointers that search for them, oldest first.
 */

/** A capture that has only the text of its page. It is a copy, and no memento, if a capture of the page is found. */
interface TextItem {
  readonly kind: "text";
  readonly capture: Capture;
  readonly of: TextOf;
  /** Written features of the text, which is judged if it is no copy. */
  readonly own: string;
  readonly problem?: Problem | undefined;
}

export type PointerItem =
  | Extract<InputItem, { kind: "revisit" }>
  | TextItem
  | (Extract<InputItem, { kind: "redirect" }> & {
      /** Written features of the answer itself, which is judged if its target is not in the input. */
      readonly own?: string | undefined;
    });

export type Grouping = Pick<Settings, "groupBy" | "groupCapturesBy">;

export const hashOf = (text: string): string => hash53(text).toString(36);

/** All names sort after grouping keys. Names are hashes, so two names may collide. */
export const seedName = (
  uriR: string,
  { groupCapturesBy }: Pick<Grouping, "groupCapturesBy">,
): string => `~s${hashOf(seedKey(uriR, groupCapturesBy))}`;

const idName = (recordId: string): string => `~i${hashOf(recordId)}`;
const digestName = (digest: string): string => `~d${hashOf(digest)}`;

/** The captures of a seed are selected by time. */
export const isSeedName = (name: string): boolean => name.startsWith("~s");

export type Target =
  /** `key` is the grouping key of the target's record. */
  | { readonly kind: "page"; readonly key: string }
  /** A capture that is no memento, with the reason for which it was left out. */
  | { readonly kind: "other"; readonly reason: string }
  | { readonly kind: "pointer"; readonly hop: PointerItem };

/** Returns the lines under which revisits and redirects find a capture, whether it is a page or not. */
export const targetLines = (
  capture: Capture,
  kind: "page" | "other",
  by: Grouping,
  reason = "",
): readonly string[] => {
  const what = kind === "page" ? groupingKey(capture, by) : reason;
  return linesUnderNames(capture, `target-${kind}`, what, by);
};

/**
 * Returns the lines of a page that sends browsers on by its header Refresh. Revisits find it like a page, and follow it like a
 * redirect.
 */
export const forwardLines = (item: PointerItem, by: Grouping): readonly string[] =>
  linesUnderNames(item.capture, "target-forward", hopOf(item), by);

/** The line under the seed's name includes status and URI-R, because captures of a seed are selected by these. */
function linesUnderNames(
  capture: Capture,
  kind: LineKind,
  what: string | PointerItem,
  by: Grouping,
): string[] {
  const { uriR, status = 0, recordId, digest } = capture;
  const lineUnder = (name: string, ...more: unknown[]): string =>
    lineAt(captureAt(name, capture), kind, [what, ...more]);
  return [
    lineUnder(seedName(uriR, by), status, hashOf(uriR)),
    ...(recordId === undefined ? [] : [lineUnder(idName(recordId))]),
    ...(digest === undefined ? [] : [lineUnder(digestName(digest))]),
  ];
}

/** Returns a pointer as others follow it, with the name and date of its capture only. */
function hopOf(item: PointerItem): PointerItem {
  const { uriR, mementoDatetime } = item.capture;
  return { ...item, capture: { uriR, mementoDatetime } };
}

/**
 * Returns the lines of a revisit or redirect. One line searches for the target. The other line lets other pointers find
 * this pointer. The lines have a stamp if other processes will read them.
 */
export function pointerLines(item: PointerItem, by: Grouping, stamp?: string): readonly string[] {
  const { capture, kind } = item;
  const search = searchLine(searchOf(item, { stamp }), by);
  // Nothing repeats or leads to a text.
  if (kind === "text") return [search];
  const { uriR, status = 200 } = capture;
  // A redirect with such a status is a page with the header Refresh.
  if (kind === "redirect" && status < 300) return [...forwardLines(item, by), search];
  const place = captureAt(seedName(uriR, by), capture);
  return [lineAt(place, "target-pointer", [hopOf(item), 0, hashOf(uriR)]), search];
}

/** A capture under one of its names. */
export interface NamedCapture {
  readonly line: string;
  /** Digits of its memento-datetime. */
  readonly digits: string;
  readonly target: Target;
  /** True for a revisit or redirect, which no revisit repeats. */
  readonly isPointer: boolean;
  /** Status and hashed URI-R, under the name of a seed only. The status of a pointer is 0. */
  readonly status?: number;
  readonly uri?: string;
}

export function decodeTarget(line: string): NamedCapture {
  const [, digits = "", , kind] = line.split("\t", 4);
  const list = parsedJson(bodyOfLine(line)[0]);
  if (!Array.isArray(list)) throw noRecord(line);
  const [what, status, uri] = list as [what: string & PointerItem, status?: number, uri?: string];
  const target: Target =
    kind === "target-page"
      ? { kind: "page", key: what }
      : kind === "target-other"
        ? { kind: "other", reason: what }
        : { kind: "pointer", hop: what };
  return { line, digits, target, isPointer: kind === "target-pointer", status, uri };
}

/** State of a pointer on its way to the capture that it becomes a copy of. */
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
  trail: [nameOfPointer(captureAt("", item.capture))],
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

/** Returns the next query of a pointer; undefined after the last query. */
export const queryOf = (
  { at, tried }: Pick<Search, "at" | "tried">,
  by: Grouping,
): Query | undefined => queriesOf(at, by)[tried];

function queriesOf(at: PointerItem, by: Grouping): readonly Query[] {
  switch (at.kind) {
    case "redirect":
      return queriesOfRedirect(at.location, by);
    case "text":
      return [
        { name: seedName(at.capture.uriR, by), how: "beside" },
        ...(at.of.recordId === undefined ? [] : [ofRecord(at.of.recordId)]),
      ];
    case "revisit":
      return queriesOfRevisit(at.target, at.capture.uriR, by);
  }
}

/**
 * A redirect searches for the capture of its target that is nearest in time, then for that of the URI in the other
 * encoding, because crawlers request the bytes of a Location in one or the other.
 */
const queriesOfRedirect = (location: string | undefined, by: Grouping): readonly Query[] =>
  location === undefined
    ? []
    : [location, inOtherEncoding(location)].flatMap((uri) =>
        uri === undefined
          ? []
          : { name: seedName(uri, by), how: "nearest" as const, uri: hashOf(uri) },
      );

/**
 * A revisit searches by target URI and date, then by record ID, then by payload digest (the earliest capture with that
 * payload). One that the server did not modify searches for the newest earlier capture of the same seed with status 200
 * in place of the digest.
 */
function queriesOfRevisit(
  { profile, uriR, mementoDatetime, recordId, digest }: RevisitTarget,
  ofCapture: string,
  by: Grouping,
): readonly Query[] {
  const queries: Query[] = [];
  if (mementoDatetime !== undefined) {
    queries.push({ name: seedName(uriR ?? ofCapture, by), how: "dated" });
  }
  if (recordId !== undefined) queries.push(ofRecord(recordId));
  if (profile === "server-not-modified") {
    queries.push({ name: seedName(ofCapture, by), how: "before" });
  } else if (digest !== undefined) queries.push({ name: digestName(digest), how: "first" });
  return queries;
}

const ofRecord = (recordId: string): Query => ({ name: idName(recordId), how: "first" });

/**
 * Returns the line of a pointer under the next name to search. If the pointer has no next name, it gets a name without
 * targets.
 */
export function searchLine(search: Search, by: Grouping): string {
  const name = queryOf(search, by)?.name ?? "~-";
  return lineAt(`${name}\t~\t${sortKeyOf(search.item.capture)}`, "looks", writtenSearch(search));
}

/** Returns the line of a pointer that sorts directly after the record to copy. */
export const requestLine = (search: Search, place: string): string =>
  lineAt(place, "wants", writtenSearch(search));

const writtenSearch = ({ item, at, ...rest }: Search): Partial<Search> =>
  at === item ? { item, ...rest } : { item, at, ...rest };

/** Throws a `UsageError` for another line. */
export function decodeSearch(line: string): Search {
  const search = parseObject(bodyOfLine(line)[0]);
  if (search?.["item"] === undefined) throw noRecord(line);
  const { item, at = item, ...rest } = search as Omit<Search, "at"> & Partial<Search>;
  return { item, at, ...rest };
}

export const digitsOf = ({ capture }: PointerItem): string => sortDigits(capture.mementoDatetime);
