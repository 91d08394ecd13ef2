import { UsageError } from "../base/errors.js";
import { stampOf } from "../score/settings/plan.js";
import type {
  CollectionEvidence,
  LineSource,
  SurveyRound,
} from "../score/evidence/collection-evidence.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { checkedRun, checkedSettings, memoryOf, openRun, threadsOf } from "./detect.js";
import { checkOptions, type DetectOptions } from "./detect-options.js";
import type { Records } from "./records/join.js";
import { kindOfLine } from "./lines/lines.js";
import { inOrder, RecordReader } from "./lines/record-reader.js";
import { extractRecords, type OpenedRun } from "./map.js";
import { dataOf, definitionsIn, requireComplete } from "./collection/survey.js";
import { scoreTimeMaps } from "./threads/reduce-in-threads.js";
import { finalLines, joinLines, SmallLines } from "./lines/resolve.js";
import { RunningTally, type Tally } from "./setup/tally.js";
import type { Run } from "./run.js";
import { Shuffle } from "../base/shuffle.js";

/** Output of map: the sorted lines of records, and counts of the records that were read. */
export interface Mapped {
  readonly lines: Iterable<string>;
  readonly tally: Tally;
  readonly fetched?: NonNullable<Run["fetched"]>;
}

/**
 * Map: reads the captures of an input and returns one sorted line per record: `grouping key TAB memento-datetime TAB
 * sort key TAB kind TAB JSON`, and behind it the features of the page. The promise resolves when all input has been read. Temporary files are removed once the lines
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
  const run = await openRun(checkedRun(options));
  const { seeds } = options;
  if (seeds !== undefined && run.inputs.some(({ input }) => input.namesSeeds)) {
    throw new UsageError(
      "--seeds needs the whole input, and a mapper reads a part of it. Run detect_off_topic without map.",
    );
  }
  return mapped(run, stampOf(run.settings, run.measures, definitionsIn(run.evidence)));
}

/**
 * Reads an input and returns its sorted lines for use in this process. Revisits and redirects have been replaced by
 * copies of their targets. Features are not packed, and there are no lines of pointers and targets, because only other
 * processes need them.
 */
export async function readRecords(options: DetectOptions): Promise<Mapped> {
  return mapped(await openRun(checkedRun(options)));
}

async function mapped(run: OpenedRun, stamp?: string): Promise<Mapped> {
  const tally = new RunningTally();
  const records = await extractRecords(run, tally, stamp);
  const fetched = run.http?.fetcher.statistics;
  return { lines: drained(records), tally, fetched };
}

function* drained(records: Records): Generator<string> {
  try {
    yield* records.sorted();
  } finally {
    records.close();
  }
}

/** Options of `mapRecords`. Each step ignores the options that it does not need. */
export interface RecordsOptions extends Omit<DetectOptions, "input"> {
  readonly input?: DetectOptions["input"];
}

/** Options of a step between map and reduce. It needs no settings, because the stamps of the records contain them. */
export type JoinOptions = Pick<DetectOptions, "memoryBytes" | "signal">;

/** Returns what each step needs. Throws a `UsageError` for a bad option. */
function openStep(options: JoinOptions): { memoryBytes: number; signal: AbortSignal } {
  checkOptions(options);
  const { signal = new AbortController().signal } = options;
  return { memoryBytes: memoryOf(options), signal };
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
  return resolved(lines, openStep(options));
}

async function* resolved(
  lines: Iterable<string> | AsyncIterable<string>,
  { memoryBytes, signal }: Required<JoinOptions>,
): AsyncGenerator<string> {
  const reader = new RecordReader();
  const [records, small] = [new Shuffle(memoryBytes), new SmallLines(memoryBytes)];
  try {
    for await (const line of lines) {
      signal.throwIfAborted();
      if (small.takes(line)) continue;
      if (["record", "temporary"].includes(kindOfLine(line))) reader.front(line);
      records.add(line);
    }
    const sorted = (): Iterable<string> => records.sorted();
    const add = (line: string): void => records.add(line);
    await small.resolve({ sorted, add }, { reader }, ({ line }) => [line], signal);
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
  return answered(lines, openStep(options));
}

async function* answered(
  lines: Iterable<string> | AsyncIterable<string>,
  { signal }: Required<JoinOptions>,
): AsyncGenerator<string> {
  const outcomes = joinLines(inOrder(lines), { reader: new RecordReader() }, signal);
  for await (const { line } of outcomes) yield line;
}

/** Performs rounds over the records of other processes as long as `next` returns one, which may choose others. */
export async function surveyedRecords<Data>(
  lines: LineSource,
  of: CollectionEvidence<Data>,
  options: RecordsOptions,
  next: (data: Data | undefined, settings: Settings) => SurveyRound<Data> | undefined,
): Promise<Data | undefined> {
  const { memoryBytes, signal } = openStep(options);
  const { settings, definitions, evidence } = checkedSettings(options);
  const asked = evidence.find(({ of: { keyword } }) => keyword === of.keyword);
  if (asked === undefined) throw new Error(`the options do not ask for ${of.keyword}`);
  const reader = new RecordReader(stampOf(settings, definitions.measures, definitions.evidence));
  const records = new Shuffle(memoryBytes);
  try {
    for await (const line of lines) {
      signal.throwIfAborted();
      if (kindOfLine(line) !== "record") continue;
      reader.front(line);
      records.add(line);
    }
    const context = { ...definitions, settings, memoryBytes, signal, evidence };
    let data = asked.data as Data | undefined;
    for (let round = next(data, settings); round !== undefined; round = next(data, settings)) {
      data = await dataOf(of, round, records.sorted(), context);
    }
    return data;
  } finally {
    records.close();
  }
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
  const step = openStep(options);
  const { settings, definitions, evidence } = checkedSettings(options);
  const { overrides } = options;
  requireComplete(evidence, settings);
  const stamp = stampOf(settings, definitions.measures, definitions.evidence);
  const tally = new RunningTally();
  const results = scoreTimeMaps(finalLines(inOrder(lines)), {
    ...{ ...definitions, ...step, ...threadsOf(options, definitions) },
    ...{ settings, tally, overrides, evidence, stamp },
  });
  return { settings, results, tally };
}
