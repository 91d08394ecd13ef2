import { Worker } from "node:worker_threads";
import type { ScoredLines } from "./score-lines.js";
import type { Settings, TopicProfile } from "../../types.js";

/** Batches a thread may have: the next one is there when it finishes one. */
const QUEUE_DEPTH = 2;

/** What a scoring thread is started with. */
export interface ScoringSetup {
  readonly settings: Settings;
  readonly memoryBytes: number;
  readonly topic?: TopicProfile;
}

interface Seat {
  readonly worker: Worker;
  readonly waiting: ((scored: ScoredLines | undefined) => void)[];
  isLost: boolean;
}

/** A bounded set of threads that score whole TimeMaps. */
export class ScoringThreads {
  readonly #seats: readonly Seat[];

  /** `script` is what each of them runs. */
  constructor(size: number, script: URL, setup: ScoringSetup) {
    this.#seats = Array.from({ length: size }, () => open(script, setup));
  }

  /**
   * What came of the lines of whole TimeMaps; undefined where all threads are busy (at once), or when the thread was
   * lost over them (later).
   */
  score(lines: readonly string[]): Promise<ScoredLines | undefined> | undefined {
    const seat = this.#seats
      .filter(({ isLost, waiting }) => !isLost && waiting.length < QUEUE_DEPTH)
      .reduce<Seat | undefined>(
        (best, one) =>
          best !== undefined && best.waiting.length <= one.waiting.length ? best : one,
        undefined,
      );
    if (seat === undefined) return undefined;
    return new Promise((resolve) => {
      seat.waiting.push(resolve);
      seat.worker.postMessage(lines);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }
}

function open(script: URL, setup: ScoringSetup): Seat {
  const worker = new Worker(script, {
    workerData: setup,
    // Options of the process (`--input-type`, `--eval`) are not for a file of ours.
    execArgv: [],
  });
  const seat: Seat = { worker, waiting: [], isLost: false };
  worker.on("message", (scored: ScoredLines) => seat.waiting.shift()?.(scored));
  // What a lost thread leaves is scored elsewhere, where the cause shows again if it is in the lines.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    seat.isLost = true;
    for (const resolve of seat.waiting.splice(0)) resolve(undefined);
  });
  return seat;
}
