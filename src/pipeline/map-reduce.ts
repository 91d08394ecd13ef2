import { UsageError } from "../errors.js";
import { removers } from "../pages/boilerplate/index.js";
import type { Overrides } from "../results/overrides.js";
import { planRun, stampOf } from "../scoring/plan.js";
import { requireWholeTopic } from "../settings/collection-choices.js";
import {
  requireUsedSettings,
  resolveSettings,
  type SettingsChoices,
} from "../settings/settings.js";
import type { Result, Settings } from "../types.js";
import { type DetectOptions, memoryOf, runOptions } from "./detect.js";
import { definitionsFor, type OwnDefinitions, type RunDefinitions } from "./definitions.js";
import { definitionsOf } from "./extract.js";
import { keyOfLine, RecordReader } from "./lines.js";
import { mapInto } from "./map.js";
import { findElsewhere } from "./elsewhere.js";
import type { ElsewhereTable } from "../scoring/elsewhere.js";
import { reduceLines } from "./reduce.js";
import { resolveLines } from "./resolve-lines.js";
import { inShard, RunningTally, type Shard, type Tally } from "./run-options.js";
import type { Run } from "./run.js";
import { Shuffle } from "../shuffle.js";

/** Map's output: sorted record lines, and what was counted on the way. */
export interface Mapped {
  readonly lines: Iterable<string>;
  readonly tally: Tally;
  readonly fetched?: NonNullable<Run["fetched"]>;
}

/**
 * Map: captures of an input in, one line a record out, sorted: `grouping key TAB memento-datetime TAB tie TAB JSON`.
 * Everything has been read when this resolves; temporary files are removed when the lines have been taken.
 */
export async function mapRecords(options: DetectOptions): Promise<Mapped> {
  const run = await runOptions(options);
  if (options.http?.seeds !== undefined && run.inputs.some(({ input }) => input.namesSeeds)) {
    throw new UsageError(
      "--seeds chooses when all of the input has been read, and a mapper reads a part: use the plain command.",
    );
  }
  const shuffle = new Shuffle(run.memoryBytes);
  const tally = new RunningTally();
  try {
    await mapInto(shuffle, run, tally, stampOf(run.settings, run.measures));
  } catch (cause) {
    shuffle.close();
    throw cause;
  }
  const fetched = run.http?.fetcher.statistics;
  return { lines: drained(shuffle, run.shard), tally, fetched };
}

function* drained(shuffle: Shuffle, shard: Shard | undefined): Generator<string> {
  try {
    for (const line of shuffle.sorted()) {
      if (shard === undefined || inShard(keyOfLine(line), shard)) yield line;
    }
  } finally {
    shuffle.close();
  }
}

/** Where lines of records come from. */
export interface LinePlace {
  /** Names the file and the line that was taken last, for messages; else lines are counted. */
  readonly place?: () => string;
}

/** Reads records that mappers of the same settings wrote. */
export function readerOf(
  settings: Settings,
  { measures, features }: Pick<RunDefinitions, "measures" | "features">,
  { place }: LinePlace,
): RecordReader {
  const { requests } = planRun(settings, measures);
  const form = { stamp: stampOf(settings, measures), features: definitionsOf(requests, features) };
  return new RecordReader(form, place);
}

/** The choices that `mapRecords` was given, and what concerns this step alone. */
export interface ResolveRecordsOptions extends SettingsChoices, OwnDefinitions, LinePlace {
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Resolve: records of any number of mappers in, in any order; sorted records as of one mapper out. Throws a `UsageError`
 * for the records that reduce refuses.
 */
export async function* resolveRecords(
  lines: AsyncIterable<string>,
  options: ResolveRecordsOptions,
): AsyncGenerator<string> {
  const definitions = definitionsFor(options);
  const settings = resolveSettings(options, { ...definitions, removers });
  const reader = readerOf(settings, definitions, options);
  const out = new Shuffle(memoryOf(options));
  try {
    await resolveLines(lines, out, settings, reader, options.signal);
    yield* out.sorted();
  } finally {
    out.close();
  }
}

/** How records become results: the choices that `mapRecords` was given, and what concerns this step alone. */
export interface ReduceRecordsOptions extends ResolveRecordsOptions {
  readonly shard?: Shard;
  /** A curator's own verdicts; they win over what is computed. */
  readonly overrides?: Overrides;
}

/** A reduce step sees a part of the collection only. */
function elsewhereOf({ elsewhere }: SettingsChoices): ElsewhereTable | undefined {
  if (elsewhere !== "collection") return elsewhere;
  throw new UsageError(
    "--elsewhere collection is for the plain command. Give reduce --elsewhere FILE, which elsewhere wrote.",
  );
}

/**
 * Where texts stand in several TimeMaps: records of a whole collection in any order in, the lines of a file for
 * `--elsewhere` out. Throws a `UsageError` for the records that reduce refuses.
 */
export async function* elsewhereRecords(
  lines: AsyncIterable<string>,
  options: ResolveRecordsOptions,
): AsyncGenerator<string> {
  const definitions = definitionsFor(options);
  const settings = resolveSettings(options, { ...definitions, removers });
  const { signal = new AbortController().signal } = options;
  const reader = readerOf(settings, definitions, options);
  yield* findElsewhere(lines, {
    settings,
    measures: definitions.measures,
    memoryBytes: memoryOf(options),
    signal,
    reader,
  });
}

/** Reduce: sorted records in, results out; throws a `UsageError` for records made with other settings. */
export function reduceRecords(
  lines: AsyncIterable<string>,
  options: ReduceRecordsOptions,
): { readonly settings: Settings; readonly results: AsyncIterable<Result>; readonly tally: Tally } {
  const { measures, features } = definitionsFor(options);
  const settings = resolveSettings(options, { measures, removers });
  if (options.extraMeasures === undefined) requireUsedSettings(options, settings, measures);
  const { topic } = options;
  requireWholeTopic(settings.collection, topic);
  const tally = new RunningTally();
  const { shard, place, signal = new AbortController().signal } = options;
  const results = reduceLines(lines, {
    settings,
    measures,
    features,
    memoryBytes: memoryOf(options),
    signal,
    shard,
    place,
    tally,
    overrides: options.overrides,
    topic,
    elsewhere: elsewhereOf(options),
    stamp: stampOf(settings, measures),
  });
  return { settings, results, tally };
}
