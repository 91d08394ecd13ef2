import { mediaType } from "../../base/content-type.js";
import { isBotCheck } from "../timemaps/page-kind.js";
import { bodyText, header } from "../timemaps/response.js";
import type { FetchedResponse, RequestClass } from "../types.js";
import { isMemento } from "./transport.js";

export class Statistics {
  /** Requests sent over the network, including retries. */
  requests = 0;
  fromDirectory = 0;
  retries = 0;
  failures = 0;
  /** Milliseconds of pauses that hosts requested (429, 503). */
  waitedMs = 0;
  bytes = 0;
  /** One-line reason why the run is incomplete but can be continued later (exit status 5). */
  incomplete: string | undefined;
  /** One-line description of the refusal of an archive. It is the reason if nothing was judged. */
  barred: string | undefined;
}

/** Detects hosts that refuse this client, by their answers: 403, 429 and bot checks. */
export class Refusals {
  readonly #statistics: Statistics;
  /** Hosts. Requests for collections are counted separately, because they have a fallback. */
  readonly #hosts = new Map<string, { readonly isApi: boolean; all: boolean; first: string }>();

  constructor(statistics: Statistics) {
    this.#statistics = statistics;
  }

  add(response: FetchedResponse, requestClass: RequestClass): void {
    const { host } = new URL(response.uri);
    const isApi = requestClass === "api";
    const refusal = refusalOf(response);
    const said = `${host} answered with ${refusal}`;
    if (refusal === BOT_CHECK) this.#statistics.barred ??= said;
    const known = this.#hosts.get(`${isApi} ${host}`) ?? { isApi, all: true, first: said };
    known.all &&= refusal !== undefined;
    this.#hosts.set(`${isApi} ${host}`, known);
  }

  /** Reports the hosts that only refused, because the missing mementos may be available another day. */
  finish(): void {
    for (const { isApi, all, first } of this.#hosts.values()) {
      if (!all) continue;
      this.#statistics.barred ??= first;
      if (!isApi) {
        this.#statistics.incomplete ??= `${first} to every request; run again with the same -d another day to continue`;
      }
    }
  }
}

const BOT_CHECK = "a bot check";
/** Maximum size of a body that is tested. Bot checks are small, and large TimeMaps should not be read twice. */
const LARGEST_CHECK = 1 << 20;

function refusalOf(response: FetchedResponse): string | undefined {
  if (isMemento(response)) return undefined;
  if (response.status === 403 || response.status === 429) return `status ${response.status}`;
  const isHtml = mediaType(header(response, "content-type")) === "text/html";
  if (!isHtml || response.body.length > LARGEST_CHECK) return undefined;
  const text = bodyText(response);
  return "value" in text && isBotCheck(text.value) ? BOT_CHECK : undefined;
}
