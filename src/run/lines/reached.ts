import { sortDigits } from "../../base/datetime.js";
import type { Capture } from "../../base/types.js";
import { bodyOfLine, encodeRecord, frontOf, keyOfLine, kindOfLine, lineAt } from "./lines.js";

/*
 * Lines of redirects, which lie in the TimeMaps of their target URIs. The captures that a redirect led to get its URI-R
 * once all lines are sorted.
 */

/** The line sorts before all captures with the same datetime. */
export const reachedLine = (key: string, { uriR, mementoDatetime }: Capture): string =>
  lineAt(`${key}\t${sortDigits(mementoDatetime)}\t`, "reached", [mementoDatetime, uriR]);

/** Maximum time between a redirect and the capture of its target. Crawlers pause between requests. */
const MOST_MS = 600_000;

/**
 * Adds to records the redirects through which they were reached. The lines of these redirects sort before the records.
 */
export class Reached {
  #key = "";
  #from: readonly [time: number, uriR: string] = [NaN, ""];

  /** The last redirect before a capture counts. */
  note(line: string): void {
    const [date, uriR] = JSON.parse(bodyOfLine(line)[0]) as [string, string];
    this.#key = keyOfLine(line);
    this.#from = [Date.parse(date), uriR];
  }

  marked(line: string): string {
    if (this.#key === "" || keyOfLine(line) !== this.#key) return line;
    const record = frontOf(line);
    const { capture, problem } = record;
    const [time, reachedFrom] = this.#from;
    const after = Date.parse(capture.mementoDatetime) - time;
    if (problem !== undefined || capture.via !== undefined || after < 0 || after > MOST_MS) {
      return line;
    }
    return encodeRecord({ ...record, capture: { ...capture, reachedFrom } });
  }
}

/**
 * Yields sorted records and drops the lines of redirects. Each record gets the redirect through which it was reached.
 */
export function* withReached(lines: Iterable<string>): Generator<string> {
  const reached = new Reached();
  for (const line of lines) {
    if (kindOfLine(line) === "reached") reached.note(line);
    else yield reached.marked(line);
  }
}
