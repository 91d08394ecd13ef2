import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { Result } from "../../write/types.js";
import { SeenAtOnce } from "../lines/groups.js";
import { frontOf, isRetried, keyOfLine, parseLine, placeOf, sortKeyOf } from "../lines/lines.js";
import type { VerdictChanges } from "../setup/run-history.js";
import type { KnownCaptures, NewlyWanted } from "../setup/source-and-sink.js";
import type { RunningTally } from "../setup/tally.js";
import { Copies } from "./copies.js";
import { sha256 } from "./fingerprint.js";
import type { Segment } from "./segment.js";
import { Verdicts } from "./verdicts.js";
import { isUnreadable, newestLines, sourceOf, withAge } from "./versions.js";

/** Segments of a history while a run reads and extends it. */
export class StoredSegments {
  /** Segments of records, oldest first. The position of a segment is the age of its lines. */
  records: Segment[] = [];
  /**
   * Position of the segment that the run has written whose captures are judged: this run, or with {@link repeats} an
   * earlier one. Undefined if there is no such segment.
   */
  own: number | undefined;
  /** True if this run has no new capture and yields the results of the last run that had some. */
  repeats = false;
  /** Segments of the verdicts of earlier runs, oldest first. */
  verdicts: readonly Segment[] = [];
  /** Files that the run has read, by their names in the sort keys of records. */
  newSources: Set<string> = new Set<string>();
}

interface StoredCapturesOptions {
  readonly settings: Settings;
  /** Memory in bytes for each of the sorts. */
  readonly memoryBytes: number;
  /** Date from which the results of older captures are yielded too. */
  readonly since: string | undefined;
  /** Returns false if there was none. */
  readonly repeatLast: () => boolean;
}

/**
 * The captures of a history as the run with `--history` judges them: the TimeMaps of the new captures with all records
 * of earlier runs, and the differences from the verdicts of these runs.
 */
export class StoredCaptures implements KnownCaptures {
  readonly #stored: Readonly<StoredSegments>;
  readonly #options: StoredCapturesOptions;
  /** Grouping keys of the TimeMaps to judge. */
  #touched: Shuffle;
  readonly #verdicts: Verdicts;
  /** Hashes of the lines of captures in an earlier version of a new file, by the hash of their place. */
  readonly #oldLines = new Map<number, number>();
  /** Files that runs before the one whose captures are judged have read. */
  readonly #earlierSources = new Set<string>();
  #copies = new Copies((place) => this.#readBy(place));
  #isNewlyWanted: NewlyWanted = () => false;
  #hasNew = false;

  /** The caller updates `stored` while it opens and extends the history. */
  constructor(stored: Readonly<StoredSegments>, options: StoredCapturesOptions) {
    const { settings, memoryBytes } = options;
    this.#stored = stored;
    this.#options = options;
    this.#touched = new Shuffle(memoryBytes);
    this.#verdicts = new Verdicts(
      sha256(JSON.stringify(settings)).slice(0, 8),
      () => this.#storedVerdicts(),
      memoryBytes,
    );
  }

  /**
   * Yields the lines of the TimeMaps that the run judges, or of all TimeMaps if `isWhole` is true. The lines of captures
   * have an age.
   */
  *linesToJudge(isWhole: boolean, isNewlyWanted: NewlyWanted): Generator<string> {
    const { records, own, newSources, repeats } = this.#stored;
    this.#isNewlyWanted = isNewlyWanted;
    this.#findTouched();
    if (!repeats) this.#verdicts.begin();
    for (const [age, segment] of records.entries()) {
      const keys = isWhole ? keysOf(segment) : distinct(this.#touched.sorted());
      for (const line of segment.linesOf(keys)) {
        const { kind, place } = parseLine(line);
        // The runs after the last one with new captures have read no others than copies.
        if (repeats && own !== undefined && age > own && kind === "record") continue;
        const source = kind === "reached" ? undefined : sourceOf(place);
        const isEarlier = own === undefined || age < own;
        if (isEarlier && source !== undefined) this.#earlierSources.add(source);
        if (source !== undefined && newSources.has(source)) {
          const at = hash53(place);
          if (isEarlier && !isRetried(line)) this.#oldLines.set(at, hash53(line));
          // The earlier version of the file ended within the capture, or it had another page at this place.
          else if (age === own && this.#isOtherVersion(at, line)) this.#oldLines.delete(at);
        }
        yield kind === "pointer" ? line : withAge(line, age);
      }
    }
  }

  /** Tells whether the line at a place differs from that of an earlier version of the file, and can replace it. */
  #isOtherVersion(at: number, line: string): boolean {
    const old = this.#oldLines.get(at);
    if (old === undefined || old === hash53(line)) return false;
    return parseLine(line).kind !== "record" || !isUnreadable(line);
  }

  *linesOf(keys: () => Iterable<string>): Generator<string> {
    const found = new Shuffle(this.#options.memoryBytes);
    try {
      for (const [age, segment] of this.#stored.records.entries()) {
        for (const line of segment.linesOf(distinct(keys()))) {
          const { kind } = parseLine(line);
          if (kind === "target") found.add(line);
          else if (kind === "record") found.add(withAge(line, age));
        }
      }
      yield* newestLines(found.sorted(), isUnreadable);
    } finally {
      found.close();
    }
  }

  newestLines(sorted: Iterable<string>): Generator<string> {
    return newestLines(sorted, isUnreadable);
  }

  *keys(): Generator<string> {
    for (const segment of this.#stored.records) yield* keysOf(segment);
  }

  *linesOfTouched(sorted: Iterable<string>): Generator<string> {
    const touched = distinct(this.#touched.sorted());
    let next = touched.next();
    this.#copies.begin();
    for (const line of sorted) {
      const key = keyOfLine(line);
      while (next.done !== true && next.value < key) next = touched.next();
      const isProblem = parseLine(line).kind === "timemap-problem";
      if (!isProblem && next.value !== key) continue;
      if (!isProblem) this.#copies.take(line);
      yield line;
    }
  }

  isNew(key: string, capture: Capture): boolean {
    if (this.#isNewlyWanted(key, capture.reachedFrom !== undefined)) return true;
    const place = placeOf(key, capture, sortKeyOf(capture));
    return this.#readBy(place) === "own" && !this.#copies.has(place);
  }

  /** Tells which run has read the capture at a place, if it is one of this run or of an earlier one. */
  #readBy(place: string): "earlier" | "own" | undefined {
    const source = sourceOf(place);
    if (this.#stored.newSources.has(source)) {
      return this.#oldLines.has(hash53(place)) ? "earlier" : "own";
    }
    return this.#earlierSources.has(source) ? "earlier" : undefined;
  }

  /**
   * Goes back to the captures that the last run with new captures has judged first, if none of the records is new. Returns
   * false if one is, or if there was no such run.
   */
  repeatsLast(sorted: Iterable<string>): boolean {
    this.#hasNew = this.#isAnyNew(sorted);
    if (this.#hasNew || !this.#options.repeatLast()) return false;
    this.#touched.close();
    this.#touched = new Shuffle(this.#options.memoryBytes);
    this.#oldLines.clear();
    this.#earlierSources.clear();
    this.#copies = new Copies((place) => this.#readBy(place));
    return true;
  }

  #isAnyNew(sorted: Iterable<string>): boolean {
    /** Captures of the current datetime that are new unless one of the next lines is that of an equal one. */
    let candidates: Capture[] = [];
    let [key, datetime] = ["", ""];
    let seen = new SeenAtOnce();
    const areNew = (): boolean => candidates.some((capture) => this.isNew(key, capture));
    for (const line of this.linesOfTouched(sorted)) {
      if (parseLine(line).kind !== "record") continue;
      const { capture } = frontOf(line);
      const isOther = keyOfLine(line) !== key;
      if (isOther || capture.mementoDatetime !== datetime) {
        if (areNew()) return true;
        candidates = [];
      }
      if (isOther) seen = new SeenAtOnce();
      [key, datetime] = [keyOfLine(line), capture.mementoDatetime];
      if (!seen.has(capture) && this.isNew(key, capture)) candidates.push(capture);
    }
    return areNew();
  }

  /** Results of earlier captures count only as members of their TimeMaps. */
  counts(result: Result): boolean {
    return this.#isWritten(result) && !this.#isRepeated(result);
  }

  /** Yields the results of new captures and of the dates that `since` selects, and remembers the verdicts of all. */
  async *written(
    judged: AsyncGenerator<Result>,
    read: RunningTally,
    tally: RunningTally,
  ): AsyncGenerator<Result> {
    try {
      for await (const result of judged) {
        this.#takeVerdict(result);
        if (read !== tally) tally.count(result);
        if (!this.#isWritten(result)) continue;
        if (this.#isRepeated(result)) tally.repeated += 1;
        yield result;
      }
    } finally {
      for (const [what, stack] of read.failures) tally.fail({ what, stack });
    }
  }

  #isWritten(result: Result): boolean {
    if (result.kind !== "memento") return true;
    return this.#isSince(result.capture) || this.isNew(result.key, result.capture);
  }

  #isRepeated(result: Result): boolean {
    return result.kind === "memento" && this.#stored.repeats && !this.#isSince(result.capture);
  }

  #isSince({ mementoDatetime }: Capture): boolean {
    const { since } = this.#options;
    return since !== undefined && sortDigits(mementoDatetime) >= since;
  }

  #takeVerdict(result: Result): void {
    if (result.kind !== "memento" || this.#stored.repeats) return;
    const { key, capture } = result;
    const place = placeOf(key, capture, sortKeyOf(capture));
    this.#verdicts.take(result, this.#copies.takeOriginal(place));
  }

  get hasNew(): boolean {
    return this.#hasNew;
  }

  get hasVerdict(): boolean {
    return this.#verdicts.hasVerdict;
  }

  /** Returns the verdict changes, after the last result. */
  changes(): VerdictChanges {
    return this.#verdicts.changes();
  }

  /** Returns the sorted lines of the verdicts to store; undefined if there are none. */
  verdictLines(): Iterable<string> | undefined {
    return this.#verdicts.lines();
  }

  close(): void {
    this.#touched.close();
    this.#verdicts.close();
  }

  /** Finds the TimeMaps to judge: TimeMaps with new captures, and TimeMaps with captures of the requested dates. */
  #findTouched(): void {
    const { records, own } = this.#stored;
    const { since } = this.#options;
    const isWanted = (key: string): boolean =>
      this.#isNewlyWanted(key, false) || this.#isNewlyWanted(key, true);
    for (const [age, segment] of records.entries()) {
      const isNew = age === own;
      for (const { key, newest } of segment.keys()) {
        if (newest === "") continue;
        const isSince = since !== undefined && newest >= since;
        if (isNew || isSince || isWanted(key)) this.#touched.add(key);
      }
    }
  }

  /** Yields the last stored verdicts on the captures of the TimeMaps that this run judges, as sorted lines. */
  *#storedVerdicts(): Generator<string> {
    const found = new Shuffle(this.#options.memoryBytes);
    try {
      for (const [age, segment] of this.#stored.verdicts.entries()) {
        const lines = segment.linesOf(distinct(this.#touched.sorted()));
        for (const line of lines) found.add(withAge(line, age));
      }
      yield* newestLines(found.sorted());
    } finally {
      found.close();
    }
  }
}

function* keysOf(segment: Segment): Generator<string> {
  for (const { key } of segment.keys()) yield key;
}

function* distinct(sorted: Iterable<string>): Generator<string, undefined> {
  let before: string | undefined;
  for (const text of sorted) {
    if (text !== before) yield text;
    before = text;
  }
}
