import type { Result } from "../../write/types.js";
import type { Damage, RunInputs } from "./prepared-input.js";
import type { RunningTally } from "./tally.js";

/*
 * A run takes its lines from a source and gives its results to a sink. In a plain run the source is its inputs, and all
 * results are written. A history is another source and sink: it also has the lines of earlier runs, and it remembers
 * verdicts.
 */

/** Sorted lines of records, which can be read several times. */
export interface SortedLines {
  readonly count: number;
  sorted(): Iterable<string>;
}

/** The records that a run judges, and what was counted while they were read. */
export interface Reading {
  readonly records: SortedLines;
  readonly tally: RunningTally;
  close(): void;
}

export type ReadInputs = (given: RunInputs, tally: RunningTally) => Promise<Reading>;

export interface RecordSource {
  /** Reads with `read` the inputs that have to be read. */
  open(given: RunInputs, read: ReadInputs, tally: RunningTally): Promise<Reading>;
  /** Yields the sorted lines of the TimeMaps that the run judges. */
  toJudge(sorted: Iterable<string>): Iterable<string>;
}

export interface ResultSink {
  /** Tells whether a result counts in the summary of the run. */
  counts(result: Result): boolean;
  /**
   * Takes the results of all TimeMaps, which `read` counts, and yields those that the run writes. `tally` is that of the
   * run: another one if the source read again what an earlier run has counted.
   */
  written(
    judged: AsyncGenerator<Result>,
    read: RunningTally,
    tally: RunningTally,
  ): AsyncGenerator<Result>;
  /** Called if the run ends before its last result. */
  close(): Promise<void>;
}

/** Keeps what a run reads, for later runs. */
export interface LineStore {
  /** Returns whether an earlier run has read a file, so that this run leaves it out. If not, the file counts as new. */
  hasFile(path: string): Promise<boolean>;
  /** Takes a line that this run has read. Returns false if the line goes on at once, and true if {@link lines} yields it. */
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
  /** Stores the lines that this run has read, and yields those of all runs. */
  lines(): AsyncIterable<string> | Iterable<string>;
  /** Tells whether this run has read the file with the line at a place. */
  readsFirst(place: string): boolean;
}

export type RunFlow = RecordSource & LineStore & ResultSink;

/** Judges the lines of the inputs, writes all results, and keeps nothing. */
export const PLAIN: RunFlow = {
  open: (given, read, tally) => read(given, tally),
  toJudge: (sorted) => sorted,
  counts: () => true,
  written: (judged) => judged,
  close: () => Promise.resolve(),
  hasFile: () => Promise.resolve(false),
  takes: () => false,
  takeSeed: () => undefined,
  takeNoSeed: () => undefined,
  damage: () => undefined,
  namedSeeds: undefined,
  lines: () => [],
  readsFirst: () => true,
};
