import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { Spill } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import type { Result } from "../../write/types.js";
import { SeenAtOnce } from "../lines/groups.js";
import { frontOf, keyOfLine, parseLine, placeOf, placeOfLine, sortKeyOf } from "../lines/lines.js";
import type { NewlyWanted } from "../setup/source-and-sink.js";
import { Copies } from "./copies.js";
import type { RecordFile } from "./manifest.js";
import { fileOf, sourceOf } from "./versions.js";

interface NewCapturesOptions {
  /** Date from which the results of older captures are wanted too. */
  readonly since: string | undefined;
  /** Memory in bytes for the lines of one TimeMap. */
  readonly memoryBytes: number;
}

/** Tells which captures of a history a run has read first, and which TimeMaps have some. */
export class NewCaptures {
  readonly #options: NewCapturesOptions;
  /** Number of the run. */
  #run = 0;
  /** Runs that have read the files last. */
  #runs: ReadonlyMap<string, number> = new Map();
  /** Runs that have read captures first, by the hash of the place, where it is another one than that of the file. */
  readonly #others = new Map<number, number>();
  #copies = new Copies((place) => this.#readBy(place));
  #isNewlyWanted: NewlyWanted = () => false;

  constructor(options: NewCapturesOptions) {
    this.#options = options;
  }

  /** Begins with the captures of a run, before any line is noted. */
  begin(run: number, files: readonly RecordFile[], isNewlyWanted: NewlyWanted): void {
    this.#run = run;
    this.#runs = new Map(files.map((file) => [file.of, file.run]));
    this.#others.clear();
    this.#copies = new Copies((place) => this.#readBy(place));
    this.#isNewlyWanted = isNewlyWanted;
  }

  /** Notes that another run has read a line first than the last one that has read its file. */
  note(line: string, first: number, last: number): void {
    if (first !== this.#run && last !== this.#run) return;
    this.#others.set(hash53(placeOfLine(line)), first);
  }

  isNew(key: string, capture: Capture): boolean {
    if (this.#isNewlyWanted(key, capture.reachedFrom !== undefined)) return true;
    const place = placeOf(key, capture, sortKeyOf(capture));
    return this.readsFirst(place) && !this.#copies.has(place);
  }

  /** Tells whether the result of a capture is wanted. */
  isWanted(result: Result): boolean {
    if (result.kind !== "memento") return true;
    return this.isSince(result.capture) || this.isNew(result.key, result.capture);
  }

  isSince({ mementoDatetime }: Capture): boolean {
    const { since } = this.#options;
    return since !== undefined && sortDigits(mementoDatetime) >= since;
  }

  /** Returns the place at which an earlier run has judged a capture: its own, or that of the capture that it repeats. */
  judgedAt(key: string, capture: Capture): string {
    return this.#copies.takeOriginal(placeOf(key, capture, sortKeyOf(capture)));
  }

  /** Yields the sorted lines of TimeMaps with a new capture, or with one of the requested dates, and those of problems. */
  *linesToJudge(sorted: Iterable<string>): Generator<string> {
    let key = "";
    let lines = this.#spill();
    let isTouched = false;
    try {
      for (const line of sorted) {
        const its = keyOfLine(line);
        if (its !== key) {
          if (isTouched) yield* this.#taken(lines.all());
          lines.close();
          lines = this.#spill();
          isTouched = this.#isNewlyWanted(its, false) || this.#isNewlyWanted(its, true);
          key = its;
        }
        isTouched ||= this.#touches(line);
        lines.add(line, () => line, line.length);
      }
      if (isTouched) yield* this.#taken(lines.all());
    } finally {
      lines.close();
    }
  }

  #spill(): Spill<string> {
    return new Spill("timemap-", this.#options.memoryBytes, (line) => line);
  }

  #touches(line: string): boolean {
    const { kind, place } = parseLine(line);
    if (kind === "timemap-problem" || this.readsFirst(place)) return true;
    const { since } = this.#options;
    return since !== undefined && place.slice(place.indexOf("\t") + 1) >= since;
  }

  *#taken(lines: Iterable<string>): Generator<string> {
    this.#copies.begin();
    for (const line of lines) {
      if (parseLine(line).kind === "record") this.#copies.take(line);
      yield line;
    }
  }

  /** Tells whether any of the sorted records is a new capture. */
  areAnyNew(sorted: Iterable<string>): boolean {
    /** Captures of the current datetime that are new unless one of the next lines is that of an equal one. */
    let candidates: Capture[] = [];
    let [key, datetime] = ["", ""];
    let seen = new SeenAtOnce();
    const areNew = (): boolean => candidates.some((capture) => this.isNew(key, capture));
    for (const line of this.linesToJudge(sorted)) {
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

  readsFirst(place: string): boolean {
    return this.#readBy(place) === "own";
  }

  /** Tells whether the run or an earlier one has read the capture at a place. */
  #readBy(place: string): "earlier" | "own" | undefined {
    const other = this.#others.size === 0 ? undefined : this.#others.get(hash53(place));
    const run = other ?? this.#runs.get(fileOf(sourceOf(place)));
    if (run === undefined || run > this.#run) return undefined;
    return run === this.#run ? "own" : "earlier";
  }
}
