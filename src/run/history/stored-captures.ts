import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { Result } from "../../write/types.js";
import { isRetried, keyOfLine, parseLine, placeOf, sortKeyOf } from "../lines/lines.js";
import type { EarlierCaptures, VerdictChanges } from "../run-options.js";
import { sha256 } from "./fingerprint.js";
import type { Segment } from "./segment.js";
import { Verdicts } from "./verdicts.js";
import { newestLines, sourceOf, withAge } from "./versions.js";

/** Segments of a history while a run reads and extends it. */
export class StoredSegments {
  /** Segments of records, oldest first. The position of a segment is the age of its lines. */
  records: Segment[] = [];
  /** Position of the segment that this run has written. Undefined if there is no such segment. */
  own: number | undefined;
  /** Segments of the verdicts of earlier runs, oldest first. */
  verdicts: readonly Segment[] = [];
  /** Files that this run has read, by their names in the sort keys of records. */
  readonly newSources: Set<string> = new Set<string>();
}

interface StoredCapturesOptions {
  readonly settings: Settings;
  /** Memory in bytes for each of the sorts. */
  readonly memoryBytes: number;
  /** Date from which the results of older captures are yielded too. */
  readonly since: string | undefined;
}

/**
 * The captures of a history as the run with `--history` judges them: the TimeMaps of the new captures with all records
 * of earlier runs, and the differences from the verdicts of these runs.
 */
export class StoredCaptures implements EarlierCaptures {
  readonly #stored: Readonly<StoredSegments>;
  readonly #options: StoredCapturesOptions;
  /** Grouping keys of the TimeMaps to judge. */
  readonly #touched: Shuffle;
  readonly #verdicts: Verdicts;
  /** Hashes of the lines of captures in an earlier version of a new file, by the hash of their place. */
  readonly #oldLines = new Map<number, number>();

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
  *linesToJudge(isWhole: boolean): Generator<string> {
    const { records, own, newSources } = this.#stored;
    this.#findTouched();
    if (own !== undefined) this.#verdicts.begin();
    for (const [age, segment] of records.entries()) {
      const keys = isWhole ? keysOf(segment) : distinct(this.#touched.sorted());
      for (const line of segment.linesOf(keys)) {
        const { kind, place } = parseLine(line);
        if (kind !== "reached" && newSources.has(sourceOf(place))) {
          const at = hash53(place);
          if (age !== own && !isRetried(line)) this.#oldLines.set(at, hash53(line));
          // The earlier version of the file ended within the capture, or it had another page at this place.
          else if (this.#oldLines.get(at) !== hash53(line)) this.#oldLines.delete(at);
        }
        yield kind === "pointer" ? line : withAge(line, age);
      }
    }
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
      yield* newestLines(found.sorted());
    } finally {
      found.close();
    }
  }

  newestLines(sorted: Iterable<string>): Generator<string> {
    return newestLines(sorted);
  }

  *keys(): Generator<string> {
    for (const segment of this.#stored.records) yield* keysOf(segment);
  }

  *linesOfTouched(sorted: Iterable<string>): Generator<string> {
    const touched = distinct(this.#touched.sorted());
    let next = touched.next();
    for (const line of sorted) {
      const key = keyOfLine(line);
      while (next.done !== true && next.value < key) next = touched.next();
      if (parseLine(line).kind === "timemap-problem" || next.value === key) yield line;
    }
  }

  isNew(key: string, capture: Capture): boolean {
    const place = placeOf(key, capture, sortKeyOf(capture));
    return this.#stored.newSources.has(sourceOf(place)) && !this.#oldLines.has(hash53(place));
  }

  isWritten(result: Result): boolean {
    if (result.kind !== "memento") return true;
    const { key, capture } = result;
    const { since } = this.#options;
    const isSince = since !== undefined && sortDigits(capture.mementoDatetime) >= since;
    return isSince || this.isNew(key, capture);
  }

  takeResult(result: Result): void {
    if (result.kind === "memento") this.#verdicts.take(result);
  }

  /** Returns the verdict changes, after the last result. */
  changes(): VerdictChanges {
    return this.#verdicts.changes();
  }

  /** Returns the sorted lines of the verdicts to store; undefined if there are none. */
  verdictLines(): Iterable<string> | undefined {
    return this.#verdicts.lines();
  }

  /** Removes temporary files. */
  close(): void {
    this.#touched.close();
    this.#verdicts.close();
  }

  /** Finds the TimeMaps to judge: TimeMaps with new captures, and TimeMaps with captures of the requested dates. */
  #findTouched(): void {
    const { records, own } = this.#stored;
    const { since } = this.#options;
    for (const [age, segment] of records.entries()) {
      const isNew = age === own;
      if (!isNew && since === undefined) continue;
      for (const { key, newest } of segment.keys()) {
        if (newest !== "" && (isNew || newest >= since!)) this.#touched.add(key);
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

/** Yields the distinct texts of a sorted sequence. */
function* distinct(sorted: Iterable<string>): Generator<string, undefined> {
  let before: string | undefined;
  for (const text of sorted) {
    if (text !== before) yield text;
    before = text;
  }
}
