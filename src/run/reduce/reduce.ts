import type { Feature, Measure, Result, Settings, TopicProfile } from "../../types.js";
import { assess } from "./assess.js";
import { bindFeatures } from "../map/extract.js";
import { RecordReader } from "../lines/record-reader.js";
import { groupLines } from "../lines/groups.js";
import { inOrder } from "../lines/in-order.js";
import { keyOfLine } from "../lines/lines.js";
import { planRun, type Plan } from "../plan.js";
import { decodeProblem, isSide } from "../lines/side-lines.js";
import { inShard, type Shard } from "../shard.js";
import type { RunningTally } from "../tally.js";
import type { Overrides } from "./overrides.js";
import { TopicVotes } from "../score/topic-vote.js";
import { wholeTimeMap } from "./whole-timemap.js";
import { Turns } from "../until-aborted.js";

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
  readonly scored?: ScoredBefore;
  /** A curator's own verdicts; they win. */
  readonly overrides?: Overrides;
  /** The topic of the collection, when the settings ask for it. */
  readonly topic?: TopicProfile;
}

/** TimeMaps of which the results are there already. */
export interface ScoredBefore {
  has(key: string): boolean;
  results(key: string): Iterable<Result>;
  /** What was met while scoring: records given twice, and whether the first memento could not be compared with. */
  counts(key: string): { readonly duplicates: number; readonly withoutFirst: number };
}

/**
 * Reduce: sorted record lines in, results out, in the same order. Throws a `UsageError` for records that were made with
 * other settings and, from other processes, for such as are not sorted.
 */
export async function* reduceLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
): AsyncGenerator<Result> {
  const { settings, tally, signal, memoryBytes, scored } = options;
  const plan = planRun(settings, options.measures);
  const { language } = settings.preprocessing;
  const features = bindFeatures(plan.requests, options.features, language).map(
    ({ feature }) => feature,
  );
  const problems: Result[] = [];
  // What this process has sorted itself is in order.
  const reader =
    options.stamp === undefined
      ? undefined
      : new RecordReader({ stamp: options.stamp, features }, options.place);
  const sorted = reader === undefined ? lines : inOrder(reader.counted(lines));
  const mine = options.shard === undefined ? sorted : linesOfShard(sorted, options.shard);
  const groups = groupLines(mementoLines(mine, problems, reader), {
    memoryBytes: memoryBytes / 4,
    ...(reader !== undefined && { decode: (line: string) => reader.decode(line) }),
    ...(scored !== undefined && { isKnown: (key: string) => scored.has(key) }),
    onDuplicate: () => tally.skip(GIVEN_TWICE),
  });
  const context = {
    ...{ plan, settings, features },
    ...topicContext(plan, settings, options.topic),
    onNoFirst: () => (tally.withoutFirst += 1),
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
    if (scored?.has(group.key) === true) {
      const { duplicates, withoutFirst } = scored.counts(group.key);
      for (let i = 0; i < duplicates; i += 1) tally.skip(GIVEN_TWICE);
      tally.withoutFirst += withoutFirst;
      yield* emit(scored.results(group.key));
    } else {
      yield* emit(wholeTimeMap(assess(group, context), turn, options.overrides));
    }
  }
  yield* emit(problems.splice(0));
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

/** The lines of mementos; TimeMaps that could not be had go to `problems`. */
export async function* mementoLines(
  lines: Iterable<string> | AsyncIterable<string>,
  problems: Result[],
  reader?: RecordReader,
): AsyncGenerator<string> {
  for await (const line of lines) {
    const problem = reader === undefined ? decodeProblem(line) : reader.problem(line);
    if (problem !== undefined) problems.push(problem);
    else if (!isSide(line)) yield line;
  }
}
