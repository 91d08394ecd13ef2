import { unavailable } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { header } from "../timemaps/response.js";
import type { Outcome } from "../../base/types.js";
import type { HostQueue, Turn } from "./host-queue.js";
import type { Statistics } from "./statistics.js";
import { type Answer, isMemento, type Trouble, type WireResponse } from "./transport.js";

/**
 * Milliseconds that a Retry-After header asks to wait (RFC 9110, section 10.2.3: seconds or an HTTP date), counted from
 * `now`, milliseconds since the epoch; undefined when it is absent or says nothing that can be understood.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return Math.round(Number(text) * 1000);
  if (!/[a-z]/iu.test(text)) return undefined;
  const date = parseDatetime(text);
  return date === undefined ? undefined : Math.max(0, Date.parse(date) - now);
}
/** Milliseconds before retries: the first one, and the longest. */
export interface BackOff {
  readonly first: number;
  readonly cap: number;
  /** Tries in all, the first one included. */
  readonly tries: number;
}

/** Four tries: after about 1, 2 and 4 seconds. */
export const usualBackOff: BackOff = { first: 1000, cap: 30_000, tries: 4 };

/**
 * Milliseconds to wait after the `failures`-th failure (1 is the first): doubling, and spread by half to either side so
 * that those who failed together do not come back together. `random` gives numbers from 0 up to 1.
 */
function backOffMs(failures: number, backOff: BackOff, random: () => number): number {
  const straight = Math.min(backOff.first * 2 ** (failures - 1), backOff.cap);
  return Math.round(straight * (0.5 + random()));
}
/** URIs in a row without an answer, each after all its tries, after which a host is not asked any more. */
const FAILURES_IN_A_ROW = 10;

/** One URI may be limited for ever while the host answers others: it is asked no more often than this. */
const LIMITED_TRIES: ReadonlyMap<number, number> = new Map([
  [429, 10],
  [503, 3],
]);

/** What went wrong so far with one request. */
export interface Tries {
  failures: number;
  limited: number;
  /** The last answer whose body broke off or could not be relied on: from then on no coding is asked for. */
  broken?: WireResponse;
}

/** What an answer means for the request: it is done, or goes to the end of the queue after a while. */
export type Verdict =
  | { readonly outcome: Outcome<WireResponse> }
  | { readonly againAfterMs: number };

interface HostOptions {
  /** Name and port, for people. */
  readonly name: string;
  readonly queue: HostQueue;
  readonly backOff: BackOff;
  readonly random: () => number;
  readonly statistics: Statistics;
  /** What a user needs to know at once: pauses, hosts given up. */
  readonly onNotice: (message: string) => void;
}

/** One host: what its answers say about the request, and about the host itself. */
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

  /** To be called before the turn is left, so that a pause begins before anything else goes. */
  judge(answer: Answer, turn: Turn, tries: Tries): Verdict {
    return "response" in answer
      ? this.#judgeResponse(answer.response, turn, tries)
      : this.#judgeTrouble(answer.trouble, tries);
  }

  #judgeResponse(response: WireResponse, turn: Turn, tries: Tries): Verdict {
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

  #judgeTrouble(trouble: Trouble, tries: Tries): Verdict {
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
      // A host that never answered will not tomorrow either: its mementos are lost, the run is complete.
      this.#giveUp(this.#answeredOnce ? `${refusal}; ${CONTINUE}` : refusal, this.#answeredOnce);
    }
    const after = tries.failures > 1 ? ` (tried ${tries.failures} times)` : "";
    return failed(`${name}: ${trouble.message}${after}`);
  }

  /** Another try after a while, unless there were enough. */
  #again(tries: Tries): Verdict | undefined {
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

  #banned(): Verdict {
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

const failed = (message: string): Verdict => ({ outcome: unavailable(message) });

const CONTINUE = "run again with the same -d to continue";
