import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UsageError, whileWriting } from "../../base/errors.js";
import { removeUnnamed } from "../../base/replace-file.js";
import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { Shuffle, Spill } from "../../base/shuffle.js";
import { groupingKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
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
import { timeMapsIn } from "./judged-captures.js";
import { readLines, writeLines } from "./line-file.js";
import { lockFolder } from "./lock-folder.js";
import {
  ADVICE,
  type Manifest,
  MANIFEST,
  ofOtherVersion,
  OWN_FILE,
  readManifest,
  type RecordFile,
  sha256,
  writeManifest,
} from "./manifest.js";
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

/** Matches the names of files that a folder may have before its first manifest. */
const BEFORE_ANY = /^\.|^lock(?:\.|$)|^history\.json\.[\da-f-]{36}\.new$/u;
/** Matches the names of files that a killed run may have left behind. */
const UNFINISHED = /\.gz\.[\da-f-]{36}\.new$/u;
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
  readonly #choice: HistoryChoice;
  readonly #context: HistoryContext;
  #release: (() => Promise<void>) | undefined;
  #manifest: Manifest;
  #files = new NewFiles([]);
  /** Lines of this run, each behind the number of its file. */
  readonly #read: Shuffle;
  readonly #numbers = new Map<string, string>();
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

  constructor(choice: HistoryChoice, context: HistoryContext) {
    const { program, stamp, memoryBytes } = context;
    this.#choice = choice;
    this.#context = context;
    this.#manifest = { program, stamp, runs: 0, files: [], records: [] };
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
    this.#repeats = !this.#hasNew && this.#manifest.lastNew !== undefined;
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
          ? was?.run === this.#manifest.lastNew
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
    try {
      for await (const result of judged) {
        if (read !== tally) tally.count(result);
        const isCounted = this.counts(result);
        const isNew = result.kind === "memento" && this.#takeResult(result);
        if (!isNew && !isCounted) continue;
        if (!isCounted) tally.repeated += 1;
        yield result;
      }
    } finally {
      for (const [what, stack] of read.failures) tally.fail({ what, stack });
    }
  }

  #isNew({ key, capture }: MementoResult): boolean {
    return this.#new.has(hash53(placeOf(key, capture, sortKeyOf(capture))));
  }

  /** `digits` are those of a memento-datetime. */
  #isSince(digits: string): boolean {
    const { since } = this.#choice;
    return since !== undefined && digits >= since;
  }

  /** Returns whether its capture is new. */
  #takeResult(result: MementoResult): boolean {
    const { key, capture } = result;
    const place = placeOf(key, capture, sortKeyOf(capture));
    const isNew = this.#new.delete(hash53(place));
    if (!this.#repeats) {
      this.#comparison().take(result, place, isNew ? this.#manifest.runs : undefined);
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
    const { directory } = this.#choice;
    this.#release = await lockFolder(directory);
    const written = readManifest(directory, (cause) => this.#damaged(MANIFEST, cause));
    if (written === undefined) {
      this.#requireEmpty();
      // The manifest must exist from the start. Without it, a folder with a lost manifest would look like the folder of
      // a killed first run.
      await writeManifest(directory, this.#manifest);
    } else this.#manifest = this.#checked(written);
    await removeUnnamed(join(directory, MANIFEST));
    this.#removeOthers();
    this.#named = new Set(this.#manifest.seeds);
    this.#files = new NewFiles(this.#manifest.files);
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
    await this.#storeLines();
    const { records, judged } = this.#manifest;
    if (judged !== undefined)
      for await (const line of this.#linesIn(judged)) this.#judged.add(line);
    for (const { name } of records) {
      for await (const line of this.#linesIn(name)) {
        yield parseLine(line).kind === "pointer" ? this.#searchLine(line, name) : line;
      }
    }
  }

  #searchLine(line: string, file: string): string {
    try {
      return searchLine(decodeSearch(line), this.#context.settings);
    } catch (cause) {
      // The checksum is at the end of the file.
      throw this.#damaged(file, cause);
    }
  }

  /** Writes a record file for each file that this run has read, with the lines of its earlier versions. */
  async #storeLines(): Promise<void> {
    const { runs, records } = this.#manifest;
    const before = records.filter(({ of }) => this.#numbers.has(of));
    for (const { name, of } of before) {
      const number = this.#numberOf(of);
      for await (const line of this.#linesIn(name)) this.#read.add(`${number}${ofEarlier(line)}`);
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
      const name = `${randomUUID()}.records.gz`;
      const lines = newestLines(linesOf(number), (place) => this.#replaced.add(hash53(place)));
      await writeLines(join(this.#choice.directory, name), lines);
      written.push({ name, of });
    }
    this.#read.close();
    const others = records.filter((each) => !before.includes(each));
    this.#manifest = { ...this.#manifest, runs: runs + 1, records: [...others, ...written] };
  }

  async *#linesIn(name: string): AsyncGenerator<string> {
    try {
      yield* readLines(join(this.#choice.directory, name));
    } catch (cause) {
      throw this.#damaged(name, cause);
    }
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
    if (this.#hasNoSeed || this.#manifest.hasJudged !== true) return false;
    // A file that cannot be opened may have new captures.
    return this.#damage.every(({ source }) => this.#files.isIdentified(source.file));
  }

  async commit(): Promise<HistoryReport> {
    const { directory } = this.#choice;
    const name = `--history ${directory}`;
    const advice = "Was the folder removed during the run? The next run reads these files again.";
    try {
      await whileWriting(name, advice, () => this.#commit());
      const { files } = this.#manifest;
      const names = [MANIFEST, ...this.#ownFiles()];
      return {
        directory,
        files: new Set(files.map(({ digest }) => digest)).size,
        newFiles: this.#files.count,
        bytes: names.reduce((sum, each) => sum + sizeOf(join(directory, each)), 0),
      };
    } finally {
      await this.close();
    }
  }

  async #commit(): Promise<void> {
    const { directory } = this.#choice;
    const manifest = this.#manifest;
    const files = this.#files.knownAfter(this.#damage);
    const hasRead = files !== manifest.files || this.#numbers.size > 0;
    const { namesSeeds } = this.#context;
    const seeds = namesSeeds ? [...this.#named] : hasRead ? undefined : manifest.seeds;
    const hasNamed = seeds?.length !== manifest.seeds?.length;
    if (!hasRead && !hasNamed && !this.#hasNew) return;
    const verdicts = this.#comparison();
    const lines = verdicts.lines();
    const judged = lines === undefined ? manifest.judged : `${randomUUID()}.judged.gz`;
    if (lines !== undefined) await writeLines(join(directory, judged!), lines);
    const hasJudged = manifest.hasJudged ?? (verdicts.hasVerdict || undefined);
    const lastNew = this.#hasNew ? manifest.runs : manifest.lastNew;
    this.#manifest = { ...manifest, files, judged, seeds, lastNew, hasJudged };
    await writeManifest(directory, this.#manifest);
    this.#removeOthers();
  }

  async close(): Promise<void> {
    for (const each of [this.#read, this.#judged, this.#verdicts]) each?.close();
    await this.#release?.();
    this.#release = undefined;
  }

  /** Returns the names of the files of the folder besides the manifest. */
  #ownFiles(): readonly string[] {
    const { records, judged } = this.#manifest;
    return [...records.map(({ name }) => name), judged ?? []].flat();
  }

  /** Removes files that the manifest does not name: those of killed runs, and those that others have replaced. */
  #removeOthers(): void {
    const { directory } = this.#choice;
    const kept = new Set(this.#ownFiles());
    for (const name of readdirSync(directory)) {
      const isOther = (OWN_FILE.test(name) && !kept.has(name)) || UNFINISHED.test(name);
      if (isOther) rmSync(join(directory, name), { force: true });
    }
  }

  #requireEmpty(): void {
    const { directory } = this.#choice;
    const other = readdirSync(directory).find((name) => !BEFORE_ANY.test(name));
    if (other === undefined) return;
    if (OWN_FILE.test(other) || UNFINISHED.test(other)) throw this.#damaged(MANIFEST);
    throw new UsageError(
      `--history ${directory} contains ${other}, which does not belong to a history. Give a new or empty folder.`,
    );
  }

  #checked(written: Manifest): Manifest {
    const { program, stamp, namesSeeds } = this.#context;
    const { directory } = this.#choice;
    if (written.program !== program) throw ofOtherVersion(directory);
    if (written.stamp !== stamp) {
      throw new UsageError(
        `--history ${directory} was made with other settings (measures, how text is read). Give those settings, or another folder. To start anew: ${ADVICE}`,
      );
    }
    // This run needs the seeds that files name, and an earlier run has not taken them.
    if (namesSeeds && written.seeds === undefined && written.runs > 0) {
      throw new UsageError(
        `--history ${directory} has files that were read without --seeds auto, so that the seeds they name are not known. Give --seeds FILE. Or delete the folder and give all files of the collection again.`,
      );
    }
    return written;
  }

  #damaged(name: string, cause?: unknown): UsageError {
    const why = cause === undefined ? "" : ` (${messageOf(cause)})`;
    return new UsageError(
      `--history ${this.#choice.directory} is damaged: ${name} is not as it was written${why}. ${ADVICE}`,
      { cause },
    );
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
