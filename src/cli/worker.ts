import { parentPort, workerData } from "node:worker_threads";
import { offerExtensions } from "../extensions/index.js";
import { removers } from "../page/boilerplate/index.js";
import { features } from "../page/features/index.js";
import { type ExtractJob, pageReader } from "../run/records/extract.js";
import type { WorkerSetup } from "../run/threads/extractor.js";
import { READY } from "../run/threads/thread.js";
import { loadInThread } from "../run/threads/thread-definitions.js";

/**
 * Script of a thread that reads pages. Each message is a list of pages, and the answer is the list of their results.
 */
if (parentPort !== null) {
  offerExtensions();
  const port = parentPort;
  const setup = workerData as WorkerSetup;
  await loadInThread(setup, { features, removers });
  const read = pageReader(setup, features);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => port.postMessage(jobs.map(read)));
}
