import type { Settings } from "../../score/settings/types.js";
import type { Result } from "../../write/types.js";
import {
  type TimeMapBatch,
  type HeldLines,
  oneByOne,
  type PlacedLines,
  timeMapBatches,
} from "../lines/groups.js";
import {
  canBeParted,
  type FoundInPart,
  type TimeMapPart,
  type PartDrafts,
  PartScorer,
  type PartSteps,
  reduceLong,
  type WholeSurvey,
} from "../reduce/long-timemap.js";
import { Pool, type Task } from "./pool.js";
import { Reducer, reduceLines, type ReduceOptions } from "../reduce/reduce.js";
import { RunningTally } from "../setup/tally.js";
import type { RunOptions } from "../setup/run-options.js";
import type { Thread } from "./thread.js";

/** Results and counts for the lines of whole TimeMaps. Plain data, so that a thread can send them. */
interface ScoredLines {
  readonly results: readonly Result[];
  readonly withoutFirst: number;
  readonly skipped: ReadonlyMap<string, number>;
  readonly failures: ReadonlyMap<string, string>;
}

async function scoreLines(
  lines: HeldLines,
  options: Omit<ReduceOptions, "tally">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const results: Result[] = [];
  for await (const result of reduceLines(oneByOne(lines), { ...options, tally }))
    results.push(result);
  const { withoutFirst, skipped, failures } = tally;
  return { results, withoutFirst, skipped, failures };
}

/** `workerData` of a scoring thread. */
export interface ScoringSetup {
  readonly settings: Settings;
  readonly memoryBytes: number;
  readonly stamp?: string;
  readonly plugins?: readonly string[];
  /** Extensions of this package, by name, that the settings need. */
  readonly extensions?: readonly string[];
  /** Data of the evidence of the collection, by keyword. */
  readonly evidence: ReadonlyMap<string, unknown>;
}

interface Steps {
  readonly timeMaps: { readonly given: HeldLines; readonly made: ScoredLines };
  readonly survey: { readonly given: TimeMapPart; readonly made: FoundInPart };
  readonly begin: { readonly given: WholeSurvey; readonly made: undefined };
  readonly drafts: { readonly given: TimeMapPart; readonly made: PartDrafts };
}

type StepName = keyof Steps;

export type ScoringQuestion = {
  [K in StepName]: { readonly step: K; readonly given: Steps[K]["given"] };
}[StepName];

/** Returns a function that answers the questions to a scoring thread, one after the other. */
export function scoringAnswers(
  options: Omit<ReduceOptions, "tally">,
): (question: ScoringQuestion) => Promise<Steps[StepName]["made"]> {
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

/** Maximum number of answers that wait for earlier answers. At the maximum, no further questions are sent. */
const AHEAD = 16;
/** Minimum number of lines for which starting threads pays. */
const MANY_LINES = 4000;

type Answer = Steps[StepName]["made"];
type ScoringPool = Pool<ScoringQuestion, Answer>;
type ScoringThread = Thread<ScoringQuestion, Answer>;

/** If a thread is lost, `here` answers the question in the main thread, so that an error shows its cause. */
interface StepOptions<K extends StepName> {
  readonly here: (given: Steps[K]["given"]) => Promise<Steps[K]["made"]>;
  readonly before?: (thread: ScoringThread) => void;
  readonly weight?: (given: Steps[K]["given"]) => number;
}

/** Yields the answers to questions in their order. */
function answers<K extends StepName>(
  step: K,
  questions: AsyncIterable<Steps[K]["given"]>,
  pool: ScoringPool,
  { here, before, weight }: StepOptions<K>,
  signal: AbortSignal,
): AsyncGenerator<Steps[K]["made"]> {
  const tasks = async function* (): AsyncGenerator<
    Task<ScoringQuestion, Answer, Steps[K]["made"]>
  > {
    for await (const given of questions) {
      signal.throwIfAborted();
      yield {
        async ask(thread) {
          before?.(thread);
          const reply = await thread.ask({ step, given } as ScoringQuestion);
          return "answer" in reply ? reply.answer : here(given);
        },
        here: () => here(given),
        weight: weight?.(given),
      };
    }
  };
  return pool.inOrder(tasks(), AHEAD);
}

type ReduceRun = ReduceOptions & Pick<RunOptions, "workers" | "plugins" | "extensions">;

/** Yields the same results as {@link reduceLines} in the same order, scored by several threads. */
async function* reduceInThreads(
  lines: PlacedLines<Iterable<string> | AsyncIterable<string>>,
  options: ReduceRun,
  expected: number,
): AsyncGenerator<Result> {
  const { tally, signal, workers } = options;
  const { settings, memoryBytes, plugins, extensions, stamp } = options;
  const reducer = await Reducer.open(options);
  const parted = canBeParted(reducer.context);
  const batches = timeMapBatches(lines);
  const found: { long?: Extract<TimeMapBatch, { kind: "streamed" }> } = {};
  const held = async function* (): AsyncGenerator<HeldLines> {
    delete found.long;
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      if (next.value.kind === "streamed") {
        found.long = next.value;
        return;
      }
      yield next.value;
    }
  };
  const whole: StepOptions<"timeMaps"> = {
    here: (given) => scoreLines(given, options),
    weight: ({ lines: given }) => given.length,
  };
  const setup: ScoringSetup = {
    ...{ settings, memoryBytes, plugins, extensions, stamp },
    evidence: new Map(options.evidence.map(({ of, data }) => [of.keyword, data])),
  };
  const pool: ScoringPool = new Pool({
    script: new URL("./scoring-worker.js", import.meta.url),
    setup,
    size: workers - 1,
    depth: 2,
    helpsOut: true,
    warmUp: expected >= MANY_LINES ? 0 : MANY_LINES,
  });
  try {
    for (;;) {
      for await (const scored of answers("timeMaps", held(), pool, whole, signal)) {
        const { results, withoutFirst, skipped, failures } = scored;
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
      if (parted) {
        const steps = partSteps(new PartScorer(reducer.context, options), pool, signal);
        yield* reduceLong(key, found.long, reducer, options, steps);
      } else yield* reduceLines(found.long, options);
    }
  } finally {
    await pool.close();
  }
}

function partSteps(own: PartScorer, pool: ScoringPool, signal: AbortSignal): PartSteps {
  return {
    survey: (parts) =>
      answers("survey", parts, pool, { here: (part) => Promise.resolve(own.survey(part)) }, signal),
    drafts(parts, whole) {
      own.begin(whole);
      const begun = new Set<ScoringThread>();
      const before = (thread: ScoringThread): void => {
        if (begun.has(thread)) return;
        begun.add(thread);
        void thread.ask({ step: "begin", given: whole });
      };
      const here = (part: TimeMapPart): Promise<PartDrafts> => Promise.resolve(own.drafts(part));
      return answers("drafts", parts, pool, { here, before }, signal);
    },
  };
}

/** `expected` is the number of lines that are known to follow. */
export function scoreTimeMaps(
  lines: PlacedLines<Iterable<string> | AsyncIterable<string>>,
  options: ReduceRun,
  expected = 0,
): AsyncGenerator<Result> {
  const { overrides, workers } = options;
  // The verdicts of a curator stay in the main thread, because they contain functions, which cannot be sent to a
  // thread.
  return overrides !== undefined || workers < 2
    ? reduceLines(lines, options)
    : reduceInThreads(lines, options, expected);
}
