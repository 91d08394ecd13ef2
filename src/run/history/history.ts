import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sortDigits } from "../../base/datetime.js";
import { messageOf, UsageError } from "../../base/errors.js";
import { hash53 } from "../../base/math/sketch.js";
import { type PreparedFile, removeUnnamed } from "../../base/replace-file.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import { groupingKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";
import type { Result } from "../../write/types.js";
import { isRetried, parseLine, placeOf, placeOfLine, sortKeyOf } from "../lines/lines.js";
import { decodeSearch, requestLine, searchLine } from "../lines/pointer-lines.js";
import type {
  HistoryReport,
  PreparedInput,
  RecordHistory,
  VerdictChanges,
} from "../run-options.js";
import { sha256 } from "./fingerprint.js";
import { lockFolder } from "./lock-folder.js";
import { type Manifest, MANIFEST, prepareManifest, readManifest } from "./manifest.js";
import { NewFiles } from "./new-files.js";
import { ScoreFolder } from "./score-folder.js";
import type { ScoredInput } from "./scores.js";
import { Segment, type SegmentFacts, writeSegment } from "./segment.js";
import { Verdicts } from "./verdicts.js";
import { isOneOf, newestLines, sourceOf, sourceOfLine, withAge } from "./versions.js";

/** Options of the history (`--history`). */
export interface HistoryChoice {
  readonly directory: string;
  /** Also yields the results of older captures from this date on. The date has 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly since?: string;
  /**
   * Judges the captures of the given files alone and yields all their results, as a run without a history does
   * (`--cache`). The history only saves reading the files again. By default a run yields the results of new captures.
   */
  readonly files?: boolean;
}

interface HistoryContext {
  readonly settings: Settings;
  /** Stamp of the settings that affect records. */
  readonly stamp: string;
  /** Version and build of this program. */
  readonly program: string;
  /** Selection of the judged seeds, as JSON. */
  readonly chosen: readonly unknown[];
  readonly memoryBytes: number;
}

/** Matches the names of files that a killed run may have left behind. */
const LEFT_OVER = /^[\da-f-]{36}\.segment(?:\.new)?$/u;
/** Matches the names of files that a folder may have before its first manifest. */
const BEFORE_ANY = /^\.|^lock(?:\.|$)|^history\.json\.[\da-f-]{36}\.new$/u;
/** Name of the folder with the scores of runs. The folder can be deleted. */
const SCORES = "scores";
/** Number of parts into which the memory for records is divided. Each of the smaller sorts gets one part. */
const SHARES = 4;

/**
 * A folder with the records of all captures that earlier runs have judged. A run stores the lines of its new files as a
 * segment. It then judges the TimeMaps of the new captures with all records of the history. The segment counts after
 * `commit` has replaced the manifest. If a run is killed before that, its captures are new again in the next run.
 */
export class History implements RecordHistory {
  readonly #choice: HistoryChoice;
  readonly #context: HistoryContext;
  #release: (() => Promise<void>) | undefined;
  #manifest: Manifest;
  /** Numbers of the files and segments that belong to `--history`, to which a run with `files` adds nothing. */
  #before = { files: 0, segments: 0 };
  /** The next manifest, which this run has written. */
  #prepared: PreparedFile | undefined;
  #isPrepared = false;
  #files: NewFiles;
  #read: Shuffle | undefined;
  #segments: Segment[] = [];
  /** Position of the segment that this run has written. Undefined if there is no such segment. */
  #own: number | undefined;
  /** Places at which the input of this run is damaged. */
  readonly #damagedPlaces: string[] = [];
  /** Files that this run has read, by their names in the sort keys of records. */
  readonly #newSources = new Set<string>();
  /** Captures of an earlier version of a new file: the hashes of their places, and those of their lines. */
  readonly #oldPlaces = new Map<number, number>();
  readonly #touched: Shuffle;
  readonly #verdicts: Verdicts;

  constructor(choice: HistoryChoice, context: HistoryContext) {
    this.#choice = choice;
    this.#context = context;
    this.#files = this.#newFiles([]);
    const { program, stamp, memoryBytes } = context;
    this.#manifest = { program, stamp, files: [], segments: [], verdicts: [] };
    this.#touched = new Shuffle(memoryBytes / SHARES);
    this.#verdicts = new Verdicts(
      sha256(JSON.stringify(context.settings)).slice(0, 8),
      () => this.#storedVerdicts(),
      memoryBytes / SHARES,
    );
  }

  async open(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]> {
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
    const { segments, verdicts, cached } = this.#manifest;
    const all = [...segments, ...verdicts, ...(cached?.segments ?? [])];
    const kept = new Set(all.map(({ name }) => name));
    for (const name of readdirSync(directory)) {
      if (LEFT_OVER.test(name) && !kept.has(name)) rmSync(join(directory, name), { force: true });
    }
    if (!(statSync(join(directory, SCORES), { throwIfNoEntry: false })?.isDirectory() ?? true)) {
      throw this.#damaged(SCORES, new Error("it is no folder"));
    }
    this.#segments = segments.map((facts) => this.#segment(facts));
    this.#read = new Shuffle(memoryBytes);
    this.#files = this.#newFiles(this.#manifest.files);
    const unread: PreparedInput[] = [];
    for (const each of inputs) unread.push(await this.#files.unread(each));
    return unread;
  }

  get yieldsFiles(): boolean {
    return this.#choice.files === true;
  }

  hasRemote(uri: string): Promise<boolean> {
    return this.#files.hasRemote(uri);
  }

  take(line: string): void {
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
      this.#newSources.add(source);
      if (isRetried(line)) this.#files.readAgain(source);
    }
    this.#read!.add(stored);
  }

  *linesOfFiles(): Generator<string> {
    this.#storeLines();
    const { given } = this.#files;
    for (const [age, segment] of this.#segments.entries()) {
      const { name } = this.#manifest.segments[age]!;
      const files = given.filter((file) => file.segment === name).map((file) => file.name);
      if (age !== this.#own && files.length === 0) continue;
      const isWanted = age === this.#own ? () => true : isOneOf(files);
      for (const line of segment.lines()) {
        if (isWanted(sourceOfLine(line))) yield this.#asRead(line);
      }
    }
  }

  *linesToJudge(isWhole: boolean): Generator<string> {
    this.#storeLines();
    this.#findTouched();
    if (this.#own !== undefined) this.#verdicts.begin();
    for (const [age, segment] of this.#segments.entries()) {
      const keys = isWhole ? keysOf(segment.keys()) : distinct(this.#touched.sorted());
      for (const line of segment.linesOf(keys)) {
        const { kind, place } = parseLine(line);
        if (kind !== "reached" && this.#newSources.has(sourceOf(place))) {
          const at = hash53(place);
          if (age !== this.#own && !isRetried(line)) this.#oldPlaces.set(at, hash53(line));
          // The earlier version of the file ended within the capture, or it had another page at this place.
          else if (this.#oldPlaces.get(at) !== hash53(line)) this.#oldPlaces.delete(at);
        }
        yield kind === "pointer" ? this.#asRead(line) : withAge(line, age);
      }
    }
  }

  *linesOf(keys: () => Iterable<string>): Generator<string> {
    const found = new Shuffle(this.#context.memoryBytes / SHARES);
    try {
      for (const [age, segment] of this.#segments.entries()) {
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
    for (const segment of this.#segments) yield* keysOf(segment.keys());
  }

  *linesOfTouched(sorted: Iterable<string>): Generator<string> {
    const touched = distinct(this.#touched.sorted());
    let next = touched.next();
    for (const line of sorted) {
      const key = line.slice(0, line.indexOf("\t"));
      while (next.done !== true && next.value < key) next = touched.next();
      if (parseLine(line).kind === "timemap-problem" || next.value === key) yield line;
    }
  }

  /** Returns a stored line as it was when it was taken. */
  #asRead(line: string): string {
    if (parseLine(line).kind !== "pointer") return line;
    return searchLine(decodeSearch(line), this.#context.settings);
  }

  /**
   * Returns the scored input of a run with `since` or `files`. Another run with other thresholds can then reuse the
   * scores. The caller must call `open` before it calls the functions of the input.
   */
  get scored(): ScoredInput {
    const { since } = this.#choice;
    const isStored = (): boolean =>
      (since !== undefined || this.yieldsFiles) && !this.#files.areRemote;
    const facts = (): readonly unknown[] | undefined => {
      if (!isStored()) return undefined;
      const { stamp, program, chosen } = this.#context;
      const { segments } = this.#manifest;
      const of = this.yieldsFiles ? this.#files.identity(this.#ownName) : [since, segments];
      return [program, stamp, chosen, of];
    };
    return {
      folder: new ScoreFolder(join(this.#choice.directory, SCORES)),
      isStored,
      known: () => (this.#files.count > 0 ? undefined : facts()),
      read: facts,
    };
  }

  isNew(key: string, capture: Capture): boolean {
    if (this.yieldsFiles) return true;
    const place = placeOf(key, capture, sortKeyOf(capture));
    return this.#newSources.has(sourceOf(place)) && !this.#oldPlaces.has(hash53(place));
  }

  takeResult(result: Result): void {
    if (result.kind === "memento") this.#verdicts.take(result);
  }

  changes(): VerdictChanges | undefined {
    return this.yieldsFiles ? undefined : this.#verdicts.changes();
  }

  isWritten(result: Result): boolean {
    if (this.yieldsFiles || result.kind !== "memento") return true;
    const { key, capture } = result;
    const { since } = this.#choice;
    const isSince = since !== undefined && sortDigits(capture.mementoDatetime) >= since;
    return isSince || this.isNew(key, capture);
  }

  damage(place: string): void {
    this.#damagedPlaces.push(place);
  }

  isIdle(): boolean {
    const writesOlder = this.yieldsFiles || this.#choice.since !== undefined;
    // A file on the web that cannot be opened may be new.
    const hasRead =
      this.#files.count > 0 || this.#own !== undefined || this.#damagedPlaces.length > 0;
    return !writesOlder && !hasRead;
  }

  async prepare(): Promise<void> {
    const files = this.#files.files(this.#damagedPlaces, this.#ownName);
    const judged = this.#verdicts.lines();
    const verdicts = [
      ...this.#manifest.verdicts,
      ...(judged === undefined ? [] : [this.#writeSegment(judged)]),
    ];
    this.#isPrepared = true;
    if (files === this.#manifest.files && this.#own === undefined) return;
    this.#manifest = { ...this.#manifest, files, verdicts };
    this.#prepared = await prepareManifest(this.#choice.directory, this.#written(this.#manifest));
  }

  async commit(): Promise<HistoryReport> {
    const { directory } = this.#choice;
    try {
      if (!this.#isPrepared) await this.prepare();
      await this.#prepared?.commit();
      this.#prepared = undefined;
      const { segments, verdicts } = this.#manifest;
      const bytes = [...segments, ...verdicts].reduce((sum, each) => sum + each.bytes, 0);
      return {
        directory,
        files: new Set(this.#manifest.files.map(({ whole }) => whole)).size,
        newFiles: this.#files.count,
        bytes: bytes + sizeOf(join(directory, MANIFEST)) + sizeOfFiles(join(directory, SCORES)),
      };
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#read?.close();
    this.#touched.close();
    this.#verdicts.close();
    await this.#prepared?.discard();
    this.#prepared = undefined;
    await this.#release?.();
    this.#release = undefined;
  }

  /** Returns the contents of a manifest that this run may read. */
  #readable(written: Manifest): Manifest {
    const { files, segments, cached } = written;
    if (!this.yieldsFiles) return written;
    this.#before = { files: files.length, segments: segments.length };
    return {
      ...written,
      files: [...files, ...(cached?.files ?? [])],
      segments: [...segments, ...(cached?.segments ?? [])],
    };
  }

  /** Returns the manifest to write, from the contents that this run may read. */
  #written(read: Manifest): Manifest {
    if (!this.yieldsFiles) return read;
    const { files, segments } = this.#before;
    return {
      ...read,
      files: read.files.slice(0, files),
      segments: read.segments.slice(0, segments),
      cached: { files: read.files.slice(files), segments: read.segments.slice(segments) },
    };
  }

  #newFiles(known: Manifest["files"]): NewFiles {
    return new NewFiles(known, { option: this.#option, byName: this.yieldsFiles });
  }

  /** The option of the command that chose this history, for messages. */
  get #option(): string {
    return this.yieldsFiles ? "--cache" : "--history";
  }

  /** Advice for a folder that is unusable. */
  get #advice(): string {
    return this.yieldsFiles
      ? "Delete the folder, or give another one."
      : "Delete the folder and give all files of the collection again, with --since DATE for the results that you need.";
  }

  get #ownName(): string | undefined {
    return this.#own === undefined ? undefined : this.#manifest.segments[this.#own]?.name;
  }

  /** Writes the lines that this run has read as a segment. */
  #storeLines(): void {
    if (this.#read!.count > 0) {
      const facts = this.#writeSegment(this.#read!.sorted());
      this.#manifest = { ...this.#manifest, segments: [...this.#manifest.segments, facts] };
      this.#own = this.#segments.push(this.#segment(facts)) - 1;
    }
    this.#read!.close();
  }

  #writeSegment(lines: Iterable<string>): SegmentFacts {
    const name = `${randomUUID()}.segment`;
    return writeSegment(join(this.#choice.directory, name), name, lines);
  }

  /** Yields the last stored verdicts on the captures of the TimeMaps that this run judges, as sorted lines. */
  *#storedVerdicts(): Generator<string> {
    const found = new Shuffle(this.#context.memoryBytes / SHARES);
    try {
      for (const [age, facts] of this.#manifest.verdicts.entries()) {
        const lines = this.#segment(facts).linesOf(distinct(this.#touched.sorted()));
        for (const line of lines) found.add(withAge(line, age));
      }
      yield* newestLines(found.sorted());
    } finally {
      found.close();
    }
  }

  /** Finds the TimeMaps to judge: TimeMaps with new captures, and TimeMaps with captures of the requested dates. */
  #findTouched(): void {
    const { since } = this.#choice;
    for (const [age, segment] of this.#segments.entries()) {
      const isNew = age === this.#own;
      if (!isNew && since === undefined) continue;
      for (const { key, newest } of segment.keys()) {
        if (newest !== "" && (isNew || newest >= since!)) this.#touched.add(key);
      }
    }
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
    const what =
      written.program !== program
        ? "another version of this program"
        : written.stamp !== stamp
          ? "other settings (measures, how text is read, outputs that show evidence)"
          : undefined;
    if (what === undefined) return written;
    throw new UsageError(
      `${this.#option} ${this.#choice.directory} was made with ${what}. ${this.#advice}`,
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

/** Returns the total size in bytes of the files in a folder; 0 if the folder does not exist. */
function sizeOfFiles(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
}

function* keysOf(indexed: Iterable<{ readonly key: string }>): Generator<string> {
  for (const { key } of indexed) yield key;
}

/** Yields the distinct texts of a sorted sequence. */
function* distinct(sorted: Iterable<string>): Generator<string, undefined> {
  let before: string | undefined;
  for (const text of sorted) {
    if (text !== before) yield text;
    before = text;
  }
}
