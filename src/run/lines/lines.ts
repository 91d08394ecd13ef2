import { all, count, matching, oneOf, optional, record, text } from "../../base/codec.js";
import { sortDigits } from "../../base/datetime.js";
import { UsageError } from "../../base/errors.js";
import { isObject, members, parseObject } from "../../base/json.js";
import { percentEncoded } from "../../base/text.js";
import { pack, unpack } from "./packed.js";
import type { Capture, InputItem, Problem, RevisitTarget, Source, Via } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { TimeMapProblem } from "../../write/types.js";

/** A record without its features. It is known before the page is read. */
export interface RecordHead {
  readonly key: string;
  readonly tie: string;
  readonly capture: Capture;
  readonly problem?: Problem;
  /** Stamp of the settings; see {@link MappedRecord}. Set only if another process will read the record. */
  readonly stamp?: string;
  /** Set if one mapper made the record of a revisit or redirect. Another mapper may know a better target. */
  readonly pointer?: true;
}

/** A revisit or redirect as the input yields it. */
export type PointerItem = Extract<InputItem, { kind: "revisit" | "redirect" }>;

/** A record that travels between processes. */
export interface MappedRecord extends FeatureRecord {
  /** Stamp of the settings with which the record was made. Reduce refuses other settings. */
  readonly stamp?: string;
  readonly pointer?: true;
}

/**
 * Returns the text in printable ASCII without TAB and line feed, so that sorting text, bytes and whole lines gives one
 * order.
 */
export const ascii = (text: string): string => text.replace(/[^\x21-\x7e]/gu, percentEncoded);

/**
 * Returns the sort key of captures with the same grouping key and datetime: the file and the padded offset, or the
 * URI-M.
 */
export function sortKeyOf({ source, uriM = "" }: Capture): string {
  if (source === undefined) return ascii(uriM);
  const { file, offset, inflated = 0 } = source;
  return [ascii(file), ...[offset, inflated].map((n) => String(n).padStart(15, "0"))].join(":");
}

/**
 * Replaces an outcome that equals an earlier one of the same record. The words of a page and its lower-case words are
 * often equal.
 */
interface Same {
  readonly same: number;
}

/** Minimum length of an outcome that is compared with earlier ones. */
const worthSharing = 64;

/** Returns the place of a line: its first three fields, by which lines are sorted. */
export const placeOf = (key: string, { mementoDatetime }: Capture, tie: string): string =>
  `${key}\t${sortDigits(mementoDatetime)}\t${tie}`;

/**
 * Returns a record as one line: grouping key TAB memento-datetime TAB sort key TAB JSON. Sorting whole lines by bytes
 * sorts them by the first three fields. `features` are outcomes that have been written as JSON. They are packed if the
 * record has a stamp, which means that another process will read it.
 */
export function encodeLine(head: RecordHead, features: readonly string[]): string {
  // Packing costs more time than it saves for a record that stays in this process.
  const isPacked = head.stamp !== undefined && features.length > 0;
  return lineOf(head, isPacked ? `"${pack(features)}"` : `[${features.map(shared).join(",")}]`);
}

/** Same as {@link encodeLine}, with the features as they are written in another record. */
export function lineOf(head: RecordHead, written: string): string {
  const { key, tie, pointer, ...rest } = head;
  // A record from resolve has no such mark, so it sorts before a mapper's record with the same place.
  const front = JSON.stringify({ pointer, ...rest });
  return `${placeOf(key, rest.capture, tie)}\t${front.slice(0, -1)}${FEATURES}${written}}`;
}

const FEATURES = ',"features":';

function shared(outcome: string, at: number, features: readonly string[]): string {
  if (outcome.length < worthSharing) return outcome;
  const same = features.indexOf(outcome);
  return same === at ? outcome : JSON.stringify({ same } satisfies Same);
}

/** Returns the grouping key of a line without parsing the rest. */
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

/** Place of a line (its first three fields), and the rest of it. */
interface PlacedLine {
  readonly place: string;
  readonly body: string;
}

/** A memento: its capture and the features of its page. */
interface RecordLine extends PlacedLine {
  readonly kind: "record";
  /**
   * `provisional`: made of a revisit or redirect by a mapper that read only a part of the collection. A `final` record
   * with the same place replaces it, and an `absent` one says that there is no memento.
   */
  readonly state: "final" | "provisional" | "absent";
}

/** A capture under one of its names. Revisits and redirects find it by the name. */
interface TargetLine extends PlacedLine {
  readonly kind: "target";
}

/** A revisit or redirect. It either looks for its target under a name, or has found the record that it will copy. */
interface PointerLine extends PlacedLine {
  readonly kind: "pointer";
  readonly state: "looks" | "found";
}

/** A TimeMap that could not be read. */
interface ProblemLine extends PlacedLine {
  readonly kind: "timemap-problem";
}

/** A redirect, in the TimeMap of the URI to which it leads: captures that follow were reached by it. */
interface ReachedLine extends PlacedLine {
  readonly kind: "reached";
}

/** A line of map, resolve or an input. */
export type Line = RecordLine | TargetLine | PointerLine | ProblemLine | ReachedLine;

/** Parses the kind of a line. Only the functions for that kind read its body. */
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

/** Returns the front of a record's line. Throws a `UsageError` for any other line. */
export function frontOf(line: string): RecordFront {
  const at = bodyAt(line);
  const end = line.indexOf(FEATURES, at);
  const front = end < 0 ? undefined : parseObject(`${line.slice(at, end)}}`);
  const { capture, problem, stamp } = members(front);
  const isWhole =
    isCapture(capture) &&
    (problem === undefined || isProblem(problem)) &&
    (stamp === undefined || text.is(stamp)) &&
    /^(?:\[.*\]|"[\w+/=]*")\}$/u.test(line.slice(end + FEATURES.length));
  if (!isWhole) throw noRecord(line);
  return { capture, problem, stamp, written: line.slice(end + FEATURES.length, -1) };
}

/** Returns a line that says that a provisional record with this place is not a memento. */
export const absentLine = (place: string): string => `${place}\t${ABSENT}}`;

const ABSENT = '{"absent":true';
const PROVISIONAL = '{"pointer":true,';

const REACHED = "!";

/** Returns the line of a redirect for the TimeMap with a key. It sorts before all captures of its datetime. */
export const reachedLine = (key: string, { uriR, mementoDatetime }: Capture): string =>
  `${key}\t${sortDigits(mementoDatetime)}\t\t${REACHED}${JSON.stringify([mementoDatetime, uriR])}`;

/** Time within which crawlers fetch the target of a redirect, with their pauses between requests. */
const MOST_MS = 600_000;

/** Writes into records from where they were reached, by the lines of redirects that sort before them. */
class Reached {
  #key = "";
  #from: readonly [time: number, uriR: string] = [NaN, ""];

  /** Takes the line of a redirect; the last one before a capture counts. */
  note(line: string): void {
    let said: unknown;
    try {
      said = JSON.parse(bodyOfLine(line).slice(REACHED.length));
    } catch (cause) {
      throw noRecord(line, cause);
    }
    const [date, uriR] = Array.isArray(said) ? (said as readonly unknown[]) : [];
    if (!datetime.is(date) || !text.is(uriR)) throw noRecord(line);
    this.#key = keyOfLine(line);
    this.#from = [Date.parse(date), uriR];
  }

  marked(line: string): string {
    if (this.#key === "" || keyOfLine(line) !== this.#key) return line;
    const { written, capture, problem, stamp } = frontOf(line);
    const [time, reachedFrom] = this.#from;
    const after = Date.parse(capture.mementoDatetime) - time;
    if (problem !== undefined || capture.via !== undefined || after < 0 || after > MOST_MS) {
      return line;
    }
    const [key = "", , tie = ""] = line.split("\t", 3);
    const head = { key, tie, capture: { ...capture, reachedFrom }, stamp };
    return lineOf(head, written);
  }
}

/** Yields sorted records without the lines of redirects; records say from where they were reached. */
export function* withReached(lines: Iterable<string>): Generator<string> {
  const reached = new Reached();
  for (const line of lines) {
    if (parseLine(line).kind === "reached") reached.note(line);
    else yield reached.marked(line);
  }
}

/**
 * Yields the sorted lines of records and problems. Drops targets and pointers, and provisional records that resolve has
 * replaced.
 */
export async function* finalLines(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let decidedPlace = "";
  const reached = new Reached();
  for await (const line of lines) {
    const parsed = parseLine(line);
    if (parsed.kind === "reached") {
      reached.note(line);
      continue;
    }
    if (parsed.kind === "target" || parsed.kind === "pointer") continue;
    if (parsed.kind === "record") {
      if (parsed.state !== "provisional") decidedPlace = parsed.place;
      else if (parsed.place === decidedPlace) continue;
      if (parsed.state === "absent") continue;
      yield reached.marked(line);
      continue;
    }
    yield line;
  }
}

/** Returns the record that {@link encodeLine} wrote. Throws a `UsageError` for any other line. */
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
  const given = text.is(body.features) ? unpacked(body.features, line) : body.features;
  if (!Array.isArray(given)) throw noRecord(line);
  for (const outcome of given as readonly (WrittenOutcome | Same | null)[]) {
    const meant = isSame(outcome) ? features[outcome.same] : outcome;
    if (typeof meant !== "object" || meant === null) throw noRecord(line);
    features.push(meant);
  }
  return { key: line.slice(0, first), tie: line.slice(second + 1, third), ...body, features };
}

function unpacked(text: string, line: string): readonly object[] {
  try {
    return unpack(text);
  } catch (cause) {
    throw noRecord(line, cause);
  }
}

/** Tells whether a value has the members that every capture has. */
const { is: hasNames } = record<Pick<Capture, "uriR" | "mementoDatetime">>({
  uriR: text,
  mementoDatetime: text,
});

const datetime = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/u);

export const { is: isProblem } = record<Problem>({
  stage: oneOf("access", "extract", "score"),
  message: text,
  failed: optional(text),
});

const source = record<Source>({
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
  format: optional(oneOf("text", "pdf", "postscript", "zip")),
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
});

/** Tells whether a value is a pointer that resolve can look up. */
export const isPointer = (value: unknown): value is PointerItem =>
  revisit.is(value) || redirect.is(value);

type WrittenOutcome = MappedRecord["features"][number];

interface WrittenRecord extends Omit<MappedRecord, "key" | "tie" | "features"> {
  readonly features: unknown;
}

const isSame = (outcome: unknown): outcome is Same =>
  isObject(outcome) && Number.isInteger(outcome["same"]);

/**
 * Returns the JSON object after the TAB at a position. Throws a `UsageError` if there is none, or if it lacks one of
 * the `names`, because lines come from other processes.
 */
function bodyOf<T>(line: string, tab: number, names: readonly (keyof T & string)[]): T {
  const body = tab < 0 ? undefined : parseObject(line.slice(tab + 1));
  if (body !== undefined && names.every((name) => name in body)) return body as T;
  throw noRecord(line);
}

/** Returns the error for a line that map did not write. */
export function noRecord(line: string, cause?: unknown): UsageError {
  return new UsageError(
    `a line is not a record of map: ${JSON.stringify(line.slice(0, 60))}. Give the output of map or resolve, sorted.`,
    { cause },
  );
}

/** Grouping key of TimeMaps that failed. It sorts before every other grouping key. */
export const PROBLEM_KEY = "!";

/** Returns the line of a TimeMap that failed. */
export function encodeProblem({ uriT, problem }: TimeMapProblem): string {
  return [PROBLEM_KEY, ascii(uriT), "-", JSON.stringify({ uriT, problem })].join("\t");
}

/** Returns the problem of a TimeMap that failed; undefined for any other line. */
export function decodeProblem(line: string): TimeMapProblem | undefined {
  if (parseLine(line).kind !== "timemap-problem") return undefined;
  const names = ["uriT", "problem"] as const;
  const body = bodyOf<Omit<TimeMapProblem, "kind">>(line, line.lastIndexOf("\t"), names);
  return { kind: "timemap-problem", ...body };
}
