import type { Result } from "../../write/types.js";
import { keyOfLine, PROBLEM_KEY } from "../lines/lines.js";
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
  const { tally, signal, overrides } = options;
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
  const pool = scoringPool(options, expected);
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

/** Returns the threads that score. The main thread is one of them. */
function scoringPool(options: ReduceRun, expected: number): Pool<readonly string[], ScoredLines> {
  const { settings, memoryBytes, plugins, extensions, stamp, overrides } = options;
  const setup: ScoringSetup = {
    ...{ settings, memoryBytes, plugins, extensions, stamp, overrides },
    evidence: new Map(options.evidence.map(({ of, data }) => [of.keyword, data])),
  };
  return new Pool({
    script: new URL("../../cli/scoring-worker.js", import.meta.url),
    setup,
    size: options.workers - 1,
    depth: 2,
    helpsOut: true,
    warmUp: expected >= MANY_LINES ? 0 : MANY_LINES,
  });
}

/** `expected` is the number of lines that are known to follow. */
export const scoreTimeMaps = (
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceRun,
  expected = 0,
): AsyncGenerator<Result> =>
  options.workers < 2 ? reduceLines(lines, options) : reduceInThreads(lines, options, expected);

/** Minimum number of characters of a batch. A TimeMap is never split between batches. */
const BATCH = 1 << 17;
/** Maximum number of characters of a TimeMap that is held in memory. A longer one is streamed. */
const LARGEST = 1 << 23;

/** A batch has either several TimeMaps in memory or one TimeMap that is too long for memory. */
type TimeMapBatch =
  | { readonly kind: "held"; readonly lines: readonly string[] }
  | { readonly kind: "streamed"; readonly lines: AsyncIterable<string> };

/** The caller must read a streamed batch to its end before requesting the next batch. */
export async function* timeMapBatches(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<TimeMapBatch> {
  const source =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  let held: string[] = [];
  let characters = 0;
  /** Number of held lines that precede the TimeMap of the last line. */
  let start = 0;
  let key: string | undefined;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const line = next.value;
    // Failed TimeMaps share one key, but each is a TimeMap of its own.
    if (keyOfLine(line) !== key || key === PROBLEM_KEY) {
      if (characters >= BATCH) {
        yield { kind: "held", lines: held };
        [held, characters] = [[], 0];
      }
      start = held.length;
      key = keyOfLine(line);
    }
    held.push(line);
    characters += line.length;
    if (characters <= LARGEST) continue;
    if (start > 0) yield { kind: "held", lines: held.slice(0, start) };
    const begun = held.slice(start);
    [held, characters, start] = [[], 0, 0];
    yield { kind: "streamed", lines: restOf(key, begun, source, held) };
    key = held[0] === undefined ? undefined : keyOfLine(held[0]);
    characters = held[0]?.length ?? 0;
  }
  if (held.length > 0) yield { kind: "held", lines: held };
}

/** Yields the lines of a TimeMap. Adds the first line of the next one to `held`. */
async function* restOf(
  key: string,
  begun: readonly string[],
  source: Iterator<string> | AsyncIterator<string>,
  held: string[],
): AsyncGenerator<string> {
  yield* begun;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (keyOfLine(next.value) !== key) {
      held.push(next.value);
      return;
    }
    yield next.value;
  }
}
