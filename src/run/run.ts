import type { FetcherHandle } from "../http/fetcher.js";
import { groupingKey } from "../mementos/surt.js";
import { loadLanguageDetector } from "../preprocess/language-detector.js";
import type {
  Feature,
  HttpInputOptions,
  Input,
  InputContext,
  InputItem,
  InputProgress,
  Measure,
  Result,
  Settings,
} from "../types.js";
import { collect } from "./collect.js";
import { EarlyScores } from "./early-scores.js";
import { bindFeatures, extractFeatures } from "./extract.js";
import {
  inlineExtractor,
  threadedExtractor,
  type Extractor,
  type PageReader,
} from "./extractor.js";
import type { TopicSource } from "../topic/topic-source.js";
import { fitTopic, type FitOptions } from "./fit-topic.js";
import type { Overrides } from "./overrides.js";
import { planRun, type Plan } from "./plan.js";
import { reduceRun } from "./reduce-run.js";
import type { Shard } from "./shard.js";
import { Shuffle } from "./shuffle.js";
import { untilAborted } from "./until-aborted.js";
import { RunningTally, type Damage, type Tally } from "./tally.js";

/** An input with what `prepare` made of its arguments. */
export interface PreparedInput {
  readonly input: Input;
  readonly sources: readonly string[];
}

export interface RunOptions {
  readonly inputs: readonly PreparedInput[];
  readonly settings: Settings;
  /** Definitions that `settings.measures` names. */
  readonly measures: readonly Measure[];
  /** Definitions of all features that the measures ask for. */
  readonly features: readonly Feature[];
  /** Worker threads that read pages; 0 reads them in this thread. */
  readonly workers: number;
  /** What threads for scoring run; without it only this thread scores. */
  readonly scoringScript?: URL;
  /** Bytes of records held in memory; the rest goes to temporary files. */
  readonly memoryBytes: number;
  /** Only the TimeMaps of this shard are scored, though all captures are read. */
  readonly shard?: Shard;
  /** For inputs that ask what is wanted before they fetch. */
  readonly wants?: (uriR: string) => boolean;
  readonly signal: AbortSignal;
  /** For inputs over HTTP; closed when the run ends. */
  readonly http?: { readonly fetcher: FetcherHandle };
  /** Choices for inputs over HTTP, and for those that read again what such inputs fetched. */
  readonly httpOptions?: HttpInputOptions;
  readonly onProgress?: (progress: RunProgress) => void;
  /** A curator's own verdicts; they win. */
  readonly overrides?: Overrides;
  /** Where the topic of the collection comes from, when the settings ask for it. */
  readonly topicSource?: TopicSource;
  readonly onDamage?: (damage: Damage) => void;
}

/** How far a run is, for people. */
export interface RunProgress {
  readonly phase: "reading" | "scoring";
  readonly records: number;
  readonly mementos: number;
  /** Mementos scored so far. */
  readonly scored: number;
  readonly input?: InputProgress;
  /** What was fetched so far, of inputs over HTTP. */
  readonly fetched?: FetcherHandle["statistics"];
}

/** A run that has been set up; `tally` is complete once `results` has ended. */
export interface Run {
  readonly settings: Settings;
  readonly results: AsyncGenerator<Result>;
  readonly tally: Tally;
  /** What was fetched, of inputs over HTTP; complete once `results` has ended. */
  readonly fetched?: FetcherHandle["statistics"];
}

/** The whole tool: map, shuffle, reduce. Results come grouped by TimeMap, in an order that only the input decides. */
export function startRun(options: RunOptions): Run {
  const tally = new RunningTally();
  return {
    settings: options.settings,
    results: runAll(options, tally),
    tally,
    ...(options.http !== undefined && { fetched: options.http.fetcher.statistics }),
  };
}

async function* runAll(options: RunOptions, tally: RunningTally): AsyncGenerator<Result> {
  const shuffle = new Shuffle(options.memoryBytes);
  const early = new EarlyScores(shuffle, options);
  try {
    // The topic of a collection is known when all of it has been read.
    const isTopical = options.settings.collection !== undefined;
    await mapInto(shuffle, options, tally, isTopical ? {} : { early });
    await early.settle();
    const topic = isTopical
      ? await fitTopic(() => shuffle.sorted(), fitOptions(options))
      : undefined;
    for await (const result of reduceRun(shuffle, options, early, tally, topic)) {
      yield result;
      if (result.kind === "memento") {
        options.onProgress?.({
          phase: "scoring",
          records: shuffle.count,
          mementos: shuffle.count,
          scored: tally.mementos,
        });
      }
    }
  } finally {
    early.close();
    shuffle.close();
  }
}

/** Everything that making the topic needs, of a run. */
export function fitOptions(options: RunOptions): FitOptions {
  const { settings, measures, features, memoryBytes, signal, topicSource } = options;
  if (topicSource === undefined) throw new Error("nothing tells where the topic comes from");
  return { ...{ settings, measures, features, memoryBytes, signal }, ...topicSource };
}

/** What becomes of record lines besides. */
export interface MapOptions {
  /** The lines are for other processes, which refuse those of other settings. */
  readonly stamp?: string;
  /** TimeMaps are scored as soon as they are whole. */
  readonly early?: EarlyScores;
}

/** What map leaves in the shuffle. */
export async function mapInto(
  shuffle: Shuffle,
  options: RunOptions,
  tally: RunningTally,
  { stamp, early }: MapOptions = {},
): Promise<void> {
  const { settings } = options;
  const plan = planRun(settings, options.measures);
  const bound = bindFeatures(plan.requests, options.features, settings.preprocessing.language);
  const extractor = await chooseExtractor(options, plan, bound);
  try {
    const onTimeMapEnd = (uriR: string): void => {
      extractor.flush();
      early?.timeMapEnded(groupingKey(uriR, settings.groupBy));
    };
    await collect(watched(options, shuffle, onTimeMapEnd), {
      settings,
      signal: options.signal,
      extractor,
      shuffle,
      tally,
      features: bound.map(({ feature }) => feature),
      ...(stamp !== undefined && { stamp }),
      ...(early !== undefined && { early }),
      onDamage: (damage) => options.onDamage?.(damage),
    });
  } finally {
    await extractor.close();
    await options.http?.fetcher.close();
  }
}

async function chooseExtractor(
  { workers, settings }: RunOptions,
  plan: Plan,
  bound: ReturnType<typeof bindFeatures>,
): Promise<Extractor> {
  const { maxPageBytes, preprocessing } = settings;
  const { requests } = plan;
  const { language } = preprocessing;
  const detect = language === "auto" ? await loadLanguageDetector() : undefined;
  const here: PageReader = (job) => extractFeatures(job, bound, maxPageBytes, detect);
  if (workers === 0) return inlineExtractor(here);
  return threadedExtractor(workers, { requests, language, maxPageBytes }, here);
}

/** All items of all inputs, with progress told and the user's interrupt obeyed between two records. */
async function* watched(
  { inputs, settings, signal, http, httpOptions, wants, onProgress }: RunOptions,
  shuffle: Shuffle,
  onTimeMapEnd: (uriR: string) => void,
): AsyncGenerator<InputItem> {
  let records = 0;
  let input: InputProgress | undefined;
  const context: InputContext = {
    signal,
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    ...(wants !== undefined && { wants }),
    ...(http !== undefined && { fetcher: http.fetcher }),
    ...(httpOptions !== undefined && { http: httpOptions }),
    onProgress: (progress) => {
      input = progress;
    },
    onTimeMapEnd,
  };
  for (const { input: definition, sources } of inputs) {
    for await (const item of untilAborted(definition.read(sources, context), signal)) {
      records += 1;
      yield item;
      onProgress?.({
        phase: "reading",
        records,
        mementos: shuffle.count,
        scored: 0,
        ...(input !== undefined && { input }),
        ...(http !== undefined && { fetched: http.fetcher.statistics }),
      });
    }
  }
}
