import { parentPort, workerData } from "node:worker_threads";
import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import { type ExtractJob, pageReader, type ReaderSetup } from "../records/extract.js";
import { READY } from "./thread.js";
import { loadInThread, type ThreadDefinitions } from "./thread-definitions.js";

/** Setup of a thread that reads pages. */
export interface WorkerSetup extends ThreadDefinitions, ReaderSetup {}

/**
 * Script of a thread that reads pages. Each message is a list of pages, and the answer is the list of their results.
 */
if (parentPort !== null) {
  const port = parentPort;
  const setup = workerData as WorkerSetup;
  await loadInThread(setup, { features, removers });
  const read = pageReader(setup, features);
  port.postMessage(READY);
  port.on("message", (jobs: readonly ExtractJob[]) => port.postMessage(jobs.map(read)));
}
