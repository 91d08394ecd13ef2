import { availableParallelism } from "node:os";
import { UsageError } from "../errors.js";
import {
  Access,
  type AccessChoices,
  type Login,
  withoutLogins,
  withoutLoginsInText,
} from "../http/access.js";
import type { FetcherOptions } from "../http/fetcher.js";
import { archiveItUris } from "../inputs/archiveit.js";
import { inputs } from "../inputs/index.js";
import { groupingKey } from "../mementos/uri.js";
import { removers } from "../pages/boilerplate/index.js";
import type { Overrides } from "../results/overrides.js";
import { stampOf } from "../scoring/plan.js";
import { requireWholeTopic } from "../settings/collection-choices.js";
import { chooseInputs, type InputChoice } from "../settings/inputs.js";
import {
  requireUsedArchiveChoices,
  requireUsedSettings,
  resolveSettings,
  type SettingsChoices,
} from "../settings/settings.js";
import { topicSource, type TopicSource } from "../topic/topic-source.js";
import type { HttpInputOptions, Input, Result, Settings } from "../types.js";
import { definitionsFor, type OwnDefinitions, type RunDefinitions } from "./definitions.js";
import { type CacheChoice, FeatureCache } from "./feature-cache.js";
import { inShard, type PreparedInput, type RunOptions, type Shard } from "./run-options.js";
import { type Run, startRun } from "./run.js";

/** What to read and how to judge it; what is left out is as on the command line. */
export interface DetectOptions extends SettingsChoices, OwnDefinitions {
  /** As after `-i`: `warc=crawl.warc.gz`, or several of them; or an input of your own, such as {@link givenPages}. */
  readonly input: string | readonly string[] | Input;
  /**
   * Worker threads; 0 reads pages in this thread, as runs with features of your own do unless they are from a module
   * ({@link loadPlugins}). Default: one a core.
   */
  readonly workers?: number;
  /** Bytes of records held in memory before they go to temporary files; 32 MiB by default, at least 1 MiB. */
  readonly memoryBytes?: number;
  /** Only a part of all TimeMaps, for several processes that share the work; rates of hosts are shared as well. */
  readonly shard?: Shard;
  /** A curator's own verdicts (`parseOverrides`); they win over what is computed. */
  readonly overrides?: Overrides;
  /** How the topic of the collection is made from it; `topic` is one that is there already. */
  readonly topicSource?: TopicSource;
  readonly signal?: AbortSignal;
  readonly onProgress?: RunOptions["onProgress"];
  readonly onDamage?: RunOptions["onDamage"];
  /** How inputs over HTTP fetch: politely and without a record unless said otherwise. */
  readonly fetching?: Omit<FetcherOptions, "record" | "signal" | "maxBodyBytes" | "access">;
  /**
   * What opens private collections: headers, cookies and logins, for their own hosts or for those of the URIs in `input`.
   * They are sent to no other host, and stand in no record, result or message.
   */
  readonly access?: AccessChoices;
  /** Working directory (`-d`): what is fetched is kept there, and an interrupted run continues from it. */
  readonly directory?: string;
  /** Where the features of WARC and WACZ files are kept, so that the next run with these settings need not read them. */
  readonly cache?: CacheChoice;
  /** Which mementos of TimeMaps are wanted, where archives are. */
  readonly http?: HttpInputOptions;
}

const DEFAULT_MEMORY_BYTES = 32 * 1024 * 1024;
/** Less would make more parts to merge than it saves. */
const LEAST_MEMORY_BYTES = 1024 * 1024;

const scoringScript = new URL("./scoring-worker.js", import.meta.url);

/** The memory that a run keeps to, given what was chosen. */
export function memoryOf({ memoryBytes }: Pick<DetectOptions, "memoryBytes">): number {
  return Math.max(LEAST_MEMORY_BYTES, memoryBytes ?? DEFAULT_MEMORY_BYTES);
}

/**
 * Scores every memento of an input against the first memento of its TimeMap: one result per memento, grouped by
 * TimeMap. Throws a `UsageError` for a bad choice, before any work is done. Trouble with a memento is in its result.
 *
 *     for await (const result of detect({ input: "warc=crawl.warc.gz", measures: "cosine=0.12" })) ...
 */
export async function* detect(options: DetectOptions): AsyncGenerator<Result> {
  yield* (await prepareRun(options)).results;
}

/** As {@link detect}, in two steps: checks every choice, then returns the results with their tally. */
export async function prepareRun(options: DetectOptions): Promise<Run> {
  const run = await runOptions(options);
  if (run.shard !== undefined || run.wants !== undefined) {
    requireWholeTopic(run.settings.collection, options.topic);
  }
  return startRun(run);
}

/** Everything a run needs, from what was chosen: settings, definitions, inputs that have been checked. */
export async function runOptions(options: DetectOptions): Promise<RunOptions> {
  const { onProgress, onDamage, signal = new AbortController().signal } = options;
  const definitions = definitionsFor(options);
  const { measures, features, plugins, areForThreads } = definitions;
  const settings = resolveSettings(options, { measures, removers });
  // Measures of one's own may look at any setting.
  if (options.extraMeasures === undefined) requireUsedSettings(options, settings, measures);
  const chosen = chosenInputs(options.input);
  requireUsedArchiveChoices(
    options,
    chosen.map(({ input }) => input),
  );
  const cache = cacheOf(options, settings, definitions);
  const prepared = await Promise.all(
    chosen.map(async ({ input, values }) => {
      const sources = await prepareSources(input, values, options.http);
      return { input, ...withoutLogins(sources) };
    }),
  );
  const http = prepared.some(({ input }) => input.usesHttp)
    ? await openHttp(options, prepared, signal)
    : undefined;
  return {
    inputs: prepared,
    settings,
    ...{ measures, features, plugins },
    workers: areForThreads ? (options.workers ?? availableParallelism()) : 0,
    ...(areForThreads && { scoringScript }),
    memoryBytes: memoryOf(options),
    signal,
    ...shardOf(options.shard, settings, prepared),
    http,
    cache,
    httpOptions: options.http,
    overrides: options.overrides,
    topicSource: options.topicSource ?? topicSource(options),
    elsewhereSource: options.elsewhere,
    onProgress,
    onDamage,
  };
}

/** Throws a `UsageError` for choices with which files are to be read whatever is known of them. */
function cacheOf(
  { cache, http }: DetectOptions,
  settings: Settings,
  { measures, areForThreads }: RunDefinitions,
): FeatureCache | undefined {
  if (cache === undefined) return undefined;
  const { seeds, match, verify } = http ?? {};
  const reads = verify === true ? "--verify" : seeds === "auto" ? "--seeds auto" : undefined;
  if (reads !== undefined) {
    throw new UsageError(`${reads} reads each file, which --cache is to save. Give one of them.`);
  }
  if (settings.text === "rendered") {
    throw new UsageError(
      "--text rendered joins records of several files, and --cache keeps each by itself. Give one of them.",
    );
  }
  if (!areForThreads) {
    throw new UsageError("a cache does not know measures and features of a program's own.");
  }
  return new FeatureCache(cache, JSON.stringify([stampOf(settings, measures), seeds, match]));
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

/** The fetcher of a run, with the working directory that belongs to its one input. */
async function openHttp(
  { directory, fetching, maxPageSize, shard, access = {}, http = {} }: DetectOptions,
  inputs: readonly (PreparedInput & { readonly logins: readonly Login[] })[],
  signal: AbortSignal,
): Promise<NonNullable<RunOptions["http"]>> {
  const [first] = inputs;
  if (directory !== undefined && (first === undefined || inputs.length > 1)) {
    throw new UsageError(
      "a working directory (-d) belongs to one kind of input: give one -i, or none of -d.",
    );
  }
  const given = inputs.flatMap(({ input, sources }) =>
    input.keyword === "archiveit" ? archiveItUris(http) : sources,
  );
  const logins = [...inputs.flatMap((each) => each.logins), ...(access.logins ?? [])];
  // Runs on WARC files need none of it: a quarter of all that would be loaded.
  const { openFetcher } = await import("../http/fetcher.js");
  const fetcher = await openFetcher({
    ...fetching,
    access: new Access({ ...access, logins }, given),
    ...(shard !== undefined && { limits: { ...fetching?.limits, shards: shard.n } }),
    signal,
    maxBodyBytes: maxPageSize,
    ...(directory !== undefined &&
      first !== undefined && {
        record: { directory, input: { keyword: first.input.keyword, sources: first.sources } },
      }),
  });
  return { fetcher };
}
