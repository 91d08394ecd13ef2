import { parentPort, workerData } from "node:worker_threads";
import type { FilePart, InputContext } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import { pageReader, type WorkerSetup } from "./extractor.js";
import { PartReading } from "./part-reading.js";
import { READY } from "./thread.js";
import { inlineExtractor } from "../records/extract.js";

/** What a reading thread is started with. */
export interface ReadingSetup extends WorkerSetup {
  readonly settings: Settings;
  readonly stamp?: string | undefined;
  /** What of the context matters for files: plain data. */
  readonly context: Omit<InputContext, "signal">;
}

/** The script of a thread that reads parts of files: a part in, or "more" of the last one; what comes next of it out. */
if (parentPort !== null) {
  const port = parentPort;
  const { settings, stamp, context, ...setup } = workerData as ReadingSetup;
  const extractor = inlineExtractor(await pageReader(setup));
  const { signal } = new AbortController();
  let reading: PartReading | undefined;
  let last: Promise<void> = Promise.resolve();
  port.postMessage(READY);
  port.on("message", (question: FilePart | "more") => {
    last = last.then(async () => {
      if (question !== "more") {
        reading = new PartReading(question, { ...context, signal }, { settings, stamp, extractor });
      }
      port.postMessage(await reading?.next());
    });
  });
}
