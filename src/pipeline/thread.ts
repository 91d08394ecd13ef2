import { Worker } from "node:worker_threads";

/** Room for young objects. Node gives 48 MB, of which a thread that reads pages fills all, and is no faster for it. */
const YOUNG_GENERATION_MB = 12;

/** The first message of a thread that says when it has started: what stops it later is a question. */
export const READY = "ready";

/** Why a question has no answer: its thread has stopped. */
export interface Lost {
  readonly reason: string;
  readonly wasReady: boolean;
  /** True for the question that it worked on, false for those that waited. */
  readonly wasBegun: boolean;
}

/** What comes of a question. */
export type Reply<Answer> = { readonly answer: Answer } | { readonly lost: Lost };

/** A worker thread that answers one message after the other. */
export class Thread<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting: ((reply: Reply<Answer>) => void)[] = [];
  #isLost = false;

  /** `setup` is the script's `workerData`. */
  constructor(script: URL, setup: unknown, heapBytes?: number) {
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
    let reason = "it exited";
    let wasReady = false;
    this.#worker.on("message", (message: typeof READY | Answer) => {
      if (message === READY) wasReady = true;
      else this.#waiting.shift()?.({ answer: message });
    });
    this.#worker.on("error", (error) => {
      reason = error.message;
    });
    this.#worker.on("exit", () => {
      this.#isLost = true;
      for (const [at, reply] of this.#waiting.splice(0).entries()) {
        reply({ lost: { reason, wasReady, wasBegun: at === 0 } });
      }
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Questions without an answer. */
  get load(): number {
    return this.#waiting.length;
  }

  ask(question: Question): Promise<Reply<Answer>> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
