import { Worker } from "node:worker_threads";
import type { Result, Settings, TopicProfile } from "../types.js";
import { timeMapBatches } from "./groups.js";
import { reduceLines, type ReduceOptions } from "./reduce.js";
import { RunningTally, type RunOptions } from "./run-options.js";
import type { Shuffle } from "../shuffle.js";

/** What came of the lines of whole TimeMaps: plain data, so that it can come from a thread. */
export interface ScoredLines {
  readonly results: readonly Result[];
  readonly timeMaps: number;
  readonly withoutFirst: number;
  readonly skipped: ReadonlyMap<string, number>;
}

/** Scores the lines of whole TimeMaps at once. */
export async function scoreLines(
  lines: readonly string[],
  options: Omit<ReduceOptions, "tally" | "shard">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const results: Result[] = [];
  for await (const result of reduceLines(lines, { ...options, tally })) results.push(result);
  const { timeMaps, withoutFirst, skipped } = tally;
  return { results, timeMaps, withoutFirst, skipped };
}
/** Batches a thread may have: the next one is there when it finishes one. */
const QUEUE_DEPTH = 2;

/** What a scoring thread is started with. */
export interface ScoringSetup {
  readonly settings: Settings;
  readonly memoryBytes: number;
  readonly topic?: TopicProfile;
}

interface Seat {
  readonly worker: Worker;
  readonly waiting: ((scored: ScoredLines | undefined) => void)[];
  isLost: boolean;
}

/** A bounded set of threads that score whole TimeMaps. */
export class ScoringThreads {
  readonly #seats: readonly Seat[];

  /** `script` is what each of them runs. */
  constructor(size: number, script: URL, setup: ScoringSetup) {
    this.#seats = Array.from({ length: size }, () => open(script, setup));
  }

  /**
   * What came of the lines of whole TimeMaps; undefined where all threads are busy (at once), or when the thread was
   * lost over them (later).
   */
  score(lines: readonly string[]): Promise<ScoredLines | undefined> | undefined {
    const seat = this.#seats
      .filter(({ isLost, waiting }) => !isLost && waiting.length < QUEUE_DEPTH)
      .reduce<Seat | undefined>(
        (best, one) =>
          best !== undefined && best.waiting.length <= one.waiting.length ? best : one,
        undefined,
      );
    if (seat === undefined) return undefined;
    return new Promise((resolve) => {
      seat.waiting.push(resolve);
      seat.worker.postMessage(lines);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }
}

function open(script: URL, setup: ScoringSetup): Seat {
  const worker = new Worker(script, {
    workerData: setup,
    // Options of the process (`--input-type`, `--eval`) are not for a file of ours.
    execArgv: [],
  });
  const seat: Seat = { worker, waiting: [], isLost: false };
  worker.on("message", (scored: ScoredLines) => seat.waiting.shift()?.(scored));
  // What a lost thread leaves is scored elsewhere, where the cause shows again if it is in the lines.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    seat.isLost = true;
    for (const resolve of seat.waiting.splice(0)) resolve(undefined);
  });
  return seat;
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
  const told = async function* (most: number): AsyncGenerator<Result> {
    while (waiting.length > most) {
      const { results, timeMaps, withoutFirst, skipped } = await waiting.shift()!;
      tally.timeMaps += timeMaps;
      tally.withoutFirst += withoutFirst;
      for (const [reason, count] of skipped) for (let i = 0; i < count; i += 1) tally.skip(reason);
      for (const result of results) {
        tally.count(result);
        yield result;
      }
    }
  };
  for await (const batch of timeMapBatches(lines)) {
    signal.throwIfAborted();
    if (batch.kind === "streamed") {
      yield* told(0);
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
    yield* told(MOST_WAITING);
  }
  yield* told(0);
}
/** Lines from which on it pays to start threads. */
const MANY_LINES = 4000;

/** What a run does with its sorted lines: scores them, in as many threads as it may have. */
export async function* reduceRun(
  shuffle: Shuffle,
  options: RunOptions,
  tally: RunningTally,
  topic?: TopicProfile,
): AsyncGenerator<Result> {
  const { settings, memoryBytes, workers, scoringScript } = options;
  const topical = topic === undefined ? {} : { topic };
  const reduceOptions = { ...options, ...topical, tally };
  // A curator's verdicts are functions, which cannot be sent to a thread.
  const isForThreads = options.overrides === undefined && options.shard === undefined;
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
