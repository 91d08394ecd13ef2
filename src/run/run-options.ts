import { hasImpossibleDate } from "../base/possible-date.js";
import { uriROf } from "../read/timemaps/uri.js";
import type { FetcherHandle } from "../read/http/fetcher.js";
import { CUT_OFF } from "../base/text.js";
import { hash53 } from "../base/math/sketch.js";
import { undetermined } from "../page/words/characters.js";
import { NOT_CHUNKED } from "../read/coding/content-coding.js";
import type { Overrides } from "../write/overrides.js";
import { hasVote } from "../score/decide.js";
import { INCOMPLETE, PAGE } from "../score/kinds.js";
import type { ElsewhereTable } from "../score/elsewhere.js";
import type { Soft404Table } from "../score/soft404.js";
import type { TopicSource } from "../score/topic/topic-source.js";
import type { Capture, Failure, OverallStatus, Source } from "../base/types.js";
import type { HttpInputOptions, Input, InputContext, InputProgress } from "../read/types.js";
import type { BoilerplateRemover, Feature } from "../page/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Measure, MementoResult } from "../score/types.js";
import type { ChangedSeed } from "../write/seed-change.js";
import type { Result } from "../write/types.js";

/** A part of all TimeMaps: part k of n, from 1 to n. */
export interface Shard {
  readonly k: number;
  readonly n: number;
}

/** Returns the part that a key belongs to, from 0 to n - 1. It depends on a hash of the key, so all processes agree. */
export const partOf = (key: string, n: number): number => hash53(key) % n;

/**
 * Tells whether the TimeMap of a grouping key belongs to a shard.
 *
 * @example
 * ```js
 * const seed = "org,museum)/";
 * console.log(
 *   inShard(seed, { k: 1, n: 1 }),
 *   inShard(seed, { k: 1, n: 2 }) !== inShard(seed, { k: 2, n: 2 }),
 * );
 * // true true
 * ```
 */
export const inShard = (key: string, { k, n }: Shard): boolean => partOf(key, n) === k - 1;

/** Damaged bytes of the input that belong to no memento. */
export interface Damage {
  readonly source: Source;
  readonly message: string;
  /** Set if the system did not let the file be read, so that a later run may read it. */
  readonly isUnread?: true;
}

/** Counts of a run, for its summary and its exit status. */
export interface Tally {
  readonly mementos: number;
  readonly timeMaps: number;
  /** Number of mementos with an overall topic status. */
  readonly judged: number;
  /** Number of judged mementos that are off-topic, and number of judged mementos that are unsure (`--abstain`). */
  readonly offTopic: number;
  readonly unsure: number;
  /** Number of off-topic votes for each measure's name. The collection measures have one vote together. */
  readonly offTopicBy: ReadonlyMap<string, number>;
  /** Number of mementos and TimeMaps that failed. */
  readonly accessErrors: number;
  /** Number of mementos that the end of their file cuts off, as of a crawl that still runs. */
  readonly cutOff: number;
  /** Number of mementos for which the archive answered with another capture. */
  readonly substituted: number;
  /** Number of mementos for which at least one measure failed. */
  readonly measurementErrors: number;
  /** Mementos that claim to be chunked but are not. Some archives write all records in this way. */
  readonly notChunked: number;
  /** Mementos whose date cannot be right. */
  readonly impossiblyDated: number;
  /** Mementos that are pages of a web archive themselves, and the URI-R of the first. */
  readonly archivePages: { readonly count: number; readonly example?: string };
  /** Mementos of the kind `incomplete`. */
  readonly incomplete: number;
  /** TimeMaps without a first memento to which others can be compared. */
  readonly withoutFirst: number;
  /** TimeMaps whose judged mementos are all off-topic. */
  readonly offTopicTimeMaps: number;
  /** TimeMaps with a single memento, which cannot be compared. */
  readonly ofOneMemento: number;
  /** TimeMaps with ordinary pages on which nothing of the seed's identity is left. */
  readonly takenOver: number;
  /** Judged mementos, not counting the first judged memento of each TimeMap. */
  readonly compared: number;
  /** Mementos whose detected language is not English. */
  readonly notEnglish: number;
  /** Results of the last run with new captures that a run without any yields again. The other counts leave them out. */
  readonly repeated: number;
  /** Number of records that are not mementos, for each reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly damage: readonly Damage[];
  /** Stack of the first failure of each measure, feature or plug-in that failed. */
  readonly failures: ReadonlyMap<string, string>;
}

export class RunningTally implements Tally {
  mementos = 0;
  timeMaps = 0;
  judged = 0;
  offTopic = 0;
  unsure = 0;
  accessErrors = 0;
  cutOff = 0;
  substituted = 0;
  measurementErrors = 0;
  notChunked = 0;
  impossiblyDated = 0;
  archivePages: Tally["archivePages"] = { count: 0 };
  incomplete = 0;
  withoutFirst = 0;
  offTopicTimeMaps = 0;
  ofOneMemento = 0;
  takenOver = 0;
  compared = 0;
  notEnglish = 0;
  repeated = 0;
  readonly offTopicBy: Map<string, number> = new Map<string, number>();
  readonly skipped: Map<string, number> = new Map<string, number>();
  readonly damage: Damage[] = [];
  readonly failures: Map<string, string> = new Map<string, string>();

  readonly #isCounted: (result: Result) => boolean;

  /**
   * The TimeMap that is being counted, with the number of its mementos and judged mementos so far, and whether one of
   * them counts.
   */
  #timeMap = { key: "", mementos: 0, judged: 0, counts: false, isTakenOver: false };

  /**
   * Results for which `isCounted` returns false count only as members of their TimeMap, and TimeMaps without any other
   * result do not count.
   */
  constructor(isCounted: (result: Result) => boolean = () => true) {
    this.#isCounted = isCounted;
  }

  skip(reason: string, count = 1): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + count);
  }

  fail({ what, stack }: Failure): void {
    if (!this.failures.has(what)) this.failures.set(what, stack);
  }

  /** Results must come grouped by TimeMap. */
  count(result: Result): void {
    if (result.kind === "timemap-problem") {
      this.accessErrors += 1;
      const { failed, message } = result.problem;
      if (failed !== undefined) this.fail({ what: failed, stack: message });
      return;
    }
    const isCounted = this.#isCounted(result);
    const isFirst = this.countInTimeMap(result.key, result.overall !== undefined, isCounted);
    if (isFirst && result.pattern === "always-off") this.offTopicTimeMaps += 1;
    if (!isCounted) return;
    if (isOfAnother(result) && !this.#timeMap.isTakenOver) {
      this.#timeMap.isTakenOver = true;
      this.takenOver += 1;
    }
    if (result.problem !== undefined) this.accessErrors += 1;
    if (result.problem?.message.startsWith(CUT_OFF) === true) this.cutOff += 1;
    if (isNotEnglish(result)) this.notEnglish += 1;
    const notes = result.capture.notes ?? [];
    if (notes.some((note) => note.endsWith(NOT_CHUNKED))) this.notChunked += 1;
    if (hasImpossibleDate(result.capture)) this.impossiblyDated += 1;
    if (isArchivePage(result.capture)) {
      const { count, example = result.capture.uriR } = this.archivePages;
      this.archivePages = { count: count + 1, example };
    }
    if (result.pageKind === INCOMPLETE) this.incomplete += 1;
    if (result.capture.via?.kind === "substitute") this.substituted += 1;
    if (isUnmeasured(result)) this.measurementErrors += 1;
    if (result.overall === "unsure") this.unsure += 1;
    if (result.overall === "off-topic") this.#countOffTopic(result);
  }

  /** Returns true for the first memento of the TimeMap that counts. */
  countInTimeMap(key: string, isJudged: boolean, isCounted = true): boolean {
    if (this.#timeMap.key !== key) {
      this.#timeMap = { key, mementos: 0, judged: 0, counts: false, isTakenOver: false };
    }
    const timeMap = this.#timeMap;
    const wasSingle = timeMap.counts && timeMap.mementos === 1;
    const isFirst = isCounted && !timeMap.counts;
    timeMap.mementos += 1;
    timeMap.counts ||= isCounted;
    if (isFirst) this.timeMaps += 1;
    if (timeMap.counts && timeMap.mementos === 1) this.ofOneMemento += 1;
    if (wasSingle) this.ofOneMemento -= 1;
    if (isCounted) this.mementos += 1;
    if (isJudged) {
      if (isCounted) this.judged += 1;
      if (isCounted && timeMap.judged > 0) this.compared += 1;
      timeMap.judged += 1;
    }
    return isFirst;
  }

  #countOffTopic({ override, measures, collection }: MementoResult): void {
    this.offTopic += 1;
    if (override !== undefined) {
      this.#countBy("a curator's verdict");
      return;
    }
    const names = measures.map(({ name }) => name);
    for (const { name, outcome } of measures) {
      const isOff = "value" in outcome && outcome.value.topicStatus === "off-topic";
      if (isOff && hasVote(name, names)) this.#countBy(name);
    }
    if (collection?.topicStatus === "off-topic") this.#countBy("the collection's topic");
  }

  #countBy(name: string): void {
    this.offTopicBy.set(name, (this.offTopicBy.get(name) ?? 0) + 1);
  }
}

/**
 * Tells whether a measure failed on a memento. Collection measures count only if all together give no verdict, because
 * a topic without three-word collocations never has a score for them.
 */
function isUnmeasured({ measures, collection }: MementoResult): boolean {
  const isMissing = (each: readonly { readonly outcome: object }[]): boolean =>
    each.some(({ outcome }) => "problem" in outcome);
  const hasNoVerdict = collection !== undefined && collection.topicStatus === undefined;
  return isMissing(measures) || (hasNoVerdict && isMissing(collection.measures));
}

/** Tells whether an ordinary page has nothing of the identity of its seed. */
const isOfAnother = ({ hasLostIdentity, pageKind = PAGE }: MementoResult): boolean =>
  hasLostIdentity === true && pageKind === PAGE;

/** Returns whether a capture of a crawl is a page that a web archive replayed, because its URI-R is a URI-M. */
function isArchivePage({ uriR }: MementoResult["capture"]): boolean {
  return /\/\d{14}(?:[a-z]{2}_)?\/https?:/iu.test(uriR) && uriROf(uriR) !== undefined;
}

function isNotEnglish({ language }: MementoResult): boolean {
  if (language === undefined || "problem" in language) return false;
  return language.value !== undetermined && !/^en\b/u.test(language.value);
}
/** An input with the sources that its `prepare` returned for the arguments. */
export interface PreparedInput {
  readonly input: Input;
  readonly sources: readonly string[];
  /** Files and folders that `prepare` found and that cannot be read. */
  readonly unread?: readonly Damage[];
}

export interface RunOptions {
  readonly inputs: readonly PreparedInput[];
  readonly settings: Settings;
  /** Definitions of the measures in `settings.measures`. */
  readonly measures: readonly Measure[];
  /** Definitions of all features that the measures need. */
  readonly features: readonly Feature[];
  /** Boilerplate removers that the settings may name. */
  readonly removers: readonly BoilerplateRemover[];
  /** Modules of plug-ins, which each worker thread loads. */
  readonly plugins: readonly string[];
  /** Extensions of this package, by name, that the settings need, which each worker thread loads. */
  readonly extensions: readonly string[];
  /** Number of worker threads that read pages. 0 reads them in the main thread. */
  readonly workers: number;
  /** Memory for records in bytes. Records beyond it go to temporary files. */
  readonly memoryBytes: number;
  /** The shard whose TimeMaps are scored. All captures are read. */
  readonly shard?: Shard;
  /** Tells inputs whether to fetch a capture or TimeMap. Only inputs that ask before they fetch call it. */
  readonly wants?: NonNullable<InputContext["wants"]>;
  readonly signal: AbortSignal;
  /** Fetcher for inputs over HTTP; closed when the run ends. */
  readonly http?: { readonly fetcher: FetcherHandle; readonly close: () => Promise<void> };
  /** Options for inputs over HTTP, and for inputs that read the files fetched by earlier runs. */
  readonly httpOptions?: HttpInputOptions;
  /** Records of the captures that earlier runs have judged. */
  readonly history?: RecordHistory;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Verdicts of a curator. They take precedence over computed verdicts. */
  readonly overrides?: Overrides;
  /** Source of the topic of the collection. Set if the settings require a topic. */
  readonly topicSource?: TopicSource;
  /** Texts that several TimeMaps share. The value `collection` means that they are found in this run's input. */
  readonly sharedTextsSource?: ElsewhereTable | "collection";
  /** Captures that the command soft404 listed. */
  readonly soft404?: Soft404Table;
  readonly onDamage?: (damage: Damage) => void;
  readonly onNotice?: (notice: string) => void;
}

/** Stores the records of the captures that runs have read. A run reads only the files that the history does not have. */
export interface RecordHistory extends RunHistory {
  /** Locks the history and returns the inputs without the files that it has. */
  open(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]>;
  /** Returns whether an earlier run has read a file, so that this run leaves it out. If not, the file counts as new. */
  hasFile(path: string): Promise<boolean>;
  /** Takes a line that this run has read. */
  take(line: string): void;
  /** Takes a seed that a file of this run names. */
  takeSeed(uriR: string): void;
  /** Notes that no capture belongs to a seed of this run. */
  takeNoSeed(): void;
  /** Seeds that the files of this run and of earlier runs name. Undefined unless the run takes its seeds from the files. */
  readonly namedSeeds: NamedSeeds | undefined;
  /** Takes the name of a file that the next run reads again, whatever is in it. */
  readAgain(file: string): void;
  /** Takes the damage in a file. The next run reads the file again if it is on the web, or if this run could not read it. */
  damage(damage: Damage): void;
  /**
   * Stores the lines that this run has read, and yields the lines that it judges: those of its files, or with
   * {@link earlier} those of the TimeMaps of its new captures. `isWhole` is true for those of all TimeMaps.
   * `isNewlyWanted` tells for which records of a TimeMap this run is the first that knows their seed.
   */
  lines(isWhole: boolean, isNewlyWanted: NewlyWanted): Iterable<string>;
  /** The captures of earlier runs. Undefined if the run judges the captures of its files alone (`--cache`). */
  readonly earlier: EarlierCaptures | undefined;
}

/** Seeds that the files of a history name, in the order in which runs have met them. */
export interface NamedSeeds {
  readonly all: readonly string[];
  /** Number of those that were known before the run whose captures are judged. */
  readonly before: number;
}

/** Tells whether the records of a TimeMap belong to a seed that no earlier run knew. */
export type NewlyWanted = (key: string, wasReached: boolean) => boolean;

/** Captures of earlier runs, with which a run judges its new captures. */
export interface EarlierCaptures {
  /** Yields the sorted lines of records and targets with the given keys. `keys` may be called several times. */
  linesOf(keys: () => Iterable<string>): Iterable<string>;
  /** Yields the sorted lines of a history without those that a later version of the same file has replaced. */
  newestLines(sorted: Iterable<string>): Iterable<string>;
  /** Yields the keys of all TimeMaps. */
  keys(): Iterable<string>;
  /** Yields the sorted lines of the TimeMaps that this run judges. */
  linesOfTouched(sorted: Iterable<string>): Iterable<string>;
  /** Tells whether this run judges the capture first. */
  isNew(key: string, capture: Capture): boolean;
  /** Tells whether none of the records of a run is new. */
  hasNothingNew(sorted: Iterable<string>): boolean;
  /**
   * Goes back to the captures that the last run with new captures has judged first, so that this run yields their results
   * again. Returns false if there was no such run.
   */
  repeatLast(): boolean;
  /** Takes a result of the TimeMaps that this run judges. */
  takeResult(result: Result): void;
  /** Tells whether a result is one of those that this run yields. */
  isWritten(result: Result): boolean;
  /** Tells whether a result that this run yields is only the repetition of an earlier run's. */
  isRepeated(result: Result): boolean;
}

/** The history of a run that has ended. */
export interface RunHistory {
  /**
   * Tells whether it is no failure that the run has no new capture: earlier runs have judged captures of its seeds, and
   * its files could be opened.
   */
  mayFindNothing(): boolean;
  /** Returns the verdict changes, after the last result. Returns undefined for a run with `asCache`. */
  changes(): VerdictChanges | undefined;
  /** Writes the additions of this run to the disk, so that a full disk is noticed before {@link commit}. */
  prepare(): Promise<void>;
  /** Adds what this run has read for good, and unlocks the history. */
  commit(): Promise<HistoryReport>;
  /** Unlocks the history without changing it. */
  close(): Promise<void>;
}

/** Changes of one kind. */
export interface ListedChanges<T> {
  /** The first 1,000 changes. */
  readonly items: readonly T[];
  /** Number of all changes. */
  readonly count: number;
}

/** A capture on which an earlier run had another verdict. */
export interface ChangedVerdict {
  readonly uriM: string;
  readonly uriR: string;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime: string;
  /** Undefined if the capture had no verdict. */
  readonly before: OverallStatus | undefined;
  readonly after: OverallStatus | undefined;
  readonly reason: string;
}

/** Differences between the verdicts of a run and those of earlier runs with the same history. */
export interface VerdictChanges {
  /** Seeds that are off-topic after their last capture and were not before. */
  readonly offTopicSeeds: ListedChanges<ChangedSeed>;
  /** Seeds without an earlier verdict whose captures are off-topic from the first one on. */
  readonly offTopicFromFirst: ListedChanges<ChangedSeed>;
  /** Seeds that are on-topic again. */
  readonly recoveredSeeds: ListedChanges<ChangedSeed>;
  readonly verdicts: ListedChanges<ChangedVerdict>;
}

/** Contents of a history after a run, for the summary. */
export interface HistoryReport {
  readonly directory: string;
  readonly files: number;
  /** Number of files that this run has read. */
  readonly newFiles: number;
  /** Size of the folder in bytes. */
  readonly bytes: number;
}

/** Progress of a run, for display. */
export interface RunProgress {
  readonly phase: "reading" | "scoring";
  readonly records: number;
  readonly mementos: number;
  /** Mementos scored so far. */
  readonly scored: number;
  readonly input?: InputProgress;
  /** Statistics of the requests that inputs over HTTP have made so far. */
  readonly fetched?: FetcherHandle["statistics"];
}
