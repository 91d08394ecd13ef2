import { parentPort, workerData } from "node:worker_threads";
import { features } from "./features/index.js";
import { measures } from "./measures/index.js";
import { scoreLines } from "./run/reduce/score-lines.js";
import type { ScoringSetup } from "./run/reduce/scoring-threads.js";

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
