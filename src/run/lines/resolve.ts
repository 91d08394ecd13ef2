import { mayBeDocument, mediaType } from "../../base/content-type.js";
import { sortDigits } from "../../base/datetime.js";
import { isOfDate } from "../../base/possible-date.js";
import { type Capture, FACTS_OF_CONTENT } from "../../base/types.js";
import { NOT_JUDGED } from "../../read/warc/text-records.js";
import type { Settings } from "../../score/settings/types.js";
import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import { unavailable } from "../../base/errors.js";
import { groupingKey } from "../../base/uri.js";
import type { RecordChoices } from "../../score/settings/stamp.js";
import { Turns } from "../setup/until-aborted.js";
import { follow, NamedCaptures } from "./follow.js";
import {
  absentLine,
  bodyOfLine,
  captureAt,
  encodeRecord,
  frontOf,
  isTarget,
  keyOfLine,
  kindOfLine,
  lineAt,
  NO_FEATURES,
  placeOfLine,
  type WrittenRecord,
} from "./lines.js";
import {
  decodeSearch,
  madeOf,
  type PointerItem,
  requestLine,
  type Search,
  searchLine,
} from "./pointers.js";
import type { RecordReader } from "./record-reader.js";

/*
 * Revisits and redirects become records with the features of the page to which they lead, in three steps. Each reads
 * sorted lines, so that any program that sorts can run it.
 *
 * 1. A pointer meets the targets with the name under which it looks. It looks under another name in the next round, or
 *    wants the record that it has found, or becomes a record without it, or none.
 * 2. A pointer that wants a record meets it, and becomes a copy.
 * 3. What pointers have become replaces the temporary records of mappers, which did not know all targets.
 */

type PointerOutcome =
  /** A line to sort in with the other lines. */
  | { readonly kind: "looks" | "wants"; readonly line: string }
  /** The end of a search for what a pointer points to. */
  | {
      readonly kind: "ends";
      readonly search: Search;
      /** Hash of the record's origin, or of the reason; see {@link Search.was}. */
      readonly made: string;
      /** The record, or the line which states that there is none at this place. */
      readonly line: string;
      readonly place: string;
      /** Set if there is no record. */
      readonly reason?: string;
    };

export type PointerEnd = Extract<PointerOutcome, { kind: "ends" }>;

interface JoinSettings {
  /** Settings of the run. Lines from other processes have the settings in their stamp. */
  readonly settings?: RecordChoices;
  /** Set if other mappers may know better targets. The records are then marked as temporary. */
  readonly isTemporary?: boolean;
  /** Reads and checks lines from other processes. */
  readonly reader?: RecordReader;
}

const NOWHERE = "none";

/** Steps 1 and 2. Only the targets of one name are in memory. */
class PointerJoin {
  readonly #options: JoinSettings;
  readonly #captures = new NamedCaptures();
  #record = "";

  constructor(options: JoinSettings) {
    this.#options = options;
  }

  /** Returns undefined for all lines but pointers, and for a pointer whose mapper already gave the same outcome. */
  take(line: string): PointerOutcome | undefined {
    const kind = kindOfLine(line);
    if (kind === "record" || kind === "temporary") this.#record = line;
    else if (isTarget(kind)) this.#captures.add(line);
    else if (kind === "looks") return this.#look(line);
    else if (kind === "wants") return this.#copy(line);
    return undefined;
  }

  #look(line: string): PointerOutcome | undefined {
    const from = decodeSearch(line);
    const settings = this.#settingsOf(from);
    this.#captures.begin(keyOfLine(line));
    const followed = follow(from, this.#captures, settings);
    const { search } = followed;
    switch (followed.kind) {
      case "page": {
        const { key } = followed;
        const place = `${key}${placeOfLine(followed.line).slice(this.#captures.name.length)}`;
        if (search.was === madeOf(place)) return undefined;
        return { kind: "wants", line: requestLine(search, place) };
      }
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

  #copy(line: string): PointerOutcome | undefined {
    const search = decodeSearch(line);
    const place = placeOfLine(line);
    const { item } = search;
    if (item.kind === "text") throw new Error("texts copy no record");
    if (place !== placeOfLine(this.#record)) throw new Error(`there is no record at ${place}`);
    const { reader } = this.#options;
    const front = reader === undefined ? frontOf(this.#record) : reader.front(this.#record);
    const made = madeOf(place);
    if (front.problem !== undefined) {
      const what = item.kind === "revisit" ? "that it repeats" : "that it redirects to";
      const message = `the capture ${what} could not be read: ${front.problem.message}`;
      return this.#becomes(search, made, {
        ...{ capture: item.capture, features: NO_FEATURES },
        ...unavailable(message),
      });
    }
    const capture = standIn(item, front);
    const reason = whyNoMemento(capture, this.#settingsOf(search));
    return reason === undefined
      ? this.#becomes(search, made, { capture, features: front.features })
      : this.#none(search, made, reason);
  }

  #unresolved(search: Search): PointerOutcome | undefined {
    const { item, at } = search;
    if (item.kind === "text") {
      // A text of which the run has no page is judged itself.
      const { capture, own: features, problem } = item;
      return this.#becomes(search, madeOf("own"), { capture, features, problem });
    }
    if (at.kind === "text") throw new Error("nothing leads to a text");
    const message = whyUnresolved(item.capture, at, this.#settingsOf(search));
    return message === undefined
      ? this.#none(search, NOWHERE, noPage(search))
      : this.#fail(search, message);
  }

  /** A redirect whose own answer was read is judged by it, and any other pointer is a capture that could not be read. */
  #fail(search: Search, message: string): PointerOutcome | undefined {
    const { item, at } = search;
    const { capture } = item;
    const own = ownOf(at) ?? ownOf(item);
    const features = own ?? NO_FEATURES;
    return this.#becomes(search, madeOf(message), {
      ...{ capture, features },
      ...(own === undefined && unavailable(message)),
    });
  }

  #becomes(
    search: Search,
    made: string,
    record: Omit<WrittenRecord, "key" | "stamp">,
  ): PointerOutcome | undefined {
    if (search.was === made) return undefined;
    const key = groupingKey(record.capture, this.#settingsOf(search));
    const kind = this.#options.isTemporary === true ? "temporary" : "record";
    const line = encodeRecord({ key, ...record, stamp: search.stamp }, kind);
    return { kind: "ends", search, made, line, place: placeOfLine(line) };
  }

  #none(search: Search, made: string, reason: string): PointerOutcome | undefined {
    if (search.was === made) return undefined;
    const { capture } = search.item;
    const key = groupingKey(capture, this.#settingsOf(search));
    const place = captureAt(key, capture);
    return { kind: "ends", search, made, line: absentLine(place), place, reason };
  }

  #settingsOf({ stamp }: Search): RecordChoices {
    return this.#options.settings ?? this.#options.reader!.choicesOf(stamp);
  }
}

/** Number of lines between two checks whether to yield to the event loop. */
const LINES_A_TURN = 256;

/** Yields what becomes of the pointers in sorted lines, by step 1 or 2. */
export async function* joinLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinSettings,
  signal?: AbortSignal,
): AsyncGenerator<PointerOutcome> {
  const join = new PointerJoin(options);
  const turns = new Turns();
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count % LINES_A_TURN === 0) {
      await turns.take();
      signal?.throwIfAborted();
    }
    const outcome = join.take(line);
    if (outcome !== undefined) yield outcome;
  }
}

/** Number of parts into which the memory for records is divided. Small lines get one part. */
const SHARES = 4;

/** Targets and pointers. If they exceed a limit, they are stored on disk. Sorting brings both together. */
export class SmallLines {
  readonly #memoryBytes: number;
  readonly #targets: Shuffle;
  readonly #pointers: Shuffle;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes / SHARES;
    this.#targets = this.#shuffle();
    this.#pointers = this.#shuffle();
  }

  /** Adds the line if it is a small line. Returns whether the line was added. */
  takes(line: string): boolean {
    const kind = kindOfLine(line);
    if (kind === "looks" || kind === "wants") this.#pointers.add(line);
    else if (isTarget(kind)) this.#targets.add(line);
    else return false;
    return true;
  }

  /** Returns all targets, sorted. */
  targets(): Iterable<string> {
    return this.#targets.sorted();
  }

  /** Performs steps 1 and 2, and adds to the records the lines that `linesOf` makes from the ends of pointers. */
  async resolve(
    records: { readonly sorted: () => Iterable<string>; readonly add: (line: string) => void },
    options: JoinSettings,
    linesOf: (end: PointerEnd) => readonly string[],
    signal?: AbortSignal,
  ): Promise<void> {
    const [wanting, made] = [this.#shuffle(), this.#shuffle()];
    let looking = this.#pointers;
    let next = looking;
    const pass = async (lines: Iterable<string>): Promise<void> => {
      for await (const outcome of joinLines(lines, options, signal)) {
        if (outcome.kind === "ends") for (const line of linesOf(outcome)) made.add(line);
        else (outcome.kind === "looks" ? next : wanting).add(outcome.line);
      }
    };
    try {
      while (looking.count > 0) {
        next = this.#shuffle();
        await pass(mergeSorted([this.#targets.sorted(), looking.sorted()]));
        looking.close();
        looking = next;
      }
      if (wanting.count > 0) {
        await pass(mergeSorted([records.sorted()[Symbol.iterator](), wanting.sorted()]));
      }
      for (const line of made.sorted()) records.add(line);
    } finally {
      for (const each of [looking, wanting, made]) each.close();
    }
  }

  close(): void {
    this.#targets.close();
    this.#pointers.close();
  }

  #shuffle(): Shuffle {
    return new Shuffle(this.#memoryBytes);
  }
}

/** Step 3: yields the sorted lines of records and problems, without temporary records that steps 1 and 2 have replaced. */
export async function* finalLines(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let decided = "";
  const reached = new Reached();
  for await (const line of lines) {
    const kind = kindOfLine(line);
    if (kind === "problem") yield line;
    if (kind === "reached") reached.note(line);
    if (kind === "absent" || kind === "record") decided = placeOfLine(line);
    const isKept = kind === "record" || (kind === "temporary" && placeOfLine(line) !== decided);
    if (isKept) yield reached.marked(line);
  }
}

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
const noPage = ({ item }: Search): string => `${item.kind} of something that is not a page`;

/** Reasons by which records with texts are counted also in a run that reads no texts. */
const copyReason = ({ item }: Search): string =>
  NOT_JUDGED[item.kind === "text" ? item.of.kind : "browser"];

/** Returns the features of a redirect's own answer, if it is judged by them. */
const ownOf = (item: PointerItem): string | undefined =>
  item.kind === "redirect" ? item.own : undefined;

type Leading = Exclude<PointerItem, { kind: "text" }>;

/** Returns the capture of a revisit or redirect, with the facts of the content of its target. */
function standIn(item: Leading, { capture: found }: WrittenRecord): Capture {
  const { kind, capture } = item;
  const ofContent = (found.notes ?? []).filter((note) => !isOfDate(note));
  const notes = [...(capture.notes ?? []), ...ofContent];
  // Status 304 only means that the server sent no content.
  const repeatsStatus = kind === "revisit" && ![undefined, 304].includes(capture.status);
  return {
    ...capture,
    ...Object.fromEntries(FACTS_OF_CONTENT.map((name) => [name, found[name]])),
    status: repeatsStatus ? capture.status : found.status,
    via: {
      ...{ kind, status: capture.status, uriR: found.uriR },
      ...{ mementoDatetime: found.mementoDatetime, source: found.source },
    },
    notes: notes.length > 0 ? notes : undefined,
  };
}

/** Returns the problem of a pointer without a target. Returns undefined if the pointer does not claim to be a page. */
function whyUnresolved(
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
class Reached {
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
