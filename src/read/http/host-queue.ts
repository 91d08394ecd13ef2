import { setTimeout } from "node:timers/promises";
import type { RequestClass } from "../types.js";
import type { HostLimits } from "./limits.js";

/** A clock that also waits: real in a run, simulated in tests, so that no test sleeps. */
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
/** How far behind its timetable a pacer may catch up: the lateness of timers and of a busy process, not more. */
const CATCH_UP_MS = 250;

/**
 * The timetable of one class of requests at one host: slots at even distances. It is kept by the slots' own times, so
 * that the lateness of timers does not add up; a slot that nobody wanted is lost, so that no burst follows a lull.
 */
class Pacer {
  readonly #interval: number;
  #due = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number) {
    this.#interval = 60_000 / perMinute;
  }

  /** When the next request may go. */
  get due(): number {
    return this.#due;
  }

  /** Takes a slot at `now`. `readySince`: when the request could have gone but for this timetable. */
  take(now: number, readySince: number): void {
    const waited = readySince <= this.#due;
    const from = waited ? Math.max(this.#due, now - CATCH_UP_MS) : now;
    this.#due = from + this.#interval;
  }
}
/** How long hosts are left alone and when they are given up; milliseconds. */
export interface PausePolicy {
  /** The first wait where the host names none; it doubles with every pause that no proper answer ended. */
  readonly first: number;
  /** The longest wait of our own making. */
  readonly cap: number;
  /** A host that asks for more than this is given up at once. */
  readonly longestAsked: number;
  /** Pauses in a row after which a host is given up. */
  readonly most: number;
}

/** One minute, doubling up to 15, five times in a row: half an hour of patience; at most an hour if asked. */
export const patience: PausePolicy = {
  first: 60_000,
  cap: 900_000,
  longestAsked: 3_600_000,
  most: 5,
};

/** The pauses of one host: answers of 429 and 503 stop every request to it. */
class Pauses {
  readonly #policy: PausePolicy;
  #until = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;
  #inARow = 0;

  constructor(policy: PausePolicy) {
    this.#policy = policy;
  }

  /** No request before this time. */
  get until(): number {
    return this.#until;
  }

  /** True after a pause until a proper answer came: one request at a time finds out. */
  get probing(): boolean {
    return this.#inARow > 0;
  }

  /** A proper answer to a request of `startedAt`. */
  answered(startedAt: number): void {
    if (startedAt >= this.#since) this.#inARow = 0;
  }

  /**
   * A 429 or 503 to a request of `startedAt`. Returns how much longer the pause is for it; or why the host is to be
   * given up. Requests that were running when the pause began do not count as another one.
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
      if (this.#inARow >= most) return { giveUp: `it did so after each of ${most} pauses` };
      this.#inARow += 1;
      this.#since = now;
    }
    const own = another ? Math.min(first * 2 ** (this.#inARow - 1), cap) : 0;
    // A host that asks for no wait at all and limits again is not asked in a tight loop.
    const wait = asked === undefined ? own : Math.max(asked, 1000);
    const before = Math.max(this.#until, now);
    this.#until = Math.max(before, now + wait);
    return { added: this.#until - before };
  }
}
/** A request's turn to go. */
export interface Turn {
  readonly startedAt: number;
  /** To be called once, when the answer has arrived and the queue has its verdict. */
  leave(): void;
}

/** A turn, or why there will be none at this host. */
type Admission = { readonly turn: Turn } | { readonly refusal: string };

const CLASSES: readonly RequestClass[] = ["timemap", "api", "playback"];

interface Waiting {
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

/** Requests to one host, in order of arrival within a class: paced, few at a time, paused together, given up together. */
export class HostQueue {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #concurrency: number;
  readonly #pauses: Pauses;
  readonly #pacers: ReadonlyMap<RequestClass, Pacer>;
  readonly #waiting: ReadonlyMap<RequestClass, Waiting[]>;
  #inFlight = 0;
  #full = false;
  /** Since when a request may begin: what waited for an answer until then was not late by the timetable. */
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

  /** Resolves when it is this request's turn, or when the host is given up. Rejects when aborted. */
  enter(requestClass: RequestClass): Promise<Admission> {
    this.#signal.throwIfAborted();
    if (this.#refusal !== undefined) return Promise.resolve({ refusal: this.#refusal });
    return new Promise((admit, reject) => {
      const abort = (): void => reject(reasonOf(this.#signal));
      this.#waiting.get(requestClass)!.push({ since: this.#clock.now(), admit, abort });
      this.#admitDue();
    });
  }

  /** True after a pause until a proper answer came. */
  get probing(): boolean {
    return this.#pauses.probing;
  }

  /** A proper answer to a request that started then. */
  answered(startedAt: number): void {
    this.#pauses.answered(startedAt);
  }

  /**
   * The host answered 429 or 503 to a request that started then, and asks to wait (milliseconds), or does not say.
   * Returns by how much the pause grew, in milliseconds, or why the host is to be given up.
   */
  limited(
    startedAt: number,
    asked: number | undefined,
  ): { readonly added: number } | { readonly giveUp: string } {
    return this.#pauses.limited(startedAt, this.#clock.now(), asked);
  }

  /** No request goes to this host any more; those that wait get the reason. */
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

  /** The class whose turn comes first, the longest wait deciding ties; none if nothing may go at all. */
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
    // A cancelled alarm is forgotten, not an error.
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
