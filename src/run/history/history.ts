import { whileWriting } from "../../base/errors.js";
import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { Shuffle, Spill } from "../../base/shuffle.js";
import { groupingKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
import { wantedWithDates } from "../../score/verdict/seed-dates.js";
import type { Result } from "../../write/types.js";
import {
  ascii,
  frontOf,
  isRetried,
  keyOfLine,
  parseLine,
  placeOf,
  sortKeyOf,
} from "../lines/lines.js";
import { decodeSearch, requestLine, searchLine } from "../lines/pointer-lines.js";
import type { Damage, PreparedInput, RunInputs } from "../setup/prepared-input.js";
import type { HistoryReport, RunHistory, VerdictChanges } from "../setup/run-history.js";
import type { ReadInputs, Reading, RunFlow } from "../setup/source-and-sink.js";
import { RunningTally } from "../setup/tally.js";
import { HistoryFolder } from "./folder.js";
import { timeMapsIn } from "./judged-captures.js";
import { type RecordFile, sha256 } from "./manifest.js";
import { NewFiles } from "./new-files.js";
import { Verdicts } from "./verdicts.js";
import { fileOfLine, fileOfPlace, newestLines, ofEarlier } from "./versions.js";

/** Options of the history (`--history`). */
export interface HistoryChoice {
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
/** Digits of the number of a file in the lines that a run sorts by file. */
const DIGITS = 9;

/**
 * A folder with the records of all captures that earlier runs have read, in a file for each file that was read. A run
 * adds those of its new files, which count after `commit` has replaced the manifest, and judges the TimeMaps that have
 * something new. If it is killed before that, its captures are new again in the next run.
 */
export class History implements RunHistory, RunFlow {
  readonly #since: string | undefined;
  readonly #context: HistoryContext;
  readonly #folder: HistoryFolder;
  #files = new NewFiles([]);
  /** Lines of this run, each behind the number of its file. */
  readonly #read: Shuffle;
  readonly #numbers = new Map<string, string>();
  /** Record files of all runs. */
  #records: readonly RecordFile[] = [];
  /** Lines of the captures that earlier runs have judged. */
  readonly #judged: Shuffle;
  #verdicts: Verdicts | undefined;
  /** Hashes of the places of captures that have another page than in the version of their file that an earlier run read. */
  readonly #replaced = new Set<number>();
  /** Hashes of the places of new captures on the way through the run. If it {@link #repeats}, of those that it repeats. */
  readonly #new = new Set<number>();
  #hasNew = false;
  /** True if this run has no new capture and yields the results of the last run that had some. */
  #repeats = false;
  /** Seeds that files have named, without repetitions. */
  #named = new Set<string>();
  #hasNoSeed = false;
  readonly #damage: Damage[] = [];

  constructor({ directory, since }: HistoryChoice, context: HistoryContext) {
    const { program, stamp, namesSeeds, memoryBytes } = context;
    const begun = { program, stamp, runs: 0, files: [], records: [] };
    this.#since = since;
    this.#context = context;
    this.#folder = new HistoryFolder(directory, namesSeeds ? { ...begun, seeds: [] } : begun);
    this.#read = new Shuffle(memoryBytes);
    this.#judged = new Shuffle(memoryBytes / SHARES);
  }

  /**
   * Reads the files that the history does not have. If none of their captures is new, returns those that the last run with
   * new captures has judged first, because the output of that run may be lost. They are not counted again.
   */
  async open(given: RunInputs, read: ReadInputs, tally: RunningTally): Promise<Reading> {
    const reading = await read({ ...given, inputs: await this.#lock(given.inputs) }, tally);
    try {
      for (const _ of this.toJudge(reading.records.sorted())) {
        this.#hasNew = this.#new.size > 0;
        if (this.#hasNew) break;
      }
    } catch (cause) {
      reading.close();
      throw cause;
    }
    this.#new.clear();
    this.#repeats = !this.#hasNew && this.#folder.manifest.lastNew !== undefined;
    return this.#repeats ? { ...reading, tally: new RunningTally() } : reading;
  }

  readsFirst(place: string): boolean {
    return this.#numbers.has(fileOfPlace(place));
  }

  /** Yields the lines of TimeMaps with a new capture or one of the requested dates, and those of problems. */
  *toJudge(sorted: Iterable<string>): Generator<string> {
    const timeMapOf = timeMapsIn(this.#judged.sorted());
    let key = "";
    let known = timeMapOf(key);
    let lines = this.#spill();
    let isWanted = false;
    try {
      for (const line of sorted) {
        const { kind, place } = parseLine(line);
        if (kind === "timemap-problem") yield line;
        if (kind !== "record") continue;
        const its = keyOfLine(line);
        if (its !== key) {
          if (isWanted) yield* lines.all();
          lines.close();
          lines = this.#spill();
          isWanted = false;
          key = its;
          known = timeMapOf(key);
        }
        const was = known.find(place, () => frontOf(line).capture);
        // Copies that later runs have read are not what the last one with new captures has judged.
        if (this.#repeats && was?.place !== place) continue;
        const isNew = this.#repeats
          ? was?.run === this.#folder.manifest.lastNew
          : was === undefined || this.#replaced.has(hash53(place));
        if (isNew) this.#new.add(hash53(place));
        isWanted ||= isNew || this.#isSince(place.slice(key.length + 1));
        lines.add(line, () => line, line.length);
      }
      if (isWanted) yield* lines.all();
    } finally {
      lines.close();
    }
  }

  #spill(): Spill<string> {
    return new Spill("timemap-", this.#context.memoryBytes / SHARES, (line) => line);
  }

  /** Results of earlier captures count only as members of their TimeMaps. */
  counts(result: Result): boolean {
    if (result.kind !== "memento") return true;
    const { mementoDatetime } = result.capture;
    return (!this.#repeats && this.#isNew(result)) || this.#isSince(sortDigits(mementoDatetime));
  }

  /** Yields the results of new captures and of the dates that `since` selects, and remembers the verdicts of all. */
  async *written(
    judged: AsyncGenerator<Result>,
    read: RunningTally,
    tally: RunningTally,
  ): AsyncGenerator<Result> {
    const isWanted = (result: Result): boolean => {
      if (read !== tally) tally.count(result);
      const isCounted = this.counts(result);
      const isNew = result.kind === "memento" && this.#takeResult(result);
      if (isNew && !isCounted) tally.repeated += 1;
      return isNew || isCounted;
    };
    try {
      yield* wantedWithDates(judged, isWanted);
    } finally {
      for (const [what, stack] of read.failures) tally.fail({ what, stack });
    }
  }

  #isNew({ key, capture }: MementoResult): boolean {
    return this.#new.has(hash53(placeOf(key, capture, sortKeyOf(capture))));
  }

  /** `digits` are those of a memento-datetime. */
  #isSince(digits: string): boolean {
    return this.#since !== undefined && digits >= this.#since;
  }

  /** Returns whether its capture is new. */
  #takeResult(result: MementoResult): boolean {
    const { key, capture } = result;
    const place = placeOf(key, capture, sortKeyOf(capture));
    const isNew = this.#new.delete(hash53(place));
    if (!this.#repeats) {
      this.#comparison().take(result, place, isNew ? this.#folder.manifest.runs + 1 : undefined);
    }
    return isNew;
  }

  #comparison(): Verdicts {
    const { settings, memoryBytes } = this.#context;
    return (this.#verdicts ??= new Verdicts({
      settings: sha256(JSON.stringify(settings)).slice(0, 8),
      memoryBytes: memoryBytes / SHARES,
      before: this.#judged.sorted(),
    }));
  }

  /** Locks the history and returns the inputs without the files that it has. */
  async #lock(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]> {
    const { files, seeds } = await this.#folder.open();
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

  takes(line: string): boolean {
    const { settings } = this.#context;
    const { kind } = parseLine(line);
    // A later run asks for the TimeMap again.
    if (kind === "timemap-problem") return false;
    let stored = line;
    if (kind === "pointer") {
      const search = decodeSearch(line);
      const { capture } = search.item;
      // The line is stored with the TimeMap of the capture, by which it is known whether it is new.
      const key = groupingKey(capture, settings);
      stored = requestLine(search, placeOf(key, capture, sortKeyOf(capture)));
    }
    const file = fileOfLine(stored);
    if (isRetried(line)) this.#files.readAgain(file);
    this.#read.add(`${this.#numberOf(file)}${stored}`);
    return true;
  }

  #numberOf(file: string): string {
    let number = this.#numbers.get(file);
    if (number === undefined) {
      number = String(this.#numbers.size).padStart(DIGITS, "0");
      this.#numbers.set(file, number);
    }
    return number;
  }

  async *lines(): AsyncGenerator<string> {
    const { judged } = this.#folder.manifest;
    this.#records = await this.#storeLines();
    if (judged !== undefined) {
      for await (const line of this.#folder.lines(judged)) this.#judged.add(line);
    }
    for (const { name } of this.#records) {
      for await (const line of this.#folder.lines(name)) {
        yield parseLine(line).kind === "pointer" ? this.#searchLine(line, name) : line;
      }
    }
  }

  #searchLine(line: string, file: string): string {
    try {
      return searchLine(decodeSearch(line), this.#context.settings);
    } catch (cause) {
      // The checksum is at the end of the file.
      throw this.#folder.damaged(file, cause);
    }
  }

  /**
   * Writes a record file for each file that this run has read, with the lines of its earlier versions. Returns the record
   * files of all runs.
   */
  async #storeLines(): Promise<readonly RecordFile[]> {
    const { records } = this.#folder.manifest;
    for (const { name, of } of records) {
      const number = this.#numbers.get(of);
      if (number === undefined) continue;
      for await (const line of this.#folder.lines(name)) {
        this.#read.add(`${number}${ofEarlier(line)}`);
      }
    }
    const written: RecordFile[] = [];
    const sorted = this.#read.sorted();
    let next = sorted.next();
    const linesOf = function* (number: string): Generator<string> {
      for (; next.done !== true && next.value.startsWith(number); next = sorted.next()) {
        yield next.value.slice(DIGITS);
      }
    };
    for (const [of, number] of this.#numbers) {
      const lines = newestLines(linesOf(number), (place) => this.#replaced.add(hash53(place)));
      written.push({ name: await this.#folder.write("records", lines), of });
    }
    this.#read.close();
    return [...records.filter(({ of }) => !this.#numbers.has(of)), ...written];
  }

  changes(): VerdictChanges {
    return this.#comparison().changes();
  }

  readAgain(file: string): void {
    this.#files.readAgain(ascii(file));
  }

  damage(damage: Damage): void {
    this.#damage.push(damage);
    if (damage.isUnread === true) this.readAgain(damage.source.file);
  }

  mayFindNothing(): boolean {
    if (this.#hasNoSeed || this.#folder.manifest.hasJudged !== true) return false;
    // A file that cannot be opened may have new captures.
    return this.#damage.every(({ source }) => this.#files.isIdentified(source.file));
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
    const { manifest } = this.#folder;
    const files = this.#files.knownAfter(this.#damage);
    const hasRead = files !== manifest.files || this.#numbers.size > 0;
    const { namesSeeds } = this.#context;
    const seeds = namesSeeds ? [...this.#named] : hasRead ? undefined : manifest.seeds;
    const hasNamed = seeds?.length !== manifest.seeds?.length;
    if (!hasRead && !hasNamed && !this.#hasNew) return;
    const verdicts = this.#comparison();
    const lines = verdicts.lines();
    const runs = manifest.runs + 1;
    await this.#folder.commit({
      ...{ ...manifest, runs, files, seeds, records: this.#records },
      judged: lines === undefined ? manifest.judged : await this.#folder.write("judged", lines),
      lastNew: this.#hasNew ? runs : manifest.lastNew,
      hasJudged: manifest.hasJudged ?? (verdicts.hasVerdict || undefined),
    });
  }

  async close(): Promise<void> {
    for (const each of [this.#read, this.#judged, this.#verdicts]) each?.close();
    await this.#folder.close();
  }
}
