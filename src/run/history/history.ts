import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UsageError, whileWriting } from "../../base/errors.js";
import { type PreparedFile, removeUnnamed } from "../../base/replace-file.js";
import { Shuffle } from "../../base/shuffle.js";
import { groupingKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import type { Result } from "../../write/types.js";
import { ascii, isRetried, parseLine, placeOf, placeOfLine, sortKeyOf } from "../lines/lines.js";
import { decodeSearch, requestLine, searchLine } from "../lines/pointer-lines.js";
import type { Damage, PreparedInput, RunInputs } from "../setup/prepared-input.js";
import type { HistoryReport, RunHistory, VerdictChanges } from "../setup/run-history.js";
import {
  type KnownCaptures,
  type NamedSeeds,
  type NewlyWanted,
  OWN_CAPTURES,
  type ReadInputs,
  type Reading,
  type RunFlow,
} from "../setup/source-and-sink.js";
import { RunningTally } from "../setup/tally.js";
import { lockFolder } from "./lock-folder.js";
import {
  type LastRun,
  type Manifest,
  MANIFEST,
  prepareManifest,
  readManifest,
} from "./manifest.js";
import { NewFiles } from "./new-files.js";
import { Segment, type SegmentFacts, writeSegment } from "./segment.js";
import { StoredCaptures, StoredSegments } from "./stored-captures.js";
import { isOneOf, sourceOf, sourceOfLine } from "./versions.js";

/** Options of the history (`--history`, `--cache`). */
export interface HistoryChoice {
  readonly directory: string;
  /** Also yields the results of older captures from this date on. The date has 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly since?: string;
  /**
   * Uses the history as a cache (`--cache`): the run judges the captures of the given files alone and yields all their
   * results, as a run without a history does, but it does not read known files again. By default a run yields the
   * results of new captures.
   */
  readonly asCache?: boolean;
}

interface HistoryContext {
  readonly settings: Settings;
  /** Stamp of the settings that affect records. */
  readonly stamp: string;
  /** Returns what the outputs show of evidence in runs that have `stamp` and are otherwise like this one. */
  readonly evidenceOf: (stamp: string) => "none" | "reasons" | "reasons and texts" | undefined;
  readonly program: string;
  /** True if the files name the seeds whose TimeMaps are judged (`--seeds auto`). */
  readonly namesSeeds: boolean;
  readonly memoryBytes: number;
}

/** Matches the names of files that a killed run may have left behind. */
const LEFT_OVER = /^[\da-f-]{36}\.segment(?:\.new)?$/u;
/** Matches the names of files that a folder may have before its first manifest. */
const BEFORE_ANY = /^\.|^lock(?:\.|$)|^history\.json\.[\da-f-]{36}\.new$/u;
/** Number of parts into which the memory for records is divided. Each of the smaller sorts gets one part. */
const SHARES = 4;

/**
 * A folder with the records of all captures that earlier runs have read. A run stores the lines of its new files as a
 * segment, which counts after `commit` has replaced the manifest. If a run is killed before that, its captures are new
 * again in the next run.
 */
export class History implements RunHistory, RunFlow {
  /** Undefined for a cache, with which the run judges the captures of its files alone. */
  readonly #earlier: StoredCaptures | undefined;
  readonly #choice: HistoryChoice;
  readonly #context: HistoryContext;
  #release: (() => Promise<void>) | undefined;
  #manifest: Manifest;
  /** Numbers of the files and segments that belong to `--history`, to which a run with `asCache` adds nothing. */
  #before = { files: 0, segments: 0 };
  /** The next manifest, which this run has written. */
  #prepared: PreparedFile | undefined;
  #isPrepared = false;
  #files: NewFiles;
  #read: Shuffle | undefined;
  readonly #stored = new StoredSegments();
  /** Name of the segment that this run has written. */
  #ownName: string | undefined;
  /** Seeds that files have named, without repetitions. */
  #named = new Set<string>();
  #hasNoSeed = false;
  readonly #damage: Damage[] = [];

  constructor(choice: HistoryChoice, context: HistoryContext) {
    this.#choice = choice;
    this.#context = context;
    this.#files = this.#newFiles([]);
    const { program, stamp, settings } = context;
    this.#manifest = { program, stamp, files: [], segments: [], verdicts: [] };
    if (!this.#isCache) {
      const { since } = choice;
      const memoryBytes = context.memoryBytes / SHARES;
      const repeatLast = (): boolean => this.#repeatLast();
      this.#earlier = new StoredCaptures(this.#stored, {
        settings,
        memoryBytes,
        since,
        repeatLast,
      });
    }
  }

  /**
   * Reads the files that the history does not have. If none of their captures is new, returns those that the last run with
   * new captures has judged first, because the output of that run may be lost. They are not counted again.
   */
  async open(given: RunInputs, read: ReadInputs, tally: RunningTally): Promise<Reading> {
    const reading = await read({ ...given, inputs: await this.#lock(given.inputs) }, tally);
    let isRepetition: boolean;
    try {
      isRepetition = this.#earlier?.repeatsLast(reading.records.sorted()) === true;
    } catch (cause) {
      reading.close();
      throw cause;
    }
    if (!isRepetition) return reading;
    reading.close();
    const inputs = given.inputs.map(({ input }) => ({ input, sources: [] }));
    return read({ inputs }, new RunningTally());
  }

  get known(): KnownCaptures {
    return this.#earlier ?? OWN_CAPTURES;
  }

  toJudge(sorted: Iterable<string>): Iterable<string> {
    return this.#earlier?.linesOfTouched(sorted) ?? sorted;
  }

  counts(result: Result): boolean {
    return this.#earlier?.counts(result) ?? true;
  }

  written(
    judged: AsyncGenerator<Result>,
    read: RunningTally,
    tally: RunningTally,
  ): AsyncGenerator<Result> {
    return this.#earlier?.written(judged, read, tally) ?? judged;
  }

  /** Locks the history and returns the inputs without the files that it has. */
  async #lock(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]> {
    const { directory } = this.#choice;
    const { memoryBytes } = this.#context;
    this.#release = await lockFolder(directory, this.#option);
    const written = readManifest(directory, (cause) => this.#damaged(MANIFEST, cause));
    if (written === undefined) {
      this.#requireEmpty();
      // The manifest must exist from the start. Without it, a folder with a lost manifest would look like the folder of
      // a killed first run.
      await (await prepareManifest(directory, this.#manifest)).commit();
    } else this.#manifest = this.#readable(this.#checked(written));
    await removeUnnamed(join(directory, MANIFEST));
    const { segments, verdicts, cached, seeds } = this.#manifest;
    this.#named = new Set(seeds);
    const all = [...segments, ...verdicts, ...(cached?.segments ?? [])];
    const kept = new Set(all.map(({ name }) => name));
    for (const name of readdirSync(directory)) {
      if (LEFT_OVER.test(name) && !kept.has(name)) rmSync(join(directory, name), { force: true });
    }
    this.#stored.records = segments.map((facts) => this.#segment(facts));
    this.#stored.verdicts = verdicts.map((facts) => this.#segment(facts));
    this.#read = new Shuffle(memoryBytes);
    this.#files = this.#newFiles(this.#manifest.files);
    const unread: PreparedInput[] = [];
    for (const each of inputs) unread.push(await this.#files.unread(each));
    return unread;
  }

  hasFile(path: string): Promise<boolean> {
    return this.#files.hasFile(path);
  }

  get namedSeeds(): NamedSeeds | undefined {
    if (!this.#context.namesSeeds) return undefined;
    const { seeds, last } = this.#manifest;
    const before = this.#stored.repeats ? last?.seeds : seeds?.length;
    return { all: [...this.#named], before: before ?? 0 };
  }

  takeSeed(uriR: string): void {
    this.#named.add(uriR);
  }

  takeNoSeed(): void {
    this.#hasNoSeed = true;
  }

  takes(line: string): true {
    const { settings } = this.#context;
    const { kind } = parseLine(line);
    let stored = line;
    if (kind === "pointer") {
      const search = decodeSearch(line);
      const { capture } = search.item;
      // The line is stored with the TimeMap of the capture, because it is needed when that TimeMap is judged.
      stored = requestLine(
        search,
        placeOf(groupingKey(capture, settings), capture, sortKeyOf(capture)),
      );
    }
    if (kind === "record" || kind === "pointer") {
      const source = sourceOf(placeOfLine(stored));
      this.#stored.newSources.add(source);
      if (isRetried(line)) this.#files.readAgain(source);
    }
    this.#read!.add(stored);
    return true;
  }

  *lines(isWhole: boolean, isNewlyWanted: NewlyWanted): Generator<string> {
    if (!this.#stored.repeats) this.#storeLines();
    const lines = this.#earlier?.linesToJudge(isWhole, isNewlyWanted) ?? this.#linesOfFiles();
    for (const line of lines) {
      const isPointer = parseLine(line).kind === "pointer";
      yield isPointer ? searchLine(decodeSearch(line), this.#context.settings) : line;
    }
  }

  *#linesOfFiles(): Generator<string> {
    const { records, own } = this.#stored;
    const { given } = this.#files;
    for (const [age, segment] of records.entries()) {
      const { name } = this.#manifest.segments[age]!;
      const files = given.filter((file) => file.segment === name).map((file) => file.name);
      if (age !== own && files.length === 0) continue;
      const isWanted = age === own ? () => true : isOneOf(files);
      for (const line of segment.lines()) if (isWanted(sourceOfLine(line))) yield line;
    }
  }

  changes(): VerdictChanges | undefined {
    return this.#earlier?.changes();
  }

  readAgain(file: string): void {
    this.#files.readAgain(ascii(file));
  }

  damage(damage: Damage): void {
    this.#damage.push(damage);
    if (damage.isUnread === true) this.readAgain(damage.source.file);
  }

  mayFindNothing(): boolean {
    if (this.#isCache || this.#hasNoSeed || this.#manifest.hasJudged !== true) return false;
    // A file that cannot be opened may have new captures.
    return this.#damage.every(({ source }) => this.#files.isIdentified(source.file));
  }

  prepare(): Promise<void> {
    return this.#whileThere(() => this.#prepare());
  }

  async #prepare(): Promise<void> {
    const { manifest, earlier } = { manifest: this.#manifest, earlier: this.#earlier };
    const files = this.#files.knownAfter(this.#damage, this.#ownName);
    const hasRead = files !== manifest.files || this.#ownName !== undefined;
    const seeds = this.#seedsAfter(hasRead);
    this.#isPrepared = true;
    if (!hasRead && seeds?.length === manifest.seeds?.length) return;
    const judged = earlier?.verdictLines();
    const segment = judged && this.#writeSegment(judged);
    const verdicts = segment === undefined ? manifest.verdicts : [...manifest.verdicts, segment];
    const hasJudged = manifest.hasJudged ?? (earlier?.hasVerdict === true || undefined);
    const last = earlier?.hasNew === true ? this.#thisRun() : manifest.last;
    this.#manifest = { ...manifest, files, verdicts, seeds, last, hasJudged };
    this.#prepared = await prepareManifest(this.#choice.directory, this.#written(this.#manifest));
  }

  /** Returns the seeds that the files of the history name after this run, which has read files if `hasRead` is true. */
  #seedsAfter(hasRead: boolean): Manifest["seeds"] {
    if (this.#context.namesSeeds) return [...this.#named];
    return hasRead && !this.#isCache ? undefined : this.#manifest.seeds;
  }

  #thisRun(): LastRun {
    const { newSources } = this.#stored;
    const before = this.#manifest.seeds?.length ?? 0;
    return { segment: this.#ownName, sources: [...newSources], seeds: before };
  }

  #repeatLast(): boolean {
    const { last, segments } = this.#manifest;
    if (last === undefined) return false;
    const at = segments.findIndex(({ name }) => name === last.segment);
    this.#stored.repeats = true;
    this.#stored.own = at < 0 ? undefined : at;
    this.#stored.newSources = new Set(last.sources);
    return true;
  }

  async commit(): Promise<HistoryReport> {
    const { directory } = this.#choice;
    try {
      if (!this.#isPrepared) await this.prepare();
      await this.#whileThere(async () => this.#prepared?.commit());
      this.#prepared = undefined;
      const { segments, verdicts } = this.#manifest;
      const bytes = [...segments, ...verdicts].reduce((sum, each) => sum + each.bytes, 0);
      return {
        directory,
        files: new Set(this.#manifest.files.map(({ whole }) => whole)).size,
        newFiles: this.#files.count,
        bytes: bytes + sizeOf(join(directory, MANIFEST)),
      };
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#read?.close();
    this.#earlier?.close();
    await this.#prepared?.discard();
    this.#prepared = undefined;
    await this.#release?.();
    this.#release = undefined;
  }

  /** Throws a `UsageError` if somebody has removed or locked the folder during the run, for example a hook. */
  #whileThere(work: () => Promise<void>): Promise<void> {
    const name = `${this.#option} ${this.#choice.directory}`;
    const advice = "Was the folder removed during the run? The next run reads these files again.";
    return whileWriting(name, advice, work);
  }

  #readable(written: Manifest): Manifest {
    const { files, segments, cached } = written;
    if (!this.#isCache) return written;
    this.#before = { files: files.length, segments: segments.length };
    return {
      ...written,
      files: [...files, ...(cached?.files ?? [])],
      segments: [...segments, ...(cached?.segments ?? [])],
    };
  }

  /** Returns the manifest to write, from the contents that this run may read. */
  #written(read: Manifest): Manifest {
    if (!this.#isCache) return read;
    const { files, segments } = this.#before;
    return {
      ...read,
      files: read.files.slice(0, files),
      segments: read.segments.slice(0, segments),
      cached: { files: read.files.slice(files), segments: read.segments.slice(segments) },
    };
  }

  #newFiles(known: Manifest["files"]): NewFiles {
    return new NewFiles(known, { option: this.#option, byName: this.#isCache });
  }

  get #isCache(): boolean {
    return this.#choice.asCache === true;
  }

  /** The option of the command that chose this history, for messages. */
  get #option(): string {
    return this.#isCache ? "--cache" : "--history";
  }

  get #advice(): string {
    return this.#isCache
      ? "Delete the folder, or give another one."
      : "Delete the folder and give all files of the collection again, with --since DATE for the results that you need.";
  }

  #storeLines(): void {
    if (this.#read!.count > 0) {
      const facts = this.#writeSegment(this.#read!.sorted());
      this.#manifest = { ...this.#manifest, segments: [...this.#manifest.segments, facts] };
      this.#stored.own = this.#stored.records.push(this.#segment(facts)) - 1;
      this.#ownName = facts.name;
    }
    this.#read!.close();
  }

  #writeSegment(lines: Iterable<string>): SegmentFacts {
    const name = `${randomUUID()}.segment`;
    return writeSegment(join(this.#choice.directory, name), name, lines);
  }

  #requireEmpty(): void {
    const { directory } = this.#choice;
    const other = readdirSync(directory).find((name) => !BEFORE_ANY.test(name));
    if (other === undefined) return;
    if (LEFT_OVER.test(other)) throw this.#damaged(MANIFEST);
    throw new UsageError(
      `${this.#option} ${directory} contains ${other}, which does not belong to a history. Give a new or empty folder.`,
    );
  }

  #checked(written: Manifest): Manifest {
    const { program, stamp } = this.#context;
    const was = `${this.#option} ${this.#choice.directory} was made`;
    if (written.program !== program) {
      throw new UsageError(`${was} with another version of this program. ${this.#advice}`);
    }
    if (written.stamp !== stamp) {
      throw new UsageError(`${was} ${this.#otherSettings(written)} To start anew: ${this.#advice}`);
    }
    this.#requireNamedSeeds(written);
    return written;
  }

  /** Says with which settings the history was made, and how to go on with it. */
  #otherSettings({ stamp }: Manifest): string {
    switch (this.#context.evidenceOf(stamp)) {
      case "none":
        return "without evidence, which --explain and outputs such as -ot html need. Leave them out. Results of a run without them can be shown in any form: detect_off_topic report run.jsonl -o FILE.html.";
      case "reasons":
        return "with --explain. Give it again, without outputs such as -ot html.";
      case "reasons and texts":
        return "with evidence for outputs such as -ot html. Give such an output again.";
      case undefined:
        return "with other settings (measures, how text is read). Give those settings, or another folder.";
    }
  }

  /** Throws a `UsageError` if this run needs the seeds that files name, and an earlier run has not taken them. */
  #requireNamedSeeds({ seeds, files, segments }: Manifest): void {
    const isUsed = files.length + segments.length > 0;
    if (!this.#context.namesSeeds || seeds !== undefined || !isUsed) return;
    throw new UsageError(
      `${this.#option} ${this.#choice.directory} has files that were read without --seeds auto, so that the seeds they name are not known. Give --seeds FILE. Or delete the folder and give all files of the collection again.`,
    );
  }

  #segment(facts: SegmentFacts): Segment {
    const damaged = (cause?: unknown): Error => this.#damaged(facts.name, cause);
    return new Segment(join(this.#choice.directory, facts.name), facts, damaged);
  }

  #damaged(name: string, cause?: unknown): UsageError {
    const why = cause === undefined ? "" : ` (${messageOf(cause)})`;
    return new UsageError(
      `${this.#option} ${this.#choice.directory} is damaged: ${name} is not as it was written${why}. ${this.#advice}`,
      { cause },
    );
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
