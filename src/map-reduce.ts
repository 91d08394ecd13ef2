import { DEFAULT_MEMORY_BYTES, runOptions, type DetectOptions } from "./detect.js";
import { features } from "./features/index.js";
import { hash53 } from "./math/hash53.js";
import { measures } from "./measures/index.js";
import { removers } from "./preprocess/boilerplate/index.js";
import { resolveSettings, type SettingsChoices } from "./registry/settings.js";
import { keyOfLine } from "./run/lines.js";
import { reduceLines } from "./run/reduce.js";
import { resolveLines } from "./run/resolve-lines.js";
import { mapInto, type Run } from "./run/run.js";
import { Shuffle } from "./run/shuffle.js";
import { stampOf } from "./run/stamp.js";
import { RunningTally, type Tally } from "./run/tally.js";
import type { Result, Settings } from "./types.js";

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
  const shuffle = new Shuffle(run.memoryBytes);
  const tally = new RunningTally();
  try {
    await mapInto(shuffle, run, tally, stampOf(run.settings, run.measures));
  } catch (cause) {
    shuffle.close();
    throw cause;
  }
  const fetched = run.http?.fetcher.statistics;
  return { lines: drained(shuffle), tally, ...(fetched !== undefined && { fetched }) };
}

function* drained(shuffle: Shuffle): Generator<string> {
  try {
    yield* shuffle.sorted();
  } finally {
    shuffle.close();
  }
}

/** Resolve: records of any number of mappers in, in any order; sorted records as of one mapper out. */
export async function* resolveRecords(
  lines: AsyncIterable<string>,
  options: SettingsChoices & Pick<DetectOptions, "memoryBytes">,
): AsyncGenerator<string> {
  const settings = resolveSettings(options, { measures, removers });
  const memoryBytes = options.memoryBytes ?? DEFAULT_MEMORY_BYTES;
  const out = new Shuffle(memoryBytes);
  try {
    await resolveLines(lines, out, settings);
    yield* out.sorted();
  } finally {
    out.close();
  }
}

/** A part of all TimeMaps: the k-th of n, told by a stable hash of the grouping key. */
export interface Shard {
  readonly k: number;
  readonly n: number;
}

/** True when a TimeMap belongs to a shard; every process agrees without asking another. */
export function inShard(key: string, { k, n }: Shard): boolean {
  return hash53(key) % n === k - 1;
}

export interface ReduceRecordsOptions extends SettingsChoices {
  readonly memoryBytes?: number;
  readonly shard?: Shard;
}

/** Reduce: sorted records in, results out; throws a `UsageError` for records made with other settings. */
export function reduceRecords(
  lines: AsyncIterable<string>,
  options: ReduceRecordsOptions,
): { readonly settings: Settings; readonly results: AsyncIterable<Result>; readonly tally: Tally } {
  const settings = resolveSettings(options, { measures, removers });
  const tally = new RunningTally();
  const { shard } = options;
  const results = reduceLines(shard === undefined ? lines : shardOf(lines, shard), {
    settings,
    measures,
    features,
    memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY_BYTES,
    signal: new AbortController().signal,
    tally,
    stamp: stampOf(settings, measures),
  });
  return { settings, results, tally };
}

async function* shardOf(lines: AsyncIterable<string>, shard: Shard): AsyncGenerator<string> {
  for await (const line of lines) if (inShard(keyOfLine(line), shard)) yield line;
}
