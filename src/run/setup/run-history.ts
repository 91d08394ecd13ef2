import type { OverallStatus } from "../../base/types.js";
import type { Result } from "../../write/types.js";
import type { Damage, PreparedInput } from "./prepared-input.js";
import type { RunningTally } from "./tally.js";
import type { ChangedSeed } from "../../write/seed-change.js";

/** The history of a run that has ended. */
export interface RunHistory {
  /**
   * Tells whether it is no failure that the run has no new capture: earlier runs have judged captures of its seeds, and
   * its files could be opened.
   */
  mayFindNothing(): boolean;
  /** Returns the verdict changes, after the last result. */
  changes(): VerdictChanges;
  /** Adds what this run has read for good, and unlocks the history. */
  commit(): Promise<HistoryReport>;
  /** Unlocks the history without changing it. */
  close(): Promise<void>;
}

/** The history as the run itself uses it. A run without one judges and writes all that it reads. */
export interface HistoryOfRun extends RunHistory {
  /** Locks the history. Returns the inputs without the files that it has. */
  open(inputs: readonly PreparedInput[]): Promise<readonly PreparedInput[]>;
  /** Returns whether an earlier run has read a file, so that this run leaves it out. If not, the file counts as new. */
  hasFile(path: string): Promise<boolean>;
  /** Takes a line that this run has read. Returns false if it is not kept. */
  takes(line: string): boolean;
  /** Takes a seed that a file of this run names. */
  takeSeed(uriR: string): void;
  /** Notes that no capture belongs to a seed of this run. */
  takeNoSeed(): void;
  /** Takes the damage in a file. The next run reads the file again if it is on the web, or if this run could not read it. */
  damage(damage: Damage): void;
  /**
   * Seeds that the files of this run and of earlier runs name, in the order in which runs have met them. Undefined unless
   * the run takes its seeds from the files.
   */
  readonly namedSeeds: readonly string[] | undefined;
  /** Stores the lines that this run has read, which count after the commit. */
  store(): Promise<void>;
  /** Yields the targets and pointers of all runs. */
  names(): Iterable<string>;
  /** Yields the sorted records of all runs, without those of pointers. */
  records(): Iterator<string>;
  /** Tells whether this run has read the file with the line at a place. */
  readsFirst(place: string): boolean;
  /** Yields the sorted lines of the TimeMaps that the run judges. */
  toJudge(sorted: () => Iterable<string>): Iterable<string>;
  /** Tells whether a result counts in the summary of the run. Results come in the order in which they are judged. */
  counts(result: Result): boolean;
  /** Takes the results of all TimeMaps, and yields those that the run writes. */
  written(judged: AsyncGenerator<Result>, tally: RunningTally): AsyncGenerator<Result>;
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
