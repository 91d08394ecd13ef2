import { mayBeDocument, mediaType } from "../../base/content-type.js";
import { sortDigits } from "../../base/datetime.js";
import { notesOfContent } from "../../base/possible-date.js";
import type { Capture } from "../../base/types.js";
import { NOT_JUDGED } from "../../read/warc/text-records.js";
import type { Settings } from "../../score/settings/types.js";
import {
  bodyOfLine,
  encodeRecord,
  frontOf,
  keyOfLine,
  kindOfLine,
  lineAt,
  type WrittenRecord,
} from "./lines.js";
import type { PointerItem, Search } from "./pointers.js";

/*
 * Makes the records of revisits, redirects and extracted texts. Each is made with the capture to which it leads if the
 * input has that capture, and without it otherwise. A capture also gets the redirects that led to it.
 */

/** Reason for counting a redirect that leads to a capture of the same TimeMap, which is judged itself. */
export const WITHIN_ITS_TIMEMAP = "redirect within its own TimeMap";

/** Returns the reason why a page is not a memento of this run; undefined if the page is a memento. */
export function whyNoMemento(
  { status, contentType }: Pick<Capture, "status" | "contentType">,
  settings: Pick<Settings, "status" | "pages">,
): string | undefined {
  if (settings.status === "2xx" && status !== undefined && Math.trunc(status / 100) !== 2) {
    return `answered ${status} (--set status=2xx)`;
  }
  // OTMT 1.0.5 takes only HTTP responses with this declared type as pages.
  if (
    settings.pages === "text/html" &&
    (status === undefined || mediaType(contentType) !== "text/html")
  ) {
    return "not a response declared text/html (--pages text/html)";
  }
  return undefined;
}

/** Returns the reason by which a pointer is counted that leads to something that is not a page. */
export const noPage = ({ item }: Search): string => `${item.kind} of something that is not a page`;

/** Reasons by which records with texts are counted also in a run that reads no texts. */
export const copyReason = ({ item }: Search): string =>
  NOT_JUDGED[item.kind === "text" ? item.of.kind : "browser"];

/** Returns the features of a redirect's own answer, if it is judged by them. */
export const ownOf = (item: PointerItem): string | undefined =>
  item.kind === "redirect" ? item.own : undefined;

type Leading = Exclude<PointerItem, { kind: "text" }>;

/** Returns the capture of a revisit or redirect, with the content type and format of its target. */
export function standIn(item: Leading, { capture: found }: WrittenRecord): Capture {
  const { kind, capture } = item;
  const notes = [...(capture.notes ?? []), ...notesOfContent(found)];
  // Status 304 only means that the server sent no content.
  const repeatsStatus = kind === "revisit" && ![undefined, 304].includes(capture.status);
  return {
    ...{ ...capture, guessedCharset: undefined, contentType: found.contentType },
    ...{ format: found.format, headers: found.headers, incomplete: found.incomplete },
    status: repeatsStatus ? capture.status : found.status,
    via: {
      ...{ kind, status: capture.status, uriR: found.uriR },
      ...{ mementoDatetime: found.mementoDatetime, source: found.source },
    },
    notes: notes.length > 0 ? notes : undefined,
  };
}

/** Returns the problem of a pointer without a target. Returns undefined if the pointer does not claim to be a page. */
export function whyUnresolved(
  { contentType = "" }: Capture,
  at: Leading,
  { formats = ["html"] }: Pick<Settings, "formats">,
): string | undefined {
  const declaresHtml = contentType.trim() === "" || /html/iu.test(contentType);
  if (!declaresHtml && !mayBeDocument(contentType, formats)) return undefined;
  if (at.kind === "redirect") {
    return at.location === undefined
      ? "redirects without saying where (no usable Location header)"
      : `redirects to ${at.location}, which is not in the input`;
  }
  const { recordId, uriR, mementoDatetime, digest, profile, container } = at.target;
  const clues = [
    mementoDatetime !== undefined && `${uriR ?? at.capture.uriR} of ${mementoDatetime}`,
    recordId !== undefined && `record ${recordId}`,
    digest !== undefined && `payload ${digest}`,
  ].filter((clue) => clue !== false);
  const advice =
    container === undefined ? "" : `: it should be in ${container}, so give that file, too`;
  return `revisit of a capture that is not in the input (${clues.join(", ") || profile})${advice}`;
}

/**
 * Returns the line of a redirect in the TimeMap of its target URI, which sorts before all captures with the same datetime.
 * When all lines are sorted, the capture that it led to gets its URI-R.
 */
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
