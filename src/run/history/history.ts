import { whileWriting } from "../../base/errors.js";
import { sortDigits } from "../../base/datetime.js";
import { Spill } from "../../base/shuffle.js";
import type { Settings } from "../../score/settings/types.js";
import { wantedWithDates } from "../../score/verdict/seed-dates.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { frontOf, keyOfLine, kindOfLine, placeOfLine } from "../lines/lines.js";
import type { Damage, PreparedInput } from "../setup/prepared-input.js";
import type { HistoryOfRun, HistoryReport, VerdictChanges } from "../setup/run-history.js";
import type { RunningTally } from "../setup/tally.js";
import { HistoryFolder, sha256 } from "./folder.js";
import { KeptLines } from "./kept-lines.js";
import { NewFiles } from "./new-files.js";
import { placeOfResult, runOf, timeMapsIn, Verdicts } from "./verdicts.js";

/** Options of the history (`--history`). */
interface HistoryChoice {
  readonly directory: string;
  /** Also yields the results of older captures from this date on. The date has 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly since?: string;
}

interface HistoryContext {
  readonly settings: Settings;
  /** Stamp of the settings that affect records. */
  readonly stamp: string;
  readonly program: string;
  /** True if the files name the seeds whose TimeMaps are judged (`--seeds auto`). */
  readonly namesSeeds: boolean;
  readonly memoryBytes: number;
}

/** Number of parts into which the memory for records is divided. Each of the smaller sorts gets one part. */
const SHARES = 4;

/**
 * A folder with the records of all captures that earlier runs have read. A run adds those of its new files, which count
 * after `commit` has replaced the manifest, and judges the TimeMaps that have something new. If it is killed before that,
 * its captures are new again in the next run. A run without a new capture judges what the last run with some has judged
 * first, because the output of that run may be lost.
 */
export class History implements HistoryOfRun {
  readonly #since: string | undefined;
  readonly #context: HistoryContext;
  readonly #folder: HistoryFolder;
  readonly #lines: KeptLines;
  #files = new NewFiles([]);
  #verdicts: Verdicts | undefined;
  #hasNew = false;
  /** Seeds that files have named, without repetitions. */
  #named = new Set<string>();
  #hasNoSeed = false;
  readonly #damage: Damage[] = [];

  constructor({ directory, since }: HistoryChoice, context: HistoryContext) {
    const { program, stamp, namesSeeds, settings, memoryBytes } = context;
    this.#since = since;
    this.#context = context;
    this.#folder = new HistoryFolder(directory, {
      ...{ program, stamp },
      seeds: namesSeeds ? [] : undefined,
    });
    this.#lines = new KeptLines(this.#folder, settings, memoryBytes);
  }

  async open(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]> {
    await this.#folder.open();
    const { files, seeds } = this.#folder.manifest;
    this.#named = new Set(seeds);
    this.#files = new NewFiles(files);
    const unread: PreparedInput[] = [];
    for (const each of inputs) unread.push(await this.#files.unread(each));
    return unread;
  }

  hasFile(path: string): Promise<boolean> {
    return this.#files.hasFile(path);
  }

  get namedSeeds(): readonly string[] | undefined {
    return this.#context.namesSeeds ? [...this.#named] : undefined;
  }

  takeSeed(uriR: string): void {
    this.#named.add(uriR);
  }

  takeNoSeed(): void {
    this.#hasNoSeed = true;
  }

  damage(damage: Damage): void {
    this.#damage.push(damage);
  }

  takes(line: string): boolean {
    // A later run asks for the TimeMap again.
    if (kindOfLine(line) === "problem") return false;
    this.#lines.take(line);
    return true;
  }

  store(): Promise<void> {
    return this.#lines.store();
  }

  names(): Iterable<string> {
    return this.#lines.names();
  }

  records(): Iterator<string> {
    return this.#lines.records();
  }

  readsFirst(place: string): boolean {
    return this.#lines.readsFirst(place);
  }

  /** Number of the run whose new captures this run yields again. Undefined if it has new captures itself. */
  get #repeated(): number | undefined {
    return this.#hasNew ? undefined : this.#folder.manifest.lastNew;
  }

  *toJudge(sorted: () => Iterable<string>): Generator<string> {
    for (const { line, place, judged } of this.#withJudged(sorted())) {
      this.#hasNew = kindOfLine(line) === "record" && this.#isFirst(place, judged);
      if (this.#hasNew) break;
    }
    const spill = (): Spill<string> =>
      new Spill("timemap-", this.#context.memoryBytes / SHARES, (line) => line);
    let [key, lines, isWanted] = ["", spill(), false];
    try {
      for (const { line, place, judged } of this.#withJudged(sorted())) {
        if (kindOfLine(line) === "problem") {
          yield line;
          continue;
        }
        if (keyOfLine(line) !== key) {
          if (isWanted) yield* lines.all();
          lines.close();
          [key, lines, isWanted] = [keyOfLine(line), spill(), false];
        }
        // Copies that later runs have read are not what the last one with new captures has judged.
        if (this.#repeated !== undefined && !isOf(place, judged)) continue;
        isWanted ||= this.#isNew(place, judged) || this.#isSince(place.slice(key.length + 1));
        lines.add(line, () => line, line.length);
      }
      if (isWanted) yield* lines.all();
    } finally {
      lines.close();
    }
  }

  /** Yields the lines of records and problems, with those of their captures that earlier runs have judged. */
  *#withJudged(sorted: Iterable<string>): Generator<PlacedLine> {
    const judgedIn = timeMapsIn(this.#judged());
    let key = "";
    let timeMap = judgedIn(key);
    for (const line of sorted) {
      const its = keyOfLine(line);
      if (its !== key) {
        key = its;
        timeMap = judgedIn(key);
      }
      const place = placeOfLine(line);
      yield { line, place, judged: timeMap.find(place, () => frontOf(line).capture) };
    }
  }

  #judged(): Iterator<string> {
    const { judged } = this.#folder.manifest;
    return judged === undefined ? [].values() : this.#folder.lines(`${judged}.judged`);
  }

  /** Tells whether no earlier run has judged what is at a place. `judged` is the line of its capture. */
  #isFirst(place: string, judged: string | undefined): boolean {
    return judged === undefined || this.#lines.isReplaced(place);
  }

  /** Tells whether this run writes the capture at a place as one of those that it is about. */
  #isNew(place: string, judged: string | undefined): boolean {
    if (this.#repeated === undefined) return this.#isFirst(place, judged);
    return judged !== undefined && isOf(place, judged) && runOf(judged) === this.#repeated;
  }

  /** `digits` are those of a memento-datetime. */
  #isSince(digits: string): boolean {
    return this.#since !== undefined && digits >= this.#since;
  }

  /** Results of earlier captures, and those that are written again, count only as members of their TimeMaps. */
  counts(result: Result): boolean {
    if (result.kind !== "memento") return true;
    if (this.#isSince(sortDigits(result.capture.mementoDatetime))) return true;
    return this.#repeated === undefined && this.#isNewResult(result);
  }

  #isNewResult(result: MementoResult): boolean {
    return this.#isNew(placeOfResult(result), this.#comparison().judgedBefore(result));
  }

  /** Yields the results of new captures and of the dates that `since` selects, and remembers the verdicts of all. */
  written(judged: AsyncGenerator<Result>, tally: RunningTally): AsyncGenerator<Result> {
    return wantedWithDates(judged, (result) => {
      if (result.kind !== "memento") return true;
      const isNew = this.#isNewResult(result);
      const isCounted = this.counts(result);
      const { runs } = this.#folder.manifest;
      if (this.#repeated === undefined) {
        this.#comparison().take(result, isNew ? runs + 1 : undefined);
      }
      if (isNew && !isCounted) tally.repeated += 1;
      return isNew || isCounted;
    });
  }

  #comparison(): Verdicts {
    const { settings, memoryBytes } = this.#context;
    const stamp = sha256(JSON.stringify(settings)).slice(0, 8);
    return (this.#verdicts ??= new Verdicts(stamp, memoryBytes / SHARES, this.#judged()));
  }

  changes(): VerdictChanges {
    return this.#comparison().changes();
  }

  mayFindNothing(): boolean {
    if (this.#hasNoSeed || !this.#folder.manifest.hasJudged) return false;
    // A file that cannot be opened may have new captures.
    return this.#damage.every(({ isUnread }) => isUnread !== true);
  }

  async commit(): Promise<HistoryReport> {
    const { directory } = this.#folder;
    const name = `--history ${directory}`;
    const advice = "Was the folder removed during the run? The next run reads these files again.";
    try {
      await whileWriting(name, advice, () => this.#commit());
      const { manifest, bytes } = this.#folder;
      const files = new Set(manifest.files.map(({ digest }) => digest)).size;
      return { directory, files, newFiles: this.#files.count, bytes };
    } finally {
      await this.close();
    }
  }

  async #commit(): Promise<void> {
    const { runs, files, seeds, judged, lastNew, hasJudged } = this.#folder.manifest;
    const known = this.#files.knownAfter(this.#damage);
    const hasRead = known !== undefined || this.#lines.hasRead;
    const named = this.namedSeeds ?? (hasRead ? undefined : seeds);
    const verdicts = this.#comparison();
    const lines = verdicts.lines();
    await this.#folder.commit({
      ...this.#lines.committed,
      runs: runs + 1,
      files: known ?? files,
      judged: lines === undefined ? judged : await this.#folder.write({ judged: () => lines }),
      seeds: named,
      lastNew: this.#hasNew ? runs + 1 : lastNew,
      hasJudged: hasJudged || verdicts.hasVerdict,
    });
  }

  async close(): Promise<void> {
    this.#lines.close();
    this.#verdicts?.close();
    await this.#folder.close();
  }
}

interface PlacedLine {
  readonly line: string;
  readonly place: string;
  readonly judged: string | undefined;
}

/** Tells whether a judged line is of the capture at a place, and not of a copy of it. */
const isOf = (place: string, judged: string | undefined): boolean =>
  judged !== undefined && placeOfLine(judged) === place;
