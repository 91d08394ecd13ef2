import type { Worker } from "node:worker_threads";
import { codeOf } from "../../base/errors.js";
import { blamed, Failed } from "../../base/failures.js";
import { startThread } from "../../base/platform/threads.js";

/** Size of the young generation. A thread that reads pages fills Node's default of 48 MB, but is no faster for it. */
const YOUNG_GENERATION_MB = 12;

/** First message of a thread, sent when it has started. If a thread stops later, a question is the cause. */
export const READY = "ready";

interface Lost {
  readonly reason: string;
  /** Error that stopped the thread; undefined if the thread was ended. */
  readonly cause?: Error;
  readonly wasReady: boolean;
  /** True for the question on which the thread was working, and false for waiting questions. */
  readonly wasBegun: boolean;
}

/** Returns the error for threads that cannot be started. Its cause is not a task. */
export const notStarted = ({ reason, cause }: Lost): Error =>
  new Error(`a worker thread cannot be started: ${reason}`, { cause });

type Reply<Answer> = { readonly answer: Answer } | { readonly lost: Lost };

export class Thread<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting: ((reply: Reply<Answer> | Promise<never>) => void)[] = [];
  #isLost = false;

  constructor(script: URL, setup: { readonly plugins?: readonly string[] }, heapBytes?: number) {
    this.#worker = startThread(script, {
      workerData: setup,
      // Options of the process such as `--input-type` and `--eval` do not apply to this script.
      execArgv: [],
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        ...(heapBytes !== undefined && {
          maxOldGenerationSizeMb: Math.ceil(heapBytes / 2 ** 20),
        }),
      },
    });
    // An open question keeps the process alive; an idle thread does not.
    this.#worker.unref();
    let error: Error | undefined;
    let wasReady = false;
    this.#worker.on("message", (message: typeof READY | Answer) => {
      if (message === READY) wasReady = true;
      else {
        this.#waiting.shift()?.({ answer: message });
        if (this.#waiting.length === 0) this.#worker.unref();
      }
    });
    this.#worker.on("error", (cause) => {
      error = cause;
    });
    this.#worker.on("exit", () => {
      this.#isLost = true;
      const failure = failureOf(error, setup.plugins);
      const reason = error?.message ?? "it exited";
      for (const [at, reply] of this.#waiting.splice(0).entries()) {
        if (failure !== undefined) reply(Promise.reject(failure));
        else reply({ lost: { reason, cause: error, wasReady, wasBegun: at === 0 } });
      }
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Rejects if a plug-in stopped the thread, by code that runs on its own or by ending the thread. */
  ask(question: Question): Promise<Reply<Answer>> {
    const reply = new Promise<Reply<Answer>>((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.ref();
      this.#worker.postMessage(question);
    });
    // The caller may no longer wait for this question, and the question's failure must not end the process.
    reply.catch(() => undefined);
    return reply;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Returns undefined if memory ran out or if our own code failed. A thread that ends without an error has called
 * `process.exit`, which our own code never does.
 */
function failureOf(error: Error | undefined, plugins: readonly string[] = []): Failed | undefined {
  if (codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY") return undefined;
  const names = blamed(error?.stack ?? "", plugins);
  if (names.length === 0) return undefined;
  return new Failed(`plug-in ${names.join(", ")}`, error ?? new Error("it ended a worker thread"));
}
