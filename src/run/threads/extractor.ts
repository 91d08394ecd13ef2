import { decodeBody, PageTooLargeError } from "../../read/coding/content-coding.js";
import { heapLimit } from "../../base/platform/machine.js";
import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import type { FeatureRequest } from "../../page/types.js";
import {
  bindFeatures,
  extractFeatures,
  type ExtractJob,
  type ExtractResult,
  type Extractor,
  HEAP_PER_PAGE_BYTE,
  loadFor,
  type PageLimits,
  type PageReader,
} from "../records/extract.js";
import { Pool, type PoolOptions } from "./pool.js";
import { notStarted, type Thread } from "./thread.js";

/** Pages travel in batches of about this many bytes: fewer messages, still even work. */
const BATCH_BYTES = 1 << 18;
/** A worker's heap is never smaller, whatever the largest page. */
const LEAST_HEAP = 512 * 2 ** 20;
/** Pages up to this size, uncompressed, may be read in this thread: no such page exhausts a heap. */
const HARMLESS_BYTES = 1 << 20;
/** Starting a thread costs as much as reading about this many bytes of pages. */
const WARM_UP_BYTES = 1 << 20;

/** Returns the bytes of heap for the largest page, its tree and its features; no more than the process itself was given. */
export function heapFor({ maxPageBytes }: PageLimits): number {
  const wanted = Math.max(LEAST_HEAP, HEAP_PER_PAGE_BYTE * maxPageBytes);
  return Math.min(heapLimit(), wanted);
}

/** Reads all pages in this thread but those that could do harm to it. */
export const mostlyInline = (setup: WorkerSetup, here: PageReader): Extractor =>
  new ThreadedExtractor(setup, here, { size: 1, helpsOut: false, warmUp: Infinity });

/**
 * Reads pages in `workers` threads, of which this one is the last to be used, and is used for all the rest of a run as
 * well. The first pages are read here, before a thread is worth its start. One worker is always a thread of its own: a
 * page that takes it down must not take the run down.
 */
export const threadedExtractor = (
  workers: number,
  setup: WorkerSetup,
  here: PageReader,
): Extractor =>
  new ThreadedExtractor(setup, here, {
    size: Math.max(1, workers - 1),
    helpsOut: workers > 1,
    warmUp: WARM_UP_BYTES,
  });

interface PageTask {
  readonly job: ExtractJob;
  readonly done: (result: ExtractResult) => void;
}

type PageThread = Thread<readonly ExtractJob[], readonly ExtractResult[]>;

/**
 * Reads batches of pages in a pool of threads. The pages of a batch over which a thread was lost (out of memory, a crash)
 * are tried again one at a time, and the one that stops a thread alone becomes a problem.
 */
class ThreadedExtractor implements Extractor {
  readonly #setup: WorkerSetup;
  readonly #here: PageReader;
  readonly #pool: Pool<readonly ExtractJob[], readonly ExtractResult[]>;
  readonly #open = new Set<Promise<void>>();
  #failure: { readonly cause: unknown } | undefined;
  #batch: PageTask[] = [];
  #batchBytes = 0;

  constructor(
    setup: WorkerSetup,
    here: PageReader,
    options: Pick<PoolOptions, "size" | "helpsOut" | "warmUp"> &
      Partial<Pick<PoolOptions, "script" | "heapBytes">>,
  ) {
    this.#setup = setup;
    this.#here = here;
    this.#pool = new Pool({
      script: new URL("./worker.js", import.meta.url),
      heapBytes: heapFor(setup.limits),
      depth: 2,
      setup,
      ...options,
    });
  }

  async submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void> {
    this.#throwFailure();
    this.#batch.push({ job, done });
    this.#batchBytes += job.body.bytes.length;
    if (this.#batchBytes >= BATCH_BYTES || this.#pool.isWarmingUp) await this.#flush();
  }

  async drain(): Promise<void> {
    await this.#flush();
    while (this.#open.size > 0) await Promise.all(this.#open);
    this.#throwFailure();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    const weight = this.#batchBytes;
    this.#batch = [];
    this.#batchBytes = 0;
    const { outcome } = await this.#pool.start({
      ask: (thread) => this.#ask(batch, thread),
      here: this.#readerOf(batch),
      weight,
    });
    const ended: Promise<void> = outcome
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#open.delete(ended));
    this.#open.add(ended);
  }

  async #ask(batch: readonly PageTask[], thread: PageThread): Promise<void> {
    // The bytes are copied by the message, not given away: a page that stops a thread must still be there to retry.
    const reply = await thread.ask(batch.map(({ job }) => withOwnBytes(job)));
    if ("answer" in reply) {
      reply.answer.forEach((result, i) => batch[i]?.done(result));
      return;
    }
    const { lost } = reply;
    if (!lost.wasReady) throw notStarted(lost);
    const [only] = batch;
    if (lost.wasBegun && batch.length === 1 && only !== undefined) {
      only.done({
        capture: only.job.capture,
        problem: {
          stage: "extract",
          message: `reading this page stopped a worker: ${lost.reason}`,
        },
        features: [],
        dependsOnMemory: true,
      });
      return;
    }
    for (const task of batch) {
      const { outcome } = await this.#pool.start({ ask: (another) => this.#ask([task], another) });
      await outcome;
    }
  }

  /** Returns a function that reads a batch in this thread, and returns undefined where one of its pages could do harm. */
  #readerOf(batch: readonly PageTask[]): () => Promise<void> | undefined {
    let harmless: (ExtractJob | undefined)[] | undefined;
    return () => {
      harmless ??= batch.map(({ job }) => this.#harmless(job));
      const jobs = harmless.filter((job) => job !== undefined);
      return jobs.length < batch.length ? undefined : this.#readHere(batch, jobs);
    };
  }

  async #readHere(batch: readonly PageTask[], jobs: readonly ExtractJob[]): Promise<void> {
    for (const [at, job] of jobs.entries()) {
      if (at > 0) await new Promise((resolve) => setImmediate(resolve));
      batch[at]!.done(this.#here(job));
    }
  }

  /** A page that is small, and stays so when its codings are undone, which is done once; undefined for any other. */
  #harmless(job: ExtractJob): ExtractJob | undefined {
    if (job.body.bytes.length > HARMLESS_BYTES) return undefined;
    if (job.decoded !== undefined) return job;
    try {
      const decoded = decodeBody(job.body, HARMLESS_BYTES);
      // Where less is allowed, the codings decide what is too large, one after the other.
      return this.#setup.limits.maxPageBytes < HARMLESS_BYTES ? job : { ...job, decoded };
    } catch (cause) {
      return cause instanceof PageTooLargeError ? undefined : job;
    }
  }
}

/** A message copies the whole buffer under a view, so a view on a shared one is narrowed first. */
function withOwnBytes(job: ExtractJob): ExtractJob {
  let { bytes } = job.body;
  if (bytes.byteLength === bytes.buffer.byteLength) return job;
  bytes = bytes.slice();
  const { decoded } = job;
  // A message has what stands in it twice once.
  return {
    ...job,
    body: { ...job.body, bytes },
    ...(decoded && { decoded: { ...decoded, bytes } }),
  };
}

/** What a thread that reads pages is started with: keywords and options, never functions. */
export interface WorkerSetup {
  readonly requests: readonly FeatureRequest[];
  readonly language: string;
  readonly limits: PageLimits;
  /** Modules with definitions of one's own. */
  readonly plugins?: readonly string[];
}

/** Reads pages in a thread that has just been started. */
export async function pageReader({
  requests,
  language,
  limits,
  plugins = [],
}: WorkerSetup): Promise<(job: ExtractJob) => ExtractResult> {
  if (plugins.length > 0) {
    const { loadPlugins } = await import("../plugins/load.js");
    const own = await loadPlugins(plugins);
    features.push(...own.features);
    removers.push(...own.removers);
  }
  const bound = bindFeatures(requests, features, language);
  const detect = await loadFor(bound);
  return (job) => extractFeatures(job, bound, limits, { detect });
}
