import type { Capture } from "../../base/types.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import { overridden, type Overrides } from "../../write/overrides.js";
import { type AssessContext, Assessment, type Draft } from "../../score/verdict/assess.js";
import { Survey } from "../../score/verdict/survey.js";
import { Course } from "../../score/verdict/course.js";
import { planRun } from "../../score/settings/plan.js";
import { readyJudges } from "../../score/evidence/collection-evidence.js";
import { verdictInTime } from "../../base/possible-date.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { definitionsOf } from "../records/extract.js";
import {
  decodeLine,
  decodeProblem,
  keyOfLine,
  type MappedRecord,
  namesOf,
} from "../lines/lines.js";
import { withInferred } from "./inferred.js";
import { RecordReader } from "../lines/record-reader.js";
import type { RunOptions } from "../setup/run-options.js";
import type { RunningTally } from "../setup/tally.js";
import { Spill } from "../../base/shuffle.js";
import { Turns } from "../setup/until-aborted.js";

/** A quarter of the memory is for the records of one TimeMap. The evidence has all of its data. */
export interface ReduceOptions extends Pick<
  RunOptions,
  "settings" | "measures" | "features" | "memoryBytes" | "signal" | "overrides" | "evidence"
> {
  readonly tally: RunningTally;
  /** Stamp that every record must have. Set if the lines come from other processes. */
  readonly stamp?: string;
}

/**
 * Reduce: reads the lines of whole TimeMaps, without targets and pointers, and yields results in the same order. Throws
 * a `UsageError` for records made with other settings.
 */
export async function* reduceLines(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
): AsyncGenerator<Result> {
  const { tally, signal } = options;
  const turns = new Turns();
  const turn = async (): Promise<void> => {
    await turns.take();
    signal.throwIfAborted();
  };
  for await (const result of resultsOf(lines, options, turn)) {
    tally.count(result);
    yield result;
    await turn();
  }
}

async function* resultsOf(
  lines: Iterable<string> | AsyncIterable<string>,
  options: ReduceOptions,
  turn: () => Promise<void>,
): AsyncGenerator<Result> {
  const { memoryBytes, stamp, tally, overrides } = options;
  const context = await contextOf(options);
  const { plan } = context;
  const reader = stamp === undefined ? undefined : new RecordReader(stamp);
  /** TimeMaps that failed and have not been yielded yet. Their lines come before all others. */
  const problems: Result[] = [];
  // The words of a page may depend on the language of its TimeMap, which is known only when all its records have been
  // read.
  const isSurveyedLater = plan.ownLanguage !== undefined;
  let survey: Survey | undefined;
  const groups = groupLines(mementoLines(lines, problems), {
    memoryBytes: memoryBytes / 4,
    decode: reader && ((line: string) => reader.decode(line)),
    onDuplicate: () => tally.skip("the same record given twice"),
    onWritten: (record, group) => {
      if (survey !== undefined) survey.add(record);
      else if (!isSurveyedLater) survey = Survey.of(group, context);
    },
  });
  for await (const group of groups) {
    const assessment = new Assessment(survey ?? Survey.of(group, context), context);
    // Releases this TimeMap's survey before the next TimeMap is read, to save memory.
    survey = undefined;
    yield* problems.splice(0);
    yield* wholeTimeMap(assessment, turn, overrides);
  }
  yield* problems;
}

async function contextOf(options: ReduceOptions): Promise<AssessContext> {
  const { settings, measures, evidence, tally, overrides } = options;
  const plan = planRun(
    settings,
    measures,
    evidence.map(({ of }) => of),
  );
  return {
    ...{ plan, settings, features: definitionsOf(plan.requests, options.features) },
    begins: overrides?.begins,
    evidence: await readyJudges(evidence, plan, settings),
    onNoFirst: () => (tally.withoutFirst += 1),
    onFailure: (failure) => tally.fail(failure),
  };
}

/** Adds TimeMaps that failed to `problems`. */
export async function* mementoLines(
  lines: Iterable<string> | AsyncIterable<string>,
  problems: Result[],
): AsyncGenerator<string> {
  for await (const line of lines) {
    const problem = decodeProblem(line);
    if (problem !== undefined) problems.push(problem);
    else yield line;
  }
}

/** Maximum number of drafts of one TimeMap held in memory. The drafts of a longer TimeMap go to a temporary file. */
const HELD = 5000;

/**
 * Yields the results of one TimeMap, oldest first, with the verdicts of the curator and with the pattern of all
 * verdicts. If several TimeMaps were merged, the mementos of each stay together. Awaits `turn` after each memento,
 * because scoring takes long and the event loop must run in between.
 */
export async function* wholeTimeMap(
  assessment: Pick<Assessment, "drafts" | "judged" | "withReasons">,
  turn: () => Promise<void>,
  overrides?: Overrides,
): AsyncGenerator<MementoResult> {
  const course = new Course();
  const uriTs = new Set<string>();
  const waiting = new Spill<Draft>("results-", HELD, (line) => JSON.parse(line) as Draft);
  const whole = { [Symbol.iterator]: () => assessment.judged(waiting.all())[Symbol.iterator]() };
  const byCurator = (result: MementoResult): MementoResult =>
    overrides === undefined ? result : overridden(result, overrides);
  let isHeld = true;
  let hasInferred = false;
  try {
    for (const draft of assessment.drafts()) {
      isHeld = waiting.add(draft, () => JSON.stringify(draft), 1);
      hasInferred ||= draft.memento.capture.inferredFrom !== undefined;
      await turn();
    }
    const read = isHeld ? [...whole] : whole;
    const results = hasInferred ? withInferred(read) : read;
    for (const result of results) {
      course.add(verdictInTime(byCurator(result)));
      uriTs.add(result.uriT);
      await turn();
    }
    const { pattern } = course;
    for (const uriT of uriTs) {
      let position = 0;
      for (const result of results) {
        const at = position++;
        if (result.uriT !== uriT) continue;
        const isRead = result.capture.inferredFrom === undefined;
        const final = byCurator(isRead ? assessment.withReasons(result, at) : result);
        yield pattern === undefined ? final : Object.assign({}, final, { pattern });
      }
    }
  } finally {
    waiting.close();
  }
}

interface GroupOptions {
  /** Memory limit in bytes. The lines of a longer TimeMap are stored on disk. */
  readonly memoryBytes: number;
  /** Called for each duplicate record. */
  readonly onDuplicate: () => void;
  /** Decodes a line when it is read for the first time. */
  readonly decode?: (line: string) => MappedRecord;
  /** Called for each record that does not fit into memory, with the part of the TimeMap that has been read. */
  readonly onWritten?: (record: FeatureRecord, group: RecordGroup) => void;
}

/**
 * Groups sorted lines into TimeMaps and drops duplicate records. A group is no longer valid after the next group has
 * been requested.
 */
export async function* groupLines(
  lines: Iterable<string> | AsyncIterable<string>,
  { memoryBytes, onDuplicate, decode = decodeLine, onWritten }: GroupOptions,
): AsyncGenerator<RecordGroup> {
  let group: RecordGroup | undefined;
  let store = new Spill<FeatureRecord>("group-", memoryBytes, decodeLine);
  let seen = new SeenAtOnce();
  try {
    for await (const line of lines) {
      const lineKey = keyOfLine(line);
      if (group?.key !== lineKey) {
        if (group !== undefined) {
          yield group;
          store.close();
          store = new Spill<FeatureRecord>("group-", memoryBytes, decodeLine);
          seen = new SeenAtOnce();
        }
        group = groupOf(lineKey, store);
      }
      const record = decode(line);
      if (seen.has(record.capture)) {
        onDuplicate();
        continue;
      }
      if (!store.add(record, () => line, line.length)) onWritten?.(record, group);
    }
    if (group !== undefined) yield group;
  } finally {
    store.close();
  }
}

const groupOf = (key: string, store: Spill<FeatureRecord>): RecordGroup => ({
  key,
  records: () => store.all(),
  at: (position) => store.at(position),
});

/** Duplicates have the same datetime, so only the records of the current datetime are stored. */
class SeenAtOnce {
  #datetime = "";
  #names = new Set<string>();

  has(capture: Capture): boolean {
    if (capture.mementoDatetime !== this.#datetime) {
      this.#datetime = capture.mementoDatetime;
      this.#names.clear();
    }
    const names = namesOf(capture);
    const known = names.some((name) => this.#names.has(name));
    for (const name of names) this.#names.add(name);
    return known;
  }
}
