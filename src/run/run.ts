import type { FetcherHandle } from "../read/http/fetcher.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { surveyed } from "./collection/survey.js";
import { extractRecords } from "./map.js";
import { scoreTimeMaps } from "./threads/reduce-in-threads.js";
import type { RunHistory } from "./setup/run-history.js";
import {
  type RecordSource,
  PLAIN,
  type ReadInputs,
  type Reading,
  type ResultSink,
} from "./setup/source-and-sink.js";
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
  const { settings, history, http } = options;
  const flow = history ?? PLAIN;
  const tally = new RunningTally((result) => flow.counts(result));
  return {
    settings,
    results: resultsOf(flow, flow, options, tally),
    tally,
    fetched: http?.fetcher.statistics,
    history,
  };
}

async function* resultsOf(
  source: RecordSource,
  sink: ResultSink,
  options: RunOptions,
  tally: RunningTally,
): AsyncGenerator<Result> {
  let reading: Reading | undefined;
  let isWhole = false;
  try {
    reading = await source.open(options, readingWith(options), tally);
    const { count } = reading.records;
    const judged = await judge(reading, source, options);
    for await (const result of sink.written(judged, reading.tally, tally)) {
      yield result;
      if (result.kind !== "memento") continue;
      const scored = tally.mementos;
      const known = Math.max(count, scored);
      options.onProgress?.({ phase: "scoring", records: known, mementos: known, scored });
    }
    isWhole = true;
  } finally {
    reading?.close();
    if (!isWhole) await sink.close();
  }
}

/** Captures -> records: extracts the features of each page. A revisit or redirect gets the features of its target. */
const readingWith =
  (options: RunOptions): ReadInputs =>
  async ({ inputs, http }, tally) => {
    const records = await extractRecords({ ...options, inputs, http }, tally);
    return {
      records,
      tally,
      close() {
        if (records.leftOut > 0) tally.skipped.set(OF_NO_SEED, records.leftOut);
        records.close();
      },
    };
  };

/** Sorted records -> TimeMaps -> results: sorting puts the mementos of a TimeMap next to each other, oldest first. */
async function judge(
  { records, tally }: Reading,
  source: RecordSource,
  options: RunOptions,
): Promise<AsyncGenerator<Result>> {
  // Some verdicts depend on the whole collection. Surveys read all of its records for them.
  const evidence = await surveyed(() => records.sorted(), options);
  const context = { ...options, evidence, tally };
  return scoreTimeMaps({ lines: source.toJudge(records.sorted()) }, context, records.count);
}
