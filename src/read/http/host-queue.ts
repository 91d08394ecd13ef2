import { setTimeout } from "node:timers/promises";
import type { RequestClass } from "../types.js";
import type { HostLimits } from "./limits.js";

/** Tests use a simulated clock, so that no test sleeps. */
export interface Clock {
  /** Returns a time in milliseconds, of which only differences have a meaning. It never decreases. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the reason of the signal if aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Maximum delay of a timer in Node. A longer sleep ends earlier, and who is due later sleeps again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the machine. It is monotonic, so that a change of the date neither speeds up nor stalls a run. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    try {
      // Rounding can make the time negative if the request is due now, and Node warns of negative times.
      await setTimeout(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause;
    }
  },
};

/** Rules for pauses after a host limits requests, in milliseconds. */
export interface PausePolicy {
  /** First pause if the host requests none. It doubles with each further pause, until the host answers properly. */
  readonly first: number;
  readonly cap: number;
  /** Maximum pause that a host may request. If it requests more, it is given up at once. */
  readonly longestAsked: number;
  /** Number of pauses in a row after which a host is given up. */
  readonly most: number;
}

/**
 * The first pause is one minute and doubles up to 15 minutes, five times in a row, which is half an hour in all. A host
 * may request at most an hour.
 */
export const patience: PausePolicy = {
  first: 60_000,
  cap: 900_000,
  longestAsked: 3_600_000,
  most: 5,
};

/** The time at which a request starts, or the reason why this host gets no more requests. */
type Admission = { readonly startedAt: number } | { readonly refusal: string };

interface WaitingRequest {
  readonly since: number;
  readonly admit: (admission: Admission) => void;
  readonly abort: () => void;
}

/** The requests of one rate. Classes with the same rate are counted together. */
interface Lane {
  /** Milliseconds between two requests. */
  readonly interval: number;
  due: number;
  readonly waiting: WaitingRequest[];
}

interface HostQueueOptions {
  readonly pauses: PausePolicy;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Queue of the requests to one host, in order of arrival within a rate. It keeps their rate, limits how many run at
 * once, pauses all of them together, and gives the host up for all of them.
 */
export class HostQueue {
  readonly #limits: HostLimits;
  readonly #options: HostQueueOptions;
  readonly #lanes: ReadonlyMap<number, Lane>;
  #inFlight = 0;
  /** Time before which no request may start, the beginning of the last pause, and the number of pauses in a row. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pausedSince = Number.NEGATIVE_INFINITY;
  #pausesInARow = 0;
  #refusal: string | undefined;
  #alarm: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(limits: HostLimits, options: HostQueueOptions) {
    this.#limits = limits;
    this.#options = options;
    this.#lanes = new Map(
      Object.values(limits.perMinute).map((rate) => [
        rate,
        { interval: 60_000 / rate, due: Number.NEGATIVE_INFINITY, waiting: [] },
      ]),
    );
    const abort = (): void => {
      for (const each of this.#takeWaiting()) each.abort();
    };
    options.signal.addEventListener("abort", abort, { once: true });
  }

  /**
   * Resolves when it is the turn of this request, or when the host is given up. Rejects if aborted. `leave` must be
   * called after the answer has been judged.
   */
  enter(requestClass: RequestClass): Promise<Admission> {
    const { clock, signal } = this.#options;
    signal.throwIfAborted();
    if (this.#refusal !== undefined) return Promise.resolve({ refusal: this.#refusal });
    return new Promise((admit, reject) => {
      const abort = (): void => {
        reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      };
      const lane = this.#lanes.get(this.#limits.perMinute[requestClass])!;
      lane.waiting.push({ since: clock.now(), admit, abort });
      this.#admitDue();
    });
  }

  leave(): void {
    this.#inFlight -= 1;
    this.#admitDue();
  }

  /** True from a pause until the next proper answer. Only one request at a time is sent then. */
  get probing(): boolean {
    return this.#pausesInARow > 0;
  }

  answered(startedAt: number): void {
    if (startedAt >= this.#pausedSince) this.#pausesInARow = 0;
  }

  /**
   * Notes a 429 or 503 to a request that started at `startedAt`. `asked` is the wait that the host requests, in
   * milliseconds. Returns the milliseconds by which the pause grew, or the reason to give the host up. Requests that were running
   * when the pause began do not count as another pause.
   */
  limited(
    startedAt: number,
    asked: number | undefined,
  ): { readonly added: number } | { readonly giveUp: string } {
    const { first, cap, longestAsked, most } = this.#options.pauses;
    const now = this.#options.clock.now();
    if (asked !== undefined && asked > longestAsked) {
      return { giveUp: `it asks to wait ${Math.ceil(asked / 60_000)} minutes` };
    }
    let own = 0;
    if (startedAt >= this.#pausedSince) {
      if (this.#pausesInARow >= most)
        return { giveUp: `it limited requests after each of ${most} pauses` };
      own = Math.min(first * 2 ** this.#pausesInARow, cap);
      this.#pausesInARow += 1;
      this.#pausedSince = now;
    }
    // A host that requests no wait and limits again must not be asked again immediately.
    const wait = asked === undefined ? own : Math.max(asked, 1000);
    const before = Math.max(this.#pausedUntil, now);
    this.#pausedUntil = Math.max(before, now + wait);
    return { added: this.#pausedUntil - before };
  }

  giveUp(refusal: string): void {
    this.#refusal ??= refusal;
    for (const { admit } of this.#takeWaiting()) admit({ refusal: this.#refusal });
  }

  #takeWaiting(): readonly WaitingRequest[] {
    this.#alarm?.cancel.abort();
    return [...this.#lanes.values()].flatMap(({ waiting }) => waiting.splice(0));
  }

  #admitDue(): void {
    for (let lane = this.#next(); lane !== undefined; lane = this.#next()) {
      const now = this.#options.clock.now();
      const due = this.#dueIn(lane);
      if (due > now) {
        this.#wakeAt(due);
        return;
      }
      // An unused slot is lost, so that no burst follows a pause.
      lane.due = now + lane.interval;
      this.#inFlight += 1;
      lane.waiting.shift()!.admit({ startedAt: now });
    }
  }

  #dueIn({ due }: Lane): number {
    return Math.max(due, this.#pausedUntil);
  }

  /** If two lanes can start, the one that has waited longer is next. Returns `undefined` if no request may start. */
  #next(): Lane | undefined {
    if (this.#inFlight >= (this.probing ? 1 : this.#limits.concurrency)) return undefined;
    return [...this.#lanes.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .sort(
        (a, b) => this.#dueIn(a) - this.#dueIn(b) || a.waiting[0]!.since - b.waiting[0]!.since,
      )[0];
  }

  #wakeAt(at: number): void {
    if (this.#alarm !== undefined) {
      if (this.#alarm.at <= at) return;
      this.#alarm.cancel.abort();
    }
    const { clock } = this.#options;
    const alarm = { at, cancel: new AbortController() };
    this.#alarm = alarm;
    const ring = (): void => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#admitDue();
    };
    // A cancelled alarm is not an error.
    clock.sleep(at - clock.now(), alarm.cancel.signal).then(ring, ring);
  }
}
