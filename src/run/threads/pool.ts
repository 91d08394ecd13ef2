import { Thread } from "./thread.js";

export interface Task<Question, Answer, Outcome> {
  /** Asks a worker thread to do the task, and handles the loss of the thread. */
  readonly ask: (thread: Thread<Question, Answer>) => Promise<Outcome>;
  /** Absent, or returns undefined, if the task could do harm in the main thread. */
  readonly here?: (() => Promise<Outcome> | undefined) | undefined;
  /** Weight of the task; compared with {@link PoolOptions.warmUp}. */
  readonly weight?: number;
}

export interface PoolOptions {
  readonly script: URL;
  readonly setup: { readonly plugins?: readonly string[] };
  /** Number of worker threads, without the main thread. */
  readonly size: number;
  /** With two tasks, the second is ready when the first is done. */
  readonly depth: number;
  /** Heap of each thread in bytes. Default: that of the process. */
  readonly heapBytes?: number;
  /** True if the main thread also does tasks when all workers have enough. */
  readonly helpsOut: boolean;
  /**
   * Total weight of the tasks that the main thread does before the first worker is started, because starting a worker
   * takes time.
   */
  readonly warmUp?: number;
}

interface Seat<Question, Answer> {
  readonly thread: Thread<Question, Answer>;
  /** Number of tasks that this thread is working on or has waiting. */
  tasks: number;
}

/** A limited set of worker threads. Threads are started when they are needed and replaced when they are lost. */
export class Pool<Question, Answer> {
  readonly #options: PoolOptions;
  #seats: readonly Seat<Question, Answer>[] = [];
  #warmUp: number;
  #isBusyHere = false;
  #isClosed = false;
  #waiting: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#warmUp = options.warmUp ?? 0;
  }

  /** True while the main thread does all tasks because starting a worker would not pay. */
  get isWarmingUp(): boolean {
    return this.#warmUp > 0;
  }

  /**
   * Starts a task as soon as a thread has room for it, then resolves with the promise of its outcome. A caller that
   * awaits this before it submits the next task limits the number of running tasks.
   */
  async start<Outcome>({
    ask,
    here,
    weight = 0,
  }: Task<Question, Answer, Outcome>): Promise<{ readonly outcome: Promise<Outcome> }> {
    let isForThreads = here === undefined;
    for (;;) {
      if (this.#isClosed) throw new Error("the threads have been closed");
      const isCold = !isForThreads && this.#warmUp > 0 && weight <= this.#warmUp;
      const seat = isCold ? undefined : this.#free();
      if (seat !== undefined) {
        // The first task that is too heavy ends the warm-up.
        if (weight > this.#warmUp) this.#warmUp = 0;
        seat.tasks += 1;
        const release = (): void => void (seat.tasks -= 1);
        return { outcome: this.#watch(ask(seat.thread), () => this.#end(release)) };
      }
      if (!isForThreads && !this.#isBusyHere && (isCold || this.#options.helpsOut)) {
        const outcome = here?.();
        if (outcome === undefined) {
          isForThreads = true;
          continue;
        }
        this.#warmUp -= weight;
        this.#isBusyHere = true;
        const release = (): void => void (this.#isBusyHere = false);
        // Lets the event loop handle answers of threads, and signals, between two tasks.
        return { outcome: this.#watch(outcome, () => setImmediate(() => this.#end(release))) };
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /**
   * Yields the outcomes of tasks in the order of the tasks. Starts no further task while `ahead` outcomes wait for
   * earlier outcomes. Throws an error of the iterable after the outcomes of the tasks before it.
   */
  async *inOrder<Outcome>(
    tasks: AsyncIterable<Task<Question, Answer, Outcome>>,
    ahead: number,
  ): AsyncGenerator<Outcome> {
    const waiting: { readonly outcome: Promise<Outcome>; isThere: boolean }[] = [];
    const iterator = tasks[Symbol.asyncIterator]();
    let failure: { readonly cause: unknown } | undefined;
    try {
      for (;;) {
        const next = await iterator.next().catch((cause: unknown) => {
          failure = { cause };
        });
        if (next === undefined || next.done === true) break;
        const { outcome } = await this.start(next.value);
        const answer = { outcome, isThere: false };
        const arrive = (): void => void (answer.isThere = true);
        outcome.then(arrive, arrive);
        waiting.push(answer);
        while (waiting[0]?.isThere === true || waiting.length > ahead)
          yield await waiting.shift()!.outcome;
      }
      for (const { outcome } of waiting) yield await outcome;
    } finally {
      await iterator.return?.();
    }
    if (failure !== undefined) throw failure.cause;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end(() => undefined);
    await Promise.all(this.#seats.map(({ thread }) => thread.close()));
  }

  /**
   * Returns an idle thread if there is one. Otherwise returns a new thread if the limit allows it, or else a thread
   * with room for another task.
   */
  #free(): Seat<Question, Answer> | undefined {
    const { size, depth, script, setup, heapBytes } = this.#options;
    this.#seats = this.#seats.filter(({ thread }) => !thread.isLost);
    const [first] = this.#seats.toSorted((a, b) => a.tasks - b.tasks);
    if (first?.tasks !== 0 && this.#seats.length < size) {
      const seat = { thread: new Thread<Question, Answer>(script, setup, heapBytes), tasks: 0 };
      this.#seats = [...this.#seats, seat];
      return seat;
    }
    return first !== undefined && first.tasks < depth ? first : undefined;
  }

  /** The caller awaits the outcome later, so this function handles a rejection until then. */
  #watch<Outcome>(outcome: Promise<Outcome>, ended: () => void): Promise<Outcome> {
    outcome.then(ended, ended);
    return outcome;
  }

  #end(release: () => void): void {
    release();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
