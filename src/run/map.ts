import { planRun } from "../score/settings/plan.js";
import type { InputContext, InputProgress } from "../read/types.js";
import { type CollectContext, Collector } from "./records/collect.js";
import { Join, type Records } from "./records/join.js";
import { inlineExtractor, pageLimits, pageReader } from "./records/extract.js";
import { definitionsIn } from "./collection/survey.js";
import type { RunningTally } from "./setup/tally.js";
import type { History } from "./history/history.js";
import type { RunOptions } from "./setup/run-options.js";
import { CaptureChooser } from "./changes/choose-captures.js";
import { PageNames } from "./records/page-names.js";
import { Seeds } from "./records/seeds.js";
import { untilAborted } from "./setup/until-aborted.js";
import { ThreadedExtractor } from "./threads/extractor.js";

/** The options of a run whose inputs are open, with the history of earlier runs, if it has one. All its steps take it. */
export interface OpenedRun extends RunOptions {
  readonly history?: History | undefined;
}

/**
 * Map: reads all inputs, and makes records of their captures. Revisits and redirects then get the features of what they
 * point to, and the captures of the chosen seeds stay. `stamp` must be given if other processes will read the lines,
 * because they refuse lines that were made with other settings.
 */
export async function extractRecords(
  options: OpenedRun,
  tally: RunningTally,
  stamp?: string,
): Promise<Records> {
  const { settings, signal, memoryBytes, history, onDamage } = options;
  const extractor = extractorOf(options);
  try {
    const names = settings.aliases && new PageNames(settings);
    // A mapper reads only a part of every TimeMap, so it cannot tell which seeds have no mementos.
    const isWhole = stamp === undefined;
    const seeds = chosenSeeds(options, names, isWhole);
    const join = new Join({
      ...{ settings, signal, memoryBytes, tally, stamp, seeds, onDamage, history },
    });
    const collect: CollectContext = { settings, stamp, extractor, names };
    const chooser = chooserOf(options, collect, join);
    try {
      await readItems(options, { join, collect, seeds, chooser });
      if (chooser !== undefined) tally.check = await chooser.finish();
      // A mapper and a run with a history read a part of the captures.
      const unseen = isWhole && history === undefined ? names?.unseen() : undefined;
      if (unseen !== undefined) options.onNotice?.(unseen);
      return await join.finish();
    } finally {
      chooser?.close();
      join.close();
    }
  } finally {
    await extractor.close();
    await options.http?.close();
  }
}

/** Returns the extractor of the features that measures, evidence and metadata read, in this thread or in others. */
function extractorOf(options: OpenedRun): CollectContext["extractor"] {
  const { settings, measures, plugins, extensions, workers, features, removers } = options;
  const { requests } = planRun(settings, measures, definitionsIn(options.evidence));
  const { language } = settings.preprocessing;
  const setup = { requests, language, limits: pageLimits(settings.maxPageBytes) };
  const here = pageReader(setup, features, removers);
  if (workers === 0) return inlineExtractor(here);
  return new ThreadedExtractor(workers, { ...setup, plugins, extensions }, here);
}

/** Returns the seeds whose captures stay; undefined if all do. */
function chosenSeeds(
  { inputs, settings, httpOptions, history }: OpenedRun,
  names: PageNames | undefined,
  tellsMissing: boolean,
): Seeds | undefined {
  const { seeds, match } = httpOptions ?? {};
  const namesSeeds = inputs.some(({ input }) => input.namesSeeds === true);
  if (seeds === undefined || (seeds === "auto" && !namesSeeds)) return undefined;
  const { groupCapturesBy } = settings;
  return new Seeds({ seeds, match }, groupCapturesBy, tellsMissing, history?.named, names);
}

/** Returns what chooses the captures that are read of an index (`--fetch changes`). */
function chooserOf(
  options: OpenedRun,
  collect: CollectContext,
  sink: Join,
): CaptureChooser | undefined {
  const { fetch, fetchWithin: within, fetchCheck: check } = options.settings;
  if (fetch === undefined || within === undefined || check === undefined) return undefined;
  return new CaptureChooser({ within, check }, { ...options, collect, sink });
}

/** Parts of a run that take the items of inputs, or decide which are read. */
interface InputTakers {
  readonly join: Join;
  readonly collect: CollectContext;
  readonly seeds: Seeds | undefined;
  readonly chooser: CaptureChooser | undefined;
}

/** Reads all items of all inputs, reports progress, and checks between two items whether the user has interrupted. */
async function readItems(options: OpenedRun, reading: InputTakers): Promise<void> {
  const { join, collect } = reading;
  const { signal, http, onProgress } = options;
  let items = 0;
  let input: InputProgress | undefined;
  const report = (): void => {
    const { count: mementos } = join;
    const fetched = http?.fetcher.statistics;
    onProgress?.({ phase: "reading", records: items, mementos, scored: 0, input, fetched });
  };
  const onInput = (progress: InputProgress): void => {
    input = progress;
    // Progress of TimeMaps is reported at once, because a host's rate limit can delay the first memento for long. So is
    // the beginning of files, because the first one may have to be downloaded.
    if ("timeMaps" in progress || progress.bytesRead === 0) report();
  };
  const collector = new Collector(join, collect);
  for (const { input: definition, sources, unread = [] } of options.inputs) {
    const context = readContext(options, reading, onInput);
    for (const each of unread) await collector.take({ kind: "damage", ...each });
    for await (const item of untilAborted(definition.read(sources, context), signal)) {
      items += 1;
      await collector.take(item);
      report();
    }
  }
  await collector.finish();
}

/** Returns what an input is given: settings, seeds, and callbacks. */
function readContext(
  { settings, signal, http, httpOptions, inputOf, history }: OpenedRun,
  { join, seeds, chooser }: InputTakers,
  onProgress: (progress: InputProgress) => void,
): InputContext {
  /** True if the input has chosen its seeds itself. */
  let isChosen = false;
  const isAuto = httpOptions?.seeds === "auto";
  return {
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    documentsOnly: settings.pages === "document",
    formats: settings.formats,
    wantsRendered: settings.text === "rendered",
    substituted: settings.substituted,
    signal,
    ...(seeds !== undefined && { wants: (of) => isChosen || seeds.wants(of) }),
    onOwnChoice() {
      isChosen = true;
      seeds?.leaveToInput();
    },
    fetcher: http?.fetcher,
    onFailure: (failure) => join.fail(failure),
    http: httpOptions,
    inputOf,
    hasFile: async (path) => (await history?.files.find(path)) !== undefined,
    ...(chooser !== undefined && { choose: (timeMap) => chooser.choose(timeMap) }),
    onProgress,
    ...((isAuto || history !== undefined) && {
      onSeed(uriR) {
        if (isAuto) seeds?.add(uriR);
        history?.named.add(uriR);
      },
    }),
  };
}
