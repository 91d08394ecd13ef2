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

/** Maximum delay of a timer in Node. Longer sleeps consist of several timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the machine. It is monotonic, so that a change of the date neither speeds up nor stalls a run. */
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
/**
 * Maximum time in milliseconds that a pacer may be late and catch up. It is enough for late timers and a busy process.
 */
const CATCH_UP_MS = 250;

/**
 * Timetable of one class of requests at one host, with slots at regular intervals. The next slot is counted from the
 * last slot and not from the time of the request, so that late timers do not add up. An unused slot is lost, so that no
 * burst follows a pause.
 */
class Pacer {
  readonly #interval: number;
  #due = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number) {
    this.#interval = 60_000 / perMinute;
  }

  /** Time of the next free slot. */
  get due(): number {
    return this.#due;
  }

  /** Takes a slot at `now`. `readySince` is the time at which the request could have started without this timetable. */
  take(now: number, readySince: number): void {
    const waited = readySince <= this.#due;
    const from = waited ? Math.max(this.#due, now - CATCH_UP_MS) : now;
    this.#due = from + this.#interval;
  }
}
/** Rules for pauses after a host limits requests, in milliseconds. */
export interface PausePolicy {
  /** First pause if the host requests none. It doubles with each further pause, until the host answers properly. */
  readonly first: number;
  /** Maximum length of such a pause. */
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

/** The pauses of one host. An answer with status 429 or 503 stops all requests to it. */
class Pauses {
  readonly #policy: PausePolicy;
  #until = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;
  #inARow = 0;

  constructor(policy: PausePolicy) {
    this.#policy = policy;
  }

  /** Time before which no request may start. */
  get until(): number {
    return this.#until;
  }

  /** True from a pause until the next proper answer. Only one request at a time is sent then. */
  get probing(): boolean {
    return this.#inARow > 0;
  }

  answered(startedAt: number): void {
    if (startedAt >= this.#since) this.#inARow = 0;
  }

  /**
   * Notes a 429 or 503 to a request that started at `startedAt`. Returns the milliseconds by which the pause grew, or
   * the reason to give the host up. Requests that were running when the pause began do not count as another pause.
   */
  limited(
    startedAt: number,
    now: number,
    asked: number | undefined,
  ): { readonly added: number } | { readonly giveUp: string } {
    const { first, cap, longestAsked, most } = this.#policy;
    if (asked !== undefined && asked > longestAsked) {
      return { giveUp: `it asks to wait ${Math.ceil(asked / 60_000)} minutes` };
    }
    const another = startedAt >= this.#since;
    if (another) {
      if (this.#inARow >= most)
        return { giveUp: `it limited requests after each of ${most} pauses` };
      this.#inARow += 1;
      this.#since = now;
    }
    const own = another ? Math.min(first * 2 ** (this.#inARow - 1), cap) : 0;
    // A host that requests no wait and limits again must not be asked again immediately.
    const wait = asked === undefined ? own : Math.max(asked, 1000);
    const before = Math.max(this.#until, now);
    this.#until = Math.max(before, now + wait);
    return { added: this.#until - before };
  }
}
export interface Turn {
  readonly startedAt: number;
  /** Must be called once, after the answer has been judged. */
  leave(): void;
}

/** A permission, or the reason why this host gets no more requests. */
type Admission = { readonly turn: Turn } | { readonly refusal: string };

const CLASSES: readonly RequestClass[] = ["timemap", "api", "playback"];

interface WaitingRequest {
  readonly since: number;
  readonly admit: (admission: Admission) => void;
  readonly abort: () => void;
}

interface HostQueueOptions {
  readonly limits: HostLimits;
  readonly pauses: PausePolicy;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Queue of the requests to one host, in order of arrival within a class. It keeps their rate, limits how many run at
 * once, pauses all of them together, and gives the host up for all of them.
 */
export class HostQueue {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #concurrency: number;
  readonly #pauses: Pauses;
  readonly #pacers: ReadonlyMap<RequestClass, Pacer>;
  readonly #waiting: ReadonlyMap<RequestClass, WaitingRequest[]>;
  #inFlight = 0;
  #full = false;
  /**
   * Time since which a request may start. A request that waited until then for the answer to another request was not
   * late by the timetable.
   */
  #freeSince = Number.NEGATIVE_INFINITY;
  #refusal: string | undefined;
  #alarm: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor({ limits, pauses, clock, signal }: HostQueueOptions) {
    this.#clock = clock;
    this.#signal = signal;
    this.#concurrency = limits.concurrency;
    this.#pauses = new Pauses(pauses);
    const pools = new Map(Object.values(limits.perMinute).map((rate) => [rate, new Pacer(rate)]));
    this.#pacers = new Map(CLASSES.map((one) => [one, pools.get(limits.perMinute[one])!]));
    this.#waiting = new Map(CLASSES.map((one) => [one, []]));
    signal.addEventListener("abort", () => this.#abortAll(), { once: true });
  }

  /** Resolves when it is the turn of this request, or when the host is given up. Rejects if aborted. */
  enter(requestClass: RequestClass): Promise<Admission> {
    this.#signal.throwIfAborted();
    if (this.#refusal !== undefined) return Promise.resolve({ refusal: this.#refusal });
    return new Promise((admit, reject) => {
      const abort = (): void => reject(reasonOf(this.#signal));
      this.#waiting.get(requestClass)!.push({ since: this.#clock.now(), admit, abort });
      this.#admitDue();
    });
  }

  /** True from a pause until the next proper answer. */
  get probing(): boolean {
    return this.#pauses.probing;
  }

  answered(startedAt: number): void {
    this.#pauses.answered(startedAt);
  }

  /**
   * Notes a 429 or 503 to a request that started at `startedAt`. `asked` is the wait that the host requests, in
   * milliseconds. Returns the milliseconds by which the pause grew, or the reason to give the host up.
   */
  limited(
    startedAt: number,
    asked: number | undefined,
  ): { readonly added: number } | { readonly giveUp: string } {
    return this.#pauses.limited(startedAt, this.#clock.now(), asked);
  }

  /** Waiting requests are refused with the reason. */
  giveUp(refusal: string): void {
    this.#refusal ??= refusal;
    for (const queue of this.#waiting.values()) {
      for (const { admit } of queue.splice(0)) admit({ refusal: this.#refusal });
    }
    this.#alarm?.cancel.abort();
  }

  #admitDue(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined) return;
      const { requestClass, due } = next;
      const now = this.#clock.now();
      if (due > now) {
        this.#wakeAt(due);
        return;
      }
      const one = this.#waiting.get(requestClass)!.shift()!;
      const pacer = this.#pacers.get(requestClass)!;
      pacer.take(now, Math.max(one.since, this.#freeSince, this.#pauses.until));
      this.#inFlight += 1;
      one.admit({ turn: this.#turn(now) });
    }
  }

  /** The class that has waited longer is next if two can start. Returns `undefined` if no request may start. */
  #next(): { requestClass: RequestClass; due: number } | undefined {
    this.#full = this.#inFlight >= (this.#pauses.probing ? 1 : this.#concurrency);
    if (this.#full) return undefined;
    let next: { requestClass: RequestClass; due: number; since: number } | undefined;
    for (const [requestClass, [first]] of this.#waiting) {
      if (first === undefined) continue;
      const { since } = first;
      const due = Math.max(this.#pacers.get(requestClass)!.due, this.#pauses.until);
      if (next === undefined || due < next.due || (due === next.due && since < next.since)) {
        next = { requestClass, due, since };
      }
    }
    return next;
  }

  #turn(startedAt: number): Turn {
    let left = false;
    return {
      startedAt,
      leave: () => {
        if (left) return;
        left = true;
        if (this.#full) this.#freeSince = this.#clock.now();
        this.#inFlight -= 1;
        this.#admitDue();
      },
    };
  }

  #wakeAt(at: number): void {
    if (this.#alarm !== undefined) {
      if (this.#alarm.at <= at) return;
      this.#alarm.cancel.abort();
    }
    const cancel = new AbortController();
    const alarm = { at, cancel };
    this.#alarm = alarm;
    const ring = (): void => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#admitDue();
    };
    // A cancelled alarm is not an error.
    this.#clock.sleep(at - this.#clock.now(), cancel.signal).then(ring, ring);
  }

  #abortAll(): void {
    for (const queue of this.#waiting.values()) for (const { abort } of queue.splice(0)) abort();
    this.#alarm?.cancel.abort();
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("aborted");
}
