import { planRun } from "../score/settings/plan.js";
import type { InputContext, InputProgress } from "../read/types.js";
import { type CollectContext, Collector } from "./records/collect.js";
import { Join } from "./records/join.js";
import {
  bindFeatures,
  extractFeatures,
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
import type { Records } from "./records/records.js";
import { type LineStore, PLAIN } from "./setup/source-and-sink.js";
import { untilAborted } from "./setup/until-aborted.js";
import { threadedExtractor } from "./threads/extractor.js";
import type { WorkerSetup } from "./threads/page-reader.js";

/**
 * `stamp` must be given if other processes will read the lines, because they refuse lines that were made with other
 * settings.
 */
export async function extractRecords(
  options: RunOptions,
  tally: RunningTally,
  stamp?: string,
): Promise<Records> {
  const { settings, measures, plugins, extensions, signal } = options;
  const store: LineStore = options.history ?? PLAIN;
  const { requests } = planRun(settings, measures, definitionsIn(options.evidence));
  const { language } = settings.preprocessing;
  const bound = bindFeatures(requests, options.features, language);
  const limits = pageLimits(settings.maxPageBytes);
  const setup: WorkerSetup = { requests, language, limits, plugins, extensions };
  const { workers } = options;
  const tools = { detect: await loadFor(bound), removers: options.removers };
  const here: PageReader = (job) => extractFeatures(job, bound, limits, tools);
  const extractor = workers === 0 ? inlineExtractor(here) : threadedExtractor(workers, setup, here);
  try {
    const names = new PageNames(settings);
    const { seeds: wanted, match } = options.httpOptions ?? {};
    const namesSeeds = options.inputs.some(({ input }) => input.namesSeeds === true);
    // A mapper reads only a part of every TimeMap, so it cannot tell which seeds have no mementos.
    const tellsMissing = stamp === undefined;
    const seeds =
      wanted === undefined || (wanted === "auto" && !namesSeeds)
        ? undefined
        : new Seeds(
            { seeds: wanted, match },
            settings.groupCapturesBy,
            tellsMissing,
            store.namedSeeds,
            names,
          );
    const onDamage: RunOptions["onDamage"] = (damage) => options.onDamage?.(damage);
    const { memoryBytes } = options;
    const join = new Join({
      ...{ settings, signal, memoryBytes, tally, stamp, seeds, onDamage, store },
    });
    const collect = { settings, stamp, extractor, names };
    const chooser = chooserOf(options, collect, join);
    try {
      await readInputs(options, join, collect, seeds, store, chooser);
      if (chooser !== undefined) tally.check = await chooser.finish();
      // A mapper and a run with a history read a part of the captures.
      const unseen = tellsMissing && options.history === undefined ? names.unseen() : undefined;
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

function chooserOf(
  { settings, measures, features, evidence, memoryBytes, signal }: RunOptions,
  collect: CollectContext,
  sink: Join,
): CaptureChooser | undefined {
  const { fetch, fetchWithin: within, fetchCheck: check } = settings;
  if (fetch === undefined || within === undefined || check === undefined) return undefined;
  return new CaptureChooser(
    { within, check },
    { settings, measures, features, evidence, memoryBytes, signal, collect, sink },
  );
}

/** Reads all items of all inputs, reports progress, and checks between two items whether the user has interrupted. */
async function readInputs(
  options: RunOptions,
  join: Join,
  collect: CollectContext,
  seeds: Seeds | undefined,
  store: LineStore,
  chooser: CaptureChooser | undefined,
): Promise<void> {
  const { inputs, settings, signal, http, httpOptions, onProgress } = options;
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
  const plain = {
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    documentsOnly: settings.pages === "document",
    formats: settings.formats,
    wantsRendered: settings.text === "rendered",
    substituted: settings.substituted,
  } as const;
  const context: InputContext = {
    ...plain,
    signal,
    ...(seeds !== undefined && { wants: (of) => isChosen || seeds.wants(of) }),
    onOwnChoice() {
      isChosen = true;
      seeds?.leaveToInput();
    },
    fetcher: http?.fetcher,
    onFailure: (failure) => join.fail(failure),
    http: httpOptions,
    inputOf: options.inputOf,
    hasFile: (path) => store.hasFile(path),
    ...(chooser !== undefined && { choose: (timeMap) => chooser.choose(timeMap) }),
    onProgress: (progress) => {
      input = progress;
      // Progress of TimeMaps is reported at once, because a host's rate limit can delay the first memento for long. So is
      // the beginning of files, because the first one may have to be downloaded.
      if ("timeMaps" in progress || progress.bytesRead === 0) report();
    },
    onSeed: (uriR) => {
      seeds?.add(uriR);
      store.takeSeed(uriR);
    },
  };
  const collector = new Collector(join, collect);
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
