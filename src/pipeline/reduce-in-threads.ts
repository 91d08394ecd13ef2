import type { ElsewhereTable } from "../scoring/elsewhere.js";
import type { Result, Settings, TopicProfile } from "../types.js";
import { timeMapBatches } from "./groups.js";
import { reduceLines, type ReduceOptions } from "./reduce.js";
import { RunningTally, type RunOptions } from "./run-options.js";
import type { Shuffle } from "../shuffle.js";
import { Thread } from "./thread.js";

/** What came of the lines of whole TimeMaps: plain data, so that it can come from a thread. */
export interface ScoredLines {
  readonly results: readonly Result[];
  readonly timeMaps: number;
  readonly withoutFirst: number;
  readonly skipped: ReadonlyMap<string, number>;
  readonly failures: ReadonlyMap<string, string>;
}

/** Scores the lines of whole TimeMaps at once. */
export async function scoreLines(
  lines: readonly string[],
  options: Omit<ReduceOptions, "tally" | "shard">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const results: Result[] = [];
  for await (const result of reduceLines(lines, { ...options, tally })) results.push(result);
  const { timeMaps, withoutFirst, skipped, failures } = tally;
  return { results, timeMaps, withoutFirst, skipped, failures };
}
/** Batches a thread may have: the next one is there when it finishes one. */
const QUEUE_DEPTH = 2;

/** What a scoring thread is started with. */
export interface ScoringSetup {
  readonly settings: Settings;
  readonly memoryBytes: number;
  readonly topic?: TopicProfile;
  /** Modules with definitions of one's own. */
  readonly plugins?: readonly string[];
  readonly elsewhere?: ElsewhereTable;
}

/** A bounded set of threads that score whole TimeMaps. */
export class ScoringThreads {
  readonly #threads: readonly Thread<readonly string[], ScoredLines>[];

  /** `script` is what each of them runs. */
  constructor(size: number, script: URL, setup: ScoringSetup) {
    this.#threads = Array.from({ length: size }, () => new Thread(script, setup));
  }

  /**
   * What came of the lines of whole TimeMaps; undefined where all threads are busy (at once), or when the thread was
   * lost over them (later): they are scored elsewhere, where the cause shows again if it is in the lines.
   */
  score(lines: readonly string[]): Promise<ScoredLines | undefined> | undefined {
    const [thread] = this.#threads
      .filter(({ isLost, load }) => !isLost && load < QUEUE_DEPTH)
      .sort((a, b) => a.load - b.load);
    return thread?.ask(lines).then((reply) => ("answer" in reply ? reply.answer : undefined));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
/** Batches whose results wait for those before them; this thread scores no further then. */
const MOST_WAITING = 16;

/**
 * What {@link reduceLines} yields, in the same order, scored by several threads: this one takes what finds no room in
 * the others, and TimeMaps that are too large to be handed over.
 */
export async function* reduceInThreads(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
  threads: ScoringThreads,
): AsyncGenerator<Result> {
  const { tally, signal } = options;
  const waiting: Promise<ScoredLines>[] = [];
  const drain = async function* (most: number): AsyncGenerator<Result> {
    while (waiting.length > most) {
      const { results, timeMaps, withoutFirst, skipped, failures } = await waiting.shift()!;
      tally.timeMaps += timeMaps;
      tally.withoutFirst += withoutFirst;
      for (const [what, stack] of failures) tally.fail({ what, stack });
      for (const [reason, count] of skipped) tally.skip(reason, count);
      for (const result of results) {
        tally.count(result);
        yield result;
      }
    }
  };
  for await (const batch of timeMapBatches(lines)) {
    signal.throwIfAborted();
    if (batch.kind === "streamed") {
      yield* drain(0);
      yield* reduceLines(batch.lines, options);
      continue;
    }
    const here = (): Promise<ScoredLines> => scoreLines(batch.lines, options);
    const elsewhere = threads.score(batch.lines)?.then((scored) => scored ?? here());
    const scored = elsewhere ?? here();
    // It is awaited when its turn comes; until then a failure is not unheard of, only not yet heard.
    scored.catch(() => undefined);
    waiting.push(scored);
    if (elsewhere === undefined) {
      await scored;
      // Answers of the threads come between two batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield* drain(MOST_WAITING);
  }
  yield* drain(0);
}
/** Lines from which on it pays to start threads. */
const MANY_LINES = 4000;

/** What a run does with its sorted lines: scores them, in as many threads as it may have. */
export async function* reduceRun(
  shuffle: Shuffle,
  options: RunOptions,
  tally: RunningTally,
  known: Pick<ReduceOptions, "topic" | "elsewhere">,
): AsyncGenerator<Result> {
  const { settings, memoryBytes, workers, scoringScript, plugins } = options;
  const reduceOptions = { ...options, ...known, tally };
  // A curator's verdicts are functions, which cannot be sent to a thread.
  const isForThreads = options.overrides === undefined && options.shard === undefined;
  if (scoringScript === undefined || !isForThreads || workers < 2 || shuffle.count < MANY_LINES) {
    yield* reduceLines(shuffle.sorted(), reduceOptions);
    return;
  }
  const setup = { settings, memoryBytes, plugins, ...known };
  const threads = new ScoringThreads(workers - 1, scoringScript, setup);
  try {
    yield* reduceInThreads(shuffle.sorted(), reduceOptions, threads);
  } finally {
    await threads.close();
  }
}
