import { parentPort, workerData } from "node:worker_threads";
import { offerExtensions } from "../extensions/index.js";
import { features } from "../page/features/index.js";
import { requireByKeyword } from "../base/find.js";
import { registeredEvidence } from "../score/evidence/collection-evidence.js";
import { measures } from "../score/measures/index.js";
import { READY } from "../run/threads/thread.js";
import { loadInThread } from "../run/threads/thread-definitions.js";
import { scoreLines, type ScoringSetup } from "../run/threads/reduce-in-threads.js";

/** Script of a scoring thread. Each message has the lines of TimeMaps, and the answers have their results, in order. */
if (parentPort !== null) {
  offerExtensions();
  const port = parentPort;
  const setup = workerData as ScoringSetup;
  await loadInThread(setup, { measures, features });
  const { signal } = new AbortController();
  const evidence = Array.from(setup.evidence, ([keyword, data]) => ({
    of: requireByKeyword(keyword, registeredEvidence, "evidence"),
    data,
  }));
  const options = { ...setup, measures, features, evidence, signal };
  let last = Promise.resolve();
  port.postMessage(READY);
  port.on("message", (question: readonly string[]) => {
    last = last.then(async () => port.postMessage(await scoreLines(question, options)));
  });
}
