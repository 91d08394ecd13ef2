import { all, count, optional, record, text } from "../../base/codec.js";
import { sortDigits } from "../../base/datetime.js";
import { members, parseObject } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import type { Capture } from "../../base/types.js";
import { groupingKey, seedKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import { bodyOfLine, isPointer, noRecord, placeOf, type PointerItem, tieOf } from "./lines.js";

/*
 * The small lines by which revisits and redirects find what they point to, wherever it was read: a target is a capture
 * under one of its names, a pointer looks for one under a name. The key of both is the name, and the targets of a name
 * sort before those that look for it, oldest first.
 */

type By = Pick<Settings, "groupBy" | "groupCapturesBy">;

const hashOf = (text: string): string => hash53(text).toString(36);

/** Names sort after grouping keys; two of them may be one, as hashes are. */
const seedName = (uriR: string, { groupCapturesBy }: Pick<By, "groupCapturesBy">): string =>
  `~s${hashOf(seedKey(uriR, groupCapturesBy))}`;
const idName = (recordId: string): string => `~i${hashOf(recordId)}`;
const digestName = (digest: string): string => `~d${hashOf(digest)}`;

/** True for the name of a seed, whose captures are chosen from by time. */
export const isSeedName = (name: string): boolean => name.startsWith("~s");

/** The name of a seed, for who asks whether it has captures. */
export const nameOfSeed = seedName;

/** What is found under a name. */
export type Target =
  | {
      readonly kind: "page";
      /** Where its record stands. */
      readonly key: string;
    }
  /** A capture that is not a page. */
  | { readonly kind: "other" }
  | { readonly kind: "pointer"; readonly hop: PointerItem };

/** Beginnings of the JSON of a target, by which those that a revisit may repeat are known. */
const PAGE = '["page"';
const OTHER = '["other"';

/** The lines of a capture under its names: status and URI-R are asked for among the captures of a seed. */
export function targetLines(capture: Capture, kind: "page" | "other", by: By): string[] {
  const { uriR, status = 0, recordId, digest } = capture;
  const key = kind === "page" ? groupingKey(capture, by) : "";
  // The name comes first in a place.
  const place = placeOf("", capture, tieOf(capture));
  const lineOf = (name: string, ...more: unknown[]): string =>
    `${name}${place}\t${JSON.stringify([kind, key, ...more])}`;
  return [
    lineOf(seedName(uriR, by), status, hashOf(uriR)),
    ...(recordId === undefined ? [] : [lineOf(idName(recordId))]),
    ...(digest === undefined ? [] : [lineOf(digestName(digest))]),
  ];
}

/** The lines of a revisit or redirect: what it looks for, and that others may lead to it. For other processes they have a stamp. */
export function pointerLines(item: PointerItem, by: By, stamp?: string): string[] {
  const { capture } = item;
  const { uriR, mementoDatetime } = capture;
  const hop = { ...item, capture: { uriR, mementoDatetime } };
  const place = placeOf(seedName(uriR, by), capture, tieOf(capture));
  return [
    `${place}\t${JSON.stringify(["pointer", hop])}`,
    searchLine(searchOf(item, { stamp }), by),
  ];
}

/** True for a target of which a revisit may be. */
export const isOriginal = (line: string): boolean => {
  const body = bodyOfLine(line);
  return body.startsWith(PAGE) || body.startsWith(OTHER);
};

/** The body of a target of a seed. */
export function statusAndUri(line: string): readonly [status: unknown, uri: unknown] {
  const [, , status, uri] = listOf(line);
  return [status, uri];
}

/** True for a capture of this URI-R, as `statusAndUri` has it. */
export const isOfUri = (uri: unknown, uriR: string): boolean => uri === hashOf(uriR);

export function decodeTarget(line: string): Target {
  const [kind, given] = listOf(line);
  if (kind === "page" && text.is(given)) return { kind, key: given };
  if (kind === "other") return { kind };
  if (kind === "pointer" && isPointer(given)) return { kind, hop: given };
  throw noRecord(line);
}

function listOf(line: string): readonly unknown[] {
  const list = parseObject(`{"list":${bodyOfLine(line)}}`)?.["list"];
  if (Array.isArray(list)) return list as readonly unknown[];
  throw noRecord(line);
}

/** A revisit or redirect on its way to what it points to. */
export interface Search {
  readonly item: PointerItem;
  /** The one whose target is looked for now: itself, or one to which it has led. Its capture has name and date only. */
  readonly at: PointerItem;
  /** Names under which that target is not. */
  readonly tried: number;
  /** All that it has led to, itself first. */
  readonly trail: readonly string[];
  /** What a mapper has made of it; see {@link madeOf}. */
  readonly was?: string | undefined;
  /** Set between processes: the stamp of the records among which it looks. */
  readonly stamp?: string | undefined;
}

export const searchOf = (
  item: PointerItem,
  { was, stamp }: { readonly was?: string; readonly stamp?: string | undefined } = {},
): Search => ({
  item,
  at: item,
  tried: 0,
  trail: [nameOfPointer(placeOf("", item.capture, tieOf(item.capture)))],
  was,
  stamp,
});

/** Names a revisit or redirect by its place, whose first field is the name or key under which it is found. */
export const nameOfPointer = (place: string): string => hashOf(place.slice(place.indexOf("\t")));

/** What a revisit or redirect has become, in short: a copy of the page at a place, or what is said of it. */
export const madeOf = (text: string): string => hashOf(text);

/** What is looked for under a name. */
export interface Query {
  readonly name: string;
  /** Which capture of that name: the first; of a seed that of the date, the newest earlier 200, or the nearest. */
  readonly how: "first" | "dated" | "before" | "nearest";
}

/**
 * What a pointer looks for next: by target URI and date, else by record id, else by payload digest (the earliest of that
 * payload), else, for server-not-modified, the newest earlier 200 of the same seed; of a redirect the capture of its
 * target nearest in time. Undefined when it has tried all.
 */
export function queryOf({ at, tried }: Pick<Search, "at" | "tried">, by: By): Query | undefined {
  if (at.kind === "redirect") {
    const { location } = at;
    if (location === undefined || tried > 0) return undefined;
    return { name: seedName(location, by), how: "nearest" };
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

/** A pointer among those who look under the name that is next; where there is none it is at once without a target. */
export function searchLine(search: Search, by: By): string {
  const { capture } = search.item;
  const name = queryOf(search, by)?.name ?? "~-";
  return `${name}\t~\t${tieOf(capture)}\t~${encodeSearch(search)}`;
}

/** A pointer behind the record that it is to be a copy of. */
export const requestLine = (search: Search, place: string): string =>
  `${place}\t~${encodeSearch(search)}`;

function encodeSearch({ item, at, ...rest }: Search): string {
  return JSON.stringify(at === item ? { item, ...rest } : { item, at, ...rest });
}

const said = record<Pick<Search, "tried" | "trail" | "was" | "stamp">>({
  tried: count,
  trail: all(text),
  was: optional(text),
  stamp: optional(text),
});

/** What {@link searchLine} or {@link requestLine} wrote; throws a `UsageError` on anything else. */
export function decodeSearch(line: string): Search {
  const search = parseObject(bodyOfLine(line).slice(1));
  const { item, at = item } = members(search);
  if (!said.is(search) || search.trail.length === 0 || !isPointer(item) || !isPointer(at)) {
    throw noRecord(line);
  }
  const { tried, trail, was, stamp } = search;
  return { item, at, tried, trail, was, stamp };
}

/** The time of a pointer as lines have it. */
export const digitsOf = ({ capture }: PointerItem): string => sortDigits(capture.mementoDatetime);
