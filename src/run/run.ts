import type { FetcherHandle } from "../http/fetcher.js";
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
import { assess } from "./assess.js";
import { collect } from "./collect.js";
import { bindFeatures } from "./extract.js";
import { inlineExtractor, threadedExtractor, type Extractor } from "./extractor.js";
import { groupLines } from "./groups.js";
import { planRun, type Plan } from "./plan.js";
import { Shuffle } from "./shuffle.js";
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
  /** Bytes of records held in memory; the rest goes to temporary files. */
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  /** For inputs over HTTP; closed when the run ends. */
  readonly http?: { readonly fetcher: FetcherHandle; readonly options?: HttpInputOptions };
  readonly onProgress?: (progress: RunProgress) => void;
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
  const { settings, memoryBytes, signal } = options;
  const plan = planRun(settings, options.measures);
  const { language } = settings.preprocessing;
  const bound = bindFeatures(plan.requests, options.features, language);
  const features = bound.map(({ feature }) => feature);
  const shuffle = new Shuffle(memoryBytes);
  const extractor = chooseExtractor(options, plan, bound);
  const timeMapProblems: Result[] = [];
  try {
    await collect(watched(options, shuffle), {
      settings,
      extractor,
      shuffle,
      tally,
      features,
      onResult: (result) => timeMapProblems.push(result),
      onDamage: (damage) => options.onDamage?.(damage),
    });
    await extractor.close();
    for (const result of timeMapProblems.sort((a, b) => (a.uriT < b.uriT ? -1 : 1))) {
      tally.count(result);
      yield result;
    }
    const groups = groupLines(shuffle.sorted(), {
      memoryBytes: memoryBytes / 4,
      onDuplicate: () => tally.skip("the same record given twice"),
    });
    for (const group of groups) {
      signal.throwIfAborted();
      tally.timeMaps += 1;
      const context = { plan, settings, features, onNoFirst: () => (tally.withoutFirst += 1) };
      for (const result of assess(group, context)) {
        tally.count(result);
        yield result;
      }
      options.onProgress?.({
        phase: "scoring",
        records: shuffle.count,
        mementos: shuffle.count,
        scored: tally.mementos,
      });
    }
  } finally {
    await extractor.close();
    shuffle.close();
    await options.http?.fetcher.close();
  }
}

function chooseExtractor(
  { workers, settings }: RunOptions,
  plan: Plan,
  bound: ReturnType<typeof bindFeatures>,
): Extractor {
  const { maxPageBytes, preprocessing } = settings;
  if (workers === 0) return inlineExtractor(bound, maxPageBytes);
  return threadedExtractor(workers, {
    requests: plan.requests,
    language: preprocessing.language,
    maxPageBytes,
  });
}

/** All items of all inputs, with progress told and the user's interrupt obeyed between two records. */
async function* watched(
  { inputs, settings, signal, http, onProgress }: RunOptions,
  shuffle: Shuffle,
): AsyncGenerator<InputItem> {
  let records = 0;
  let input: InputProgress | undefined;
  const context: InputContext = {
    signal,
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    ...(http !== undefined && {
      fetcher: http.fetcher,
      ...(http.options !== undefined && { http: http.options }),
    }),
    onProgress: (progress) => {
      input = progress;
    },
  };
  for (const { input: definition, sources } of inputs) {
    for await (const item of definition.read(sources, context)) {
      signal.throwIfAborted();
      records += 1;
      yield item;
      onProgress?.({
        phase: "reading",
        records,
        mementos: shuffle.count,
        scored: 0,
        ...(input !== undefined && { input }),
      });
    }
  }
}
