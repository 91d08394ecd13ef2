import { planRun } from "../score/settings/plan.js";
import type { LogPlaces } from "../read/crawls/crawl-failures.js";
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
import { replayedCapture } from "../read/archives/replayed-pages.js";
import { definitionsIn } from "./collection/survey.js";
import { PART_BYTES, PartsReader } from "./threads/read-in-threads.js";
import type { ReadingSetup } from "./threads/reading-worker.js";
import type { RunningTally } from "./setup/tally.js";
import type { RunOptions } from "./setup/run-options.js";
import { CaptureChooser } from "./changes/choose-captures.js";
import { otherNames, withNames } from "./collection/other-names.js";
import { Seeds } from "./records/seeds.js";
import type { Records } from "./records/records.js";
import { type LineStore, PLAIN } from "./setup/source-and-sink.js";
import { untilAborted } from "./setup/until-aborted.js";
import { mostlyInline, threadedExtractor } from "./threads/extractor.js";
import type { WorkerSetup } from "./threads/page-reader.js";

/** Minimum size of the input, in bytes, for which starting another thread pays. */
const BYTES_OF_A_THREAD = 1 << 21;
/**
 * Maximum number of threads with which the main thread also reads parts. With more threads, it only joins the parts
 * that they read.
 */
const MOST_WITH_THIS_ONE = 4;

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
  const beside = workers === 0 ? inlineExtractor(here) : mostlyInline(setup, here);
  const extractor = workers > 1 ? threadedExtractor(workers, setup, here) : beside;
  try {
    const { seeds: wanted, match } = options.httpOptions ?? {};
    const namesSeeds = options.inputs.some(({ input }) => input.namesSeeds === true);
    // A mapper reads only a part of every TimeMap, so it cannot tell which seeds have no mementos.
    const isOurs = stamp === undefined ? options.wants : () => false;
    const seeds =
      wanted === undefined || (wanted === "auto" && !namesSeeds)
        ? undefined
        : new Seeds(
            { seeds: wanted, match },
            settings.groupCapturesBy,
            isOurs,
            store.namedSeeds,
            otherNames(options.evidence, settings),
          );
    const onDamage: RunOptions["onDamage"] = (damage) => options.onDamage?.(damage);
    const { memoryBytes, onNotice } = options;
    const join = new Join({
      ...{ settings, signal, memoryBytes, tally, stamp, seeds, onDamage, onNotice, store },
      logs: logsOf(options),
    });
    const collect = { settings, stamp, extractor };
    const chooser = chooserOf(options, collect, join);
    const collectBeside = { settings, stamp, extractor: beside };
    try {
      await readInputs(options, join, collect, collectBeside, setup, seeds, store, chooser);
      if (chooser !== undefined) tally.check = await chooser.finish();
      return await join.finish();
    } finally {
      chooser?.close();
      join.close();
    }
  } finally {
    await extractor.close();
    await beside.close();
    await options.http?.close();
  }
}

/** Returns where the logs of the crawls may be of which the input has files. */
const logsOf = ({ inputs, httpOptions }: RunOptions): LogPlaces => ({
  logs: httpOptions?.crawlLogs ?? [],
  sources: inputs.flatMap(({ input, sources }) => (input.namesSeeds === true ? sources : [])),
});

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
  beside: CollectContext,
  setup: WorkerSetup,
  seeds: Seeds | undefined,
  store: LineStore,
  chooser: CaptureChooser | undefined,
): Promise<void> {
  const { inputs, settings, signal, http, httpOptions, wants, onProgress, workers } = options;
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
    joinsSegments: true,
    wantsRendered: settings.text === "rendered",
    substituted: settings.substituted,
  } as const;
  const context: InputContext = {
    ...plain,
    signal,
    // `seeds.wants` must be called first, because it counts the captures of a seed even if the seed's TimeMap is in
    // another shard.
    wants:
      seeds === undefined ? wants : (of) => (isChosen || seeds.wants(of)) && wants?.(of) !== false,
    onOwnChoice() {
      isChosen = true;
      seeds?.leaveToInput();
    },
    fetcher: http?.fetcher,
    onFailure: (failure) => join.fail(failure),
    http: withNames(httpOptions, options.evidence, settings),
    hasFile: (path) => store.hasFile(path),
    ...(chooser !== undefined && { choose: (timeMap) => chooser.choose(timeMap) }),
    onProgress: (progress) => {
      input = progress;
      // Progress of TimeMaps is reported at once, because a host's rate limit can delay the first memento for long. So is
      // the beginning of files, because the first one may have to be downloaded.
      if ("timeMaps" in progress || progress.bytesRead === 0) report();
    },
    onSeed: (named) => {
      const isOriginal = settings.waybackPages === "original";
      const uriR = (isOriginal ? replayedCapture(named)?.uriR : undefined) ?? named;
      seeds?.add(uriR);
      store.takeSeed(uriR);
    },
  };
  const collector = new Collector(join, collect);
  for (const { input: definition, sources, unread = [] } of inputs) {
    isChosen = false;
    for (const each of unread) await collector.take({ kind: "damage", ...each });
    const inParts = workers > 1 ? definition.parts?.(sources, context, PART_BYTES) : undefined;
    if (inParts !== undefined) {
      const { found, bytesTotal } = inParts;
      const threadSetup: ReadingSetup = {
        ...setup,
        settings,
        stamp: collect.stamp,
        context: plain,
      };
      const threads = Math.min(workers, 1 + Math.floor(bytesTotal / BYTES_OF_A_THREAD));
      const readsHere = threads <= MOST_WITH_THIS_ONE;
      const parts = new PartsReader(untilAborted(found, signal), {
        threads,
        setup: threadSetup,
        context,
        collect,
        beside: readsHere ? beside : undefined,
        join,
        take: (item) => collector.take(item),
        onItems(items, bytesRead) {
          records += items;
          input = { bytesRead, bytesTotal };
          report();
        },
      });
      await parts.run();
      continue;
    }
    for await (const item of untilAborted(definition.read(sources, context), signal)) {
      records += 1;
      await collector.take(item);
      report();
    }
  }
  for await (const item of join.joined(plain)) await collector.take(item);
  await collector.finish();
}
