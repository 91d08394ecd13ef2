import { EnvHttpProxyAgent } from "undici";
import type { FetchedResponse } from "../types.js";
import { proxiesOf } from "./proxies.js";
import { requestTarget } from "./request-target.js";
import { troubleOf, type Trouble } from "./trouble.js";

/** A response with what its WARC record needs besides. */
export interface WireResponse extends FetchedResponse {
  readonly statusText: string;
}

/** What one try brought. */
export type Answer = { readonly response: WireResponse } | { readonly trouble: Trouble };

/** One GET, once. */
export interface Wanted {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Larger bodies are refused, in bytes. */
  readonly maxBodyBytes: number;
}

/** Sends GETs over HTTP/1.1, through proxies where the environment names them (`http_proxy`, `no_proxy`, ...). */
export interface Transport {
  /** Never rejects for trouble on the way; rejects when aborted. Redirects are not followed, codings not undone. */
  get(wanted: Wanted, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** How long requests may take, in milliseconds. */
export interface Timeouts {
  /** For connecting, for waiting for headers, and for silence within a body. */
  readonly part: number;
  /** For a whole answer: a body that drips would keep us for ever. */
  readonly whole: number;
}

/** Opens a transport. Throws a `UsageError` when the environment names a proxy that is none. */
export function openTransport(timeouts: Timeouts): Transport {
  const { part } = timeouts;
  const agent = new EnvHttpProxyAgent({
    ...proxiesOf(process.env),
    connect: { timeout: part },
    connectTimeout: part,
    headersTimeout: part,
    bodyTimeout: part,
    keepAliveTimeout: 10_000,
    // Archives that list a memento's neighbours in Link headers need more than Node's 16 KiB.
    maxHeaderSize: 128 * 1024,
    // Plain HTTP goes to a proxy as requests: many refuse tunnels to port 80.
    proxyTunnel: false,
  });
  return {
    get: (wanted, signal) => getOnce(agent, wanted, timeouts.whole, signal),
    close: () => agent.destroy(),
  };
}

async function getOnce(
  agent: EnvHttpProxyAgent,
  wanted: Wanted,
  wholeMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const target = requestTarget(wanted.uri)!;
  const tooLong = AbortSignal.timeout(wholeMs);
  let headersCame = false;
  try {
    const answer = await agent.request({
      origin: target.origin,
      path: target.path,
      method: "GET",
      headers: wanted.headers,
      responseHeaders: "raw",
      signal: AbortSignal.any([signal, tooLong]),
    });
    headersCame = true;
    const fetchedAt = new Date().toISOString();
    const body = await readBody(answer.body, wanted.maxBodyBytes);
    if (body === undefined) return { trouble: tooLarge(wanted.maxBodyBytes) };
    const headers = pairs(answer.headers);
    const { statusCode: status, statusText } = answer;
    return { response: { uri: wanted.uri, status, statusText, headers, body, fetchedAt } };
  } catch (cause) {
    signal.throwIfAborted();
    if (tooLong.aborted) return { trouble: tooSlow(wholeMs) };
    return { trouble: troubleOf(cause, headersCame) };
  }
}

async function readBody(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The chunks of a body are already put together: what said otherwise is kept under a name that misleads nobody. */
function pairs(raw: unknown): readonly (readonly [string, string])[] {
  const flat = Array.isArray(raw) ? raw.map(String) : [];
  return Array.from({ length: flat.length >> 1 }, (_, index) => {
    const name = flat[2 * index]!;
    const shown = /^transfer-encoding$/iu.test(name) ? "X-Crawler-Transfer-Encoding" : name;
    return [shown, flat[2 * index + 1]!] as const;
  });
}

function tooLarge(most: number): Trouble {
  const message = `the body is larger than ${most} bytes`;
  return { message, transient: false, unreachable: false, answered: true };
}

function tooSlow(ms: number): Trouble {
  const message = `the answer was not complete after ${Math.round(ms / 1000)} s`;
  return { message, transient: true, unreachable: false, answered: false };
}
