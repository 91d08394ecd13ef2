import type { Capture, OverallStatus } from "./types.js";

/*
 * This module finds memento-datetimes that cannot be right, for example of a crawler whose clock began at 1970. Such a
 * capture is judged like any other, but its place in time is unknown: no other memento is compared with it as the first
 * or the previous one, and it has no part in the course of the verdicts over time.
 */

/** Beginning of the note of a capture with such a date. Results and lines carry it, as they carry all notes. */
const IMPOSSIBLE = "impossible date";

/** Month of the first web page. No capture is older. */
const FIRST_PAGE = "1990-12";
const DAY_MS = 86_400_000;
/** Captures up to the start of the program need no look at the clock. */
const STARTED = new Date().toISOString();
/** Number of years after the beginning of a file in which its captures are possible. Some collect those of many crawls. */
const YEARS_OF_A_FILE = 25;

/**
 * Returns a capture with a note if its date cannot be right: before the web, or after today. `begun` is the date of the
 * file, as its warcinfo says. Only a date after today can give another result on another day, and with `begun` mostly
 * not even that one.
 */
export function withPossibleDate(capture: Capture, begun?: string): Capture {
  const why = hasImpossibleDate(capture) ? undefined : whyImpossible(capture, begun);
  if (why === undefined) return capture;
  const note = `${IMPOSSIBLE} ${capture.mementoDatetime}: ${why}`;
  return { ...capture, notes: [...(capture.notes ?? []), note] };
}

function whyImpossible({ mementoDatetime }: Capture, begun = ""): string | undefined {
  if (mementoDatetime < FIRST_PAGE) return `before the first web page (${FIRST_PAGE})`;
  const year = Number(mementoDatetime.slice(0, 4));
  const ofFile = Number(begun.slice(0, 4));
  if (begun >= FIRST_PAGE && year - ofFile > YEARS_OF_A_FILE) {
    return `more than ${YEARS_OF_A_FILE} years after its file was begun (${ofFile})`;
  }
  if (mementoDatetime <= STARTED) return undefined;
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  return mementoDatetime > tomorrow ? "after the day on which it was read" : undefined;
}

/** True for a note that is not true of a capture which stands for this one at another date. */
export const isOfDate = (note: string): boolean => note.startsWith(IMPOSSIBLE);

export const hasImpossibleDate = ({ notes }: Pick<Capture, "notes">): boolean =>
  notes?.some(isOfDate) === true;

/** Returns the verdict on a memento for the course over time; undefined if its place in time is unknown. */
export const verdictInTime = ({
  overall,
  capture,
}: {
  readonly overall?: OverallStatus | undefined;
  readonly capture: Pick<Capture, "notes">;
}): OverallStatus | undefined => (hasImpossibleDate(capture) ? undefined : overall);
