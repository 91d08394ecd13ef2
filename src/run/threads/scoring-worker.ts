import { parentPort, workerData } from "node:worker_threads";
import { features } from "../../page/features/index.js";
import { requireByKeyword } from "../../base/find.js";
import { registeredEvidence } from "../../score/evidence/registry.js";
import { measures } from "../../score/measures/index.js";
import type { HeldLines } from "../lines/groups.js";
import { READY } from "./thread.js";
import { scoringAnswers, type ScoringSetup } from "./reduce-in-threads.js";

/** Script of a scoring thread. Each message has the lines of TimeMaps, and the answers have their results, in order. */
if (parentPort !== null) {
  const port = parentPort;
  const setup = workerData as ScoringSetup;
  const { plugins = [], extensions = [] } = setup;
  if (extensions.length > 0) {
    const { loadExtensions } = await import("../extensions/load.js");
    await loadExtensions(extensions);
  }
  if (plugins.length > 0) {
    const { loadPlugins } = await import("../plugins/load.js");
    const own = await loadPlugins(plugins);
    measures.push(...own.measures);
    features.push(...own.features);
  }
  const { signal } = new AbortController();
  const evidence = Array.from(setup.evidence, ([keyword, data]) => ({
    of: requireByKeyword(keyword, registeredEvidence, "evidence"),
    data,
  }));
  const answer = scoringAnswers({ ...setup, measures, features, evidence, signal });
  let last = Promise.resolve();
  port.postMessage(READY);
  port.on("message", (question: HeldLines) => {
    last = last.then(async () => port.postMessage(await answer(question)));
  });
}
