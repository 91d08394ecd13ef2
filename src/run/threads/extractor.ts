import { readMadeData } from "../../base/platform/data.js";
import { decodeBody, PageTooLargeError } from "../../read/coding/content-coding.js";
import { heapLimit } from "../../base/platform/machine.js";
import {
  type ExtractJob,
  type ExtractResult,
  type Extractor,
  HEAP_PER_PAGE_BYTE,
  type PageLimits,
  type PageReader,
  type ReaderSetup,
  unreadable,
} from "../records/extract.js";
import { Pool } from "./pool.js";
import { notStarted, type Thread } from "./thread.js";
import type { ThreadDefinitions } from "./thread-definitions.js";

/**
 * Approximate size in bytes of the batches that are sent to threads: a compromise between few messages and even load.
 */
const BATCH_SIZE = 1 << 18;
/** Minimum heap of a worker in bytes. */
const LEAST_HEAP = 512 * 2 ** 20;
/**
 * Maximum size in bytes, uncompressed, of a page that the main thread may read. No page of this size exhausts a heap.
 */
const HARMLESS_BYTES = 1 << 20;
/** Starting a thread takes as long as reading about this many bytes of pages. */
const WARM_UP_BYTES = 1 << 20;

/**
 * Returns the heap size in bytes that the largest page needs with its tree and features, at most that of the process.
 */
function heapFor({ maxPageBytes }: PageLimits): number {
  const wanted = Math.max(LEAST_HEAP, HEAP_PER_PAGE_BYTE * maxPageBytes);
  return Math.min(heapLimit(), wanted);
}

/** Setup of a thread that reads pages. */
export interface WorkerSetup extends ThreadDefinitions, ReaderSetup {}

interface PageTask {
  readonly job: ExtractJob;
  readonly done: (result: ExtractResult) => void;
}

type PageThread = Thread<readonly ExtractJob[], readonly ExtractResult[]>;

/**
 * Reads batches of pages in a pool of threads. If a thread is lost while it reads a batch (out of memory, a crash), the
 * pages of the batch are read again one at a time. If another thread is lost while it reads a page, the page becomes a
 * problem.
 */
export class ThreadedExtractor implements Extractor {
  readonly #setup: WorkerSetup;
  readonly #here: PageReader;
  readonly #pool: Pool<readonly ExtractJob[], readonly ExtractResult[]>;
  readonly #open = new Set<Promise<void>>();
  #failure: { readonly cause: unknown } | undefined;
  #batch: PageTask[] = [];
  #batchBytes = 0;

  /**
   * One of `workers` threads is the main thread, which gets tasks last because it has other work. It reads the first pages
   * alone until starting other threads pays. If it is the only one, a thread of its own reads those pages that could
   * exhaust its heap.
   */
  constructor(workers: number, setup: WorkerSetup, here: PageReader) {
    this.#setup = setup;
    this.#here = here;
    // Throws where a bundler has put this code into another program, which has no scripts of threads.
    readMadeData("build.json");
    this.#pool = new Pool({
      script: new URL("../../cli/worker.js", import.meta.url),
      heapBytes: heapFor(setup.limits),
      depth: 2,
      setup,
      ...(workers === 1
        ? { size: 1, helpsOut: false, warmUp: Infinity }
        : { size: workers - 1, helpsOut: true, warmUp: WARM_UP_BYTES }),
    });
  }

  async submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void> {
    this.#throwFailure();
    this.#batch.push({ job, done });
    this.#batchBytes += job.body.bytes.length;
    if (this.#batchBytes >= BATCH_SIZE || this.#pool.isWarmingUp) await this.#flush();
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
    // The message copies the bytes instead of transferring them, because they are needed again if the page stops the
    // thread.
    const reply = await thread.ask(batch.map(({ job }) => withOwnBytes(job)));
    if ("answer" in reply) {
      reply.answer.forEach((result, i) => batch[i]?.done(result));
      return;
    }
    const { lost } = reply;
    if (!lost.wasReady) throw notStarted(lost);
    const [only] = batch;
    if (lost.wasBegun && batch.length === 1 && only !== undefined) {
      const message = `reading this page stopped a worker: ${lost.reason}`;
      only.done(unreadable(only.job.capture, message));
      return;
    }
    for (const task of batch) {
      const { outcome } = await this.#pool.start({ ask: (another) => this.#ask([task], another) });
      await outcome;
    }
  }

  /** The function returns undefined if a page could exhaust the heap. */
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

  /**
   * Returns the page with its content codings undone if it is small even then. Otherwise returns undefined. The codings
   * are undone only once.
   */
  #harmless(job: ExtractJob): ExtractJob | undefined {
    if (job.body.bytes.length > HARMLESS_BYTES) return undefined;
    if (job.decoded !== undefined) return job;
    try {
      const decoded = decodeBody(job.body, HARMLESS_BYTES);
      // If the limit for pages is even smaller, the reader must undo the codings one by one to report which coding
      // exceeds it.
      return this.#setup.limits.maxPageBytes < HARMLESS_BYTES ? job : { ...job, decoded };
    } catch (cause) {
      return cause instanceof PageTooLargeError ? undefined : job;
    }
  }
}

/** Copies the bytes if their buffer contains more than them, because a message copies the whole buffer. */
function withOwnBytes(job: ExtractJob): ExtractJob {
  let { bytes } = job.body;
  if (bytes.byteLength === bytes.buffer.byteLength) return job;
  bytes = bytes.slice();
  const { decoded } = job;
  // A message contains an object only once even if it is referenced twice.
  return {
    ...job,
    body: { ...job.body, bytes },
    ...(decoded && { decoded: { ...decoded, bytes } }),
  };
}
