import { parentPort, workerData } from "node:worker_threads";
import type { ExtractJob } from "../records/extract.js";
import { pageReader, type WorkerSetup } from "./page-reader.js";
import { READY } from "./thread.js";

/**
 * Script of a thread that reads pages. Each message is a list of pages, and the answer is the list of their results.
 */
if (parentPort !== null) {
  const port = parentPort;
  const read = await pageReader(workerData as WorkerSetup);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => {
    port.postMessage(jobs.map(read));
  });
}
