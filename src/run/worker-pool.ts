import { decodeBody, PageTooLargeError } from "../read/coding/content-coding.js";
import { heapLimit } from "../base/platform/machine.js";
import {
  type ExtractJob,
  type ExtractResult,
  HEAP_PER_PAGE_BYTE,
  type PageLimits,
} from "./extract.js";
import { type Lost, Thread } from "./thread.js";
import type { WorkerSetup } from "./page-reader.js";

/** Pages travel in batches of about this many bytes: fewer messages, still even work. */
const BATCH_BYTES = 1 << 18;
/** A worker's heap is never smaller, whatever the largest page. */
const LEAST_HEAP = 512 * 2 ** 20;
/** Pages up to this size, uncompressed, are read in this thread if asked: no such page exhausts a heap. */
const HARMLESS_BYTES = 1 << 20;
/** Starting a thread costs as much as reading about this many bytes of pages: the first ones are read in this thread. */
const WARM_UP_BYTES = 1 << 20;
/** Batches a worker may have waiting: the next one is there when it finishes one. */
const QUEUE_DEPTH = 2;

interface Task {
  readonly job: ExtractJob;
  readonly done: (result: ExtractResult) => void;
}

type PageThread = Thread<readonly ExtractJob[], readonly ExtractResult[]>;

export interface PoolOptions {
  /** What each thread runs: it posts `READY`, then answers a list of jobs with the list of their results. */
  readonly script?: URL;
  /** Heap of each thread; a page that needs more stops its worker. */
  readonly heapBytes?: number;
  /** Reads a page in this thread, before the first worker is started; only pages that can do no harm here. */
  readonly here?: (job: ExtractJob) => ExtractResult;
  /** Whether pages are read in this thread as well while all workers are busy. */
  readonly helpsOut?: boolean;
  /** Bytes of pages that are read in this thread before the first worker is started. */
  readonly warmUpBytes?: number;
}

/** Room for the largest page, its tree and its features; no more than the process itself was given. */
export function heapFor({ maxPageBytes }: PageLimits): number {
  const wanted = Math.max(LEAST_HEAP, HEAP_PER_PAGE_BYTE * maxPageBytes);
  return Math.min(heapLimit(), wanted);
}

/**
 * A bounded set of worker threads that read pages. A worker that dies on a page (out of memory, a crash) is replaced;
 * the pages it held are tried again one at a time, and the one that kills a worker alone becomes a problem.
 */
export class Pool {
  readonly #size: number;
  readonly #setup: WorkerSetup;
  readonly #script: URL;
  readonly #heapBytes: number;
  readonly #here: PoolOptions["here"];
  readonly #helpsOut: boolean;
  #threads: readonly PageThread[] = [];
  /** Batches without an answer. */
  #sent = 0;
  /** Sent alone, so that the page to blame is known. */
  #suspects: Task[] = [];
  #batch: Task[] = [];
  #batchBytes = 0;
  #warmUpBytes: number;
  #waiting: (() => void)[] = [];
  #failure: Error | undefined;
  #closing = false;

  constructor(size: number, setup: WorkerSetup, options: PoolOptions = {}) {
    this.#size = size;
    this.#setup = setup;
    this.#script = options.script ?? new URL("./worker.js", import.meta.url);
    this.#here = options.here;
    this.#helpsOut = options.helpsOut ?? false;
    this.#warmUpBytes = options.warmUpBytes ?? WARM_UP_BYTES;
    this.#heapBytes = options.heapBytes ?? heapFor(setup.limits);
  }

  /** Hands a page over; resolves when there is room for the next one. `done` is called later, in any order. */
  async submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void> {
    if (this.#here !== undefined && this.#warmUpBytes > 0) {
      const harmless = this.#harmless(job);
      if (harmless !== undefined) {
        this.#warmUpBytes -= job.body.bytes.length;
        await readHere({ job: harmless, done }, this.#here);
        return;
      }
    }
    this.#batch.push({ job, done });
    this.#batchBytes += job.body.bytes.length;
    if (this.#batchBytes < BATCH_BYTES) return;
    await this.#helpOut();
    if (this.#batch.length === 0) return;
    await this.#room();
    this.#dispatch();
  }

  /** Reads harmless pages of the batch here, until there is room in a worker. */
  async #helpOut(): Promise<void> {
    if (this.#here === undefined || !this.#helpsOut) return;
    while (this.#failure === undefined && this.#withRoom() === undefined) {
      const task = this.#batch.at(-1);
      const job = task && this.#harmless(task.job);
      if (task === undefined || job === undefined) return;
      this.#batch.pop();
      this.#batchBytes -= job.body.bytes.length;
      await readHere({ ...task, job }, this.#here);
    }
  }

  /** Resolves when every page handed over is done. */
  async drain(): Promise<void> {
    while (this.#failure === undefined && this.#unfinished()) {
      if (this.#batch.length > 0 && this.#withRoom() !== undefined) this.#dispatch();
      else await this.#event();
    }
    this.#throwFailure();
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
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

  #unfinished(): boolean {
    return this.#batch.length > 0 || this.#suspects.length > 0 || this.#sent > 0;
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #room(): Promise<void> {
    this.#throwFailure();
    while (this.#failure === undefined && this.#withRoom() === undefined) await this.#event();
    this.#throwFailure();
  }

  #event(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** An idle thread, else a new one while there may be more, else one with a queue below its depth. */
  #withRoom(): PageThread | "new" | undefined {
    this.#threads = this.#threads.filter(({ isLost }) => !isLost);
    const idle = this.#threads.find(({ load }) => load === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.length < this.#size) return "new";
    return this.#threads.find(({ load }) => load < QUEUE_DEPTH);
  }

  #dispatch(): void {
    const found = this.#withRoom();
    if (found === undefined) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    void this.#send(found, batch);
  }

  async #send(to: PageThread | "new", batch: readonly Task[]): Promise<void> {
    const thread: PageThread =
      to === "new" ? new Thread(this.#script, this.#setup, this.#heapBytes) : to;
    if (to === "new") this.#threads = [...this.#threads, thread];
    this.#sent += 1;
    // The bytes are copied by the message, not given away: a page that stops a thread must still be there to retry.
    const reply = await thread.ask(batch.map(({ job }) => withOwnBytes(job)));
    this.#sent -= 1;
    if (this.#closing) return;
    if ("answer" in reply) reply.answer.forEach((result, i) => batch[i]?.done(result));
    else this.#retry(batch, reply.lost);
    this.#sendSuspect();
    this.#wake();
  }

  #retry(batch: readonly Task[], { reason, cause, wasReady, wasBegun, failure }: Lost): void {
    const [only] = batch;
    if (failure !== undefined) this.#failure ??= failure;
    else if (!wasReady) {
      // No page is to blame for a thread that never came up.
      this.#failure ??= new Error(`a worker thread cannot be started: ${reason}`, { cause });
    } else if (wasBegun && batch.length === 1 && only !== undefined) {
      only.done({
        capture: only.job.capture,
        problem: { stage: "extract", message: `reading this page stopped a worker: ${reason}` },
        features: [],
        dependsOnMemory: true,
      });
    } else {
      this.#suspects.push(...batch);
    }
  }

  #sendSuspect(): void {
    const found = this.#suspects.length === 0 ? undefined : this.#withRoom();
    if (found === undefined || (found !== "new" && found.load > 0)) return;
    void this.#send(found, [this.#suspects.shift()!]);
  }
}

async function readHere(
  { job, done }: Task,
  read: NonNullable<PoolOptions["here"]>,
): Promise<void> {
  done(read(job));
  // Answers of the workers, and signals, come between two pages.
  await new Promise((resolve) => setImmediate(resolve));
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
/** Reads pages, here or in worker threads: the same results in any order. */
export interface Extractor {
  submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void>;
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
    drain: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Reads all pages in this thread but those that could do harm to it. */
export const mostlyInline = (setup: WorkerSetup, here: PageReader): Extractor =>
  new Pool(1, setup, { here, warmUpBytes: Infinity });

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
