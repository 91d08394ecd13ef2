import { UsageError } from "../base/errors.js";
import { planRun, stampOf } from "../score/plan.js";
import { requireWholeTopic } from "../score/settings/collection-choices.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { checkedRun, checkedSettings, memoryOf, runOptions, threadsOf } from "./detect.js";
import type { RunDefinitions } from "./plugins/definitions.js";
import { checkOptions, type DetectOptions } from "./detect-options.js";
import { definitionsOf } from "./records/extract.js";
import { keyOfLine, parseLine, settledLines } from "./lines/lines.js";
import { RecordReader } from "./lines/record-reader.js";
import { extractRecords } from "./map.js";
import { elsewhereRound, findElsewhere } from "./collection/elsewhere.js";
import type { ElsewhereTable } from "../score/elsewhere.js";
import { scoreTimeMaps } from "./threads/reduce-in-threads.js";
import { joinLines, lineOfOutcome, SmallLines } from "./lines/resolve-lines.js";
import { inShard, RunningTally, type RunOptions, type Shard, type Tally } from "./run-options.js";
import type { Run } from "./run.js";
import { Shuffle } from "../base/shuffle.js";
import { inOrder } from "./lines/in-order.js";

/** Map's output: sorted record lines, and what was counted on the way. */
export interface Mapped {
  readonly lines: Iterable<string>;
  readonly tally: Tally;
  readonly fetched?: NonNullable<Run["fetched"]>;
}

/**
 * Map: captures of an input in, one line a record out, sorted: `grouping key TAB memento-datetime TAB tie TAB JSON`.
 * Everything has been read when this resolves; temporary files are removed when the lines have been taken.
 *
 * @example
 * ```js
 * const { lines, tally } = await mapRecords({ input: "warc=crawl.warc", measures: "cosine" });
 * console.log([...lines].every((line) => line.includes("\t")), tally.damage.length);
 * // true 0
 * ```
 */
export async function mapRecords(options: DetectOptions): Promise<Mapped> {
  const run = await runOptions(checkedRun(options));
  if (options.http?.seeds !== undefined && run.inputs.some(({ input }) => input.namesSeeds)) {
    throw new UsageError(
      "--seeds chooses when all of the input has been read, and a mapper reads a part: use the plain command.",
    );
  }
  return mapped(run, stampOf(run.settings, run.measures));
}

/**
 * Sorted lines of an input for this process, in which revisits and redirects are what they point to. What other
 * processes need is not there: features are not packed, and there are no lines of pointers and of what they may look for.
 */
export async function readRecords(options: DetectOptions): Promise<Mapped> {
  return mapped(await runOptions(checkedRun(options)));
}

async function mapped(run: RunOptions, stamp?: string): Promise<Mapped> {
  const shuffle = new Shuffle(run.memoryBytes);
  const tally = new RunningTally();
  try {
    await extractRecords(shuffle, run, tally, stamp);
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

/** The options that `mapRecords` was given; those that a step does not read may be left out. */
export interface RecordsOptions extends Omit<DetectOptions, "input">, LinePlace {
  readonly input?: DetectOptions["input"];
}

/** The reader of a step and what it works with. Throws a `UsageError` for a bad choice. */
function openStep(options: RecordsOptions): Step {
  const join = openJoin(options);
  const { settings, definitions } = checkedSettings(options);
  return { ...definitions, ...join, settings, reader: readerOf(settings, definitions, options) };
}

interface Step extends RunDefinitions, Join {
  readonly settings: Settings;
}

/** What a step between map and reduce works with: the settings of records are in their stamps. */
interface Join {
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  readonly reader: RecordReader;
}

/** The options that a step between map and reduce reads. */
export type JoinOptions = LinePlace & Pick<DetectOptions, "memoryBytes" | "signal">;

function openJoin(options: JoinOptions): Join {
  checkOptions(options, { place: "function" });
  const { place, signal = new AbortController().signal } = options;
  return { memoryBytes: memoryOf(options), signal, reader: new RecordReader({}, place) };
}

/**
 * Resolve: lines of any number of mappers in, in any order; sorted records out, as of one mapper. The lines say with which
 * settings they were made. Throws a `UsageError` for records of different settings, and for what is no record.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", measures: "cosine" });
 * for await (const line of resolveRecords(lines)) console.log(line.split("\t")[1]);
 * // 20090414101507000000000
 * // 20180127221845000000000
 * ```
 */
export function resolveRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinOptions = {},
): AsyncGenerator<string> {
  return resolved(lines, openJoin(options));
}

async function* resolved(
  lines: Iterable<string> | AsyncIterable<string>,
  { reader, memoryBytes, signal }: Join,
): AsyncGenerator<string> {
  const [records, small] = [new Shuffle(memoryBytes), new SmallLines(memoryBytes)];
  try {
    for await (const line of reader.counted(lines)) {
      signal.throwIfAborted();
      if (small.takes(line)) continue;
      const isRecord = reader.problem(line) === undefined && parseLine(line).kind === "record";
      if (isRecord) reader.front(line);
      records.add(line);
    }
    await small.settle(records, { reader }, (settled) => [lineOfOutcome(settled)], signal);
    yield* settledLines(records.sorted());
  } finally {
    small.close();
    records.close();
  }
}

/**
 * One round of resolve, where an engine sorts: sorted lines in; out come the lines that are to be sorted in with them.
 * Pointers that still look for their targets are taken to the next round, with all targets; when there are none, what
 * has come of them is taken to a round with all records. Throws as {@link resolveRecords} does.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", measures: "cosine" });
 * let pointers = 0;
 * for await (const line of resolveRound([...lines].sort())) pointers += 1;
 * console.log(pointers);
 * // 0
 * ```
 */
export function resolveRound(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinOptions = {},
): AsyncGenerator<string> {
  return answered(lines, openJoin(options));
}

async function* answered(
  lines: Iterable<string> | AsyncIterable<string>,
  { reader, signal }: Join,
): AsyncGenerator<string> {
  for await (const outcome of joinLines(inOrder(reader.counted(lines)), { reader }, signal)) {
    yield lineOfOutcome(outcome);
  }
}

/** A reduce step sees a part of the collection only. */
function elsewhereOf({ elsewhere }: RecordsOptions): ElsewhereTable | undefined {
  if (elsewhere !== "collection") return elsewhere;
  throw new UsageError(
    "--elsewhere collection is for the plain command. Give reduce --elsewhere FILE, which elsewhere wrote.",
  );
}

/**
 * Where texts stand in several TimeMaps: records of a whole collection in any order in, the lines of a file for
 * `--elsewhere` out. Throws a `UsageError` for records of different settings, and for damaged ones.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", profile: "default" });
 * for await (const line of elsewhereRecords(lines)) console.log(line);
 * // detect_off_topic elsewhere 1
 * ```
 */
export function elsewhereRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinOptions = {},
): AsyncGenerator<string> {
  return findElsewhere(lines, openJoin(options));
}

/**
 * One round of {@link elsewhereRecords}, where an engine sorts: records in any order give places of texts; places, those of a
 * text together and sorted, give the lines of the file, whose parts may be put together. Throws as it does.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", profile: "default" });
 * const places = [];
 * for await (const place of elsewherePlaces(lines)) places.push(place);
 * for await (const line of elsewherePlaces(places.sort())) console.log(line);
 * // detect_off_topic elsewhere 1
 * ```
 */
export function elsewherePlaces(
  lines: Iterable<string> | AsyncIterable<string>,
  options: JoinOptions = {},
): AsyncGenerator<string> {
  return elsewhereRound(lines, openJoin(options));
}

/** What reduce makes of records. */
export interface Reduced {
  readonly settings: Settings;
  readonly results: AsyncIterable<Result>;
  /** Counts of the results that have been taken. */
  readonly tally: Tally;
}

/**
 * Reduce: sorted records in, results out; throws a `UsageError` for records made with other settings.
 *
 * @example
 * ```js
 * const options = { input: "warc=crawl.warc", measures: "cosine" };
 * const { lines } = await mapRecords(options);
 * const { results, tally } = reduceRecords(lines, options);
 * for await (const { overall } of results) console.log(overall);
 * console.log(tally.offTopic);
 * // on-topic
 * // off-topic
 * // 1
 * ```
 */
export function reduceRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  options: RecordsOptions,
): Reduced {
  const { reader, ...step } = openStep(options);
  const { settings, measures } = step;
  const { topic, shard, overrides } = options;
  requireWholeTopic(settings.collection, topic);
  const tally = new RunningTally();
  const requireRecord = (line: string): void => {
    const { kind } = parseLine(line);
    if (kind === "timemap-problem") reader.problem(line);
    if (kind === "record") reader.front(line);
  };
  const sorted = settledLines(inOrder(reader.counted(lines), requireRecord));
  const results = scoreTimeMaps(
    { lines: sorted, place: reader.place },
    {
      ...{ ...step, shard, tally, overrides, topic },
      ...threadsOf(options, step),
      elsewhere: elsewhereOf(options),
      stamp: stampOf(settings, measures),
    },
  );
  return { settings, results, tally };
}
