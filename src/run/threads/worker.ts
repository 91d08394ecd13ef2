import { parentPort, workerData } from "node:worker_threads";
import type { ExtractJob } from "../records/extract.js";
import { pageReader, type WorkerSetup } from "./extractor.js";
import { READY } from "./thread.js";

/** The script of a thread that reads pages: lists of them in, lists of what came of them out. */
if (parentPort !== null) {
  const port = parentPort;
  const read = await pageReader(workerData as WorkerSetup);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => {
    port.postMessage(jobs.map(read));
  });
}
