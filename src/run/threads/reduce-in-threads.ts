import type { Result } from "../../write/types.js";
import { type TimeMapBatch, timeMapBatches } from "../lines/groups.js";
import type { ThreadDefinitions } from "./thread-definitions.js";
import { Pool, type Task } from "./pool.js";
import { reduceLines, type ReduceOptions } from "../reduce/reduce.js";
import { RunningTally } from "../setup/tally.js";
import type { RunOptions } from "../setup/run-options.js";

/** Results and counts for the lines of whole TimeMaps. Plain data, so that a thread can send them. */
interface ScoredLines {
  readonly results: readonly Result[];
  readonly withoutFirst: number;
  readonly skipped: ReadonlyMap<string, number>;
  readonly failures: ReadonlyMap<string, string>;
  /** The names under which verdicts of a curator were found. */
  readonly used: ReadonlySet<string>;
}

/** Scores the TimeMaps of a question to a scoring thread. */
export async function scoreLines(
  lines: readonly string[],
  options: Omit<ReduceOptions, "tally">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const used = new Set<string>();
  const overrides = options.overrides && { ...options.overrides, used };
  const results: Result[] = [];
  for await (const result of reduceLines(lines, { ...options, tally, overrides }))
    results.push(result);
  const { withoutFirst, skipped, failures } = tally;
  return { results, withoutFirst, skipped, failures, used };
}

/** `workerData` of a scoring thread. */
export interface ScoringSetup
  extends
    ThreadDefinitions,
    Pick<ReduceOptions, "settings" | "memoryBytes" | "stamp" | "overrides"> {
  /** Data of the evidence of the collection, by keyword. */
  readonly evidence: ReadonlyMap<string, unknown>;
}

/** Maximum number of answers that wait for earlier answers. At the maximum, no further questions are sent. */
const AHEAD = 16;
/** Minimum number of lines for which starting threads pays. */
const MANY_LINES = 4000;

type ReduceRun = ReduceOptions & Pick<RunOptions, "workers" | "plugins" | "extensions">;

/** Yields the same results as {@link reduceLines} in the same order, scored by several threads. */
async function* reduceInThreads(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceRun,
  expected: number,
): AsyncGenerator<Result> {
  const { tally, signal, workers, overrides } = options;
  const { settings, memoryBytes, plugins, extensions, stamp } = options;
  const batches = timeMapBatches(lines);
  let long: Extract<TimeMapBatch, { kind: "streamed" }> | undefined;
  type ScoringTask = Task<readonly string[], ScoredLines, ScoredLines>;
  const tasks = async function* (): AsyncGenerator<ScoringTask> {
    long = undefined;
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      signal.throwIfAborted();
      if (next.value.kind === "streamed") {
        long = next.value;
        return;
      }
      const given = next.value.lines;
      const here = (): Promise<ScoredLines> => scoreLines(given, options);
      yield {
        // If a thread is lost, the main thread scores its TimeMaps, so that an error shows its cause.
        async ask(thread) {
          const reply = await thread.ask(given);
          return "answer" in reply ? reply.answer : here();
        },
        here,
        weight: given.length,
      };
    }
  };
  const setup: ScoringSetup = {
    ...{ settings, memoryBytes, plugins, extensions, stamp, overrides },
    evidence: new Map(options.evidence.map(({ of, data }) => [of.keyword, data])),
  };
  const pool = new Pool<readonly string[], ScoredLines>({
    script: new URL("../../cli/scoring-worker.js", import.meta.url),
    setup,
    size: workers - 1,
    depth: 2,
    helpsOut: true,
    warmUp: expected >= MANY_LINES ? 0 : MANY_LINES,
  });
  try {
    for (;;) {
      for await (const scored of pool.inOrder(tasks(), AHEAD)) {
        const { results, withoutFirst, skipped, failures, used } = scored;
        tally.withoutFirst += withoutFirst;
        for (const [what, stack] of failures) tally.fail({ what, stack });
        for (const [reason, count] of skipped) tally.skip(reason, count);
        for (const name of used) overrides?.used.add(name);
        for (const result of results) {
          signal.throwIfAborted();
          tally.count(result);
          yield result;
        }
      }
      if (long === undefined) return;
      // A TimeMap that is too long for memory is scored here, as its lines come.
      yield* reduceLines(long.lines, options);
    }
  } finally {
    await pool.close();
  }
}

/** `expected` is the number of lines that are known to follow. */
export const scoreTimeMaps = (
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceRun,
  expected = 0,
): AsyncGenerator<Result> =>
  options.workers < 2 ? reduceLines(lines, options) : reduceInThreads(lines, options, expected);
