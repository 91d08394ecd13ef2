import { WITHIN } from "../../read/warc/wacz.js";
import { ascii, frontOf, parseLine, placeOfLine } from "../lines/lines.js";

/*
 * A file may change between two runs. The history then has the lines of several versions of it, each in another segment.
 * The age of a line is the position of its segment: if two lines have the same place, the line with the greater age is
 * from the later version.
 */

const AGE = /\t(\d+)$/u;

/** If an earlier version of its file had the capture, that version stays: a file may be cut off later. */
export const isUnreadable = (line: string): boolean => frontOf(line).problem !== undefined;

export const withAge = (line: string, age: number): string => `${line}\t${age}`;

/**
 * Yields sorted lines without their ages. Records that a later version of their file has replaced are left out, and
 * those that `isLost` if another version is not. Lines without an age are kept.
 */
export function* newestLines(
  sorted: Iterable<string>,
  isLost: (line: string) => boolean = () => false,
): Generator<string> {
  let place = "";
  let lines: { readonly line: string; readonly age: number }[] = [];
  const newest = function* (): Generator<string> {
    if (lines.length < 2) {
      yield* lines.map(({ line }) => line);
      return;
    }
    const ages = lines.flatMap(({ age }) => (age >= 0 ? [age] : []));
    const last = Math.max(...ages);
    const whole = ages.every((age) => age === last)
      ? []
      : lines.filter(({ line, age }) => age >= 0 && !isLost(line));
    const chosen = whole.length === 0 ? last : Math.max(...whole.map(({ age }) => age));
    const kept = lines.flatMap(({ line, age }) => (age >= 0 && age !== chosen ? [] : [line]));
    yield* kept.length === 1 ? kept : new Set(kept);
  };
  for (const given of sorted) {
    const end = AGE.exec(given);
    const line = end === null ? given : given.slice(0, end.index);
    const its = placeOfLine(line);
    if (its !== place) {
      yield* newest();
      lines = [];
      place = its;
    }
    // Redirects with one datetime have the same place, but they do not replace each other.
    const isReplaced = end !== null && parseLine(line).kind === "record";
    lines.push({ line, age: isReplaced ? Number(end[1]) : -1 });
  }
  yield* newest();
}

/** Returns the file in a place of a sort key. The result lacks the grouping key, the datetime and the two offsets. */
export function sourceOf(place: string): string {
  const tie = place.slice(place.lastIndexOf("\t") + 1);
  return tie.slice(0, tie.lastIndexOf(":", tie.lastIndexOf(":") - 1));
}

/** Returns a function that tells whether a source of lines is one of the files, or a WARC file in one of them. */
export function isOneOf(files: readonly string[]): (source: string) => boolean {
  const wanted = new Set(files.map(ascii));
  const known = new Map<string, boolean>();
  return (source) => {
    let isWanted = known.get(source);
    if (isWanted === undefined) {
      isWanted = wanted.has(source) || [...filesAround(source)].some((each) => wanted.has(each));
      known.set(source, isWanted);
    }
    return isWanted;
  };
}

/** Yields the WACZ files around a file in a WACZ file, innermost first. */
function* filesAround(file: string): Generator<string> {
  for (let at = file.lastIndexOf(WITHIN); at > 0; at = file.lastIndexOf(WITHIN, at - 1)) {
    yield file.slice(0, at);
  }
}
