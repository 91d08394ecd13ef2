import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../../src/read/http/host-queue.js";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is run. Timers fire `lateMs` after their time. */
export class FakeClock implements Clock {
  readonly #lateMs: number;
  #now = 0;
  #sleepers: Sleeper[] = [];

  constructor(lateMs = 0) {
    this.#lateMs = lateMs;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        reject(new Error("aborted"));
      });
    });
  }

  /** Fires all timers up to `until`. */
  async runUntil(until: number): Promise<void> {
    for (;;) {
      await setImmediate();
      const next = this.#sleepers.reduce<Sleeper | undefined>(
        (first, one) => (first === undefined || one.at < first.at ? one : first),
        undefined,
      );
      if (next === undefined || next.at + this.#lateMs > until) break;
      this.#sleepers = this.#sleepers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at + this.#lateMs);
      next.wake();
    }
    this.#now = Math.max(this.#now, until);
  }
}

/** A clock on which every sleep ends at once, for tests with real servers. It records the length of the sleeps. */
export class ImpatientClock implements Clock {
  readonly sleeps: number[] = [];
  #now = 0;

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    this.#now += ms;
    await setImmediate();
  }
}
