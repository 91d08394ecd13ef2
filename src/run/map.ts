import { planRun } from "../score/settings/plan.js";
import type { InputContext, InputProgress } from "../read/types.js";
import { type CollectContext, Collector } from "./records/collect.js";
import { Join, type Records } from "./records/join.js";
import {
  bindFeatures,
  extractFeatures,
  type Extractor,
  inlineExtractor,
  loadFor,
  pageLimits,
  type PageReader,
} from "./records/extract.js";
import { definitionsIn } from "./collection/survey.js";
import type { RunningTally } from "./setup/tally.js";
import type { RunOptions } from "./setup/run-options.js";
import { CaptureChooser } from "./changes/choose-captures.js";
import { PageNames } from "./records/page-names.js";
import { Seeds } from "./records/seeds.js";
import { untilAborted } from "./setup/until-aborted.js";
import { threadedExtractor } from "./threads/extractor.js";

/**
 * Captures -> records: reads the pages of all inputs, extracts their features, and resolves revisits and redirects. `stamp`
 * must be given if other processes will read the lines, because they refuse lines that were made with other settings.
 */
export async function extractRecords(
  options: RunOptions,
  tally: RunningTally,
  stamp?: string,
): Promise<Records> {
  const { settings, signal, memoryBytes, history, http } = options;
  const names = new PageNames(settings);
  // A mapper reads only a part of every TimeMap, so it cannot tell which seeds have no mementos.
  const isWhole = stamp === undefined;
  const seeds = seedsOf(options, names, isWhole);
  const onDamage: RunOptions["onDamage"] = (damage) => options.onDamage?.(damage);
  const extractor = await openExtractor(options);
  const join = new Join({ settings, signal, memoryBytes, tally, stamp, seeds, onDamage, history });
  const collect = { settings, stamp, extractor, names };
  const chooser = chooserOf(options, collect, join);
  try {
    await readInputs(options, join, new Collector(join, collect), seeds, chooser);
    if (chooser !== undefined) tally.check = await chooser.finish();
    // A run with a history reads a part of the captures too.
    const unseen = isWhole && history === undefined ? names.unseen() : undefined;
    if (unseen !== undefined) options.onNotice?.(unseen);
    return await join.finish();
  } finally {
    chooser?.close();
    join.close();
    await extractor.close();
    await http?.close();
  }
}

/** Returns undefined if all TimeMaps are wanted. */
function seedsOf(
  { settings, inputs, httpOptions = {}, history }: RunOptions,
  names: PageNames,
  tellsMissing: boolean,
): Seeds | undefined {
  const { seeds, match } = httpOptions;
  const namesSeeds = inputs.some(({ input }) => input.namesSeeds === true);
  if (seeds === undefined || (seeds === "auto" && !namesSeeds)) return undefined;
  const { groupCapturesBy } = settings;
  return new Seeds({ seeds, match }, groupCapturesBy, tellsMissing, history?.namedSeeds, names);
}

async function openExtractor(options: RunOptions): Promise<Extractor> {
  const { settings, measures, plugins, extensions, workers, removers } = options;
  const { requests } = planRun(settings, measures, definitionsIn(options.evidence));
  const { language } = settings.preprocessing;
  const bound = bindFeatures(requests, options.features, language);
  const limits = pageLimits(settings.maxPageBytes);
  const tools = { detect: await loadFor(bound), removers };
  const here: PageReader = (job) => extractFeatures(job, bound, limits, tools);
  return workers === 0
    ? inlineExtractor(here)
    : threadedExtractor(workers, { requests, language, limits, plugins, extensions }, here);
}

/** Returns undefined if all captures are read. */
function chooserOf(
  options: RunOptions,
  collect: CollectContext,
  sink: Join,
): CaptureChooser | undefined {
  const { fetch, fetchWithin: within, fetchCheck: check } = options.settings;
  if (fetch === undefined || within === undefined || check === undefined) return undefined;
  return new CaptureChooser({ within, check }, { ...options, collect, sink });
}

/** Reads all items of all inputs, reports progress, and checks between two items whether the user has interrupted. */
async function readInputs(
  options: RunOptions,
  join: Join,
  collector: Collector,
  seeds: Seeds | undefined,
  chooser: CaptureChooser | undefined,
): Promise<void> {
  const { inputs, signal, http, onProgress } = options;
  let records = 0;
  let input: InputProgress | undefined;
  /** True if the current input has chosen its seeds itself. */
  let isChosen = false;
  const report = (): void =>
    onProgress?.({
      phase: "reading",
      records,
      mementos: join.count,
      scored: 0,
      input,
      fetched: http?.fetcher.statistics,
    });
  const context: InputContext = {
    ...contextOf(options),
    ...(seeds !== undefined && { wants: (of) => isChosen || seeds.wants(of) }),
    onOwnChoice() {
      isChosen = true;
      seeds?.leaveToInput();
    },
    onFailure: (failure) => join.fail(failure),
    ...(chooser !== undefined && { choose: (timeMap) => chooser.choose(timeMap) }),
    onProgress: (progress) => {
      input = progress;
      // Progress of TimeMaps is reported at once, because a host's rate limit can delay the first memento for long. So is
      // the beginning of files, because the first one may have to be downloaded.
      if ("timeMaps" in progress || progress.bytesRead === 0) report();
    },
    onSeed: (uriR) => {
      seeds?.add(uriR);
      options.history?.takeSeed(uriR);
    },
  };
  for (const { input: definition, sources, unread = [] } of inputs) {
    isChosen = false;
    for (const each of unread) await collector.take({ kind: "damage", ...each });
    for await (const item of untilAborted(definition.read(sources, context), signal)) {
      records += 1;
      await collector.take(item);
      report();
    }
  }
  await collector.finish();
}

/** What inputs learn of the run before it begins. */
const contextOf = ({ settings, signal, http, httpOptions, inputOf, history }: RunOptions) =>
  ({
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    documentsOnly: settings.pages === "document",
    formats: settings.formats,
    wantsRendered: settings.text === "rendered",
    substituted: settings.substituted,
    signal,
    fetcher: http?.fetcher,
    http: httpOptions,
    inputOf,
    hasFile: async (path) => (await history?.hasFile(path)) === true,
  }) satisfies InputContext;
