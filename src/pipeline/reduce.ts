import { overridden, type Overrides } from "../results/overrides.js";
import { assess, PatternFinder } from "../scoring/assess.js";
import { type Plan, planRun } from "../scoring/plan.js";
import { type ElsewhereTable, ElsewhereTexts } from "../scoring/elsewhere.js";
import { TopicVotes } from "../scoring/votes.js";
import type { Failure, Feature, Measure, Result, Settings, TopicProfile } from "../types.js";
import { definitionsOf } from "./extract.js";
import { groupLines } from "./groups.js";
import { decodeProblem, keyOfLine, RecordReader, settledLines } from "./lines.js";
import { inShard, type RunningTally, type Shard } from "./run-options.js";
import { Spill } from "../shuffle.js";
import { inOrder, Turns } from "./until-aborted.js";

/** Results of one TimeMap held in memory; those of a larger one wait in a temporary file. */
const HELD = 5000;

/**
 * What is only known of a TimeMap as a whole: the results of one TimeMap in, oldest first; the same out, with the
 * curator's verdicts and with the pattern that all verdicts make; of several TimeMaps that were put together, the
 * mementos of each stay together. `turn` is awaited after each result that comes in:
 * scoring takes long, and others must have their turn.
 */
export async function* wholeTimeMap(
  results: Iterable<Result>,
  turn: () => Promise<void>,
  overrides?: Overrides,
): AsyncGenerator<Result> {
  const finder = new PatternFinder();
  const uriTs = new Set<string>();
  const waiting = new Spill<Result>("results-", HELD, (line) => JSON.parse(line) as Result);
  try {
    for (const result of results) {
      const judged =
        result.kind === "memento" && overrides !== undefined
          ? overridden(result, overrides)
          : result;
      if (judged.kind === "memento") finder.add(judged.overall);
      uriTs.add(judged.uriT);
      waiting.add(judged, () => JSON.stringify(judged), 1);
      await turn();
    }
    const pattern = finder.pattern();
    for (const uriT of uriTs) {
      for (const result of waiting.all()) {
        if (result.uriT !== uriT) continue;
        yield result.kind === "memento" && pattern !== undefined ? { ...result, pattern } : result;
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
  /** Only the TimeMaps of this shard are scored. */
  readonly shard?: Shard;
  readonly signal: AbortSignal;
  readonly tally: RunningTally;
  /** The stamp that every record must carry, when the lines come from other processes. */
  readonly stamp?: string;
  /** Names the file and the line that was taken last, for messages. */
  readonly place?: () => string;
  /** A curator's own verdicts; they win. */
  readonly overrides?: Overrides;
  /** The topic of the collection, when the settings ask for it. */
  readonly topic?: TopicProfile;
  /** Texts that stand in several TimeMaps, when the settings ask for them. */
  readonly elsewhere?: ElsewhereTable;
}

/**
 * Reduce: sorted record lines in, results out, in the same order. Throws a `UsageError` for records that were made with
 * other settings and, from other processes, for such as are not sorted.
 */
export async function* reduceLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
): AsyncGenerator<Result> {
  const { settings, tally, signal, memoryBytes } = options;
  const plan = planRun(settings, options.measures);
  const features = definitionsOf(plan.requests, options.features);
  const problems: Result[] = [];
  // What this process has sorted itself is in order.
  const reader =
    options.stamp === undefined
      ? undefined
      : new RecordReader({ stamp: options.stamp, features }, options.place);
  const sorted = reader === undefined ? lines : settledLines(inOrder(reader.counted(lines)));
  const mine = options.shard === undefined ? sorted : linesOfShard(sorted, options.shard);
  const groups = groupLines(mementoLines(mine, problems, reader), {
    memoryBytes: memoryBytes / 4,
    decode: reader && ((line: string) => reader.decode(line)),
    onDuplicate: () => tally.skip(GIVEN_TWICE),
  });
  const context = {
    ...{ plan, settings, features, elsewhere: await elsewhereOf(options) },
    ...topicContext(plan, settings, options.topic),
    onNoFirst: () => (tally.withoutFirst += 1),
    onFailure: (failure: Failure) => tally.fail(failure),
  };
  const turns = new Turns();
  const turn = async (): Promise<void> => {
    await turns.take();
    signal.throwIfAborted();
  };
  const emit = async function* (
    results: Iterable<Result> | AsyncIterable<Result>,
  ): AsyncGenerator<Result> {
    for await (const result of results) {
      tally.count(result);
      yield result;
      await turn();
    }
  };
  for await (const group of groups) {
    // Their lines sort before all others.
    yield* emit(problems.splice(0));
    tally.timeMaps += 1;
    yield* emit(wholeTimeMap(assess(group, context), turn, options.overrides));
  }
  yield* emit(problems.splice(0));
}

async function elsewhereOf({
  elsewhere,
  settings,
}: ReduceOptions): Promise<ElsewhereTexts | undefined> {
  if (elsewhere === undefined) return undefined;
  const { siteOf } = await import("../mementos/site.js");
  return new ElsewhereTexts(elsewhere, siteOf, settings.elsewhereVote);
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

const GIVEN_TWICE = "the same record given twice";

async function* linesOfShard(
  lines: Iterable<string> | AsyncIterable<string>,
  shard: Shard,
): AsyncGenerator<string> {
  for await (const line of lines) if (inShard(keyOfLine(line), shard)) yield line;
}

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
