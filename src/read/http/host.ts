import { unavailable } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { header } from "../timemaps/response.js";
import type { Outcome } from "../../base/types.js";
import type { FetchedResponse, RequestClass } from "../types.js";
import { type Clock, HostQueue, type PausePolicy } from "./host-queue.js";
import type { NamedHosts } from "./link-local.js";
import { type LimitChoices, limitsFor } from "./limits.js";
import type { Transport } from "./open-transport.js";
import type { Statistics } from "./statistics.js";
import { type HttpAnswer, isMemento, type RequestTarget, type Trouble } from "./transport.js";

/**
 * Returns the milliseconds to wait according to a Retry-After header (RFC 9110, section 10.2.3: seconds or an HTTP
 * date), counted from `now` in milliseconds since the epoch. Returns `undefined` if the header is absent or malformed.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Math.round(Number(text) * 1000);
  if (!/[a-z]/iu.test(text)) return undefined;
  const date = parseDatetime(text);
  return date === undefined ? undefined : Math.max(0, Date.parse(date) - now);
}

/** Wait before retries in milliseconds: the first wait, and the maximum. */
interface BackOff {
  readonly first: number;
  readonly cap: number;
  /** Number of tries including the first one. */
  readonly tries: number;
}

/** Four tries, with waits of about 1, 2 and 4 seconds. */
export const usualBackOff: BackOff = { first: 1000, cap: 30_000, tries: 4 };

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
  broken?: FetchedResponse;
}

/** Result for the request. The request is done, or returns to the end of the queue after a wait. */
export type TryVerdict =
  | { readonly outcome: Outcome<FetchedResponse> }
  | { readonly againAfterMs: number };

export interface ClientOptions {
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Limits of `--rate` and `--concurrency`. */
  readonly limits: LimitChoices;
  readonly pauses: PausePolicy;
  readonly backOff: BackOff;
  /** Returns numbers from 0 up to 1, for the jitter of retries. */
  readonly random: () => number;
  readonly named: NamedHosts;
  readonly maxBodyBytes: Readonly<Record<RequestClass, number>>;
  readonly statistics: Statistics;
  /** Called with messages that the user needs at once: pauses, hosts that are given up, lost records. */
  readonly onNotice: (message: string) => void;
}

/** State of one host. It decides what an answer means for the request and for the host. */
export class Host {
  readonly queue: HostQueue;
  readonly #name: string;
  readonly #options: ClientOptions;
  #limitedOnce = false;
  #answeredOnce = false;
  #failuresInARow = 0;

  constructor({ host, hostname }: RequestTarget, options: ClientOptions) {
    this.#name = host;
    this.#options = options;
    this.queue = new HostQueue(limitsFor(hostname, options.limits), options);
  }

  /** Must be called before the request leaves the queue, so that a pause begins before another request starts. */
  judge(answer: HttpAnswer, startedAt: number, tries: Tries): TryVerdict {
    return "response" in answer
      ? this.#judgeResponse(answer.response, startedAt, tries)
      : this.#judgeTrouble(answer.trouble, tries);
  }

  #judgeResponse(response: FetchedResponse, startedAt: number, tries: Tries): TryVerdict {
    this.#answeredOnce = true;
    this.#failuresInARow = 0;
    const { status } = response;
    const done = { outcome: { value: response } };
    if (isMemento(response)) {
      this.queue.answered(startedAt);
      return done;
    }
    const limitedTries = LIMITED_TRIES.get(status);
    if (limitedTries !== undefined) {
      this.#pause(response, startedAt);
      tries.limited += 1;
      return tries.limited < limitedTries ? { againAfterMs: 0 } : done;
    }
    this.queue.answered(startedAt);
    return (status < 500 ? undefined : this.#again(tries)) ?? done;
  }

  #judgeTrouble(trouble: Trouble, tries: Tries): TryVerdict {
    const { message, partial, doubtful = false, unreachable = false } = trouble;
    const before = tries.broken?.body.length;
    if (partial !== undefined) tries.broken = partial;
    if (before !== undefined && (doubtful || partial?.body.length === before)) {
      this.#failuresInARow = 0;
      return this.#failed(`${message}${doubtful ? "" : ` (twice at byte ${before})`}`);
    }
    if (unreachable && this.queue.probing) return this.#banned();
    const again = trouble.transient ? this.#again(tries) : undefined;
    if (again !== undefined) return again;
    if (unreachable && this.#limitedOnce) return this.#banned();
    this.#failuresInARow = trouble.answered ? 0 : this.#failuresInARow + 1;
    if (this.#failuresInARow >= FAILURES_IN_A_ROW) {
      const refusal = `${this.#name} does not answer any more (${message})`;
      // A host that never answered will not answer tomorrow either. Its mementos fail, and the run is complete. Only
      // other hosts make the run incomplete.
      this.#giveUp(this.#answeredOnce ? `${refusal}; ${CONTINUE}` : refusal, this.#answeredOnce);
    }
    const after = tries.failures > 1 ? ` (tried ${tries.failures} times)` : "";
    return this.#failed(message + after);
  }

  #failed(message: string): TryVerdict {
    return { outcome: unavailable(`${this.#name}: ${message}`) };
  }

  /**
   * Returns the wait before another try, or `undefined` if there were enough tries. The wait doubles each time, and varies by half to
   * either side, so that requests that failed together do not return together.
   */
  #again(tries: Tries): TryVerdict | undefined {
    const { backOff, random } = this.#options;
    tries.failures += 1;
    if (tries.failures >= backOff.tries) return undefined;
    const straight = Math.min(backOff.first * 2 ** (tries.failures - 1), backOff.cap);
    return { againAfterMs: Math.round(straight * (0.5 + random())) };
  }

  #pause(response: FetchedResponse, startedAt: number): void {
    const { statistics, onNotice } = this.#options;
    const { status } = response;
    if (status === 429) this.#limitedOnce = true;
    const asked = retryAfterMs(header(response, "retry-after"), Date.now());
    const pause = this.queue.limited(startedAt, asked);
    if ("giveUp" in pause) {
      this.#giveUp(`rate limited by ${this.#name} (${status}): ${pause.giveUp}; ${CONTINUE}`, true);
    } else if (pause.added > 0) {
      statistics.waitedMs += pause.added;
      onNotice(`${this.#name} answered ${status}: waiting ${Math.round(pause.added / 1000)} s.`);
    }
  }

  #banned(): TryVerdict {
    const refusal =
      `${this.#name} takes no connections since it answered 429: this address is probably blocked, ` +
      `for an hour or more; ${CONTINUE} later`;
    this.#giveUp(refusal, true);
    return { outcome: unavailable(refusal) };
  }

  #giveUp(refusal: string, incomplete: boolean): void {
    if (incomplete) this.#options.statistics.incomplete ??= refusal;
    this.#options.onNotice(`${refusal}.`);
    this.queue.giveUp(refusal);
  }
}

const CONTINUE = "run again with the same -d to continue";
