import type { LanguageDetector } from "../preprocess/language-detector.js";
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
  detect?: LanguageDetector,
): Extractor {
  return {
    submit(job, done) {
      done(extractFeatures(job, features, maxPageBytes, detect));
      return Promise.resolve();
    },
    flush: () => undefined,
    drain: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Reads pages in `workers` threads; features are found by keyword in the registry. */
export function threadedExtractor(workers: number, setup: WorkerSetup): Extractor {
  return new Pool(workers, setup);
}
