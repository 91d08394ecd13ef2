import { parentPort, workerData } from "node:worker_threads";
import { removers } from "../pages/boilerplate/index.js";
import { features } from "../pages/features/index.js";
import type { FeatureRequest } from "../types.js";
import {
  bindFeatures,
  extractFeatures,
  type ExtractJob,
  type ExtractResult,
  loadFor,
  type PageLimits,
} from "./extract.js";
import { READY } from "./thread.js";

/** What a worker is started with: keywords and options, never functions. */
export interface WorkerSetup {
  readonly requests: readonly FeatureRequest[];
  readonly language: string;
  readonly limits: PageLimits;
  /** Modules with definitions of one's own. */
  readonly plugins?: readonly string[];
}

if (parentPort !== null) {
  const port = parentPort;
  const { requests, language, limits, plugins = [] } = workerData as WorkerSetup;
  if (plugins.length > 0) {
    const { loadPlugins } = await import("../plugins/load.js");
    const own = await loadPlugins(plugins);
    features.push(...own.features);
    removers.push(...own.removers);
  }
  const bound = bindFeatures(requests, features, language);
  const detect = await loadFor(bound, language);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => {
    const results: ExtractResult[] = jobs.map((job) => extractFeatures(job, bound, limits, detect));
    port.postMessage(results);
  });
}
