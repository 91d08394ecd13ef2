import { notesOfContent } from "../../base/possible-date.js";
import { unavailable } from "../../base/errors.js";
import { mayBeDocument, mediaType } from "../../base/content-type.js";
import { groupingKey } from "../../base/uri.js";
import type { Capture, Problem, Via } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { RecordChoices } from "../../score/settings/stamp.js";
import {
  frontOf,
  keyOfLine,
  lineOf,
  noRecord,
  parseLine,
  type PointerItem,
  placeOf,
  placeOfLine,
  type RecordFront,
  sortKeyOf,
  type TextItem,
} from "./lines.js";
import type { RecordReader } from "./record-reader.js";
import { follow, NamedCaptures } from "./follow.js";
import {
  decodeSearch,
  madeOf,
  requestLine,
  type Search,
  searchLine,
  type Target,
} from "./pointer-lines.js";

/** Returns the reason why a page is not a memento of this run; undefined if the page is a memento. */
export function whyNoMemento(
  capture: Capture,
  { status, pages }: Pick<Settings, "status" | "pages">,
): string | undefined {
  if (status === "2xx" && capture.status !== undefined && Math.trunc(capture.status / 100) !== 2) {
    return `answered ${capture.status} (--set status=2xx)`;
  }
  if (pages === "text/html" && !isHtmlResponse(capture)) {
    return "not a response declared text/html (--pages text/html)";
  }
  return undefined;
}

/**
 * Returns whether OTMT 1.0.5 treats a capture as a page. Such a capture must be an HTTP response with the declared type
 * text/html.
 */
function isHtmlResponse({ status, contentType }: Capture): boolean {
  return status !== undefined && mediaType(contentType) === "text/html";
}

export type PointerOutcome =
  /**
   * A line to sort in with the other lines. The pointer searches under another name, or requests the record that it has
   * found.
   */
  | { readonly kind: "looks" | "wants"; readonly line: string }
  /** The record that the pointer becomes. `made` is a hash of the record's origin. */
  | {
      readonly kind: "becomes";
      readonly search: Search;
      readonly made: string;
      readonly line: string;
    }
  | {
      readonly kind: "none";
      readonly search: Search;
      readonly made: string;
      readonly reason: string;
      /** Place for the record of the pointer. */
      readonly place: string;
    };

export interface JoinSettings {
  /** Settings of the run. Lines from other processes have the settings in their stamp. */
  readonly settings?: RecordChoices;
  /** Set if other mappers may know better targets. The records are then marked as provisional. */
  readonly isProvisional?: boolean;
  /** Reads and checks lines from other processes. */
  readonly reader?: RecordReader;
}

/** Reason for counting a redirect that leads to a capture of the same TimeMap, which is judged itself. */
export const WITHIN_ITS_TIMEMAP = "redirect within its own TimeMap";

const NOWHERE = "none";

/**
 * Joins targets with the pointers that search for them, and records with the pointers that will copy them. Only the
 * targets of one name are in memory, as undecoded lines.
 */
export class LineJoin {
  readonly #options: JoinSettings;
  readonly #captures = new NamedCaptures();
  #record = "";

  constructor(options: JoinSettings) {
    this.#options = options;
  }

  /** Returns undefined for a target, for a record, and for a pointer whose mapper already gave the same outcome. */
  take(line: string): PointerOutcome | undefined {
    const { reader } = this.#options;
    return reader === undefined ? this.#take(line) : reader.placed(() => this.#take(line));
  }

  #take(line: string): PointerOutcome | undefined {
    const parsed = parseLine(line);
    switch (parsed.kind) {
      case "record":
        this.#record = line;
        return undefined;
      case "target":
        this.#captures.add(line);
        return undefined;
      case "pointer":
        return parsed.state === "looks" ? this.#look(line) : this.#copy(line);
      case "timemap-problem":
      case "reached":
        return undefined;
    }
  }

  #look(line: string): PointerOutcome | undefined {
    const from = decodeSearch(line);
    const settings = this.#settingsOf(from);
    this.#captures.begin(keyOfLine(line));
    const followed = follow(from, this.#captures, settings);
    const { search } = followed;
    switch (followed.kind) {
      case "page":
        return this.#want(search, followed.page, followed.line);
      case "elsewhere":
        return { kind: "looks", line: searchLine(search, settings) };
      case "not-found":
        return this.#unresolved(search);
      case "no-page":
        return this.#none(search, NOWHERE, noPage(search));
      case "beside":
        return this.#none(search, NOWHERE, copyReason(search));
      case "own-timemap":
        return this.#none(search, NOWHERE, WITHIN_ITS_TIMEMAP);
      case "endless":
        return this.#fail(search, followed.message);
    }
  }

  #settingsOf({ stamp }: Search): RecordChoices {
    return this.#options.settings ?? this.#options.reader!.choicesOf(stamp);
  }

  #want(
    search: Search,
    { key }: Extract<Target, { kind: "page" }>,
    line: string,
  ): PointerOutcome | undefined {
    const place = `${key}${placeOfLine(line).slice(this.#captures.name.length)}`;
    if (search.was === madeOf(place)) return undefined;
    return { kind: "wants", line: requestLine(search, place) };
  }

  #copy(line: string): PointerOutcome {
    const search = decodeSearch(line);
    const place = placeOfLine(line);
    if (place !== placeOfLine(this.#record)) throw new Error(`there is no record at ${place}`);
    const { reader } = this.#options;
    const front = reader === undefined ? frontOf(this.#record) : reader.front(this.#record);
    const made = madeOf(place);
    const { item } = search;
    // Texts copy no record.
    if (item.kind === "text") throw noRecord(line);
    if (front.problem !== undefined) {
      const what = item.kind === "revisit" ? "that it repeats" : "that it redirects to";
      const { capture, problem } = unavailableRecord(
        item.capture,
        `the capture ${what} could not be read: ${front.problem.message}`,
      );
      return { kind: "becomes", search, made, line: this.#lineOf(search, capture, "[]", problem) };
    }
    const capture = standIn(item, front);
    const reason = whyNoMemento(capture, this.#settingsOf(search));
    if (reason !== undefined) return { kind: "none", search, made, reason, ...this.#at(search) };
    return { kind: "becomes", search, made, line: this.#lineOf(search, capture, front.written) };
  }

  #unresolved(search: Search): PointerOutcome | undefined {
    const { item, at } = search;
    if (item.kind === "text" || at.kind === "text") return this.#asItself(search, item);
    const message = whyUnresolved(item.capture, at, this.#settingsOf(search));
    return message === undefined
      ? this.#none(search, NOWHERE, noPage(search))
      : this.#fail(search, message);
  }

  /** A text of which the run has no page is judged itself. */
  #asItself(search: Search, item: PointerItem): PointerOutcome | undefined {
    if (item.kind !== "text") throw noRecord(JSON.stringify(item));
    const { capture, own, problem } = item;
    const made = madeOf("own");
    if (search.was === made) return undefined;
    return { kind: "becomes", search, made, line: this.#lineOf(search, capture, own, problem) };
  }

  #fail(search: Search, message: string): PointerOutcome | undefined {
    const made = madeOf(message);
    if (search.was === made) return undefined;
    const { item, at } = search;
    const own = ownOf(at) ?? ownOf(item);
    if (own !== undefined) {
      const line = this.#lineOf(search, item.capture, own);
      return { kind: "becomes", search, made, line };
    }
    const { capture, problem } = unavailableRecord(item.capture, message);
    return { kind: "becomes", search, made, line: this.#lineOf(search, capture, "[]", problem) };
  }

  #none(search: Search, made: string, reason: string): PointerOutcome | undefined {
    if (search.was === made) return undefined;
    return { kind: "none", search, made, reason, ...this.#at(search) };
  }

  #at(search: Search): { readonly place: string } {
    const { capture } = search.item;
    const key = groupingKey(capture, this.#settingsOf(search));
    return { place: placeOf(key, capture, sortKeyOf(capture)) };
  }

  #lineOf(search: Search, capture: Capture, written: string, problem?: Problem): string {
    const { isProvisional } = this.#options;
    const { stamp } = search;
    const head = {
      key: groupingKey(capture, this.#settingsOf(search)),
      tie: sortKeyOf(capture),
      ...(isProvisional === true && { pointer: true as const }),
    };
    return lineOf({ ...head, capture, problem, stamp }, written);
  }
}

/** Returns the features of a redirect's own answer, if it is judged by them. */
const ownOf = (item: PointerItem): string | undefined =>
  item.kind === "redirect" ? item.own : undefined;

/** Reasons by which records with texts are counted also in a run that reads no texts. */
const copyReason = ({ item }: Search): string =>
  item.kind === "text" && item.of.kind === "conversion"
    ? "conversion record"
    : "resource record of something that is not a page";

const noPage = ({ item }: Search): string => `${item.kind} of something that is not a page`;

/** Returns the capture of a revisit or redirect, with the content type and format of its target. */
function standIn(item: Exclude<PointerItem, TextItem>, { capture: found }: RecordFront): Capture {
  const via: Via = {
    kind: item.kind,
    status: item.capture.status,
    uriR: found.uriR,
    mementoDatetime: found.mementoDatetime,
    source: found.source,
  };
  const notes = [...(item.capture.notes ?? []), ...notesOfContent(found)];
  const status = repeatsStatus(item) ? item.capture.status : found.status;
  const { uriR, mementoDatetime, uriM, uriT, recordId, digest, source } = item.capture;
  return {
    uriR,
    mementoDatetime,
    uriM,
    uriT,
    recordId,
    digest,
    source,
    status,
    contentType: found.contentType,
    format: found.format,
    via,
    headers: found.headers,
    incomplete: found.incomplete,
    ...(notes.length > 0 && { notes }),
  };
}

const unavailableRecord = (
  capture: Capture,
  message: string,
): { capture: Capture; problem: Problem } => ({
  capture,
  ...unavailable(message),
});

const declaresHtml = ({ contentType }: Capture): boolean =>
  contentType === undefined || contentType.trim() === "" || /html/iu.test(contentType);

/** Status 304 only means that the server sent no content. */
function repeatsStatus({ kind, capture: { status } }: PointerItem): boolean {
  return kind === "revisit" && status !== undefined && status !== 304;
}

/** Returns the problem of a pointer without a target. Returns undefined if the pointer does not claim to be a page. */
function whyUnresolved(
  capture: Capture,
  at: Exclude<PointerItem, TextItem>,
  { formats = ["html"] }: Pick<Settings, "formats">,
): string | undefined {
  if (!declaresHtml(capture) && !mayBeDocument(capture.contentType, formats)) return undefined;
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
