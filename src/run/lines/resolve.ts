import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import { unavailable } from "../../base/errors.js";
import { groupingKey } from "../../base/uri.js";
import type { RecordChoices } from "../../score/settings/stamp.js";
import { Turns } from "../setup/until-aborted.js";
import { follow, NamedCaptures } from "./follow.js";
import {
  absentLine,
  captureAt,
  encodeRecord,
  frontOf,
  isTarget,
  keyOfLine,
  kindOfLine,
  NO_FEATURES,
  placeOfLine,
  type WrittenRecord,
} from "./lines.js";
import {
  copyReason,
  noPage,
  ownOf,
  Reached,
  standIn,
  whyNoMemento,
  whyUnresolved,
  WITHIN_ITS_TIMEMAP,
} from "./made-records.js";
import { decodeSearch, madeOf, requestLine, type Search, searchLine } from "./pointers.js";
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
