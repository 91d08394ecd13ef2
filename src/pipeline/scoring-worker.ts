import { parentPort, workerData } from "node:worker_threads";
import { features } from "../pages/features/index.js";
import { measures } from "../scoring/measures/index.js";
import { scoreLines, type ScoringSetup } from "./reduce-in-threads.js";

/** The script of a scoring thread: lists of lines in, what came of them out, in the same order. */
if (parentPort !== null) {
  const port = parentPort;
  const setup = workerData as ScoringSetup;
  const { signal } = new AbortController();
  let last = Promise.resolve();
  port.on("message", (lines: readonly string[]) => {
    last = last.then(async () => {
      port.postMessage(await scoreLines(lines, { ...setup, measures, features, signal }));
    });
  });
}
