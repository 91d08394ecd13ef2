import { consequencesOf } from "../../score/consequences.js";
import { judgedAgain } from "../../score/decide.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { Reducer, type ReduceOptions } from "../reduce/reduce.js";
import type { KeptResults, RunOptions, ScoreKeeper, Tally } from "../run-options.js";
import { entryName, type ScoreFolder, type ScoreWriter } from "./score-folder.js";

type WholeRun = Omit<RunOptions, "scores" | "history">;

/** Everything that a run reports in addition to its results. An entry has it in its last line. */
type Report = Pick<Tally, "withoutFirst" | "damage"> & {
  readonly skipped: readonly [string, number][];
};

/**
 * Input of a run whose scores are stored: the facts about the input, which determine the results together with the
 * settings, and the folder for the scores.
 */
export interface ScoredInput {
  readonly folder: ScoreFolder;
  /** Returns whether scores of this input are stored. */
  isStored(): boolean;
  /** Returns the facts about the input as JSON. Returns undefined if the input must be read first. */
  known(): readonly unknown[] | undefined;
  /** Returns the facts about the input after it has been read. Returns undefined if the scores must not be stored. */
  read(): readonly unknown[] | undefined;
}

/**
 * Stores the results of whole runs, so that a run with other thresholds reads and scores nothing again. The input and
 * all settings identify an entry, except for settings that only judge scores.
 */
export class StoredScores implements ScoreKeeper {
  readonly #input: ScoredInput;
  readonly #run: WholeRun;

  /** Returns undefined if the results depend on more than the input and the settings. */
  static of(input: ScoredInput | undefined, run: WholeRun): StoredScores | undefined {
    return input !== undefined && isKept(run) ? new StoredScores(input, run) : undefined;
  }

  private constructor(input: ScoredInput, run: WholeRun) {
    this.#input = input;
    this.#run = run;
  }

  find(): KeptResults | undefined {
    const name = this.#nameOf(this.#input.known());
    const entry = name === undefined ? undefined : this.#input.folder.open(name);
    if (entry === undefined) return undefined;
    const run = this.#run;
    const { settings } = run;
    const judge = areJudgedAgain(run)
      ? (result: MementoResult): MementoResult => withFault(judgedAgain(result, settings))
      : undefined;
    return (tally) => replayed(entry, { ...run, tally }, judge);
  }

  async *keep(results: AsyncIterable<Result>, tally: Tally): AsyncGenerator<Result> {
    // The verdicts of a curator do not follow from the scores.
    if (this.#run.overrides !== undefined || !this.#input.isStored()) {
      yield* results;
      return;
    }
    let writer: ScoreWriter | undefined;
    let isWhole = false;
    let isInOrder = true;
    let last: MementoResult | undefined;
    try {
      for await (const result of results) {
        (writer ??= this.#input.folder.write()).write(JSON.stringify(result));
        if (result.kind === "memento") {
          // Results of merged TimeMaps are not in chronological order. The pattern needs that order.
          if (last?.key === result.key && last.uriT !== result.uriT) isInOrder = false;
          last = result;
        }
        yield result;
      }
      isWhole = isInOrder;
    } finally {
      if (isWhole) this.#finish(writer ?? this.#input.folder.write(), tally);
      else writer?.discard();
    }
  }

  #finish(writer: ScoreWriter, { withoutFirst, damage, skipped, failures }: Tally): void {
    const name = this.#nameOf(this.#input.read());
    // A failure may not occur in another run.
    if (name === undefined || failures.size > 0) {
      writer.discard();
      return;
    }
    const report: Report = { withoutFirst, damage, skipped: [...skipped] };
    writer.write(JSON.stringify(report));
    writer.finish(name);
  }

  /** Returns the name of the entry for an input; undefined if the input has no entry. */
  #nameOf(input: readonly unknown[] | undefined): string | undefined {
    if (input === undefined) return undefined;
    const { settings } = this.#run;
    const decisive = areJudgedAgain(this.#run) ? unjudged(settings) : settings;
    return entryName([input, decisive]);
  }
}

/** Returns whether the results depend only on the files and the settings. */
const isKept = ({ settings, plugins, wants, sharedTextsSource, soft404 }: WholeRun): boolean =>
  settings.collection === undefined &&
  sharedTextsSource === undefined &&
  soft404 === undefined &&
  plugins.length === 0 &&
  wants === undefined;

/** Returns whether the scores of a memento determine all other results, and whether no score depends on a verdict. */
function areJudgedAgain({ settings, measures }: WholeRun): boolean {
  const { combine, explain, shortCircuit, exactScores } = settings;
  const hasBound = (keyword: string): boolean => {
    const measure = measures.find((each) => each.keyword === keyword);
    return measure?.scope === "pair" && measure.bound !== undefined;
  };
  return (
    combine !== "learned" &&
    explain !== true &&
    // Some kinds of page depend on the verdict.
    settings.signs !== true &&
    shortCircuit !== true &&
    // The reference memento depends on the verdict on the previous memento.
    settings.measures.every(({ reference }) => reference !== "previous") &&
    // A measure has no score if a bound was enough for the verdict.
    (exactScores || !settings.measures.some(({ keyword }) => hasBound(keyword)))
  );
}

/** Returns the settings without the settings that only judge scores. */
const unjudged = (settings: Settings): object => ({
  ...settings,
  combine: undefined,
  measures: settings.measures.map((choice) => ({
    ...choice,
    ...{ threshold: undefined, comparison: undefined, tuned: undefined },
  })),
});

/** Returns the result with the fault that follows from its verdict. */
const withFault = (result: MementoResult): MementoResult =>
  result.fault === undefined ? result : { ...result, ...consequencesOf(result) };

/** Returns a result of an earlier run with the verdicts of this run. */
type Judge = (result: MementoResult) => MementoResult;

interface ReplayOptions extends ReduceOptions, Pick<RunOptions, "onDamage"> {}

/** Yields the results of an entry after judging and counting them for this run. */
async function* replayed(
  lines: Iterable<string>,
  options: ReplayOptions,
  judge: Judge = (result) => result,
): AsyncGenerator<Result> {
  const reducer = await Reducer.open(options);
  const values = parsed(lines);
  let next = values.next();
  /** Yields the results of one TimeMap, oldest memento first. */
  const drafts = function* (key: string): Generator<MementoResult> {
    for (; next.done !== true; next = values.next()) {
      if (!isMemento(next.value) || next.value.key !== key) return;
      yield next.value;
    }
  };
  const judged = function* (results: Iterable<MementoResult>): Generator<MementoResult> {
    for (const result of results) yield judge(result);
  };
  const withReasons: Judge = (result) => result;
  try {
    while (next.done !== true) {
      const { value } = next;
      if (isMemento(value)) {
        yield* reducer.timeMap({ drafts: drafts(value.key), judged, withReasons });
        continue;
      }
      if ("kind" in value) reducer.problems.push(value);
      else takeReport(value, options);
      next = values.next();
    }
    yield* reducer.failed();
  } finally {
    values.return(undefined);
  }
}

function* parsed(lines: Iterable<string>): Generator<Result | Report> {
  for (const line of lines) yield JSON.parse(line) as Result | Report;
}

const isMemento = (value: Result | Report): value is MementoResult =>
  "kind" in value && value.kind === "memento";

function takeReport(
  { withoutFirst, damage, skipped }: Report,
  { tally, onDamage }: ReplayOptions,
): void {
  tally.withoutFirst = withoutFirst;
  for (const [reason, count] of skipped) tally.skip(reason, count);
  for (const each of damage) {
    tally.damage.push(each);
    onDamage?.(each);
  }
}
