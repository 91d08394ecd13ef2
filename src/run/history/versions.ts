import { WITHIN } from "../../read/warc/wacz.js";
import { ascii, frontOf, isRetried, parseLine, placeOfLine } from "../lines/lines.js";
import { fileOfReached } from "../lines/reached-lines.js";

/** Ends the lines of the earlier versions of a file. Other lines end with their JSON. */
const EARLIER = "\t-";

export const ofEarlier = (line: string): string => `${line}${EARLIER}`;

/**
 * Yields sorted lines of the versions of a file. A capture of the new version replaces the one at its place.
 * `onReplaced` is called with the place if it is another page.
 */
export function* newestLines(
  sorted: Iterable<string>,
  onReplaced: (place: string) => void,
): Generator<string> {
  let place = "";
  let held: string[] = [];
  for (const stored of sorted) {
    const its = placeOfLine(stored);
    if (its !== place) {
      yield* newestAt(held, onReplaced);
      held = [];
    }
    place = its;
    held.push(stored);
  }
  yield* newestAt(held, onReplaced);
}

function newestAt(
  stored: readonly string[],
  onReplaced: (place: string) => void,
): Iterable<string> {
  const before = stored.filter((line) => line.endsWith(EARLIER)).map((line) => line.slice(0, -2));
  const now = stored.filter((line) => !line.endsWith(EARLIER));
  const [line] = now;
  const { kind, place } = parseLine(stored[0] ?? "");
  const isCapture = kind === "record" || kind === "pointer";
  // Redirects with one datetime have the same place, but they do not replace each other.
  if (!isCapture || before.length === 0 || line === undefined) return new Set([...before, ...now]);
  const was = before.find((each) => !isRetried(each));
  if (was === line) return [line];
  // A file may be cut off later.
  if (was === undefined || !isUnreadable(line)) onReplaced(place);
  else if (!isUnreadable(was)) return [was];
  return [line];
}

const isUnreadable = (line: string): boolean =>
  parseLine(line).kind === "record" && frontOf(line).problem !== undefined;

/** Returns the file from which a line comes, as sort keys have it. It is empty for a page that was fetched. */
export function fileOfLine(line: string): string {
  const { kind, place } = parseLine(line);
  return kind === "reached" ? fileOf(ascii(fileOfReached(line))) : fileOfPlace(place);
}

export function fileOfPlace(place: string): string {
  const tie = place.slice(place.lastIndexOf("\t") + 1);
  const offsets = OFFSETS.exec(tie);
  return offsets === null ? "" : fileOf(tie.slice(0, offsets.index));
}

const OFFSETS = /:\d{15}:\d{15}~?$/u;

/** Returns the file that holds a source of captures: itself, or the outermost WACZ file around it. */
export const fileOf = (source: string): string => source.split(WITHIN, 1)[0]!;
