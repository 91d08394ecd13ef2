import {
  extractFeatures,
  type BoundFeature,
  type ExtractJob,
  type ExtractResult,
} from "./extract.js";
import { Pool } from "./pool.js";
import type { WorkerSetup } from "./worker.js";

/** Reads pages, here or in worker threads: the same results in any order. */
export interface Extractor {
  submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void>;
  /** Has what waits for more to come read now, where there is room. */
  flush(): void;
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Reads pages in this thread: for tests, for library users with features of their own, for one core. */
export function inlineExtractor(
  features: readonly BoundFeature[],
  maxPageBytes: number,
): Extractor {
  return {
    submit(job, done) {
      done(extractFeatures(job, features, maxPageBytes));
      return Promise.resolve();
    },
    flush: () => undefined,
    drain: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/**
 * Reads pages in `workers` threads, of which this one is the last to be used and the only one to be used for something
 * else as well; features are found by keyword in the registry by the others. One worker is always a thread of its own:
 * a page that takes it down must not take the run down.
 */
export function threadedExtractor(
  workers: number,
  setup: WorkerSetup,
  features: readonly BoundFeature[],
): Extractor {
  if (workers === 1) return new Pool(1, setup);
  return new Pool(workers - 1, setup, {
    here: (job) => extractFeatures(job, features, setup.maxPageBytes),
  });
}
