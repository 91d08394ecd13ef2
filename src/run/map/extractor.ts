import type { ExtractJob, ExtractResult } from "./extract.js";
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

/** Reads one page in this thread. */
export type PageReader = (job: ExtractJob) => ExtractResult;

/** Reads pages in this thread: for tests, for library users with features of their own, for one core. */
export function inlineExtractor(here: PageReader): Extractor {
  return {
    submit(job, done) {
      done(here(job));
      return Promise.resolve();
    },
    flush: () => undefined,
    drain: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/**
 * Reads pages in `workers` threads, of which this one is the last to be used, and is used for all the rest of a run as
 * well. The first pages are read here, before a thread is worth its start. One worker is always a thread of its own: a
 * page that takes it down must not take the run down.
 */
export function threadedExtractor(
  workers: number,
  setup: WorkerSetup,
  here: PageReader,
): Extractor {
  return new Pool(Math.max(1, workers - 1), setup, { here, helpsOut: workers > 1 });
}
