import { unavailable } from "../../base/errors.js";
import type { Outcome } from "../../base/types.js";
import { endsWhereBroken } from "../coding/content-coding.js";
import type { FetchedResponse, FetchRequest } from "../types.js";
import { type ClientOptions, Host, type Tries, type TryVerdict } from "./host.js";
import {
  type BodySink,
  doubtful,
  encodedBody,
  type GetRequest,
  type HttpAnswer,
  requestTarget,
} from "./transport.js";

interface GetChoices {
  /** Headers that are valid at the time of a try. Accept-Encoding is dropped once a body was unreliable. */
  readonly headers: () => GetRequest["headers"];
  /** A body of more bytes is a problem, unless `sink` takes it. */
  readonly most?: number | undefined;
  readonly sink?: BodySink;
  /**
   * Gets the last answer. Until it has finished the request counts as running, so that a kill loses at most as many
   * answers as the hosts may be asked for at once.
   */
  readonly keep?: (response: FetchedResponse, sent: GetRequest["headers"]) => Promise<void>;
}

/**
 * An answer, a problem after trying, or a problem without a request (the host was given up, or the URI is not http).
 */
type Gotten = Outcome<FetchedResponse> & { readonly asked: boolean };

export class PoliteClient {
  readonly #options: ClientOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * Fetches one URI with as many tries as needed. The last answer is returned, whatever its status. Rejects if aborted, and
   * if `keep` rejects.
   */
  async get(
    { uri, requestClass }: FetchRequest,
    { headers, most = this.#options.maxBodyBytes[requestClass], sink, keep }: GetChoices,
  ): Promise<Gotten> {
    const { clock, signal, statistics, transport } = this.#options;
    const target = requestTarget(uri);
    if (target === undefined) return refused(`not an http or https URI: ${uri}`);
    const refusal = this.#options.named.refusal(target);
    if (refusal !== undefined) return refused(refusal);
    const host = this.#hosts.get(target.host) ?? new Host(target, this.#options);
    this.#hosts.set(target.host, host);
    const tries: Tries = { failures: 0, limited: 0 };
    for (;;) {
      const admission = await host.queue.enter(requestClass);
      if ("refusal" in admission) return refused(admission.refusal);
      const plain = tries.broken !== undefined && { "accept-encoding": "identity" };
      const sent = { ...headers(), ...plain };
      let verdict: TryVerdict;
      try {
        statistics.requests += 1;
        const wanted = { uri, requestClass, headers: sent, maxBodyBytes: most, sink };
        const answer = sameEnd(await transport.get(wanted, signal), tries.broken, most);
        if ("size" in answer) statistics.bytes += answer.size;
        verdict = host.judge(answer, admission.startedAt, tries);
        if ("outcome" in verdict && "value" in verdict.outcome)
          await keep?.(verdict.outcome.value, sent);
      } finally {
        host.queue.leave();
      }
      if ("outcome" in verdict) return { ...verdict.outcome, asked: true };
      statistics.retries += 1;
      if (verdict.againAfterMs > 0) await clock.sleep(verdict.againAfterMs, signal);
    }
  }
}

/**
 * Treats a page as incomplete if it ends where the coded body was incomplete before, even if its transfer is complete.
 */
function sameEnd(
  answer: HttpAnswer,
  broken: FetchedResponse | undefined,
  most: number,
): HttpAnswer {
  if ("trouble" in answer || broken === undefined) return answer;
  const { response } = answer;
  if (!endsWhereBroken(encodedBody(response), encodedBody(broken), most)) return answer;
  return doubtful("the archived body itself is cut off or damaged", response);
}

const refused = (message: string): Gotten => ({ ...unavailable(message), asked: false });
