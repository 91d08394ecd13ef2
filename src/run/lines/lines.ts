import { UsageError } from "../../errors.js";
import { sortDigits } from "../../mementos/datetime.js";
import { percentEncoded } from "../../mementos/printable.js";
import type { Capture, FeatureRecord, InputItem, Problem } from "../../types.js";

/** A record before its features: what main and workers agree on before the page is read. */
export interface RecordHead {
  readonly key: string;
  readonly tie: string;
  readonly capture: Capture;
  readonly problem?: Problem;
  /** Only between map and reduce of different processes: see {@link MappedRecord}. */
  readonly stamp?: string;
  readonly pointer?: PointerItem;
}

/** A revisit or redirect as the input gave it: another mapper may know better what it stands for. */
export type PointerItem = Extract<InputItem, { kind: "revisit" | "redirect" }>;

/** A record on its way between processes. */
export interface MappedRecord extends FeatureRecord {
  /** Names the settings that it was made with; reduce refuses others. */
  readonly stamp?: string;
  readonly pointer?: PointerItem;
}

/** Printable ASCII without TAB or newline, so that sorting text, bytes and lines is one order. */
export const ascii = (text: string): string => text.replace(/[^\x21-\x7e]/gu, percentEncoded);

/** What orders captures of one key and datetime: the file and, padded, the offset; else the URI-M. */
export function tieOf({ source, uriM = "" }: Capture): string {
  if (source === undefined) return ascii(uriM);
  const { file, offset, inflated = 0 } = source;
  return [ascii(file), ...[offset, inflated].map((n) => String(n).padStart(15, "0"))].join(":");
}

/**
 * Stands in a line for an outcome that is equal to an earlier one: the words of a page and its lower-case words often
 * are.
 */
interface Same {
  readonly same: number;
}

/** Outcomes of fewer characters are not worth the search. */
const worthSharing = 64;

/**
 * A record as one line: grouping key TAB memento-datetime TAB tie TAB JSON. Whole lines sorted by their bytes are
 * sorted by the first three fields. `features` are outcomes already written as JSON, so that a line is assembled and
 * never parsed on its way.
 */
export function encodeLine(head: RecordHead, features: readonly string[]): string {
  const { key, tie, ...rest } = head;
  const { capture } = rest;
  const front = JSON.stringify(rest);
  const body = `${front.slice(0, -1)},"features":[${features.map(shared).join(",")}]}`;
  return `${key}\t${sortDigits(capture.mementoDatetime)}\t${tie}\t${body}`;
}

function shared(outcome: string, at: number, features: readonly string[]): string {
  if (outcome.length < worthSharing) return outcome;
  const same = features.indexOf(outcome);
  return same === at ? outcome : JSON.stringify({ same } satisfies Same);
}

/** The grouping key of a line, without parsing the rest. */
export function keyOfLine(line: string): string {
  return line.slice(0, line.indexOf("\t"));
}

/** The record that {@link encodeLine} wrote; throws a `UsageError` on anything else. */
export function decodeLine(line: string): MappedRecord {
  const first = line.indexOf("\t");
  const second = line.indexOf("\t", first + 1);
  const third = line.indexOf("\t", second + 1);
  const body = bodyOf<WrittenRecord>(line, third, ["capture", "features"]);
  const features: Written[] = [];
  const isWhole =
    isCapture(body.capture) &&
    (body.pointer === undefined || isPointer(body.pointer)) &&
    (body.stamp === undefined || typeof body.stamp === "string");
  if (!isWhole || !Array.isArray(body.features)) throw noRecord(line);
  for (const outcome of body.features as readonly (Written | Same | null)[]) {
    const meant = isSame(outcome) ? features[outcome.same] : outcome;
    if (typeof meant !== "object" || meant === null) throw noRecord(line);
    features.push(meant);
  }
  return { key: line.slice(0, first), tie: line.slice(second + 1, third), ...body, features };
}

/** True for what has the names that every capture has. */
export function isCapture(value: unknown): value is Capture {
  if (!isObject(value)) return false;
  const { uriR, mementoDatetime } = value as Partial<Record<keyof Capture, unknown>>;
  return typeof uriR === "string" && typeof mementoDatetime === "string";
}

/** True for what the resolve step can look up. */
export function isPointer(value: unknown): value is PointerItem {
  if (!isObject(value)) return false;
  const { kind, capture } = value as Partial<Record<keyof PointerItem, unknown>>;
  return (kind === "revisit" || kind === "redirect") && isCapture(capture);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

type Written = MappedRecord["features"][number];

interface WrittenRecord extends Omit<MappedRecord, "key" | "tie" | "features"> {
  readonly features: unknown;
}

const isSame = (outcome: unknown): outcome is Same =>
  typeof outcome === "object" &&
  outcome !== null &&
  "same" in outcome &&
  Number.isInteger(outcome.same);

/**
 * The JSON object behind the TAB at a position. Lines come from other processes: one that is no record, or lacks one
 * of the `names`, is a `UsageError`.
 */
export function bodyOf<T>(line: string, tab: number, names: readonly (keyof T & string)[]): T {
  const body = tab < 0 ? undefined : parsed(line.slice(tab + 1));
  if (typeof body === "object" && body !== null && names.every((name) => name in body)) {
    return body as T;
  }
  throw noRecord(line);
}

/** What is said of a line that map did not write. */
export function noRecord(line: string): UsageError {
  return new UsageError(
    `a line is no record of map: ${JSON.stringify(line.slice(0, 60))}. Give what map or resolve wrote, sorted.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
