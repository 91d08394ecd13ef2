import type { Capture, OverallStatus } from "../../base/types.js";
import type { ChangedSeed } from "../../write/seed-change.js";
import type { Result } from "../../write/types.js";
import type { Damage } from "./prepared-input.js";
import type { PreparedInput } from "./prepared-input.js";

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
