import { unavailable } from "../../base/errors.js";
import { mayBeDocument, mediaType } from "../../base/content-type.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { groupingKey } from "../../base/uri.js";
import type { Capture, Problem, Via } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { RecordChoices } from "../../score/stamp.js";
import {
  frontOf,
  keyOfLine,
  lineOf,
  parseLine,
  type PointerItem,
  placeOf,
  placeOfLine,
  type RecordFront,
  tieOf,
} from "./lines.js";
import type { RecordReader } from "./record-reader.js";
import {
  decodeSearch,
  decodeTarget,
  digitsOf,
  isOfUri,
  isOriginal,
  isSeedName,
  madeOf,
  nameOfPointer,
  type Query,
  queryOf,
  requestLine,
  type Search,
  searchLine,
  statusAndUri,
  type Target,
} from "./pointer-lines.js";

/** Why a page is not a memento of this run, or undefined when it is one. */
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

/** True for what OTMT 1.0.5 takes as a page: an HTTP response that declares itself text/html. */
function isHtmlResponse({ status, contentType }: Capture): boolean {
  return status !== undefined && mediaType(contentType) === "text/html";
}

/** What comes of the line of a pointer. */
export type Outcome =
  /** Lines to be sorted in among the others: it looks elsewhere, or wants the record that it has found. */
  | { readonly kind: "looks" | "wants"; readonly line: string }
  /** Its record; `made` says in short what it is made of. */
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
      /** Where its record would be. */
      readonly place: string;
    };

/** How records are made of pointers. */
export interface JoinSettings {
  /** Those of the run; lines of other processes say theirs. */
  readonly settings?: RecordChoices;
  /** Records are those of one mapper of several. */
  readonly isProvisional?: boolean;
  /** Reads lines of other processes. */
  readonly reader?: RecordReader;
}

/** A chain of redirects longer than this leads nowhere (RFC 9110 15.4 leaves the number to the client). */
const MAX_HOPS = 10;

const NOWHERE = "none";

/**
 * Joins sorted lines: targets with the pointers that look for them, records with those that are to be copies of them.
 * It holds the targets of one name, and of a seed's captures their lines only.
 */
export class LineJoin {
  readonly #options: JoinSettings;
  #name = "";
  /** Of a seed all captures, oldest first; else the first one. */
  #all: string[] = [];
  /** Those that a revisit may repeat, and those of status 200 among them. */
  #originals: string[] = [];
  #good: string[] = [];
  #record = "";

  constructor(options: JoinSettings) {
    this.#options = options;
  }

  /** What comes of a line; undefined of one that others are joined with, or of a pointer that stays what it is. */
  take(line: string): Outcome | undefined {
    const { reader } = this.#options;
    return reader === undefined ? this.#take(line) : reader.placed(() => this.#take(line));
  }

  #take(line: string): Outcome | undefined {
    const parsed = parseLine(line);
    switch (parsed.kind) {
      case "record":
        this.#record = line;
        return undefined;
      case "target":
        this.#addTarget(line);
        return undefined;
      case "pointer":
        return parsed.state === "looks" ? this.#look(line) : this.#copy(line);
      case "timemap-problem":
      case "reached":
        return undefined;
    }
  }

  #addTarget(line: string): void {
    const name = keyOfLine(line);
    if (name !== this.#name) {
      this.#name = name;
      this.#all = [];
      this.#originals = [];
      this.#good = [];
    }
    if (!isSeedName(name)) {
      if (this.#all.length === 0) this.#all.push(line);
      return;
    }
    this.#all.push(line);
    if (!isOriginal(line)) return;
    this.#originals.push(line);
    if (statusAndUri(line)[0] === 200) this.#good.push(line);
  }

  #look(line: string): Outcome | undefined {
    const name = keyOfLine(line);
    let search = decodeSearch(line);
    const settings = this.#settingsOf(search);
    for (;;) {
      const query = queryOf(search, settings);
      if (query === undefined) return this.#unresolved(search);
      if (query.name !== name) return { kind: "looks", line: searchLine(search, settings) };
      const found = name === this.#name ? this.#find(query, search.at) : undefined;
      if (found === undefined) {
        search = { ...search, tried: search.tried + 1 };
        continue;
      }
      const target = decodeTarget(found);
      if (target.kind === "other") return this.#none(search, NOWHERE, noPage(search));
      if (target.kind === "page") return this.#want(search, target, found);
      const next = nameOfPointer(placeOfLine(found));
      const { trail } = search;
      if (trail.includes(next)) return this.#missed(search, "its redirects lead in a circle");
      if (trail.length >= MAX_HOPS) return this.#missed(search, `more than ${MAX_HOPS} redirects`);
      search = { ...search, at: target.hop, tried: 0, trail: [...trail, next] };
    }
  }

  #settingsOf({ stamp }: Search): RecordChoices {
    return this.#options.settings ?? this.#options.reader!.choicesOf(stamp);
  }

  #find({ how }: Query, at: PointerItem): string | undefined {
    if (how === "first") return this.#all[0];
    const time = digitsOf(at);
    if (how === "before") return this.#good[firstAt(this.#good, (digits) => digits > time) - 1];
    if (how === "dated") return this.#ofDate(at);
    const after = firstAt(this.#all, (digits) => digits >= time);
    const [earlier, later] = [this.#all[after - 1], this.#all[after]];
    if (earlier === undefined || later === undefined) return earlier ?? later;
    const own = millisecondsOf(time);
    return own - millisecondsOf(digitsAt(earlier)) <= millisecondsOf(digitsAt(later)) - own
      ? earlier
      : later;
  }

  #ofDate(at: PointerItem): string | undefined {
    if (at.kind === "redirect") return undefined;
    const { uriR = at.capture.uriR, mementoDatetime = "" } = at.target;
    const second = toFourteenDigits(mementoDatetime);
    const first = firstAt(this.#originals, (digits) => digits >= second);
    for (let i = first; digitsAt(this.#originals[i] ?? "").startsWith(second); i += 1) {
      const line = this.#originals[i]!;
      if (isOfUri(statusAndUri(line)[1], uriR)) return line;
    }
    return undefined;
  }

  #want(
    search: Search,
    { key }: Extract<Target, { kind: "page" }>,
    line: string,
  ): Outcome | undefined {
    const place = `${key}${placeOfLine(line).slice(this.#name.length)}`;
    if (search.was === madeOf(place)) return undefined;
    return { kind: "wants", line: requestLine(search, place) };
  }

  #copy(line: string): Outcome {
    const search = decodeSearch(line);
    const place = placeOfLine(line);
    if (place !== placeOfLine(this.#record)) throw new Error(`there is no record at ${place}`);
    const { reader } = this.#options;
    const front = reader === undefined ? frontOf(this.#record) : reader.front(this.#record);
    const made = madeOf(place);
    const { item } = search;
    if (front.problem !== undefined) {
      const what = item.kind === "revisit" ? "that it repeats" : "that it redirects to";
      const { capture, problem } = missed(
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

  #unresolved(search: Search): Outcome | undefined {
    const message = whyUnresolved(search.item.capture, search.at, this.#settingsOf(search));
    return message === undefined
      ? this.#none(search, NOWHERE, noPage(search))
      : this.#missed(search, message);
  }

  #missed(search: Search, message: string): Outcome | undefined {
    const made = madeOf(message);
    if (search.was === made) return undefined;
    const { capture, problem } = missed(search.item.capture, message);
    return { kind: "becomes", search, made, line: this.#lineOf(search, capture, "[]", problem) };
  }

  #none(search: Search, made: string, reason: string): Outcome | undefined {
    if (search.was === made) return undefined;
    return { kind: "none", search, made, reason, ...this.#at(search) };
  }

  /** Where the record of a pointer is, if it has one. */
  #at(search: Search): { readonly place: string } {
    const { capture } = search.item;
    const key = groupingKey(capture, this.#settingsOf(search));
    return { place: placeOf(key, capture, tieOf(capture)) };
  }

  #lineOf(search: Search, capture: Capture, written: string, problem?: Problem): string {
    const { isProvisional } = this.#options;
    const { stamp } = search;
    const head = {
      key: groupingKey(capture, this.#settingsOf(search)),
      tie: tieOf(capture),
      ...(isProvisional === true && { pointer: true as const }),
    };
    return lineOf({ ...head, capture, problem, stamp }, written);
  }
}

const noPage = ({ item }: Search): string => `${item.kind} of something that is not a page`;

/** The datetime of a target's line. */
const digitsAt = (line: string): string => {
  const from = line.indexOf("\t") + 1;
  return line.slice(from, from + DIGITS);
};

const DIGITS = 23;

function millisecondsOf(digits: string): number {
  const [year, month, ...rest] = [digits.slice(0, 4), ...(digits.slice(4, 14).match(/../gu) ?? [])];
  const [day, hour, minute, second] = rest;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${digits.slice(14, 17)}Z`);
}

/** First of the lines whose datetime fulfils a condition that, once true, stays true. */
function firstAt(lines: readonly string[], fulfils: (digits: string) => boolean): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(digitsAt(lines[middle]!))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The capture of a revisit or redirect of a page. */
function standIn(item: PointerItem, { capture: found }: RecordFront): Capture {
  const via: Via = {
    kind: item.kind,
    status: item.capture.status,
    uriR: found.uriR,
    mementoDatetime: found.mementoDatetime,
    source: found.source,
  };
  const notes = [...(item.capture.notes ?? []), ...(found.notes ?? [])];
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
    ...(notes.length > 0 && { notes }),
  };
}

const missed = (capture: Capture, message: string): { capture: Capture; problem: Problem } => ({
  capture,
  ...unavailable(message),
});

const declaresHtml = ({ contentType }: Capture): boolean =>
  contentType === undefined || contentType.trim() === "" || /html/iu.test(contentType);

/** A revisit's own status line counts, unless it only says that nothing was sent (304). */
function repeatsStatus({ kind, capture: { status } }: PointerItem): boolean {
  return kind === "revisit" && status !== undefined && status !== 304;
}

/** What is said of a pointer at whose end nothing was found; undefined where it would be no page. */
function whyUnresolved(
  capture: Capture,
  at: PointerItem,
  { formats = ["html"] }: Pick<Settings, "formats">,
): string | undefined {
  if (!declaresHtml(capture) && !mayBeDocument(capture.contentType, formats)) return undefined;
  if (at.kind === "redirect") {
    return at.location === undefined
      ? "redirects without saying where (no usable Location header)"
      : `redirects to ${at.location}, which is not in the input`;
  }
  const { recordId, uriR, mementoDatetime, digest, profile } = at.target;
  const clues = [
    mementoDatetime !== undefined && `${uriR ?? at.capture.uriR} of ${mementoDatetime}`,
    recordId !== undefined && `record ${recordId}`,
    digest !== undefined && `payload ${digest}`,
  ].filter((clue) => clue !== false);
  return `revisit of a capture that is not in the input (${clues.join(", ") || profile})`;
}
