import type { ElsewhereTable } from "../scoring/elsewhere.js";
import type { Result, Settings, TopicProfile } from "../types.js";
import { type Batch, timeMapBatches } from "./groups.js";
import { PROBLEM_KEY } from "./lines.js";
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
import { RunningTally, type RunOptions } from "./run-options.js";
import type { Shuffle } from "../shuffle.js";
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
  lines: readonly string[],
  options: Omit<ReduceOptions, "tally" | "shard">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const results: Result[] = [];
  for await (const result of reduceLines(lines, { ...options, tally })) results.push(result);
  const { timeMaps, withoutFirst, skipped, failures } = tally;
  return { results, timeMaps, withoutFirst, skipped, failures };
}

/** What a scoring thread is started with. */
export interface ScoringSetup {
  readonly settings: Settings;
  readonly memoryBytes: number;
  readonly topic?: TopicProfile;
  /** Modules with definitions of one's own. */
  readonly plugins?: readonly string[];
  readonly elsewhere?: ElsewhereTable;
}

/** What a thread takes, and what comes of it, for each of the steps. */
interface Steps {
  readonly timeMaps: { readonly given: readonly string[]; readonly made: ScoredLines };
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
  options: Omit<ReduceOptions, "tally" | "shard">,
): (question: ScoringQuestion) => Promise<Steps[Step]["made"]> {
  let parts: PartScorer | undefined;
  return async ({ step, given }) => {
    if (step === "timeMaps") return await scoreLines(given, options);
    parts ??= new PartScorer(
      (await Reducer.open({ ...options, tally: new RunningTally() })).context,
    );
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
  readonly #threads: readonly Thread<ScoringQuestion, Steps[Step]["made"]>[];

  /** `script` is what each of them runs. */
  constructor(size: number, script: URL, setup: ScoringSetup) {
    this.#threads = Array.from({ length: size }, () => new Thread(script, setup));
  }

  /** Gives all threads what they need for the questions that follow. */
  tell(question: ScoringQuestion): void {
    for (const thread of this.#threads) if (!thread.isLost) void thread.ask(question);
  }

  /**
   * What comes of each question, in their order. This thread takes (`here`) what comes while all others are busy, and what a
   * thread was lost over: the cause shows again if it is in the question.
   */
  async *share<K extends Step>(
    step: K,
    questions: AsyncIterable<Steps[K]["given"]>,
    here: (given: Steps[K]["given"]) => Promise<Steps[K]["made"]>,
    signal: AbortSignal,
  ): AsyncGenerator<Steps[K]["made"]> {
    const waiting: Promise<Steps[K]["made"]>[] = [];
    for await (const given of questions) {
      signal.throwIfAborted();
      const elsewhere = this.#ask({ step, given } as ScoringQuestion);
      const made =
        elsewhere?.then((reply) => ("answer" in reply ? reply.answer : here(given))) ?? here(given);
      // It is awaited when its turn comes. Until then Node must not report its failure as unhandled.
      made.catch(() => undefined);
      waiting.push(made);
      if (elsewhere === undefined) {
        await made;
        // Answers of the threads come between two questions.
        await new Promise((resolve) => setImmediate(resolve));
      }
      while (waiting.length > MOST_WAITING) yield await waiting.shift()!;
    }
    while (waiting.length > 0) yield await waiting.shift()!;
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

/** What {@link reduceLines} yields, in the same order, scored by several threads. */
export async function* reduceInThreads(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
  threads: ScoringThreads,
): AsyncGenerator<Result> {
  const { tally, signal } = options;
  const reducer = await Reducer.open(options);
  const parted = canBeParted(reducer.context);
  const batches = timeMapBatches(lines);
  const found: { long?: Extract<Batch, { kind: "streamed" }> } = {};
  /** Lines of whole TimeMaps, up to a long one. */
  const held = async function* (): AsyncGenerator<readonly string[]> {
    delete found.long;
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      if (next.value.kind === "held") yield next.value.lines;
      else found.long = next.value;
      if (found.long !== undefined) return;
    }
  };
  const here = (given: readonly string[]): Promise<ScoredLines> => scoreLines(given, options);
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
    const { key, lines: long } = found.long;
    yield* parted && key !== PROBLEM_KEY
      ? reduceLong(key, long, reducer, options, partSteps(reducer, threads, signal))
      : reduceLines(long, options);
  }
}

/** The steps of a long TimeMap, shared between threads. */
function partSteps(reducer: Reducer, threads: ScoringThreads, signal: AbortSignal): PartSteps {
  const own = new PartScorer(reducer.context);
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
