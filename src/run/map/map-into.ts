import { groupingKey } from "../../mementos/surt.js";
import { loadLanguageDetector } from "../../preprocess/language-detector.js";
import type { InputContext, InputItem, InputProgress } from "../../types.js";
import type { Shuffle } from "../lines/shuffle.js";
import { planRun, type Plan } from "../plan.js";
import type { EarlyScores } from "../reduce/early-scores.js";
import type { RunOptions } from "../run-options.js";
import type { RunningTally } from "../tally.js";
import { untilAborted } from "../until-aborted.js";
import { collect } from "./collect.js";
import { bindFeatures, extractFeatures } from "./extract.js";
import {
  inlineExtractor,
  threadedExtractor,
  type Extractor,
  type PageReader,
} from "./extractor.js";
import { pageLimits } from "./page-room.js";

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
    const onTimeMapEnd: Required<InputContext>["onTimeMapEnd"] = (of) => {
      extractor.flush();
      early?.timeMapEnded(groupingKey(of, settings));
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
  const limits = pageLimits(settings.maxPageBytes);
  const { requests } = plan;
  const { language } = settings.preprocessing;
  const detect = language === "auto" ? await loadLanguageDetector() : undefined;
  const here: PageReader = (job) => extractFeatures(job, bound, limits, detect);
  if (workers === 0) return inlineExtractor(here);
  return threadedExtractor(workers, { requests, language, limits }, here);
}

/** All items of all inputs, with progress told and the user's interrupt obeyed between two records. */
async function* watched(
  { inputs, settings, signal, http, httpOptions, wants, onProgress }: RunOptions,
  shuffle: Shuffle,
  onTimeMapEnd: Required<InputContext>["onTimeMapEnd"],
): AsyncGenerator<InputItem> {
  let records = 0;
  let input: InputProgress | undefined;
  const tell = (): void =>
    onProgress?.({
      phase: "reading",
      records,
      mementos: shuffle.count,
      scored: 0,
      ...(input !== undefined && { input }),
      ...(http !== undefined && { fetched: http.fetcher.statistics }),
    });
  const context: InputContext = {
    signal,
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    substituted: settings.substituted,
    ...(wants !== undefined && { wants }),
    ...(http !== undefined && { fetcher: http.fetcher }),
    ...(httpOptions !== undefined && { http: httpOptions }),
    onProgress: (progress) => {
      input = progress;
      // The first memento of a host that limits may be long in coming.
      if ("timeMaps" in progress) tell();
    },
    onTimeMapEnd,
  };
  for (const { input: definition, sources } of inputs) {
    for await (const item of untilAborted(definition.read(sources, context), signal)) {
      records += 1;
      yield item;
      tell();
    }
  }
}
