import { setTimeout } from "node:timers/promises";

/** What tells the time and waits: real in a run, made up in tests, so that no test sleeps. */
export interface Clock {
  /** Milliseconds; only differences mean something. Never goes back. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest delay that a timer can take; longer sleeps are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the machine. It is monotonic: setting the date neither rushes nor stalls a run. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
      await pause(Math.min(left, LONGEST_TIMER_MS), signal);
    }
  },
};

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause;
  }
}
