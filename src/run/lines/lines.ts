import {
  all,
  count,
  matching,
  oneOf,
  optional,
  type PlainCodec,
  record,
  text,
} from "../../base/codec.js";
import { sortDigits } from "../../base/datetime.js";
import { UsageError } from "../../base/errors.js";
import { isObject, jsonLine, members, parseObject } from "../../base/json.js";
import { percentEncoded, printable } from "../../base/text.js";
import type {
  Capture,
  InputItem,
  Problem,
  RevisitTarget,
  Source,
  TextOf,
  Via,
} from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { TimeMapProblem } from "../../write/types.js";

/** A record without its features. The head is known before the page is read. */
interface RecordHead {
  readonly key: string;
  readonly tie: string;
  readonly capture: Capture;
  readonly problem?: Problem;
  /** Stamp of the settings; see {@link MappedRecord}. Set only if another process will read the record. */
  readonly stamp?: string;
  /** Set if a process with more memory may be able to read the page. A history then reads the file again in the next run. */
  readonly retry?: true | undefined;
  /** Set if a mapper resolved a revisit or redirect to make the record. Another mapper may know a better target. */
  readonly pointer?: true;
}

/** A capture that has only the text of its page. It is a copy, and no memento, if a capture of the page is found. */
export interface TextItem {
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

/** A record that travels between processes. */
export interface MappedRecord extends FeatureRecord {
  /** Stamp of the settings of the record. Reduce refuses records with other settings. */
  readonly stamp?: string;
  readonly pointer?: true;
}

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

/**
 * Replacement for an outcome that equals an earlier outcome of the same record. For example, the words of a page often
 * equal its lower-case words.
 */
interface Same {
  readonly same: number;
}

const worthSharing = 64;

/** The place is the first three fields, by which lines are sorted. */
export const placeOf = (key: string, { mementoDatetime }: Capture, tie: string): string =>
  `${key}\t${sortDigits(mementoDatetime)}\t${tie}`;

/**
 * Returns a record as one line: grouping key TAB memento-datetime TAB sort key TAB JSON. Sorting whole lines by bytes
 * sorts them by the first three fields. `features` are outcomes in JSON.
 */
export function encodeLine(head: RecordHead, features: readonly string[]): string {
  return lineOf(head, writtenFeatures(features, head.stamp));
}

export function writtenFeatures(features: readonly string[], stamp: string | undefined): string {
  const written = `[${features.map(shared).join(",")}]`;
  // Programs between processes may split text at characters such as U+2028.
  return stamp === undefined ? written : printable(written, "json");
}

/** Returns the same line as {@link encodeLine}, from features that another record has in written form. */
export function lineOf(head: RecordHead, written: string): string {
  const { key, tie, retry, pointer, ...rest } = head;
  // A record from resolve lacks the mark of a pointer, so it sorts before a mapper's record with the same place.
  const front = jsonLine({ retry, pointer, ...rest });
  return `${placeOf(key, rest.capture, tie)}\t${front.slice(0, -1)}${FEATURES}${written}}`;
}

const FEATURES = ',"features":';

function shared(outcome: string, at: number, features: readonly string[]): string {
  if (outcome.length < worthSharing) return outcome;
  const same = features.indexOf(outcome);
  return same === at ? outcome : JSON.stringify({ same } satisfies Same);
}

/** Returns the grouping key of a line without parsing the other fields. */
export function keyOfLine(line: string): string {
  return line.slice(0, line.indexOf("\t"));
}

/** Returns the position of the JSON in a line; 0 if the line has fewer than four fields. */
function bodyAt(line: string): number {
  let at = 0;
  for (let field = 0; field < 3; field += 1) {
    at = line.indexOf("\t", at) + 1;
    if (at === 0) return 0;
  }
  return at;
}

/** Place of a line (its first three fields), and the text after the place. */
interface PlacedLine {
  readonly place: string;
  readonly body: string;
}

/** Tells whether the page of a record could not be read for lack of memory, so that the next run must read it again. */
export const isRetried = (line: string): boolean => line.startsWith(RETRY, bodyAt(line));

const RETRY = '{"retry":true,';

/** A memento: its capture and the features of its page. */
interface RecordLine extends PlacedLine {
  readonly kind: "record";
  /**
   * A mapper that read only a part of the collection makes a `provisional` record for a revisit or redirect. A `final`
   * record with the same place replaces it. An `absent` record means that there is no memento.
   */
  readonly state: "final" | "provisional" | "absent";
}

/** A capture under one of its names. Revisits and redirects use the name to find the capture. */
interface TargetLine extends PlacedLine {
  readonly kind: "target";
}

/** A revisit or redirect. It either searches for its target under a name, or has found the record to copy. */
interface PointerLine extends PlacedLine {
  readonly kind: "pointer";
  readonly state: "looks" | "found";
}

interface ProblemLine extends PlacedLine {
  readonly kind: "timemap-problem";
}

/**
 * A redirect, stored in the TimeMap of its target URI. Later captures of this TimeMap were reached through the
 * redirect.
 */
interface ReachedLine extends PlacedLine {
  readonly kind: "reached";
}

/** A line from map, from resolve or from an input. */
type Line = RecordLine | TargetLine | PointerLine | ProblemLine | ReachedLine;

/** Parses the kind of a line. Only the functions for this kind read the body of the line. */
export function parseLine(line: string): Line {
  const at = bodyAt(line);
  const place = line.slice(0, Math.max(0, at - 1));
  const body = line.slice(at);
  if (line.startsWith(`${PROBLEM_KEY}\t`)) return { kind: "timemap-problem", place, body };
  if (body.startsWith("[")) return { kind: "target", place, body };
  if (body.startsWith(REACHED)) return { kind: "reached", place, body };
  if (body.startsWith("~")) {
    const looks = place.startsWith("~\t", place.indexOf("\t") + 1);
    return { kind: "pointer", state: looks ? "looks" : "found", place, body };
  }
  const state = body.startsWith(PROVISIONAL)
    ? "provisional"
    : body.startsWith(ABSENT)
      ? "absent"
      : "final";
  return { kind: "record", state, place, body };
}

/** Returns the place of a line: its first three fields. */
export const placeOfLine = (line: string): string => line.slice(0, bodyAt(line) - 1);

/** Returns the part of a line after its place. */
export const bodyOfLine = (line: string): string => line.slice(bodyAt(line));

/** A record whose features have not been parsed. */
export interface RecordFront extends Pick<MappedRecord, "capture" | "problem" | "stamp"> {
  readonly written: string;
}

/** Throws a `UsageError` for another line. */
export function frontOf(line: string): RecordFront {
  const at = bodyAt(line);
  const end = line.indexOf(FEATURES, at);
  const front = end < 0 ? undefined : parseObject(`${line.slice(at, end)}}`);
  const { capture, problem, stamp } = members(front);
  const isWhole =
    isCapture(capture) &&
    (problem === undefined || isProblem(problem)) &&
    (stamp === undefined || text.is(stamp)) &&
    line.endsWith("}") &&
    features.is(line.slice(end + FEATURES.length, -1));
  if (!isWhole) throw noRecord(line);
  return { capture, problem, stamp, written: line.slice(end + FEATURES.length, -1) };
}

/** Returns the line which states that a provisional record with this place is not a memento. */
export const absentLine = (place: string): string => `${place}\t${ABSENT}}`;

const ABSENT = '{"absent":true';
const PROVISIONAL = '{"pointer":true,';

/** Beginning of the body of the line of a redirect. */
export const REACHED = "!";

/** Throws a `UsageError` for another line. */
export function decodeLine(line: string): MappedRecord {
  const first = line.indexOf("\t");
  const second = line.indexOf("\t", first + 1);
  const third = line.indexOf("\t", second + 1);
  const body = bodyOf<WrittenRecord>(line, third, ["capture", "features"]);
  const features: WrittenOutcome[] = [];
  const isWhole =
    hasNames(body.capture) &&
    [undefined, true].includes(body.pointer) &&
    (body.stamp === undefined || text.is(body.stamp));
  if (!isWhole) throw noRecord(line);
  if (!Array.isArray(body.features)) throw noRecord(line);
  for (const outcome of body.features as readonly (WrittenOutcome | Same | null)[]) {
    const meant = isSame(outcome) ? features[outcome.same] : outcome;
    if (typeof meant !== "object" || meant === null) throw noRecord(line);
    features.push(meant);
  }
  return { key: line.slice(0, first), tie: line.slice(second + 1, third), ...body, features };
}

const { is: hasNames } = record<Pick<Capture, "uriR" | "mementoDatetime">>({
  uriR: text,
  mementoDatetime: text,
});

/** Datetimes in ISO 8601 in UTC, as captures have them. */
export const datetime = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/u);

const features = matching(/^\[.*\]$/u);

const problemCodec = record<Problem>({
  stage: oneOf("access", "extract", "score"),
  message: text,
  failed: optional(text),
  reason: optional(text),
});
export const { is: isProblem } = problemCodec;

export const source: PlainCodec<Source> = record<Source>({
  file: text,
  offset: count,
  unit: optional(oneOf("item")),
  inflated: optional(count),
});

const wholeCapture = record<Capture>({
  uriR: text,
  mementoDatetime: datetime,
  uriM: optional(text),
  uriT: optional(text),
  status: optional(count),
  contentType: optional(text),
  format: optional(oneOf("text", "pdf", "postscript", "zip", "feed", "json", "sitemap")),
  guessedCharset: optional(text),
  recordId: optional(text),
  digest: optional(text),
  source: optional(source),
  via: optional(
    record<Via>({
      kind: oneOf("redirect", "revisit", "substitute"),
      status: optional(count),
      uriR: text,
      mementoDatetime: datetime,
      uriM: optional(text),
      source: optional(source),
    }),
  ),
  headers: optional(all(text)),
  reachedFrom: optional(text),
  inferredFrom: optional(all(text)),
  continuesAs: optional(text),
  incomplete: optional(text),
  notes: optional(all(text)),
});
export const { is: isCapture } = wholeCapture;

const revisit = record<Extract<PointerItem, { kind: "revisit" }>>({
  kind: oneOf("revisit"),
  capture: wholeCapture,
  target: record<RevisitTarget>({
    profile: oneOf("identical-payload-digest", "server-not-modified", "unknown"),
    recordId: optional(text),
    uriR: optional(text),
    mementoDatetime: optional(datetime),
    digest: optional(text),
    container: optional(text),
  }),
});

const redirect = record<Extract<PointerItem, { kind: "redirect" }>>({
  kind: oneOf("redirect"),
  capture: wholeCapture,
  location: optional(text),
  own: optional(features),
});

const textItem = record<TextItem>({
  kind: oneOf("text"),
  capture: wholeCapture,
  of: record<TextOf>({ kind: oneOf("conversion", "browser"), recordId: optional(text) }),
  own: features,
  problem: optional(problemCodec),
});

export const isPointer = (value: unknown): value is PointerItem =>
  revisit.is(value) || redirect.is(value) || textItem.is(value);

type WrittenOutcome = MappedRecord["features"][number];

interface WrittenRecord extends Omit<MappedRecord, "key" | "tie" | "features"> {
  readonly features: unknown;
}

const isSame = (outcome: unknown): outcome is Same =>
  isObject(outcome) && Number.isInteger(outcome["same"]);

/**
 * Returns the JSON object after the TAB at a position. Throws a `UsageError` if there is no object or if it lacks one
 * of the `names`. The check is needed because lines come from other processes.
 */
function bodyOf<T>(line: string, tab: number, names: readonly (keyof T & string)[]): T {
  const body = tab < 0 ? undefined : parseObject(line.slice(tab + 1));
  if (body !== undefined && names.every((name) => name in body)) return body as T;
  throw noRecord(line);
}

export function noRecord(line: string, cause?: unknown): UsageError {
  return new UsageError(
    `a line is not a record of map: ${JSON.stringify(line.slice(0, 60))}. Give the output of map or resolve, sorted.`,
    { cause },
  );
}

/** Grouping key of TimeMaps that failed. It sorts before every other grouping key. */
export const PROBLEM_KEY = "!";

export function encodeProblem({ uriT, problem }: TimeMapProblem): string {
  return [PROBLEM_KEY, ascii(uriT), "-", jsonLine({ uriT, problem })].join("\t");
}

/** Returns the problem of a failed TimeMap; undefined for other lines. */
export function decodeProblem(line: string): TimeMapProblem | undefined {
  if (parseLine(line).kind !== "timemap-problem") return undefined;
  const names = ["uriT", "problem"] as const;
  const body = bodyOf<Omit<TimeMapProblem, "kind">>(line, line.lastIndexOf("\t"), names);
  return { kind: "timemap-problem", ...body };
}
