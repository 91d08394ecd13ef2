import { unavailable } from "../errors.js";
import { endsWhereBroken } from "../pages/content-coding.js";
import type { FetchRequest, Outcome, RequestClass } from "../types.js";
import { type Clock, HostQueue, type PausePolicy, type Turn } from "./host-queue.js";
import { type BackOff, Host, type Tries, type Verdict } from "./host.js";
import { type LimitChoices, limitsFor } from "./limits.js";
import type { Statistics } from "./statistics.js";
import {
  type Answer,
  doubtful,
  encodedBody,
  type Transport,
  type Wanted,
  type WireResponse,
} from "./transport.js";
import { requestTarget, type RequestTarget } from "./request-target.js";

/** What a polite client is made with. */
export interface PoliteClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits: LimitChoices;
  readonly pauses: PausePolicy;
  readonly backOff: BackOff;
  /** Numbers from 0 up to 1, for the jitter of retries. */
  readonly random: () => number;
  readonly maxBodyBytes: Readonly<Record<RequestClass, number>>;
  readonly statistics: Statistics;
  readonly onNotice: (message: string) => void;
}

/** Writes an answer down. */
export type Keep = (response: WireResponse, sent: Wanted["headers"]) => Promise<void>;

/** An answer, a problem after trying, or a problem without having asked (a host given up, a URI that cannot be asked). */
export type Gotten = Outcome<WireResponse> & { readonly asked: boolean };

/** Gets URIs as the limits of their hosts permit and tries again what is transient. */
export class PoliteClient {
  readonly #options: PoliteClientOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: PoliteClientOptions) {
    this.#options = options;
  }

  /**
   * One URI, after as many tries as it takes; `headers` go over the wire as they are, but for Accept-Encoding once a body
   * could not be relied on. Where there is an answer in the
   * end, it is returned whatever its status, after `keep` is done with it: until then it counts as in flight, so that
   * no more is lost by a kill than what hosts may be asked at once. A body of more than `most` bytes is a problem. Rejects when aborted, and when `keep` does.
   */
  async get(
    { uri, requestClass }: FetchRequest,
    headers: Readonly<Record<string, string>>,
    keep: Keep,
    most: number = this.#options.maxBodyBytes[requestClass],
  ): Promise<Gotten> {
    const { clock, signal, statistics } = this.#options;
    const target = requestTarget(uri);
    if (target === undefined) return refused(`not an http or https URI: ${uri}`);
    const host = this.#host(target);
    const tries: Tries = { failures: 0, limited: 0 };
    for (;;) {
      const admission = await host.queue.enter(requestClass);
      if ("refusal" in admission) return refused(admission.refusal);
      const plain: Readonly<Record<string, string>> =
        tries.broken === undefined ? {} : { "accept-encoding": "identity" };
      const wanted = { uri, requestClass, headers: { ...headers, ...plain }, maxBodyBytes: most };
      const verdict = await this.#try(wanted, host, admission.turn, tries, keep);
      if ("outcome" in verdict) return { ...verdict.outcome, asked: true };
      statistics.retries += 1;
      if (verdict.againAfterMs > 0) await clock.sleep(verdict.againAfterMs, signal);
    }
  }

  async #try(wanted: Wanted, host: Host, turn: Turn, tries: Tries, keep: Keep): Promise<Verdict> {
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

/** A page that ends where the coded body broke off before is not a whole page, however well it is sent. */
function sameEnd(answer: Answer, broken: WireResponse | undefined, most: number): Answer {
  if ("trouble" in answer || broken === undefined) return answer;
  const { response } = answer;
  if (!endsWhereBroken(encodedBody(response), encodedBody(broken), most)) return answer;
  return { trouble: doubtful("the archived body itself is cut off or damaged", response) };
}

const refused = (message: string): Gotten => ({ ...unavailable(message), asked: false });
