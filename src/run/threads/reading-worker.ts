import { parentPort, workerData } from "node:worker_threads";
import { PageNames } from "../records/page-names.js";
import type { FilePart, InputContext } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import { pageReader, type WorkerSetup } from "./page-reader.js";
import { PartReading } from "./part-reading.js";
import { READY } from "./thread.js";
import { inlineExtractor } from "../records/extract.js";

/** `workerData` of a reading thread. */
export interface ReadingSetup extends WorkerSetup {
  readonly settings: Settings;
  readonly stamp?: string | undefined;
  /** The plain data of an input's context that reading files needs. */
  readonly context: Omit<InputContext, "signal">;
}

/**
 * Script of a thread that reads parts of files. Each message is a part or "more", and each answer is the next batch of
 * the part.
 */
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
        await reading?.close();
        reading = new PartReading(
          question,
          { ...context, signal },
          { settings, stamp, extractor, names: new PageNames(settings) },
        );
      }
      port.postMessage(await reading?.next());
    });
  });
}
