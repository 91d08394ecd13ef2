import { checkedSettings } from "../../../run/detect.js";
import type { DetectOptions } from "../../../run/detect-options.js";
import { loadExtensions } from "../../../run/extensions/load.js";
import type { MappedRecord } from "../../../run/lines/lines.js";
import { readRecords } from "../../../run/map-reduce.js";
import { untilAborted } from "../../../run/setup/until-aborted.js";
import { planRun } from "../../../score/settings/plan.js";
import { setImmediate } from "node:timers/promises";
import { type ClusterPage, clusterSteps, type PageCluster } from "./cluster-pages.js";
import { CLUSTER_DEFAULTS, type ClusterSettings } from "./options.js";
import { checkClusterSettings } from "./near-settings.js";
import { type ClusterMember, pagesOfRecords } from "./pages-of-records.js";

export type { ClusterMember } from "./pages-of-records.js";

/** Clusters of mementos, and the mementos that are in no cluster because they could not be read. */
export interface Clustering {
  readonly clusters: readonly PageCluster<ClusterMember>[];
  /** Number of mementos in clusters. */
  readonly mementos: number;
  readonly failed: readonly { readonly uriM: string; readonly message: string }[];
  /** Reason why fetching stopped early, for inputs over HTTP. */
  readonly incomplete?: string;
}

/** Input of a clustering, and thresholds of similarity. */
export type ClusterOptions = Omit<
  DetectOptions,
  "measures" | "simhash" | "contentLength" | "detectLanguage" | keyof ClusterSettings
> &
  Partial<ClusterSettings>;

/**
 * Clusters the mementos of an input by structure and style, across TimeMaps, so that pages of one template end up
 * together. Trees and classes of all pages are kept in memory. Throws a `UsageError` for a bad choice.
 *
 * @example
 * ```js
 * const { clusters, mementos } = await clusterMementos({ input: "warc=crawl.warc" });
 * console.log(mementos, clusters.map(({ members }) => members.length).join());
 * // 2 1,1
 * ```
 */
export async function clusterMementos(options: ClusterOptions): Promise<Clustering> {
  const settings = { ...CLUSTER_DEFAULTS, ...options };
  checkClusterSettings(settings);
  const { similarity: _, overlap: __, rounds: ___, ...run } = options;
  const choices = {
    ...run,
    measures: "structure-style=0.5",
    simhash: false,
    contentLength: false,
    detectLanguage: false,
  };
  await loadExtensions(["structure"]);
  const { settings: used, definitions } = checkedSettings(choices);
  const { signs } = planRun(used, definitions.measures);
  const { lines, fetched } = await readRecords(choices);
  const pages: ClusterPage<ClusterMember>[] = [];
  const failed: { uriM: string; message: string }[] = [];
  const { signal = new AbortController().signal } = options;
  const given = untilAborted(resting(lines), signal);
  const outcomesOf = ({ features }: MappedRecord): MappedRecord["features"] => features.slice(0, 2);
  for await (const found of pagesOfRecords(given, { outcomesOf, signs })) {
    if ("message" in found) failed.push({ uriM: found.uriM, message: found.message });
    else pages.push({ id: found.member, tree: found.tree, classes: found.classes });
  }
  const clusters = await inSteps(clusterSteps(pages, settings), signal, (scored) =>
    options.onProgress?.({ phase: "scoring", records: 0, mementos: pages.length, scored }),
  );
  return { clusters, mementos: pages.length, failed, incomplete: fetched?.incomplete };
}

/** Milliseconds of work after which other tasks can run. */
const TURN = 50;

/**
 * Runs all steps, and lets the event loop handle signals and timers between them. Throws the signal's reason once the
 * signal is aborted.
 */
export async function inSteps<S, T>(
  steps: Generator<S, T>,
  signal: AbortSignal | undefined,
  onStep: (done: S) => void = () => undefined,
): Promise<T> {
  for (let rested = -Infinity; ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - rested < TURN) continue;
    onStep(step.value);
    await setImmediate();
    signal?.throwIfAborted();
    rested = performance.now();
  }
}

async function* resting(lines: Iterable<string>): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}
