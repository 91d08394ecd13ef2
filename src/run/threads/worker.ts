import { parentPort, workerData } from "node:worker_threads";
import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import type { FeatureRequest } from "../../page/types.js";
import {
  bindFeatures,
  extractFeatures,
  type ExtractJob,
  loadFor,
  type PageLimits,
} from "../records/extract.js";
import { READY } from "./thread.js";
import { loadInThread, type ThreadDefinitions } from "./thread-definitions.js";

/** Setup of a thread that reads pages. */
export interface WorkerSetup extends ThreadDefinitions {
  readonly requests: readonly FeatureRequest[];
  readonly language: string;
  readonly limits: PageLimits;
}

/**
 * Script of a thread that reads pages. Each message is a list of pages, and the answer is the list of their results.
 */
if (parentPort !== null) {
  const port = parentPort;
  const setup = workerData as WorkerSetup;
  const { requests, language, limits } = setup;
  await loadInThread(setup, { features, removers });
  const bound = bindFeatures(requests, features, language);
  const detect = await loadFor(bound);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => {
    port.postMessage(jobs.map((job) => extractFeatures(job, bound, limits, { detect })));
  });
}
