import { sortDigits } from "../../base/datetime.js";
import { UsageError } from "../../base/errors.js";
import { isObject, jsonLine, members, parsedJson, parseObject } from "../../base/json.js";
import { percentEncoded, printable } from "../../base/text.js";
import type { Capture, Problem } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { TimeMapProblem } from "../../write/types.js";

/*
 * A line has fields, separated by TABs: key, memento-datetime, sort key, kind, and JSON. That of a record has its features
 * in a sixth field, so that they are copied without being read. Sorting lines by bytes sorts them by the first three
 * fields, which are the place of a line, and then by kind.
 */

/**
 * Kinds of lines. At one place they sort in this order: a record that resolve has decided, the temporary one of a mapper,
 * and a pointer that copies it.
 *
 * - `absent`: the temporary record at this place is not a memento.
 * - `record`: a memento.
 * - `temporary`: the record of a revisit or redirect, by a mapper that read only a part of the collection.
 * - `wants`: a revisit or redirect that has found the record at this place.
 * - `looks`: one that looks for a target under the name which is its key.
 * - `target-...`: a capture under one of its names; `forward` and `pointer` lead on to another.
 * - `reached`: a redirect, in the TimeMap to which it leads.
 * - `problem`: a TimeMap that failed.
 */
const KINDS = [
  ...["absent", "record", "temporary", "wants"],
  ...["looks", "target-page", "target-other", "target-forward", "target-pointer"],
  ...["reached", "problem"],
] as const;

export type LineKind = (typeof KINDS)[number];

const KNOWN: ReadonlySet<string> = new Set(KINDS);

/** Returns the start of a field of a line, from 0. Undefined if the line has fewer fields. */
function startOf(line: string, field: number): number | undefined {
  let at = 0;
  for (let before = 0; before < field; before += 1) {
    at = line.indexOf("\t", at) + 1;
    if (at === 0) return undefined;
  }
  return at;
}

export const keyOfLine = (line: string): string => line.slice(0, line.indexOf("\t"));

/** Returns the first three fields of a line. */
export const placeOfLine = (line: string): string => line.slice(0, (startOf(line, 3) ?? 1) - 1);

/** Throws a `UsageError` for a line that no mapper of this version writes. */
export function kindOfLine(line: string): LineKind {
  const at = startOf(line, 3);
  const kind = at === undefined ? "" : line.slice(at, line.indexOf("\t", at));
  if (!KNOWN.has(kind)) throw noRecord(line);
  return kind as LineKind;
}

export const isTarget = (kind: LineKind): boolean => kind.startsWith("target-");

/** Returns what a line has behind its kind. */
const restOfLine = (line: string): string => line.slice(startOf(line, 4) ?? line.length);

/** Returns the JSON of a line, and for a record the features behind it. */
export function bodyOfLine(line: string): readonly [json: string, features: string] {
  const [json = "", features = ""] = restOfLine(line).split("\t", 2);
  return [json, features];
}

export const lineAt = (place: string, kind: LineKind, body: unknown): string =>
  `${place}\t${kind}\t${jsonLine(body)}`;

/** Returns the place of a capture, under its grouping key or one of its names. */
export const captureAt = (key: string, capture: Capture): string =>
  `${key}\t${sortDigits(capture.mementoDatetime)}\t${sortKeyOf(capture)}`;

/**
 * Returns the text in printable ASCII without TAB and line feed. Sorting by text, by bytes and by whole lines then
 * gives the same order.
 */
export const ascii = (text: string): string => text.replace(/[^\x21-\x7e]/gu, percentEncoded);

/**
 * The sort key is the file with the padded offset, or else the URI-M. That of a capture that was not read sorts after that
 * of the same capture in another run that has read it.
 */
export function sortKeyOf({ source, uriM = "", inferredFrom }: Capture): string {
  const end = inferredFrom === undefined ? "" : "~";
  if (source === undefined) return `${ascii(uriM)}${end}`;
  const { file, offset, inflated = 0 } = source;
  const numbers = [offset, inflated].map((n) => String(n).padStart(15, "0"));
  return `${[ascii(file), ...numbers].join(":")}${end}`;
}

/** Returns the names of a capture among those of its datetime. Captures with a name in common are duplicates. */
export function namesOf({ recordId, digest, uriR, uriM }: Capture): readonly string[] {
  // Records with different IDs are different captures, even if a crawler fetched equal bytes twice within a second.
  const content = recordId === undefined ? digest : undefined;
  return [
    recordId !== undefined && `id ${recordId}`,
    content !== undefined && `content ${uriR} ${content}`,
    uriM !== undefined && `URI-M ${uriM}`,
  ].filter((name) => name !== false);
}

/** A capture as it was read, or as a pointer has made it, with its features in written form. */
export interface WrittenRecord {
  readonly key: string;
  readonly capture: Capture;
  readonly problem?: Problem | undefined;
  /** Stamp of the settings; see {@link MappedRecord}. Set only if another process will read the record. */
  readonly stamp?: string | undefined;
  /** The list of outcomes as JSON. Empty if there is a problem. */
  readonly features: string;
}

/** A record that travels between processes. */
export interface MappedRecord extends FeatureRecord {
  /** Stamp of the settings of the record. Reduce refuses records with other settings. */
  readonly stamp?: string;
}

export const NO_FEATURES = "[]";

export function encodeRecord(
  { key, capture, features, ...rest }: WrittenRecord,
  kind: "record" | "temporary" = "record",
): string {
  return `${lineAt(captureAt(key, capture), kind, { capture, ...rest })}\t${features}`;
}

/** Returns the line which states that a temporary record with this place is not a memento. */
export const absentLine = (place: string): string => lineAt(place, "absent", {});

/**
 * Replacement for an outcome that equals an earlier outcome of the same record. For example, the words of a page often
 * equal its lower-case words.
 */
interface Same {
  readonly same: number;
}

const worthSharing = 64;

/** Returns outcomes, which are JSON texts, as one JSON text. Set `isForOthers` if another process will read it. */
export function writtenFeatures(outcomes: readonly string[], isForOthers: boolean): string {
  const written = `[${outcomes.map(sharedOutcome).join(",")}]`;
  // Programs between processes may split text at characters such as U+2028.
  return isForOthers ? printable(written, "json") : written;
}

function sharedOutcome(outcome: string, at: number, outcomes: readonly string[]): string {
  if (outcome.length < worthSharing) return outcome;
  const same = outcomes.indexOf(outcome);
  return same === at ? outcome : JSON.stringify({ same } satisfies Same);
}

/** Returns a record without parsing its features. Throws a `UsageError` for another line. */
export function frontOf(line: string): WrittenRecord {
  const [json, features] = bodyOfLine(line);
  const head = parseObject(json);
  if (!hasCapture(head) || features === "") throw noRecord(line);
  return { key: keyOfLine(line), ...head, features };
}

/** Matches the problem of a page for which the machine had too little memory or time. */
const OF_MACHINE =
  /^a page of \d+ bytes: there is memory for |^reading this page stopped a worker: |^the PDF cannot be read: (?:it takes more than|its reader stopped|Worker terminated)/u;

/** Tells whether a record has no features for a reason that may be gone in a later run. */
export const mayPass = (line: string): boolean =>
  line.endsWith(`\t${NO_FEATURES}`) && OF_MACHINE.test(frontOf(line).problem?.message ?? "");

/** Throws a `UsageError` for another line. */
export function decodeLine(line: string): MappedRecord {
  const [key = "", , tie = "", , json = "", written = ""] = line.split("\t", 6);
  const head = parseObject(json);
  const outcomes = parsedJson(written);
  if (!hasCapture(head) || !Array.isArray(outcomes)) throw noRecord(line);
  const features: Outcome[] = [];
  for (const outcome of outcomes as readonly (Outcome | Same | null)[]) {
    const meant = isSame(outcome) ? features[outcome.same] : outcome;
    if (typeof meant !== "object" || meant === null) throw noRecord(line);
    features.push(meant);
  }
  return { key, tie, ...head, features };
}

type Outcome = MappedRecord["features"][number];

const isSame = (outcome: unknown): outcome is Same =>
  isObject(outcome) && Number.isInteger(outcome["same"]);

/** Lines are ours: what has a capture with its names is a record. */
function hasCapture(head: object | undefined): head is Omit<WrittenRecord, "key" | "features"> {
  const { uriR, mementoDatetime } = members(members(head)["capture"]);
  return typeof uriR === "string" && typeof mementoDatetime === "string";
}

export function noRecord(line: string, cause?: unknown): UsageError {
  return new UsageError(
    `a line is not a record of map: ${JSON.stringify(line.slice(0, 60))}. Give the output of map or resolve, sorted.`,
    { cause },
  );
}

/** Grouping key of TimeMaps that failed. It sorts before every other grouping key. */
export const PROBLEM_KEY = "!";

export const encodeProblem = ({ uriT, problem }: TimeMapProblem): string =>
  lineAt([PROBLEM_KEY, ascii(uriT), "-"].join("\t"), "problem", { uriT, problem });

/** Returns the problem of a failed TimeMap; undefined for other lines. */
export function decodeProblem(line: string): TimeMapProblem | undefined {
  if (kindOfLine(line) !== "problem") return undefined;
  const body = parseObject(bodyOfLine(line)[0]);
  if (body === undefined) throw noRecord(line);
  return { kind: "timemap-problem", ...(body as Pick<TimeMapProblem, "uriT" | "problem">) };
}
