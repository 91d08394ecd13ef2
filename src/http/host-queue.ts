import type { RequestClass } from "../types.js";
import type { Clock } from "./clock.js";
import type { HostLimits } from "./limits.js";
import { Pacer } from "./pacer.js";
import { Pauses, type PausePolicy } from "./pauses.js";

/** A request's turn to go. */
export interface Turn {
  readonly startedAt: number;
  /** To be called once, when the answer is in and its verdict is told to the queue. */
  leave(): void;
}

/** A turn, or why there will be none at this host. */
export type Admission = { readonly turn: Turn } | { readonly refusal: string };

const CLASSES: readonly RequestClass[] = ["timemap", "api", "playback"];

interface Waiting {
  readonly since: number;
  readonly admit: (admission: Admission) => void;
  readonly abort: () => void;
}

/** What a host queue is made with. */
export interface HostQueueOptions {
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
  /** Since when there is room: what waited for an answer until then was not late by the timetable. */
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

  /** No request goes to this host any more; those that wait are told why. */
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
