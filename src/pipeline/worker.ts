import { parentPort, workerData } from "node:worker_threads";
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
}

if (parentPort !== null) {
  const port = parentPort;
  const { requests, language, limits } = workerData as WorkerSetup;
  const bound = bindFeatures(requests, features, language);
  const detect = await loadFor(bound, language);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => {
    const results: ExtractResult[] = jobs.map((job) => extractFeatures(job, bound, limits, detect));
    port.postMessage(results);
  });
}
