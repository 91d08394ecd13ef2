import { unavailable } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { header } from "../timemaps/response.js";
import type { Outcome } from "../../base/types.js";
import type { HostQueue, Turn } from "./host-queue.js";
import type { Statistics } from "./statistics.js";
import { type HttpAnswer, isMemento, type Trouble, type WireResponse } from "./transport.js";

/**
 * Returns the milliseconds to wait according to a Retry-After header (RFC 9110, section 10.2.3: seconds or an HTTP
 * date), counted from `now` in milliseconds since the epoch. Returns `undefined` if the header is absent or malformed.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Math.min(Math.round(Number(text) * 1000), LONGEST_MS);
  if (!/[a-z]/iu.test(text)) return undefined;
  const date = parseDatetime(text);
  return date === undefined ? undefined : Math.max(0, Date.parse(date) - now);
}
/** Longest wait that is distinguished, about three million years. */
const LONGEST_MS = 1e17;

/** Wait before retries in milliseconds: the first wait, and the maximum. */
export interface BackOff {
  readonly first: number;
  readonly cap: number;
  /** Number of tries including the first one. */
  readonly tries: number;
}

/** Four tries, with waits of about 1, 2 and 4 seconds. */
export const usualBackOff: BackOff = { first: 1000, cap: 30_000, tries: 4 };

/**
 * Returns the milliseconds to wait after failure number `failures`, from 1. The wait doubles each time, and varies by
 * half to either side, so that requests that failed together do not return together. `random` returns numbers from 0 up
 * to but not including 1.
 */
function backOffMs(failures: number, backOff: BackOff, random: () => number): number {
  const straight = Math.min(backOff.first * 2 ** (failures - 1), backOff.cap);
  return Math.round(straight * (0.5 + random()));
}
/** Number of URIs in a row without an answer after all tries, after which a host is given up. */
const FAILURES_IN_A_ROW = 10;

/** Maximum number of tries of one URI by status. A host may always limit one URI while it answers others. */
const LIMITED_TRIES: ReadonlyMap<number, number> = new Map([
  [429, 10],
  [503, 3],
]);

export interface Tries {
  failures: number;
  limited: number;
  /** Last answer with an incomplete or unreliable body. After it the request accepts no content coding. */
  broken?: WireResponse;
}

/** Result for the request. The request is done, or returns to the end of the queue after a wait. */
export type TryVerdict =
  | { readonly outcome: Outcome<WireResponse> }
  | { readonly againAfterMs: number };

interface HostOptions {
  readonly name: string;
  readonly queue: HostQueue;
  readonly backOff: BackOff;
  readonly random: () => number;
  readonly statistics: Statistics;
  /** Called with messages that the user needs at once: pauses and hosts that are given up. */
  readonly onNotice: (message: string) => void;
}

/** State of one host. It decides what an answer means for the request and for the host. */
export class Host {
  readonly queue: HostQueue;
  readonly #options: HostOptions;
  #limitedOnce = false;
  #answeredOnce = false;
  #failuresInARow = 0;

  constructor(options: HostOptions) {
    this.#options = options;
    this.queue = options.queue;
  }

  /** Must be called before the permission is returned, so that a pause begins before another request starts. */
  judge(answer: HttpAnswer, turn: Turn, tries: Tries): TryVerdict {
    return "response" in answer
      ? this.#judgeResponse(answer.response, turn, tries)
      : this.#judgeTrouble(answer.trouble, tries);
  }

  #judgeResponse(response: WireResponse, turn: Turn, tries: Tries): TryVerdict {
    this.#answeredOnce = true;
    this.#failuresInARow = 0;
    const { status } = response;
    const limitedTries = isMemento(response) ? undefined : LIMITED_TRIES.get(status);
    if (limitedTries !== undefined) {
      this.#pause(response, turn);
      tries.limited += 1;
      if (tries.limited < limitedTries) return { againAfterMs: 0 };
      return { outcome: { value: response } };
    }
    this.queue.answered(turn.startedAt);
    if (isMemento(response) || status < 500) return { outcome: { value: response } };
    return this.#again(tries) ?? { outcome: { value: response } };
  }

  #judgeTrouble(trouble: Trouble, tries: Tries): TryVerdict {
    const { name } = this.#options;
    const { partial, doubtful = false } = trouble;
    const before = tries.broken?.body.length;
    if (partial !== undefined) tries.broken = partial;
    if (before !== undefined && (doubtful || partial?.body.length === before)) {
      this.#failuresInARow = 0;
      const where = doubtful ? "" : ` (twice at byte ${before})`;
      return failed(`${name}: ${trouble.message}${where}`);
    }
    if (trouble.unreachable && this.queue.probing) return this.#banned();
    const again = trouble.transient ? this.#again(tries) : undefined;
    if (again !== undefined) return again;
    if (trouble.unreachable && this.#limitedOnce) return this.#banned();
    this.#failuresInARow = trouble.answered ? 0 : this.#failuresInARow + 1;
    if (this.#failuresInARow >= FAILURES_IN_A_ROW) {
      const refusal = `${name} does not answer any more (${trouble.message})`;
      // A host that never answered will not answer tomorrow either. Its mementos fail, and the run is complete. Only
      // other hosts make the run incomplete.
      this.#giveUp(this.#answeredOnce ? `${refusal}; ${CONTINUE}` : refusal, this.#answeredOnce);
    }
    const after = tries.failures > 1 ? ` (tried ${tries.failures} times)` : "";
    return failed(`${name}: ${trouble.message}${after}`);
  }

  /** Returns the wait before another try. Returns `undefined` if there were enough tries. */
  #again(tries: Tries): TryVerdict | undefined {
    const { backOff, random } = this.#options;
    tries.failures += 1;
    if (tries.failures >= backOff.tries) return undefined;
    return { againAfterMs: backOffMs(tries.failures, backOff, random) };
  }

  #pause(response: WireResponse, turn: Turn): void {
    const { name, statistics, onNotice } = this.#options;
    const { status } = response;
    if (status === 429) this.#limitedOnce = true;
    const asked = retryAfterMs(header(response, "retry-after"), Date.now());
    const pause = this.queue.limited(turn.startedAt, asked);
    if ("giveUp" in pause) {
      this.#giveUp(`rate limited by ${name} (${status}): ${pause.giveUp}; ${CONTINUE}`, true);
      return;
    }
    statistics.waitedMs += pause.added;
    if (pause.added > 0) {
      onNotice(`${name} answered ${status}: waiting ${Math.round(pause.added / 1000)} s.`);
    }
  }

  #banned(): TryVerdict {
    const refusal =
      `${this.#options.name} takes no connections since it answered 429: this address is probably blocked, ` +
      `for an hour or more; ${CONTINUE} later`;
    this.#giveUp(refusal, true);
    return failed(refusal);
  }

  #giveUp(refusal: string, incomplete: boolean): void {
    if (incomplete) this.#options.statistics.incomplete ??= refusal;
    this.#options.onNotice(`${refusal}.`);
    this.queue.giveUp(refusal);
  }
}

const failed = (message: string): TryVerdict => ({ outcome: unavailable(message) });

const CONTINUE = "run again with the same -d to continue";
