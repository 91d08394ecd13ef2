import { Worker } from "node:worker_threads";
import { codeOf } from "../../base/errors.js";
import { blamed, Failed } from "../../base/failures.js";

/** Room for young objects. Node gives 48 MB, of which a thread that reads pages fills all, and is no faster for it. */
const YOUNG_GENERATION_MB = 12;

/** The first message of a thread that says when it has started: what stops it later is a question. */
export const READY = "ready";

/** Why a question has no answer: its thread has stopped. */
interface Lost {
  readonly reason: string;
  /** The error that stopped it; undefined where the thread was ended. */
  readonly cause?: Error;
  readonly wasReady: boolean;
  /** True for the question that it worked on, false for those that waited. */
  readonly wasBegun: boolean;
}

/** Returns the error of a run whose threads cannot be started, for which no task is to blame. */
export const notStarted = ({ reason, cause }: Lost): Error =>
  new Error(`a worker thread cannot be started: ${reason}`, { cause });

/** What comes of a question. */
type Reply<Answer> = { readonly answer: Answer } | { readonly lost: Lost };

/** A worker thread that answers one message after the other. */
export class Thread<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting: ((reply: Reply<Answer> | Promise<never>) => void)[] = [];
  #isLost = false;

  /** `setup` is the script's `workerData`. */
  constructor(script: URL, setup: { readonly plugins?: readonly string[] }, heapBytes?: number) {
    this.#worker = new Worker(script, {
      workerData: setup,
      // Options of the process (`--input-type`, `--eval`) are not for a file of ours.
      execArgv: [],
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        ...(heapBytes !== undefined && {
          maxOldGenerationSizeMb: Math.ceil(heapBytes / 2 ** 20),
        }),
      },
    });
    // A question that is asked keeps the process alive, a thread that waits for one does not.
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

  /** Rejects where a plug-in stopped the thread: code of it that nothing of ours calls, or that ended the thread. */
  ask(question: Question): Promise<Reply<Answer>> {
    const reply = new Promise<Reply<Answer>>((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.ref();
      this.#worker.postMessage(question);
    });
    // A failure whose question is of no account any more is not to end the process.
    reply.catch(() => undefined);
    return reply;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Returns the failure of a plug-in that stopped a thread; undefined where memory ran out, or code of ours failed. Without an error
 * the thread was ended by a call of `process.exit`, which code of ours does not make.
 */
function failureOf(error: Error | undefined, plugins: readonly string[] = []): Failed | undefined {
  if (codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY") return undefined;
  const names = blamed(error?.stack ?? "", plugins);
  if (names.length === 0) return undefined;
  return new Failed(`plug-in ${names.join(", ")}`, error ?? new Error("it ended a worker thread"));
}
