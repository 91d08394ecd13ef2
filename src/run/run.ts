import type { FetcherHandle } from "../read/http/fetcher.js";
import { Shuffle } from "../base/shuffle.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { surveyed } from "./collection/survey.js";
import { extractRecords } from "./map.js";
import { scoreTimeMaps } from "./threads/reduce-in-threads.js";
import type { RunHistory } from "./setup/run-history.js";
import { RunningTally, type Tally } from "./setup/tally.js";
import type { RunOptions } from "./setup/run-options.js";
import { OF_NO_SEED } from "./records/seeds.js";

/** A run that has been set up. `tally` is complete once `results` has ended. */
export interface Run {
  readonly settings: Settings;
  readonly results: AsyncGenerator<Result>;
  readonly tally: Tally;
  /** Statistics of the requests of inputs over HTTP. They are complete once `results` has ended. */
  readonly fetched?: FetcherHandle["statistics"];
  /**
   * The history of the run, if it has one. The caller commits it after storing the results, or closes it. Until then it
   * is locked. If it is not committed, the captures of this run are new again in the next run.
   */
  readonly history?: RunHistory;
}

/** Results come grouped by TimeMap, in an order that depends on the input alone. The caller writes the output. */
export function startRun(options: RunOptions): Run {
  const { history } = options;
  const earlier = history?.earlier;
  const tally = new RunningTally(
    earlier && ((result) => earlier.isWritten(result) && !earlier.isRepeated(result)),
  );
  return {
    settings: options.settings,
    results: resultsOf(options, tally),
    tally,
    fetched: options.http?.fetcher.statistics,
    history,
  };
}

/** With a history, yields only the results of new captures and of the dates that `since` selects. */
async function* resultsOf(options: RunOptions, tally: RunningTally): AsyncGenerator<Result> {
  const { history, onProgress } = options;
  const records = new Shuffle(options.memoryBytes);
  let isWhole = false;
  try {
    const inputs = (await history?.open(options.inputs)) ?? options.inputs;
    for await (const result of judgeCaptures(records, { ...options, inputs }, tally)) {
      if (history?.earlier?.isWritten(result) === false) continue;
      if (history?.earlier?.isRepeated(result) === true) tally.repeated += 1;
      yield result;
      if (result.kind !== "memento") continue;
      const count = Math.max(records.count, tally.mementos);
      onProgress?.({ phase: "scoring", records: count, mementos: count, scored: tally.mementos });
    }
    isWhole = true;
  } finally {
    if (!isWhole) await history?.close();
  }
}

async function* judgeCaptures(
  records: Shuffle,
  options: RunOptions,
  tally: RunningTally,
): AsyncGenerator<Result> {
  const earlier = options.history?.earlier;
  try {
    // Captures -> records: extracts the features of each page. A revisit or redirect gets the features of its target.
    await extractRecords(records, options, tally);
    const isRepetition = earlier?.hasNothingNew(records.sorted()) === true && earlier.repeatLast();
    yield* isRepetition ? resultsOfLast(options, tally) : judgeRecords(records, options, tally);
    if (records.leftOut > 0) tally.skipped.set(OF_NO_SEED, records.leftOut);
  } finally {
    records.close();
  }
}

/**
 * Yields the results of the last run with new captures again, for a run without any: the output of that run may be lost.
 * They are not counted again.
 */
async function* resultsOfLast(options: RunOptions, tally: RunningTally): AsyncGenerator<Result> {
  const records = new Shuffle(options.memoryBytes);
  const ofLast = new RunningTally();
  try {
    const inputs = options.inputs.map(({ input }) => ({ input, sources: [] }));
    await extractRecords(records, { ...options, inputs, http: undefined }, ofLast);
    for await (const result of judgeRecords(records, options, ofLast)) {
      tally.count(result);
      yield result;
    }
  } finally {
    for (const [what, stack] of ofLast.failures) tally.fail({ what, stack });
    records.close();
  }
}

async function* judgeRecords(
  records: Shuffle,
  options: RunOptions,
  tally: RunningTally,
): AsyncGenerator<Result> {
  const earlier = options.history?.earlier;
  // Some verdicts depend on the whole collection. Surveys read all of its records for them.
  const evidence = await surveyed(() => records.sorted(), options);
  // Sorted records -> TimeMaps -> results: sorting puts the mementos of a TimeMap next to each other, oldest first.
  const context = { ...options, evidence, tally };
  const sorted = records.sorted();
  const lines = earlier?.linesOfTouched(sorted) ?? sorted;
  for await (const result of scoreTimeMaps({ lines }, context, records.count)) {
    earlier?.takeResult(result);
    yield result;
  }
}
