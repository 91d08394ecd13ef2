import { setImmediate } from "node:timers/promises";
import { warcUriM } from "../mementos/uri.js";
import type { DomTree } from "../pages/features/structure.js";
import type { DetectOptions } from "../pipeline/detect-options.js";
import { groupLines } from "../pipeline/groups.js";
import { decodeProblem } from "../pipeline/lines.js";
import { mapRecords, resolveRecords } from "../pipeline/map-reduce.js";
import type { Capture, Json, Outcome, Problem } from "../types.js";
import { type ClusterPage, clusterSteps, type PageCluster } from "./cluster-pages.js";
import {
  checkClusterSettings,
  CLUSTER_DEFAULTS,
  type ClusterSettings,
  type ClusterThresholds,
} from "./near-settings.js";

/** A memento in a cluster. */
export interface ClusterMember {
  readonly uriM: string;
  readonly capture: Capture;
}

/** Mementos in clusters, and those that are in none because they could not be read. */
export interface Clustering {
  readonly clusters: readonly PageCluster<ClusterMember>[];
  /** Mementos in clusters. */
  readonly mementos: number;
  readonly failed: readonly { readonly uriM: string; readonly message: string }[];
  /** Why fetching was given up before its end, of inputs over HTTP. */
  readonly incomplete?: string;
}

/** What to read and when pages are alike. */
export type ClusterOptions = Omit<
  DetectOptions,
  "measures" | "simhash" | "contentLength" | "detectLanguage" | keyof ClusterSettings
> &
  Partial<ClusterSettings>;

const memoryBytes = 64 * 1024 * 1024;

/**
 * Clusters the mementos of an input by structure and style, across TimeMaps: pages of one template fall together. Trees
 * and classes of all pages are held in memory. Throws a `UsageError` for a bad choice.
 *
 * @example
 * ```js
 * const { clusters, mementos } = await clusterMementos({ input: "warc=crawl.warc" });
 * console.log(mementos, clusters.map(({ members }) => members.length).join());
 * // 2 1,1
 * ```
 */
export async function clusterMementos(options: ClusterOptions): Promise<Clustering> {
  const { similarity, overlap } = { ...CLUSTER_DEFAULTS, ...options };
  const { levels, ...rest } = await clusterAtLevels(options, [{ similarity, overlap }]);
  return { clusters: levels[0]!.clusters, ...rest };
}

/** The clusters at a pair of thresholds. */
export interface ClusterLevel extends ClusterThresholds {
  readonly clusters: readonly PageCluster<ClusterMember>[];
}

/** The clusters of the same mementos at several pairs of thresholds. */
export interface ClusterLevels extends Omit<Clustering, "clusters"> {
  readonly levels: readonly ClusterLevel[];
}

/** The same at several pairs of thresholds, for which the pages are read and compared once. */
export async function clusterAtLevels(
  options: Omit<ClusterOptions, keyof ClusterThresholds>,
  thresholds: readonly ClusterThresholds[],
): Promise<ClusterLevels> {
  const settings = { ...CLUSTER_DEFAULTS, ...options };
  for (const each of thresholds) checkClusterSettings({ ...settings, ...each });
  const { similarity: _, overlap: __, rounds: ___, ...run }: ClusterOptions = options;
  const choices = {
    ...run,
    measures: "structure-style=0.5",
    simhash: false,
    contentLength: false,
    detectLanguage: false,
  };
  const mapped = await mapRecords(choices);
  const pages: ClusterPage<ClusterMember>[] = [];
  const failed: { uriM: string; message: string }[] = [];
  const lines = recordLines(resolveRecords(resting(mapped.lines), choices), (uriT, message) =>
    failed.push({ uriM: uriT, message }),
  );
  const groups = groupLines(lines, { memoryBytes, onDuplicate: () => undefined });
  for await (const group of groups) {
    const taken = new Map<string, number>();
    for (const { capture, problem, features } of group.records()) {
      const second = warcUriM(capture, 1);
      const ordinal = (taken.get(second) ?? 0) + 1;
      taken.set(second, ordinal);
      const uriM = capture.uriM ?? warcUriM(capture, ordinal);
      const [tree, classes] = features;
      const trouble = problem ?? [tree, classes].flatMap(problemOf)[0];
      if (trouble !== undefined) failed.push({ uriM, message: trouble.message });
      else if (
        tree !== undefined &&
        classes !== undefined &&
        "value" in tree &&
        "value" in classes
      ) {
        pages.push({
          id: { uriM, capture },
          tree: tree.value as DomTree,
          classes: (classes.value as readonly string[] | null) ?? [],
        });
      }
    }
  }
  const clusters = await inSteps(
    clusterSteps(pages, settings, thresholds),
    options.signal,
    (scored) =>
      options.onProgress?.({ phase: "scoring", records: 0, mementos: pages.length, scored }),
  );
  const levels = thresholds.map(({ similarity, overlap }, at) => ({
    ...{ similarity, overlap },
    clusters: clusters[at]!,
  }));
  const incomplete = mapped.fetched?.incomplete;
  return { levels, mementos: pages.length, failed, incomplete };
}

/** Time after which other work gets its turn, in milliseconds. */
const TURN = 50;

/** Does all steps, and lets signals and timers through between them. */
async function inSteps<T>(
  steps: Generator<number, T>,
  signal: AbortSignal | undefined,
  onStep: (done: number) => void,
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

/** Lines of mementos; what is said of whole TimeMaps goes to `onProblem`. */
async function* recordLines(
  lines: AsyncIterable<string>,
  onProblem: (uriT: string, message: string) => void,
): AsyncGenerator<string> {
  for await (const line of lines) {
    const trouble = decodeProblem(line);
    if (trouble === undefined) yield line;
    else onProblem(trouble.uriT, trouble.problem.message);
  }
}

async function* resting(lines: Iterable<string>): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

const problemOf = (outcome: Outcome<Json> | undefined): Problem[] =>
  outcome !== undefined && "problem" in outcome ? [outcome.problem] : [];
