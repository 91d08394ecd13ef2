import type { Result, TopicProfile } from "../../types.js";
import type { EarlyScores } from "./early-scores.js";
import { reduceInThreads } from "./reduce-in-threads.js";
import { reduceLines } from "./reduce.js";
import type { RunOptions } from "../run-options.js";
import { ScoringThreads } from "./scoring-threads.js";
import type { Shuffle } from "../lines/shuffle.js";
import type { RunningTally } from "../tally.js";

/** Lines from which on it pays to start threads. */
const MANY_LINES = 4000;

/** What a run does with its sorted lines: scores them, in as many threads as it may have. */
export async function* reduceRun(
  shuffle: Shuffle,
  options: RunOptions,
  early: EarlyScores,
  tally: RunningTally,
  topic?: TopicProfile,
): AsyncGenerator<Result> {
  const { settings, memoryBytes, workers, scoringScript } = options;
  const topical = topic === undefined ? {} : { topic };
  const reduceOptions = { ...options, ...topical, tally, scored: early };
  // A curator's verdicts are functions, which cannot be sent to a thread.
  const isForThreads =
    options.overrides === undefined && options.shard === undefined && early.count === 0;
  if (scoringScript === undefined || !isForThreads || workers < 2 || shuffle.count < MANY_LINES) {
    yield* reduceLines(shuffle.sorted(), reduceOptions);
    return;
  }
  const setup = { settings, memoryBytes, ...topical };
  const threads = new ScoringThreads(workers - 1, scoringScript, setup);
  try {
    yield* reduceInThreads(shuffle.sorted(), reduceOptions, threads);
  } finally {
    await threads.close();
  }
}
