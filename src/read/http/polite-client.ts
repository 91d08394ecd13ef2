import { unavailable } from "../../base/errors.js";
import type { Outcome } from "../../base/types.js";
import { endsWhereBroken } from "../coding/content-coding.js";
import type { FetchRequest, RequestClass } from "../types.js";
import { type Clock, HostQueue, type PausePolicy, type Turn } from "./host-queue.js";
import { type BackOff, Host, type Tries, type TryVerdict } from "./host.js";
import type { NamedHosts } from "./link-local.js";
import { type LimitChoices, limitsFor } from "./limits.js";
import type { Statistics } from "./statistics.js";
import {
  type BodySink,
  doubtful,
  encodedBody,
  type GetRequest,
  type HttpAnswer,
  requestTarget,
  type RequestTarget,
  type Transport,
  type WireResponse,
} from "./transport.js";

interface PoliteClientOptions {
  readonly backOff: BackOff;
  readonly clock: Clock;
  readonly named: NamedHosts;
  readonly limits: LimitChoices;
  readonly onNotice: (message: string) => void;
  readonly pauses: PausePolicy;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly transport: Transport;
  readonly maxBodyBytes: Readonly<Record<RequestClass, number>>;
  readonly statistics: Statistics;
}

export type Keep = (response: WireResponse, sent: GetRequest["headers"]) => Promise<void>;

/**
 * An answer, a problem after trying, or a problem without a request (the host was given up, or the URI is not http).
 */
type Gotten = Outcome<WireResponse> & { readonly asked: boolean };

/** Fetches URIs within the limits of their hosts and retries after transient failures. */
export class PoliteClient {
  readonly #options: PoliteClientOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: PoliteClientOptions) {
    this.#options = options;
  }

  /**
   * Fetches one URI with as many tries as needed. `headers` are sent as they are, except that Accept-Encoding is
   * dropped once a body was unreliable. The last answer is returned, whatever its status, after `keep` has finished
   * with it: until then the request counts as in flight, so that a kill loses at most as many answers as the hosts may
   * be asked for at once. A body of more than `most` bytes is a problem, unless `sink` takes it. Rejects if aborted, and
   * if `keep` rejects.
   */
  async get(
    { uri, requestClass }: FetchRequest,
    headers: GetRequest["headers"] | (() => GetRequest["headers"]),
    keep: Keep,
    most: number = this.#options.maxBodyBytes[requestClass],
    sink?: BodySink,
  ): Promise<Gotten> {
    const { clock, signal, statistics } = this.#options;
    const target = requestTarget(uri);
    if (target === undefined) return refused(`not an http or https URI: ${uri}`);
    const refusal = this.#options.named.refusal(target);
    if (refusal !== undefined) return refused(refusal);
    const host = this.#host(target);
    const tries: Tries = { failures: 0, limited: 0 };
    for (;;) {
      const admission = await host.queue.enter(requestClass);
      if ("refusal" in admission) return refused(admission.refusal);
      const plain: Readonly<Record<string, string>> =
        tries.broken === undefined ? {} : { "accept-encoding": "identity" };
      const given = typeof headers === "function" ? headers() : headers;
      const sent = { ...given, ...plain };
      const wanted = { uri, requestClass, headers: sent, maxBodyBytes: most, sink };
      const verdict = await this.#try(wanted, host, admission.turn, tries, keep);
      if ("outcome" in verdict) return { ...verdict.outcome, asked: true };
      statistics.retries += 1;
      if (verdict.againAfterMs > 0) await clock.sleep(verdict.againAfterMs, signal);
    }
  }

  async #try(
    wanted: GetRequest,
    host: Host,
    turn: Turn,
    tries: Tries,
    keep: Keep,
  ): Promise<TryVerdict> {
    const { transport, statistics, signal } = this.#options;
    try {
      statistics.requests += 1;
      const answer = sameEnd(
        await transport.get(wanted, signal),
        tries.broken,
        wanted.maxBodyBytes,
      );
      if ("response" in answer) statistics.bytes += answer.response.body.length;
      const verdict = host.judge(answer, turn, tries);
      if ("outcome" in verdict && "value" in verdict.outcome)
        await keep(verdict.outcome.value, wanted.headers);
      return verdict;
    } finally {
      turn.leave();
    }
  }

  #host({ host: name, hostname }: RequestTarget): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const { limits, pauses, clock, signal } = this.#options;
    const queue = new HostQueue({ limits: limitsFor(hostname, limits), pauses, clock, signal });
    const host = new Host({ ...this.#options, name, queue });
    this.#hosts.set(name, host);
    return host;
  }
}

/**
 * Treats a page as incomplete if it ends where the coded body was incomplete before, even if its transfer is complete.
 */
function sameEnd(answer: HttpAnswer, broken: WireResponse | undefined, most: number): HttpAnswer {
  if ("trouble" in answer || broken === undefined) return answer;
  const { response } = answer;
  if (!endsWhereBroken(encodedBody(response), encodedBody(broken), most)) return answer;
  return { trouble: doubtful("the archived body itself is cut off or damaged", response) };
}

const refused = (message: string): Gotten => ({ ...unavailable(message), asked: false });
