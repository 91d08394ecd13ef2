import { consequencesOf } from "../../score/consequences.js";
import { judgedAgain } from "../../score/decide.js";
import type { PlainFiles } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
import type { Result } from "../../write/types.js";
import { entryName, type EntryWriter } from "./cache-folder.js";
import type { FeatureCache } from "./feature-cache.js";
import { Reducer, type ReduceOptions } from "../reduce/reduce.js";
import type { KeptResults, RunOptions, ScoreKeeper, Tally } from "../run-options.js";

const FORM = "detect_off_topic scores 1";

type WholeRun = Omit<RunOptions, "cache" | "scores">;

/** Everything that a run reports besides its results. It is the last line of an entry. */
type Report = Pick<Tally, "withoutFirst" | "damage"> & {
  readonly skipped: readonly [string, number][];
};

/**
 * Stores the results of whole runs beside the features of their files. A run with other thresholds then reads and
 * scores nothing again. An entry is identified by the features of all files and by all settings except those that only
 * judge scores.
 */
export class ScoreCache implements ScoreKeeper {
  readonly #features: FeatureCache;
  readonly #run: WholeRun;
  /** Files of each input. */
  readonly #read: readonly PlainFiles[];

  /** Returns undefined if the results depend on more than files and settings. */
  static of(features: FeatureCache, run: WholeRun): ScoreCache | undefined {
    if (!isKept(run)) return undefined;
    const read = run.inputs.flatMap(({ input, sources }) => input.plainFiles?.(sources) ?? []);
    return read.length === run.inputs.length ? new ScoreCache(features, run, read) : undefined;
  }

  private constructor(features: FeatureCache, run: WholeRun, read: readonly PlainFiles[]) {
    this.#features = features;
    this.#run = run;
    this.#read = read;
  }

  find(): KeptResults | undefined {
    const name = this.#nameOf((path) => this.#features.kept(path));
    const entry = name === undefined ? undefined : this.#features.folder.open(name, FORM);
    if (entry === undefined) return undefined;
    const run = this.#run;
    const { settings } = run;
    const judge = areJudgedAgain(run)
      ? (result: MementoResult): MementoResult => withFault(judgedAgain(result, settings))
      : undefined;
    return (tally) => replayed(entry.lines, { ...run, tally }, judge);
  }

  async *keep(results: AsyncIterable<Result>, tally: Tally): AsyncGenerator<Result> {
    // Verdicts of a curator do not follow from the scores.
    if (this.#run.overrides !== undefined) {
      yield* results;
      return;
    }
    let writer: EntryWriter | undefined;
    let isWhole = false;
    let isInOrder = true;
    let last: MementoResult | undefined;
    try {
      for await (const result of results) {
        (writer ??= this.#features.folder.write()).write(JSON.stringify(result));
        if (result.kind === "memento") {
          // Results of merged TimeMaps are not in chronological order, which the pattern needs.
          if (last?.key === result.key && last.uriT !== result.uriT) isInOrder = false;
          last = result;
        }
        yield result;
      }
      isWhole = isInOrder;
    } finally {
      if (isWhole) this.#finish(writer ?? this.#features.folder.write(), tally);
      else writer?.discard();
    }
  }

  #finish(writer: EntryWriter, { withoutFirst, damage, skipped, failures }: Tally): void {
    const name = this.#nameOf((path) => this.#features.used(path));
    // A failure may not occur in another run.
    if (name === undefined || failures.size > 0) {
      writer.discard();
      return;
    }
    const report: Report = { withoutFirst, damage, skipped: [...skipped] };
    writer.write(JSON.stringify(report));
    writer.finish(name, FORM);
  }

  /**
   * Returns the name of the entry, given a function that returns the digest of a file's features; undefined if the
   * features of a file are not stored.
   */
  #nameOf(keptOf: (path: string) => string | undefined): string | undefined {
    const { settings, shard } = this.#run;
    const kept = this.#read.flatMap(({ files }) => files.map(keptOf));
    if (kept.includes(undefined)) return undefined;
    const decisive = areJudgedAgain(this.#run) ? unjudged(settings) : settings;
    return entryName([this.#features.stamp, decisive, shard, this.#read, kept], ".scores");
  }
}

/** Tells whether the results depend on nothing but the files and the settings. */
const isKept = ({ settings, plugins, wants, sharedTextsSource, soft404 }: WholeRun): boolean =>
  settings.collection === undefined &&
  sharedTextsSource === undefined &&
  soft404 === undefined &&
  plugins.length === 0 &&
  wants === undefined;

/** Tells whether everything said about a memento follows from its scores, and no score depends on a verdict. */
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
    // There is no score if a bound was enough for the verdict.
    (exactScores || !settings.measures.some(({ keyword }) => hasBound(keyword)))
  );
}

/** Returns the settings without those that only judge scores. */
const unjudged = (settings: Settings): object => ({
  ...settings,
  combine: undefined,
  measures: settings.measures.map((choice) => ({
    ...choice,
    ...{ threshold: undefined, comparison: undefined, tuned: undefined },
  })),
});

/** Returns the result with the fault that its verdict has. */
const withFault = (result: MementoResult): MementoResult =>
  result.fault === undefined ? result : { ...result, ...consequencesOf(result) };

/** Returns a result of an earlier run with the verdicts of this run. */
type Judge = (result: MementoResult) => MementoResult;

interface ReplayOptions extends ReduceOptions, Pick<RunOptions, "onDamage"> {}

/** Yields the results of an entry, judged and counted for this run. */
async function* replayed(
  lines: Iterable<string>,
  options: ReplayOptions,
  judge: Judge = (result) => result,
): AsyncGenerator<Result> {
  const reducer = await Reducer.open(options);
  const said = parsed(lines);
  let next = said.next();
  /** Yields the results of one TimeMap, oldest first. */
  const drafts = function* (key: string): Generator<MementoResult> {
    for (; next.done !== true; next = said.next()) {
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
      next = said.next();
    }
    yield* reducer.failed();
  } finally {
    said.return(undefined);
  }
}

function* parsed(lines: Iterable<string>): Generator<Result | Report> {
  for (const line of lines) yield JSON.parse(line) as Result | Report;
}

const isMemento = (said: Result | Report): said is MementoResult =>
  "kind" in said && said.kind === "memento";

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
