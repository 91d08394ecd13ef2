import { WITHIN } from "../../read/warc/wacz.js";
import { ascii, frontOf, isRetried, parseLine, placeOfLine } from "../lines/lines.js";
import { fileOfReached } from "../lines/reached-lines.js";

/*
 * A file may change between two runs. Its lines of all versions are then in one record file. A line that an earlier run
 * than the last one has read is followed by TAB and the number of that run.
 */

/** A line of a record file and the run that has read it first. */
interface ReadLine {
  readonly line: string;
  /** Undefined if it is the last run that has read the file. */
  readonly run: number | undefined;
}

export const withRun = (line: string, run: number): string => `${line}\t${run}`;

/** Lines without a run end with their JSON. */
export function withoutRun(stored: string): ReadLine {
  const isMarked = /\d/u.test(stored.at(-1) ?? "");
  if (!isMarked) return { line: stored, run: undefined };
  const end = stored.lastIndexOf("\t");
  return { line: stored.slice(0, end), run: Number(stored.slice(end + 1)) };
}

/**
 * Yields sorted lines of two versions of a file. Those of earlier runs have the number of the run. A capture of the new
 * version replaces the one at its place.
 */
export function* newestLines(sorted: Iterable<string>): Generator<string> {
  let place = "";
  let held: string[] = [];
  for (const stored of sorted) {
    const its = placeOfLine(stored);
    if (its !== place) yield* newestAt(held);
    if (its !== place) held = [];
    place = its;
    held.push(stored);
  }
  yield* newestAt(held);
}

function newestAt(stored: readonly string[]): Iterable<string> {
  if (stored.length < 2) return stored;
  const lines = stored.map(withoutRun);
  const before = lines.filter(({ run }) => run !== undefined);
  const known = new Set(before.map(({ line }) => line));
  const now = new Set(lines.flatMap(({ line, run }) => (run === undefined ? [line] : [])));
  const [line] = now;
  const { kind } = parseLine(stored[0]!);
  if (before.length > 0 && line !== undefined && (kind === "record" || kind === "pointer")) {
    const was = before.find((each) => !isRetried(each.line));
    return was === undefined ? now : [newerOf(was, line)];
  }
  // Redirects with one datetime have the same place, but they do not replace each other.
  return [
    ...before.map((each) => withRun(each.line, each.run!)),
    ...[...now].filter((each) => !known.has(each)),
  ];
}

/** If the new version has no readable page, an earlier readable one stays: a file may be cut off later. */
function newerOf(was: ReadLine, line: string): string {
  const isLost = line !== was.line && isUnreadable(line);
  if (line !== was.line && !isLost) return line;
  return withRun(isUnreadable(was.line) ? line : was.line, was.run!);
}

const isUnreadable = (line: string): boolean =>
  parseLine(line).kind === "record" && frontOf(line).problem !== undefined;

/** Returns the file from which a line comes, as it is written in sort keys. It is empty for a page that was fetched. */
export function sourceOfLine(line: string): string {
  const { kind, place } = parseLine(line);
  return kind === "reached" ? ascii(fileOfReached(line)) : sourceOf(place);
}

/** Returns the file in a place of a sort key. The result lacks the grouping key, the datetime and the two offsets. */
export function sourceOf(place: string): string {
  const tie = place.slice(place.lastIndexOf("\t") + 1);
  const offsets = OFFSETS.exec(tie);
  return offsets === null ? "" : tie.slice(0, offsets.index);
}

const OFFSETS = /:\d{15}:\d{15}~?$/u;

/** Returns the file that holds a source of lines: itself, or the outermost WACZ file around it. */
export const fileOf = (source: string): string => source.split(WITHIN, 1)[0]!;
