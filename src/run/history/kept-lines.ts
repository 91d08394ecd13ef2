import { Shuffle } from "../../base/shuffle.js";
import { WITHIN } from "../../read/warc/wacz.js";
import { frontOf, isTarget, kindOfLine, mayPass, placeOfLine } from "../lines/lines.js";
import type { HistoryFolder } from "./folder.js";

/** The lines of all runs. A run merges those that it reads into those that it has found. */
export class KeptLines {
  readonly #folder: HistoryFolder;
  readonly #read: Shuffle;
  /** Files with lines that this run has read, as sort keys have them. */
  readonly #sources = new Set<string>();
  /** Those of which a later run may be able to read more. */
  readonly again = new Set<string>();

  constructor(folder: HistoryFolder, memoryBytes: number) {
    this.#folder = folder;
    this.#read = new Shuffle(memoryBytes);
  }

  /** Takes a line that this run has read. Returns false if it is not kept. */
  takes(line: string): boolean {
    const kind = kindOfLine(line);
    // A later run asks for the TimeMap again.
    if (kind === "problem") return false;
    const file = fileOfPlace(placeOfLine(line));
    if (kind !== "reached") this.#sources.add(file);
    if (kind === "record" && mayPass(line)) this.again.add(file);
    this.#read.add(line);
    return true;
  }

  /** Tells whether this run has read the file with the line at a place. */
  readsFirst(place: string): boolean {
    return this.#sources.has(fileOfPlace(place));
  }

  /** Adds the lines that this run has read to those of all runs. */
  async store(): Promise<void> {
    if (this.#sources.size > 0) {
      // A file may be cut off later.
      const newest = (was: string, line: string): string => (isUnreadable(line) ? was : line);
      const lines = merged(this.#folder.lines("lines"), this.#read.sorted(), spotOf, newest);
      await this.#folder.write("lines", lines);
    }
    this.close();
  }

  /** Yields the targets and pointers of all runs. */
  *names(): Generator<string> {
    for (const line of this.#folder.lines("lines")) if (isNameLine(line)) yield line;
  }

  /** Yields the sorted records of all runs, without those of pointers. */
  *records(): Generator<string> {
    for (const line of this.#folder.lines("lines")) if (!isNameLine(line)) yield line;
  }

  close(): void {
    this.#read.close();
  }
}

/**
 * Merges sorted lines that a run has read into those that it has found. Of lines with the same spot one stays: `newest`
 * returns which.
 */
export function* merged(
  found: Iterator<string>,
  read: Iterable<string>,
  spotOf: (line: string) => string,
  newest: (was: string, line: string) => string = (_, line) => line,
): Generator<string> {
  let was = found.next();
  let last: string | undefined;
  for (const line of read) {
    const spot = spotOf(line);
    if (spot === last) continue;
    last = spot;
    for (; was.done !== true && spotOf(was.value) < spot; was = found.next()) yield was.value;
    if (was.done === true || spotOf(was.value) !== spot) yield line;
    else {
      yield newest(was.value, line);
      was = found.next();
    }
  }
  for (; was.done !== true; was = found.next()) yield was.value;
}

function isNameLine(line: string): boolean {
  const kind = kindOfLine(line);
  return kind === "looks" || isTarget(kind);
}

/** Returns what only one line of a history has: the place of a capture, under each of its names, or a whole other line. */
function spotOf(line: string): string {
  const kind = kindOfLine(line);
  return kind === "record" || isTarget(kind) ? placeOfLine(line) : line;
}

/** Tells whether a line is the record of a capture that could not be read. */
export const isUnreadable = (line: string): boolean =>
  kindOfLine(line) === "record" && frontOf(line).problem !== undefined;

/** Returns the file from which a line comes, as sort keys have it. It is empty for a page that was fetched. */
const fileOfPlace = (place: string): string =>
  fileOf(/\t([^\t]*):\d{15}:\d{15}~?$/u.exec(place)?.[1] ?? "");

/** Returns the file that holds a source of captures: itself, or the outermost WACZ file around it. */
export const fileOf = (source: string): string => source.split(WITHIN, 1)[0]!;
