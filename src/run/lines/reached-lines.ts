import { text } from "../../base/codec.js";
import { sortDigits } from "../../base/datetime.js";
import { jsonLine } from "../../base/json.js";
import type { Capture } from "../../base/types.js";
import {
  bodyOfLine,
  datetime,
  frontOf,
  keyOfLine,
  lineOf,
  noRecord,
  parseLine,
  REACHED,
} from "./lines.js";

/*
 * Lines of redirects, which lie in the TimeMaps of their target URIs. The captures that a redirect led to get its URI-R
 * once all lines are sorted.
 */

/** The line sorts before all captures with the same datetime. */
export function reachedLine(key: string, { uriR, mementoDatetime, source }: Capture): string {
  const body = jsonLine([mementoDatetime, uriR, source?.file ?? ""]);
  return `${key}\t${sortDigits(mementoDatetime)}\t\t${REACHED}${body}`;
}

/** Throws a `UsageError` for another line. */
export function fileOfReached(line: string): string {
  const [, , file] = reachedOf(line);
  return file;
}

function reachedOf(line: string): readonly [date: string, uriR: string, file: string] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bodyOfLine(line).slice(REACHED.length));
  } catch (cause) {
    throw noRecord(line, cause);
  }
  const [date, uriR, file] = Array.isArray(parsed) ? (parsed as readonly unknown[]) : [];
  if (!datetime.is(date) || !text.is(uriR) || !text.is(file)) throw noRecord(line);
  return [date, uriR, file];
}

/** Maximum time between a redirect and the capture of its target. Crawlers pause between requests. */
const MOST_MS = 600_000;

/**
 * Adds to records the redirects through which they were reached. The lines of these redirects sort before the records.
 */
class Reached {
  #key = "";
  #from: readonly [time: number, uriR: string] = [NaN, ""];

  /** The last redirect before a capture counts. */
  note(line: string): void {
    const [date, uriR] = reachedOf(line);
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

/**
 * Yields sorted records and drops the lines of redirects. Each record gets the redirect through which it was reached.
 */
export function* withReached(lines: Iterable<string>): Generator<string> {
  const reached = new Reached();
  for (const line of lines) {
    if (parseLine(line).kind === "reached") reached.note(line);
    else yield reached.marked(line);
  }
}

/**
 * Yields the sorted lines of records and problems. Drops targets, pointers, and provisional records that resolve has
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
