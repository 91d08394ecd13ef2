import type { OverallStatus } from "../../base/types.js";
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
