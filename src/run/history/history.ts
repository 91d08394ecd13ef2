import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { wantedWithDates } from "../../score/verdict/seed-dates.js";
import type { Result } from "../../write/types.js";
import { captureAt, frontOf, keyOfLine, kindOfLine, placeOfLine } from "../lines/lines.js";
import type { PreparedInput, RunOptions } from "../setup/run-options.js";
import type { RunningTally } from "../setup/tally.js";
import { FilesOfRuns } from "./files.js";
import { HistoryFolder } from "./folder.js";
import { isUnreadable, KeptLines } from "./kept-lines.js";
import { JudgedCaptures, type VerdictChanges, Verdicts } from "./verdicts.js";

interface HistoryOptions extends Pick<RunOptions, "settings" | "memoryBytes"> {
  readonly directory: string;
  readonly since: string | undefined;
  /** Stamp of the settings that affect records. */
  readonly stamp: string;
  readonly program: string;
}

/**
 * A folder with the records of all captures that earlier runs have read. A run adds those of its new files, which count
 * after `commit` has replaced the manifest, and judges the TimeMaps that have something new. If it is killed before that,
 * its captures are new again in the next run. A run without a new capture judges what the last run with some has judged
 * first, because the output of that run may be lost.
 */
export class History {
  readonly #since: string | undefined;
  readonly #folder: HistoryFolder;
  readonly lines: KeptLines;
  files = new FilesOfRuns([]);
  readonly #verdicts: Verdicts;
  #hasNew = true;
  /** True if earlier runs have judged captures of the seeds of this run. */
  #hasEarlier = false;
  /** Hashes of the places of what the run is about, and of the keys of TimeMaps that it judges. In a first run it is all. */
  #about: Set<number> | undefined;
  /** Hashes of the places of copies that later runs have read. */
  readonly #copies = new Set<number>();
  /** Seeds that the files of this run and of earlier runs name, in the order in which runs have met them. */
  named = new Set<string>();

  constructor(options: HistoryOptions) {
    const { directory, since, program, stamp, settings, memoryBytes } = options;
    this.#since = since;
    this.#folder = new HistoryFolder(directory, { program, stamp });
    this.lines = new KeptLines(this.#folder, memoryBytes);
    // A quarter of the memory for records is for the sort of verdicts.
    this.#verdicts = new Verdicts(this.#folder, settings, memoryBytes / 4);
  }

  /** Locks the history. Returns the inputs without the files that it has. */
  async open(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]> {
    await this.#folder.open();
    const { files, seeds } = this.#folder.manifest;
    this.named = new Set(seeds);
    this.files = new FilesOfRuns(files);
    const unread: PreparedInput[] = [];
    for (const each of inputs) unread.push(await this.files.unread(each));
    return unread;
  }

  /** Yields the sorted lines of the TimeMaps that the run judges. */
  *toJudge(sorted: () => Iterable<string>): Generator<string> {
    if (this.#folder.manifest.judged !== undefined) this.#look(sorted());
    for (const line of sorted()) {
      const isWanted =
        this.#isAbout(keyOfLine(line)) && !this.#copies.has(hash53(placeOfLine(line)));
      if (isWanted || kindOfLine(line) === "problem") yield line;
    }
  }

  /** Compares all records with what earlier runs have judged, and so finds what this run is about. */
  #look(sorted: Iterable<string>): void {
    const first = new Set<number>();
    const again = new Set<number>();
    this.#hasNew = false;
    const earlier = new JudgedCaptures(this.#folder.lines("judged"));
    for (const line of sorted) {
      if (kindOfLine(line) !== "record") continue;
      const key = keyOfLine(line);
      const place = placeOfLine(line);
      const [ofTimeMap, ofCapture] = [hash53(key), hash53(place)];
      const judged = earlier.find(key, place, () => frontOf(line).capture);
      // The end of a capture may have been missing when an earlier run has read its file.
      const wasCut = judged?.isUnread === true && this.lines.readsFirst(place);
      this.#hasEarlier ||= judged !== undefined;
      if (judged === undefined || (wasCut && !isUnreadable(line))) {
        this.#hasNew = true;
        first.add(ofTimeMap).add(ofCapture);
      } else if (judged.place !== place) this.#copies.add(ofCapture);
      else if (judged.run === this.#folder.manifest.runs) again.add(ofTimeMap).add(ofCapture);
      if (this.#isSince(place.slice(key.length + 1)))
        for (const each of [first, again]) each.add(ofTimeMap);
    }
    this.#about = this.#hasNew ? first : again;
    // Only the last run with new captures has not judged them.
    if (this.#hasNew) this.#copies.clear();
  }

  #isAbout(placeOrKey: string): boolean {
    return this.#about?.has(hash53(placeOrKey)) ?? true;
  }

  /** `digits` are those of a memento-datetime. */
  #isSince(digits: string): boolean {
    return this.#since !== undefined && digits >= this.#since;
  }

  /**
   * Tells whether a result counts in the summary of the run. Results of earlier captures, and those that are written again,
   * count only as members of their TimeMaps. Results come in the order in which they are judged.
   */
  counts(result: Result): boolean {
    if (result.kind !== "memento") return true;
    if (this.#isSince(sortDigits(result.capture.mementoDatetime))) return true;
    return this.#hasNew && this.#isAbout(captureAt(result.key, result.capture));
  }

  /**
   * Takes the results of all TimeMaps, and yields those that the run writes: of new captures, and of the dates that `since`
   * selects.
   */
  written(judged: AsyncGenerator<Result>, tally: RunningTally): AsyncGenerator<Result> {
    return wantedWithDates(judged, (result) => {
      if (result.kind !== "memento") return true;
      const isNew = this.#isAbout(captureAt(result.key, result.capture));
      const isCounted = this.counts(result);
      if (this.#hasNew) this.#verdicts.take(result, isNew);
      if (isNew && !isCounted) tally.repeated += 1;
      return isNew || isCounted;
    });
  }

  /** Returns the verdict changes, after the last result. */
  changes(): VerdictChanges {
    return this.#verdicts.changes();
  }

  /**
   * Tells whether it is no failure that the run has no new capture: earlier runs have judged captures of its seeds, and
   * its files could be opened.
   */
  mayFindNothing(): boolean {
    // A file that cannot be opened may have new captures.
    return this.#hasEarlier && this.files.damage.every(({ isUnread }) => isUnread !== true);
  }

  /** Adds what this run has read for good, and unlocks the history. Returns the numbers of all files and of new ones. */
  async commit(): Promise<{ readonly files: number; readonly newFiles: number }> {
    try {
      await this.#verdicts.store();
      await this.#folder.commit({
        runs: this.#folder.manifest.runs + Number(this.#hasNew),
        files: this.files.afterRun(this.lines.again),
        seeds: [...this.named],
      });
      const digests = this.#folder.manifest.files.map(({ digest }) => digest);
      return { files: new Set(digests).size, newFiles: this.files.new.length };
    } finally {
      await this.close();
    }
  }

  /** Unlocks the history, without changing it if it was not committed. */
  async close(): Promise<void> {
    this.lines.close();
    this.#verdicts.close();
    await this.#folder.close();
  }
}
