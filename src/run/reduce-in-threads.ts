import type { ElsewhereTable } from "../score/elsewhere.js";
import type { TopicProfile } from "../score/topic/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { type Batch, type Lines, oneByOne, type PlacedLines, timeMapBatches } from "./groups.js";
import { keyOfLine, PROBLEM_KEY } from "./lines.js";
import {
  canBeParted,
  type FoundInPart,
  type Part,
  type PartDrafts,
  PartScorer,
  type PartSteps,
  reduceLong,
  type WholeSurvey,
} from "./long-timemap.js";
import { Reducer, reduceLines, type ReduceOptions } from "./reduce.js";
import { inShard, RunningTally, type RunOptions, type Shard } from "./run-options.js";
import { type Reply, Thread } from "./thread.js";

/** What came of the lines of whole TimeMaps: plain data, so that it can come from a thread. */
export interface ScoredLines {
  readonly results: readonly Result[];
  readonly timeMaps: number;
  readonly withoutFirst: number;
  readonly skipped: ReadonlyMap<string, number>;
  readonly failures: ReadonlyMap<string, string>;
}

/** Scores the lines of whole TimeMaps at once. */
async function scoreLines(
  lines: Lines,
  options: Omit<ReduceOptions, "tally">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const results: Result[] = [];
  for await (const result of reduceLines(oneByOne(lines), { ...options, tally }))
    results.push(result);
  const { timeMaps, withoutFirst, skipped, failures } = tally;
  return { results, timeMaps, withoutFirst, skipped, failures };
}

/** What a scoring thread is started with. */
export interface ScoringSetup {
  readonly settings: Settings;
  readonly memoryBytes: number;
  readonly stamp?: string;
  readonly topic?: TopicProfile;
  /** Modules with definitions of one's own. */
  readonly plugins?: readonly string[];
  readonly elsewhere?: ElsewhereTable;
}

/** What a thread takes, and what comes of it, for each of the steps. */
interface Steps {
  readonly timeMaps: { readonly given: Lines; readonly made: ScoredLines };
  readonly survey: { readonly given: Part; readonly made: FoundInPart };
  readonly begin: { readonly given: WholeSurvey; readonly made: undefined };
  readonly drafts: { readonly given: Part; readonly made: PartDrafts };
}

type Step = keyof Steps;

/** What a scoring thread is asked. */
export type ScoringQuestion = {
  [K in Step]: { readonly step: K; readonly given: Steps[K]["given"] };
}[Step];

/** Answers what a scoring thread is asked, one question after the other. */
export function scoringAnswers(
  options: Omit<ReduceOptions, "tally">,
): (question: ScoringQuestion) => Promise<Steps[Step]["made"]> {
  let parts: PartScorer | undefined;
  return async ({ step, given }) => {
    if (step === "timeMaps") return await scoreLines(given, options);
    if (parts === undefined) {
      const { context } = await Reducer.open({ ...options, tally: new RunningTally() });
      parts = new PartScorer(context, options);
    }
    if (step === "survey") return parts.survey(given);
    if (step === "drafts") return parts.drafts(given);
    parts.begin(given);
    return undefined;
  };
}

/** Questions a thread may have: the next one is there when it finishes one. */
const QUEUE_DEPTH = 2;
/** Answers that wait for those before them; this thread takes no further questions then. */
const MOST_WAITING = 16;

/** A bounded set of threads that score TimeMaps. */
export class ScoringThreads {
  readonly #script: URL;
  readonly #setup: ScoringSetup;
  readonly #size: number;
  #threads: readonly Thread<ScoringQuestion, Steps[Step]["made"]>[] = [];

  /** `script` is what each of them runs. */
  constructor(size: number, script: URL, setup: ScoringSetup) {
    this.#size = size;
    this.#script = script;
    this.#setup = setup;
  }

  /** Until then this thread takes all questions. */
  start(): void {
    if (this.#threads.length > 0) return;
    this.#threads = Array.from({ length: this.#size }, () => new Thread(this.#script, this.#setup));
  }

  /** Gives all threads what they need for the questions that follow. */
  tell(question: ScoringQuestion): void {
    for (const thread of this.#threads) if (!thread.isLost) void thread.ask(question);
  }

  /**
   * What comes of each question, in their order. This thread takes (`here`) what comes while all others are busy, and what a
   * thread was lost over: the cause shows again if it is in the question. What is wrong with the questions is thrown after
   * the answers to those before.
   */
  async *share<K extends Step>(
    step: K,
    questions: AsyncIterable<Steps[K]["given"]>,
    here: (given: Steps[K]["given"]) => Promise<Steps[K]["made"]>,
    signal: AbortSignal,
  ): AsyncGenerator<Steps[K]["made"]> {
    const waiting: { readonly made: Promise<Steps[K]["made"]>; isThere: boolean }[] = [];
    let failure: { readonly cause: unknown } | undefined;
    const untilFailure = async function* (): AsyncGenerator<Steps[K]["given"]> {
      try {
        yield* questions;
      } catch (cause) {
        failure = { cause };
      }
    };
    for await (const given of untilFailure()) {
      signal.throwIfAborted();
      const elsewhere = this.#ask({ step, given } as ScoringQuestion);
      const made =
        elsewhere?.then((reply) => {
          if ("answer" in reply) return reply.answer;
          if (reply.lost.failure !== undefined) throw reply.lost.failure;
          return here(given);
        }) ?? here(given);
      const answer = { made, isThere: false };
      // Its failure is thrown when its turn comes.
      const ended = made
        .catch(() => undefined)
        .finally(() => {
          answer.isThere = true;
        });
      waiting.push(answer);
      if (elsewhere === undefined) {
        await ended;
        // Answers of the threads come between two questions.
        await new Promise((resolve) => setImmediate(resolve));
      }
      while (waiting[0]?.isThere === true || waiting.length > MOST_WAITING) {
        yield await waiting.shift()!.made;
      }
    }
    for (const { made } of waiting) yield await made;
    if (failure !== undefined) throw failure.cause;
  }

  /** Undefined where all threads are busy. */
  #ask(question: ScoringQuestion): Promise<Reply<Steps[Step]["made"]>> | undefined {
    const [thread] = this.#threads
      .filter(({ isLost, load }) => !isLost && load < QUEUE_DEPTH)
      .sort((a, b) => a.load - b.load);
    return thread?.ask(question);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** Lines from which on it pays to start threads. */
const MANY_LINES = 4000;

/**
 * What {@link reduceLines} yields, in the same order, scored by several threads. `expected` is how many lines there are at
 * least.
 */
export async function* reduceInThreads(
  lines: PlacedLines<Iterable<string> | AsyncIterable<string>>,
  options: ReduceOptions,
  threads: ScoringThreads,
  expected = 0,
): AsyncGenerator<Result> {
  const { tally, signal } = options;
  const reducer = await Reducer.open(options);
  const parted = canBeParted(reducer.context);
  const batches = timeMapBatches(lines);
  const found: { long?: Extract<Batch, { kind: "streamed" }> } = {};
  let taken = 0;
  /** Lines of whole TimeMaps, up to a long one. */
  const held = async function* (): AsyncGenerator<Lines> {
    delete found.long;
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      if (next.value.kind === "streamed") {
        found.long = next.value;
        return;
      }
      taken += next.value.lines.length;
      if (Math.max(taken, expected) >= MANY_LINES) threads.start();
      yield next.value;
    }
  };
  const here = (given: Lines): Promise<ScoredLines> => scoreLines(given, options);
  for (;;) {
    for await (const scored of threads.share("timeMaps", held(), here, signal)) {
      const { results, timeMaps, withoutFirst, skipped, failures } = scored;
      tally.timeMaps += timeMaps;
      tally.withoutFirst += withoutFirst;
      for (const [what, stack] of failures) tally.fail({ what, stack });
      for (const [reason, count] of skipped) tally.skip(reason, count);
      for (const result of results) {
        tally.count(result);
        yield result;
      }
    }
    if (found.long === undefined) return;
    const { key } = found.long;
    if (parted && key !== PROBLEM_KEY) {
      threads.start();
      const steps = partSteps(new PartScorer(reducer.context, options), threads, signal);
      yield* reduceLong(key, found.long, reducer, options, steps);
    } else yield* reduceLines(found.long, options);
  }
}

/** The steps of a long TimeMap, shared between threads. */
function partSteps(own: PartScorer, threads: ScoringThreads, signal: AbortSignal): PartSteps {
  return {
    size: 1 << 20,
    survey: (parts) =>
      threads.share("survey", parts, (part) => Promise.resolve(own.survey(part)), signal),
    begin(whole) {
      threads.tell({ step: "begin", given: whole });
      own.begin(whole);
    },
    drafts: (parts) =>
      threads.share("drafts", parts, (part) => Promise.resolve(own.drafts(part)), signal),
  };
}

/** What reduce needs besides its lines, and what it may use. */
export interface ReduceRun
  extends ReduceOptions, Pick<RunOptions, "workers" | "scoringScript" | "plugins"> {
  /** Only the TimeMaps of this shard are scored. */
  readonly shard?: Shard;
}

/** What a run does with its sorted lines, of which `expected` are known to come: scores them, in as many threads as it may have. */
export async function* scoreTimeMaps(
  { lines, place }: PlacedLines<Iterable<string> | AsyncIterable<string>>,
  options: ReduceRun,
  expected?: number,
): AsyncGenerator<Result> {
  const { shard, overrides, workers, scoringScript } = options;
  const { settings, memoryBytes, plugins, stamp, topic, elsewhere } = options;
  const mine = shard === undefined ? lines : linesOfShard(lines, shard);
  // A curator's verdicts are functions, which cannot be sent to a thread.
  if (scoringScript === undefined || overrides !== undefined || workers < 2) {
    yield* reduceLines({ lines: mine, place }, options);
    return;
  }
  const setup = { settings, memoryBytes, plugins, stamp, topic, elsewhere };
  const threads = new ScoringThreads(workers - 1, scoringScript, setup);
  try {
    yield* reduceInThreads({ lines: mine, place }, options, threads, expected);
  } finally {
    await threads.close();
  }
}

async function* linesOfShard(
  lines: Iterable<string> | AsyncIterable<string>,
  shard: Shard,
): AsyncGenerator<string> {
  for await (const line of lines) if (inShard(keyOfLine(line), shard)) yield line;
}
