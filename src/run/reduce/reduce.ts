import { overridden, type Overrides } from "../../write/overrides.js";
import { type AssessContext, Assessment, type Draft, Survey } from "../../score/assess.js";
import { PatternFinder } from "../../score/pattern.js";
import { type Plan, planRun } from "../../score/plan.js";
import { type ElsewhereTable, SharedTexts } from "../../score/elsewhere.js";
import type { Soft404Table } from "../../score/soft404.js";
import { TopicVotes } from "../../score/votes.js";
import type { Failure } from "../../base/types.js";
import type { Feature } from "../../page/types.js";
import type { TopicProfile } from "../../score/topic/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { Measure, MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { definitionsOf } from "../records/extract.js";
import { groupLines, type PlacedLines } from "../lines/groups.js";
import { decodeProblem } from "../lines/lines.js";
import { RecordReader } from "../lines/record-reader.js";
import type { RunningTally } from "../run-options.js";
import { Spill } from "../../base/shuffle.js";
import { Turns } from "../until-aborted.js";

/** Drafts of one TimeMap held in memory; those of a larger one wait in a temporary file. */
const HELD = 5000;

/** The mementos of one TimeMap, oldest first: each once as a draft, then judged, and then with the reasons of its verdict. */
interface ScoredTimeMap<Draft> {
  readonly drafts: Iterable<Draft> | AsyncIterable<Draft>;
  /** What becomes of all drafts. A long TimeMap is judged more than once. */
  readonly judged: (drafts: Iterable<Draft>) => Iterable<MementoResult>;
  /** What was judged of the memento at a position, with the reasons. */
  readonly withReasons: (result: MementoResult, position: number) => MementoResult;
}

/**
 * What is only known of a TimeMap as a whole: its results, oldest first, with the curator's verdicts and with the pattern
 * that all verdicts make; of several TimeMaps that were put together, the mementos of each stay together. `turn` is
 * awaited after each memento: scoring takes long, and others must have their turn.
 */
export async function* wholeTimeMap<Draft>(
  { drafts, judged, withReasons }: ScoredTimeMap<Draft>,
  turn: () => Promise<void>,
  overrides?: Overrides,
): AsyncGenerator<MementoResult> {
  const finder = new PatternFinder();
  const uriTs = new Set<string>();
  const waiting = new Spill<Draft>("results-", HELD, (line) => JSON.parse(line) as Draft);
  const whole = { [Symbol.iterator]: () => judged(waiting.all())[Symbol.iterator]() };
  const byCurator = (result: MementoResult): MementoResult =>
    overrides === undefined ? result : overridden(result, overrides);
  let isHeld = true;
  try {
    for await (const draft of drafts) {
      isHeld = waiting.add(draft, () => JSON.stringify(draft), 1);
      await turn();
    }
    const results = isHeld ? [...whole] : whole;
    for (const result of results) {
      finder.add(byCurator(result).overall);
      uriTs.add(result.uriT);
      await turn();
    }
    const pattern = finder.pattern();
    for (const uriT of uriTs) {
      let position = 0;
      for (const result of results) {
        const at = position++;
        if (result.uriT !== uriT) continue;
        const final = byCurator(withReasons(result, at));
        yield pattern === undefined ? final : { ...final, pattern };
      }
    }
  } finally {
    waiting.close();
  }
}

export interface ReduceOptions {
  readonly settings: Settings;
  readonly measures: readonly Measure[];
  readonly features: readonly Feature[];
  /** Bytes of one TimeMap's records held in memory, four times over. */
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  readonly tally: RunningTally;
  /** The stamp that every record must carry, when the lines come from other processes. */
  readonly stamp?: string;
  /** A curator's own verdicts; they win. */
  readonly overrides?: Overrides;
  /** The topic of the collection, when the settings ask for it. */
  readonly topic?: TopicProfile;
  /** Texts that stand in several TimeMaps, when the settings ask for them. */
  readonly elsewhere?: ElsewhereTable;
  /** Captures that the command soft404 listed. */
  readonly soft404?: Soft404Table;
}

/** What scores the TimeMaps of a run, one after the other. */
export class Reducer {
  readonly context: AssessContext;
  /** TimeMaps that failed: their lines sort before all others. */
  readonly problems: Result[] = [];
  readonly #options: ReduceOptions;
  readonly #turns = new Turns();

  constructor(context: AssessContext, options: ReduceOptions) {
    this.context = context;
    this.#options = options;
  }

  static async open(options: ReduceOptions): Promise<Reducer> {
    const { settings, measures, tally } = options;
    const plan = planRun(settings, measures);
    const context = {
      ...{ plan, settings, features: definitionsOf(plan.requests, options.features) },
      sharedTexts: await sharedTextsOf(options),
      soft404: options.soft404,
      ...topicContext(plan, settings, options.topic),
      onNoFirst: () => (tally.withoutFirst += 1),
      onFailure: (failure: Failure) => tally.fail(failure),
    };
    return new Reducer(context, options);
  }

  /** Yields the results of a TimeMap, after those of TimeMaps that failed. */
  async *timeMap<Draft>(scored: ScoredTimeMap<Draft>): AsyncGenerator<Result> {
    const { tally, overrides } = this.#options;
    yield* this.failed();
    tally.timeMaps += 1;
    for await (const result of wholeTimeMap(scored, () => this.#turn(), overrides)) {
      tally.count(result);
      yield result;
      await this.#turn();
    }
  }

  /** Yields the results of the TimeMaps that have failed since it was called last. */
  async *failed(): AsyncGenerator<Result> {
    for (const problem of this.problems.splice(0)) {
      this.#options.tally.count(problem);
      yield problem;
      await this.#turn();
    }
  }

  async #turn(): Promise<void> {
    await this.#turns.take();
    this.#options.signal.throwIfAborted();
  }
}

/** How a process or a thread reads the records of lines that have the stamp of these options, if they have one. */
export function readerFor(
  { stamp }: Pick<ReduceOptions, "stamp">,
  { features }: AssessContext,
  place?: () => string,
): RecordReader | undefined {
  return stamp === undefined ? undefined : new RecordReader({ stamp, features }, place);
}

/**
 * Reduce: settled lines of whole TimeMaps in, results out, in the same order. Throws a `UsageError` for records that were
 * made with other settings.
 */
export async function* reduceLines(
  { lines, place }: PlacedLines<Iterable<string> | AsyncIterable<string>>,
  options: ReduceOptions,
): AsyncGenerator<Result> {
  const reducer = await Reducer.open(options);
  const { context, problems } = reducer;
  const { plan } = context;
  const reader = readerFor(options, context, place);
  // The language of a TimeMap, which its words may need, is only known when all of it is there.
  const isSurveyedLater = plan.ownLanguage !== undefined;
  let survey: Survey | undefined;
  const groups = groupLines(mementoLines(lines, problems, reader), {
    memoryBytes: options.memoryBytes / 4,
    decode: reader && ((line: string) => reader.decode(line)),
    onDuplicate: () => options.tally.skip(GIVEN_TWICE),
    onWritten: (record, group) => {
      if (survey !== undefined) survey.add(record);
      else if (!isSurveyedLater) survey = Survey.of(group, context);
    },
  });
  for await (const group of groups) {
    const scored = scoredTimeMap(survey ?? Survey.of(group, context), context);
    // While the next one is read, nothing holds what was found in this one.
    survey = undefined;
    yield* reducer.timeMap(scored);
  }
  yield* reducer.failed();
}

function scoredTimeMap(survey: Survey, context: AssessContext): ScoredTimeMap<Draft> {
  const assessment = new Assessment(survey, survey.chosen(), survey.names, context);
  return {
    drafts: assessment.taken(assessment.drafts(survey.values.group.records())),
    judged: (drafts) => assessment.judged(drafts),
    withReasons: (result, position) => assessment.withReasons(result, position),
  };
}

async function sharedTextsOf({
  elsewhere,
  settings,
}: ReduceOptions): Promise<SharedTexts | undefined> {
  if (elsewhere === undefined) return undefined;
  const { siteOf } = await import("../../base/site.js");
  return new SharedTexts(elsewhere, siteOf, settings.elsewhereVote);
}

function topicContext(
  plan: Plan,
  settings: Settings,
  profile: TopicProfile | undefined,
): { readonly topic?: TopicVotes } {
  if (settings.collection === undefined) return {};
  if (profile === undefined || plan.topic === undefined) throw new Error("there is no topic");
  return { topic: new TopicVotes(profile, settings.collection, plan.topic, settings) };
}

export const GIVEN_TWICE = "the same record given twice";

/** The lines of mementos; TimeMaps that failed go to `problems`. */
export async function* mementoLines(
  lines: Iterable<string> | AsyncIterable<string>,
  problems: Result[],
  reader?: RecordReader,
): AsyncGenerator<string> {
  for await (const line of lines) {
    const problem = reader === undefined ? decodeProblem(line) : reader.problem(line);
    if (problem !== undefined) problems.push(problem);
    else yield line;
  }
}
