import { UsageError } from "../base/errors.js";
import { planRun, stampOf } from "../score/settings/plan.js";
import { requireWholeTopic } from "../score/settings/collection-choices.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { checkedRun, checkedSettings, memoryOf, runOptions, threadsOf } from "./detect.js";
import type { RunDefinitions } from "./plugins/definitions.js";
import { checkOptions, type DetectOptions } from "./detect-options.js";
import { definitionsOf } from "./records/extract.js";
import type { Records } from "./records/records.js";
import { keyOfLine, parseLine } from "./lines/lines.js";
import { finalLines } from "./lines/reached-lines.js";
import { RecordReader } from "./lines/record-reader.js";
import { extractRecords } from "./map.js";
import { sharedTextsRound, findSharedTexts } from "./collection/elsewhere.js";
import type { ElsewhereTable } from "../score/evidence/elsewhere.js";
import { scoreTimeMaps } from "./threads/reduce-in-threads.js";
import { joinLines, lineOfOutcome, SmallLines } from "./lines/resolve-lines.js";
import { inShard, type Shard } from "./setup/shard.js";
import { RunningTally, type Tally } from "./setup/tally.js";
import type { RunOptions } from "./setup/run-options.js";
import type { Run } from "./run.js";
import { Shuffle } from "../base/shuffle.js";
import { inOrder } from "./lines/in-order.js";

/** Output of map: the sorted lines of records, and counts of the records that were read. */
export interface Mapped {
  readonly lines: Iterable<string>;
  readonly tally: Tally;
  readonly fetched?: NonNullable<Run["fetched"]>;
}

/**
 * Map: reads the captures of an input and returns one sorted line per record: `grouping key TAB memento-datetime TAB
 * sort key TAB JSON`. The promise resolves when all input has been read. Temporary files are removed once the lines
 * have been consumed.
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
      "--seeds needs the whole input, and a mapper reads a part of it. Run detect_off_topic without map.",
    );
  }
  return mapped(run, stampOf(run.settings, run.measures));
}

/**
 * Reads an input and returns its sorted lines for use in this process. Revisits and redirects have been replaced by
 * copies of their targets. Features are not packed, and there are no lines of pointers and targets, because only other
 * processes need them.
 */
export async function readRecords(options: DetectOptions): Promise<Mapped> {
  return mapped(await runOptions(checkedRun(options)));
}

async function mapped(run: RunOptions, stamp?: string): Promise<Mapped> {
  const tally = new RunningTally();
  const records = await extractRecords(run, tally, stamp);
  const fetched = run.http?.fetcher.statistics;
  return { lines: drained(records, run.shard), tally, fetched };
}

function* drained(records: Records, shard: Shard | undefined): Generator<string> {
  try {
    for (const line of records.sorted()) {
      if (shard === undefined || inShard(keyOfLine(line), shard)) yield line;
    }
  } finally {
    records.close();
  }
}

/** Option that tells from which file lines of records come. */
export interface LinePlace {
  /** Returns the file and line that was read last, for messages. Default: counts the lines. */
  readonly place?: () => string;
}

/** Returns a reader of records that mappers with these settings wrote. */
export function readerOf(
  settings: Settings,
  { measures, features }: Pick<RunDefinitions, "measures" | "features">,
  { place }: LinePlace,
): RecordReader {
  const { requests } = planRun(settings, measures);
  const form = { stamp: stampOf(settings, measures), features: definitionsOf(requests, features) };
  return new RecordReader(form, place);
}

/** Options of `mapRecords`. Each step ignores the options that it does not need. */
export interface RecordsOptions extends Omit<DetectOptions, "input">, LinePlace {
  readonly input?: DetectOptions["input"];
}

/** Throws a `UsageError` for a bad option. */
function openStep(options: RecordsOptions): Step {
  const join = openJoin(options);
  const { settings, definitions } = checkedSettings(options);
  return { ...definitions, ...join, settings, reader: readerOf(settings, definitions, options) };
}

interface Step extends RunDefinitions, JoinStep {
  readonly settings: Settings;
}

/** Context of a step between map and reduce. It needs no settings, because the stamps of the records contain them. */
interface JoinStep {
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  readonly reader: RecordReader;
}

/** Options of a step between map and reduce. */
export type JoinOptions = LinePlace & Pick<DetectOptions, "memoryBytes" | "signal">;

function openJoin(options: JoinOptions): JoinStep {
  checkOptions(options, { place: "function" });
  const { place, signal = new AbortController().signal } = options;
  return { memoryBytes: memoryOf(options), signal, reader: new RecordReader({}, place) };
}

/**
 * Resolve: reads the lines of any number of mappers, in any order, and yields sorted records as a single mapper would
 * write them. The stamps of the lines contain the settings with which they were made. Throws a `UsageError` for records
 * made with different settings, and for a line that is not a record.
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
  { reader, memoryBytes, signal }: JoinStep,
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
    const sorted = (): Iterable<string> => records.sorted();
    const add = (line: string): void => records.add(line);
    await small.resolve({ sorted, add }, { reader }, (pointer) => [lineOfOutcome(pointer)], signal);
    yield* finalLines(records.sorted());
  } finally {
    small.close();
    records.close();
  }
}

/**
 * Performs one round of resolve for an engine that sorts between rounds: reads sorted lines and yields further lines,
 * to be sorted in with them. Pointers that still look for their targets go to the next round together with all targets.
 * When none are left, the resolved lines go to a round with all records. Throws the same errors as {@link
 * resolveRecords}.
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
  { reader, signal }: JoinStep,
): AsyncGenerator<string> {
  for await (const outcome of joinLines(inOrder(reader.counted(lines)), { reader }, signal)) {
    yield lineOfOutcome(outcome);
  }
}

/** Throws a `UsageError` for "collection", because a reduce step sees only a part of the collection. */
function sharedTextsOf({ elsewhere }: RecordsOptions): ElsewhereTable | undefined {
  if (elsewhere !== "collection") return elsewhere;
  throw new UsageError(
    "--elsewhere collection needs the whole input, and reduce may read a part of it. Give --elsewhere FILE with a file that the command elsewhere wrote.",
  );
}

/**
 * Finds the texts that several TimeMaps share: reads the records of a whole collection, in any order, and yields the
 * lines of a file for `--elsewhere`. Throws a `UsageError` for records made with different settings and for damaged
 * records.
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
  return findSharedTexts(lines, openJoin(options));
}

/**
 * Performs one round of {@link elsewhereRecords} for an engine that sorts between rounds. Given records in any order,
 * it yields places of texts. Given sorted places, with all places of a text in the same part, it yields lines of the
 * file, whose parts may be concatenated. Throws the same errors as {@link elsewhereRecords}.
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
  return sharedTextsRound(lines, openJoin(options));
}

/** Output of reduce. */
export interface Reduced {
  readonly settings: Settings;
  readonly results: AsyncIterable<Result>;
  /** Counts of the results that have been consumed. */
  readonly tally: Tally;
}

/**
 * Reduce: reads sorted records and returns results. Throws a `UsageError` for records made with other settings.
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
  const { topic, shard, overrides, soft404 } = options;
  requireWholeTopic(settings.collection, topic);
  const tally = new RunningTally();
  const requireRecord = (line: string): void => {
    const { kind } = parseLine(line);
    if (kind === "timemap-problem") reader.problem(line);
    if (kind === "record") reader.front(line);
  };
  const sorted = finalLines(inOrder(reader.counted(lines), requireRecord));
  const results = scoreTimeMaps(
    { lines: sorted, place: reader.place },
    {
      ...{ ...step, shard, tally, overrides, topic, soft404 },
      ...threadsOf(options, step),
      elsewhere: sharedTextsOf(options),
      stamp: stampOf(settings, measures),
    },
  );
  return { settings, results, tally };
}
