import { Thread } from "./thread.js";

/** A task that any thread can do, this one included. */
export interface Task<Question, Answer, Outcome> {
  /** Has a worker thread do it. What becomes of a task whose thread was lost is decided here. */
  readonly ask: (thread: Thread<Question, Answer>) => Promise<Outcome>;
  /** Does it in this thread; undefined where that could do harm. */
  readonly here?: (() => Promise<Outcome> | undefined) | undefined;
  /** Counts against {@link PoolOptions.warmUp}. */
  readonly weight?: number;
}

export interface PoolOptions {
  /** The script of each thread. */
  readonly script: URL;
  /** The script's `workerData`. */
  readonly setup: { readonly plugins?: readonly string[] };
  /** Number of worker threads; this thread is not counted. */
  readonly size: number;
  /** Tasks that a thread may have at once: with two, the next one is there when the first is done. */
  readonly depth: number;
  /** Heap of each thread; that of the process unless given. */
  readonly heapBytes?: number;
  /** Whether this thread does tasks as well while all others have enough. */
  readonly helpsOut: boolean;
  /** Weight of the tasks that this thread does before the first worker thread is worth its start. */
  readonly warmUp?: number;
}

interface Seat<Question, Answer> {
  readonly thread: Thread<Question, Answer>;
  /** Number of tasks that it has. */
  tasks: number;
}

/** A bounded set of worker threads, which are started when they are needed and replaced when they are lost. */
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

  /** True while tasks are done in this thread because no other is worth its start. */
  get isWarmingUp(): boolean {
    return this.#warmUp > 0;
  }

  /**
   * Starts a task as soon as a thread has room for it, and then resolves with the promise of its outcome: whoever awaits this
   * before the next task has a bounded number of tasks under way.
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
        // The first task that is too heavy for it ends the warm-up.
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
        // Answers of the threads, and signals, come between two tasks.
        return { outcome: this.#watch(outcome, () => setImmediate(() => this.#end(release))) };
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /**
   * Yields the outcomes of tasks in the order of the tasks. No further task is started while `ahead` outcomes wait for
   * those before them. An error of the iterable is thrown after the outcomes of the tasks before it.
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

  /** An idle thread, else a new one while there may be more, else one with room for another task. */
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

  /** Passes an outcome on. It is awaited later: a failure before that is no unhandled one. */
  #watch<Outcome>(outcome: Promise<Outcome>, ended: () => void): Promise<Outcome> {
    outcome.then(ended, ended);
    return outcome;
  }

  /** Makes room, and lets tasks that wait for it look again. */
  #end(release: () => void): void {
    release();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
