import { availableParallelism } from "node:os";
import { UsageError } from "../base/errors.js";
import {
  Access,
  type Login,
  withoutLogins,
  withoutLoginsInText,
  withoutSignatures,
} from "../read/http/access.js";
import { archiveItUris } from "../read/inputs/archiveit.js";
import { inputs } from "../read/inputs/index.js";
import { warc } from "../read/inputs/warc.js";
import { groupingKey } from "../base/uri.js";
import { readMadeData } from "../base/platform/data.js";
import { isRemote, openRemoteWith } from "../base/platform/files.js";
import { stampOf } from "../score/plan.js";
import { requireWholeTopic } from "../score/settings/collection-choices.js";
import { chooseInputs, type InputChoice } from "./input-choices.js";
import {
  requireUsedArchiveChoices,
  requireUsedSettings,
  resolveSettings,
} from "../score/settings/settings.js";
import { topicSource, type TopicSource } from "../score/topic/topic-source.js";
import type { Input } from "../read/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { definitionsFor, type RunDefinitions } from "./plugins/definitions.js";
import { checkOptions, type DetectOptions } from "./detect-options.js";
import { CacheFolder } from "./cache/cache-folder.js";
import { FeatureCache } from "./cache/feature-cache.js";
import { inShard, type PreparedInput, type RunOptions, type Shard } from "./run-options.js";
import { type Run, startRun } from "./run.js";
import { ScoreCache } from "./cache/score-cache.js";

const DEFAULT_MEMORY_BYTES = 32 * 1024 * 1024;
/** Less would make more parts to merge than it saves. */
const LEAST_MEMORY_BYTES = 1024 * 1024;

/** The memory that a run keeps to, given what was chosen. */
export function memoryOf({ memoryBytes }: Pick<DetectOptions, "memoryBytes">): number {
  return Math.max(LEAST_MEMORY_BYTES, memoryBytes ?? DEFAULT_MEMORY_BYTES);
}

/** The threads that a run may have: none where definitions are functions of this program. */
export const threadsOf = (
  { workers = availableParallelism() }: Pick<DetectOptions, "workers">,
  { areForThreads }: RunDefinitions,
): Pick<RunOptions, "workers"> => (areForThreads ? { workers } : { workers: 0 });

/**
 * Scores every memento of an input against the first memento of its TimeMap: one result per memento, grouped by
 * TimeMap. Throws a `UsageError` for a bad choice, before any work is done. Trouble with a memento is in its result.
 *
 * @example
 * ```js
 * for await (const result of detect({ input: "warc=crawl.warc", profile: "paper" })) {
 *   if (result.kind === "memento") console.log(result.capture.mementoDatetime, result.overall);
 *   else console.log(result.uriT, result.problem.message);
 * }
 * // 2009-04-14T10:15:07Z on-topic
 * // 2018-01-27T22:18:45Z off-topic
 * ```
 */
export function detect(options: DetectOptions): AsyncGenerator<Result> {
  return resultsOf(checkedRun(options));
}

async function* resultsOf(run: CheckedRun): AsyncGenerator<Result> {
  yield* (await start(run)).results;
}

/**
 * As {@link detect}, in two steps: checks every choice, then returns the results with their tally.
 *
 * @example
 * ```js
 * const { results, settings, tally } = await prepareRun({
 *   input: "warc=crawl.warc",
 *   measures: "cosine",
 * });
 * for await (const result of results) {
 *   if (result.kind !== "memento") continue;
 *   for (const { outcome } of result.measures)
 *     if ("value" in outcome) console.log(outcome.value.score);
 * }
 * console.log(settings.profile, tally.mementos, tally.offTopic);
 * // 1
 * // 0.026436934831902348
 * // paper 2 1
 * ```
 */
export async function prepareRun(options: DetectOptions): Promise<Run> {
  return start(checkedRun(options));
}

async function start(checked: CheckedRun): Promise<Run> {
  const run = await runOptions(checked);
  if (run.shard !== undefined || run.wants !== undefined) {
    requireWholeTopic(run.settings.collection, checked.options.topic);
  }
  return startRun(run);
}

/** The settings of a step, from the options that each of them takes, with all definitions. */
export function checkedSettings(options: Omit<DetectOptions, "input">): {
  readonly settings: Settings;
  readonly definitions: RunDefinitions;
} {
  const definitions = definitionsFor(options);
  const { measures } = definitions;
  const settings = resolveSettings(options, definitions);
  // Measures of one's own may look at any setting.
  if (options.extraMeasures === undefined) requireUsedSettings(options, settings, measures);
  return { settings, definitions };
}

/** Options of which all has been checked that asks for no file and no archive. */
interface CheckedRun {
  readonly options: DetectOptions;
  readonly settings: Settings;
  readonly definitions: RunDefinitions;
  readonly inputs: readonly InputChoice[];
}

/** Throws a `UsageError` for a bad choice; `others` are the options that only this step takes. */
export function checkedRun(
  options: DetectOptions,
  others?: Parameters<typeof checkOptions>[1],
): CheckedRun {
  checkOptions(options, others);
  const checked = checkedSettings(options);
  const inputs = chosenInputs(options.input);
  requireUsedArchiveChoices(
    options,
    inputs.map(({ input }) => input),
  );
  return { options, ...checked, inputs };
}

/** Everything a run needs, from what was chosen: settings, definitions, inputs that have been checked. */
export async function runOptions(
  { options, settings, definitions, inputs }: CheckedRun,
  topic: TopicSource = topicSource(options),
): Promise<RunOptions> {
  const { onProgress, onDamage, signal = new AbortController().signal } = options;
  const { measures, features, removers, plugins } = definitions;
  const cache = cacheOf(options, settings, definitions);
  const prepared = await Promise.all(
    inputs.map(async ({ input, values }) =>
      withoutSecrets(input, await prepareSources(input, values, options.http)),
    ),
  );
  const base = options.http?.warcBase ?? "";
  const areRemote = isRemote(base) || prepared.some(({ sources }) => sources.some(isRemote));
  const http =
    areRemote || prepared.some(({ input }) => input.usesHttp)
      ? await openHttp(options, prepared, signal)
      : undefined;
  const run = {
    inputs: prepared,
    settings,
    ...{ measures, features, removers, plugins },
    ...threadsOf(options, definitions),
    memoryBytes: memoryOf(options),
    signal,
    ...shardOf(options.shard, settings, prepared),
    http,
    cache,
    httpOptions: options.http,
    overrides: options.overrides,
    topicSource: topic,
    elsewhereSource: options.elsewhere,
    soft404: options.soft404,
    onProgress,
    onDamage,
  };
  return { ...run, scores: cache && ScoreCache.of(cache, run) };
}

/** Throws a `UsageError` for choices with which files are to be read whatever is known of them. */
function cacheOf(
  { cache, http }: DetectOptions,
  settings: Settings,
  { measures, areForThreads }: RunDefinitions,
): FeatureCache | undefined {
  if (cache === undefined) return undefined;
  const { seeds, match, verify } = http ?? {};
  const reads = verify === true ? "--set verify" : seeds === "auto" ? "--seeds auto" : undefined;
  if (reads !== undefined) {
    throw new UsageError(`${reads} reads each file, which --cache is to save. Give one of them.`);
  }
  if (settings.text === "rendered") {
    throw new UsageError(
      "--text rendered joins records of several files, and --cache keeps each by itself. Give one of them.",
    );
  }
  if (!areForThreads) {
    throw new UsageError(
      "a cache does not know measures, features and removers of a program's own.",
    );
  }
  // A version under way is many programs.
  const build = readMadeData("build.json");
  const stamp = JSON.stringify([stampOf(settings, measures), build, seeds, match]);
  return new FeatureCache(new CacheFolder(cache), stamp, cache);
}

/** Messages do not show the passwords of URIs. */
async function prepareSources(
  input: Input,
  values: readonly string[],
  http: DetectOptions["http"],
): Promise<readonly string[]> {
  try {
    return await input.prepare(values, http);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new UsageError(withoutLoginsInText(cause.message), { cause });
  }
}

/** Inputs of the registry by their keywords, or one's own as it is. */
function chosenInputs(input: DetectOptions["input"]): InputChoice[] {
  if (typeof input === "object" && "read" in input) return [{ input, values: [] }];
  return chooseInputs(typeof input === "string" ? [input] : input, inputs);
}

/** Who leaves out the TimeMaps of other shards: the inputs, before they fetch, or else the scoring. */
function shardOf(
  shard: Shard | undefined,
  settings: Settings,
  inputs: readonly PreparedInput[],
): Pick<RunOptions, "shard" | "wants"> {
  if (shard === undefined) return {};
  const asking = inputs.filter(({ input }) => input.asksWhatIsWanted === true);
  if (asking.length === 0) return { shard };
  if (asking.length === inputs.length) {
    return { wants: (of) => inShard(groupingKey(of, settings), shard) };
  }
  throw new UsageError(
    "a shard (--shard) is of one kind of input: give TimeMaps and WARC files to commands of their own.",
  );
}

/** Sources as results and messages show them, and what is left out of them. */
function withoutSecrets(input: Input, sources: readonly string[]): PreparedInput & Prepared {
  const shown = withoutLogins(sources);
  // What inputs over HTTP ask for is named in results as it is.
  const signed = input.usesHttp ? {} : withoutSignatures(shown.sources);
  return { input, ...shown, ...signed };
}

/** Files on the web are opened as those here, until `close`; `sources` are their URIs as results name them. */
export async function openFilesOfWeb(
  uris: readonly string[],
  options: Pick<DetectOptions, "access" | "fetching">,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly string[]; readonly close: () => Promise<void> }> {
  const prepared = withoutSecrets(warc, uris);
  const { close } = await openHttp({ ...options, input: [] }, [prepared], signal);
  return { sources: prepared.sources, close };
}

const isS3 = (uri: string): boolean => /^s3:/iu.test(uri);

/** What stood in the URIs of sources and is not shown. */
interface Prepared {
  readonly logins: readonly Login[];
  readonly signed?: ReadonlyMap<string, string>;
}

/** The fetcher of a run, with the working directory that belongs to its one input. */
async function openHttp(
  { directory, fetching, maxPageSize, shard, access = {}, http = {} }: DetectOptions,
  inputs: readonly (PreparedInput & Prepared)[],
  signal: AbortSignal,
): Promise<NonNullable<RunOptions["http"]>> {
  // Of files that are read where they are nothing is kept.
  const isKept = directory !== undefined && inputs.some(({ input }) => input.usesHttp);
  const [first] = inputs;
  if (isKept && (first === undefined || inputs.length > 1)) {
    throw new UsageError(
      "a working directory (-d) belongs to one kind of input: give one -i, or none of -d.",
    );
  }
  const { archive, warcBase = "" } = http;
  const given = [
    ...inputs.flatMap(({ input, sources }) =>
      input.keyword === "archiveit" ? archiveItUris(http) : sources,
    ),
    ...(archive === undefined ? [] : [archive.replay, archive.timeMap, archive.cdx]),
  ];
  const signed = new Map(inputs.flatMap((each) => [...(each.signed ?? [])]));
  const logins = [...inputs.flatMap((each) => each.logins), ...(access.logins ?? [])];
  // Runs on WARC files need none of it: a quarter of all that would be loaded.
  const [{ openFetcher }, { RemoteFiles }] = await Promise.all([
    import("../read/http/fetcher.js"),
    import("../read/http/remote-files.js"),
  ]);
  const { S3 } = [...given, warcBase].some(isS3) ? await import("../read/http/s3.js") : {};
  const s3 = S3 && new S3(process.env);
  const ofUser = new Access({ ...access, logins }, given);
  const fetcher = await openFetcher({
    ...fetching,
    access: { headersFor: (uri) => ({ ...ofUser.headersFor(uri), ...s3?.headersFor(uri) }) },
    ...(shard !== undefined && { limits: { ...fetching?.limits, shards: shard.n } }),
    signal,
    maxBodyBytes: maxPageSize,
    ...(isKept &&
      first !== undefined && {
        record: { directory, input: { keyword: first.input.keyword, sources: first.sources } },
      }),
  });
  const uriOf = (shown: string): string =>
    (isS3(shown) ? s3?.uriOf(shown) : signed.get(shown)) ?? shown;
  const forget = openRemoteWith(new RemoteFiles(fetcher, uriOf, fetching?.timeoutMs).open);
  const close = (): Promise<void> => {
    forget();
    return fetcher.close();
  };
  return { fetcher, close };
}
