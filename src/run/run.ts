import type { RecordingFetcher } from "../read/http/fetcher.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { surveyed } from "./collection/survey.js";
import type { History } from "./history/history.js";
import { extractRecords, type OpenedRun } from "./map.js";
import type { Records } from "./records/join.js";
import { scoreTimeMaps } from "./threads/reduce-in-threads.js";
import { RunningTally, type Tally } from "./setup/tally.js";

/** A run that has been set up. `tally` is complete once `results` has ended. */
export interface Run {
  readonly settings: Settings;
  readonly results: AsyncGenerator<Result>;
  readonly tally: Tally;
  /** Statistics of the requests of inputs over HTTP. They are complete once `results` has ended. */
  readonly fetched?: RecordingFetcher["statistics"];
  /**
   * The history of the run, if it has one. The caller commits it after storing the results, or closes it. Until then it
   * is locked. If it is not committed, the captures of this run are new again in the next run.
   */
  readonly history?: Pick<History, "mayFindNothing" | "changes" | "commit" | "close"> | undefined;
}

/** Results come grouped by TimeMap, in an order that depends on the input alone. The caller writes the output. */
export function startRun(options: OpenedRun): Run {
  const { settings, history, http } = options;
  const tally = new RunningTally(history && ((result) => history.counts(result)));
  const fetched = http?.fetcher.statistics;
  return { settings, results: resultsOfRun(options, tally), tally, fetched, history };
}

/**
 * Captures -> records -> TimeMaps -> results. With a history, the captures are those of new files, the records those of all
 * runs, the TimeMaps those with something new, and the results those of new captures.
 */
async function* resultsOfRun(options: OpenedRun, tally: RunningTally): AsyncGenerator<Result> {
  const { history, onProgress, signal } = options;
  let records: Records | undefined;
  let isWhole = false;
  try {
    const inputs = (await history?.open(options.inputs)) ?? options.inputs;
    records = await extractRecords({ ...options, inputs }, tally);
    const { count } = records;
    const judged = await judge(records, options, tally);
    for await (const result of history?.written(judged, tally) ?? judged) {
      // Threads judge ahead, and a history holds results back.
      signal.throwIfAborted();
      yield result;
      if (result.kind !== "memento") continue;
      const scored = tally.mementos;
      const known = Math.max(count, scored);
      onProgress?.({ phase: "scoring", records: known, mementos: known, scored });
    }
    isWhole = true;
  } finally {
    records?.close();
    if (!isWhole) await history?.close();
  }
}

/** Sorted records -> TimeMaps -> results: sorting puts the mementos of a TimeMap next to each other, oldest first. */
async function judge(
  records: Records,
  options: OpenedRun,
  tally: RunningTally,
): Promise<AsyncGenerator<Result>> {
  const sorted = (): Iterable<string> => records.sorted();
  // Some verdicts depend on the whole collection. Surveys read all of its records for them.
  const evidence = await surveyed(sorted, options);
  const lines = options.history?.toJudge(sorted) ?? sorted();
  return scoreTimeMaps(lines, { ...options, evidence, tally }, records.count);
}
