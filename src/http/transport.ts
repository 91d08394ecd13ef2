import { setImmediate } from "node:timers/promises";
import { buildConnector, Client, EnvHttpProxyAgent, Pool } from "undici";
import { bodyDoubt } from "../preprocess/codings.js";
import type { EncodedBody, FetchedResponse, RequestClass } from "../types.js";
import { proxiesOf } from "./proxies.js";
import { requestTarget } from "./request-target.js";
import { responseHeader } from "./response-header.js";
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
  readonly requestClass: RequestClass;
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
  readonly whole: Readonly<Record<RequestClass, number>>;
}

/** Opens a transport. Throws a `UsageError` when the environment names a proxy that is none. */
export function openTransport(timeouts: Timeouts): Transport {
  const { part } = timeouts;
  const agent = new EnvHttpProxyAgent({
    ...proxiesOf(process.env),
    connect: buildConnector({ timeout: part }),
    factory: watchedPool,
    headersTimeout: part,
    bodyTimeout: part,
    keepAliveTimeout: 10_000,
    // Archives that list a memento's neighbours in Link headers need more than Node's 16 KiB.
    maxHeaderSize: 128 * 1024,
    // Plain HTTP goes to a proxy as requests: many refuse tunnels to port 80.
    proxyTunnel: false,
  });
  return {
    get: (wanted, signal) => getOnce(agent, wanted, timeouts.whole[wanted.requestClass], signal),
    close: () => agent.destroy(),
  };
}

/** What the connection of a request tells that undici does not. */
interface Connection {
  /** How often bytes came that belong to no answer. */
  stray: number;
}

/** Handed to undici with a request, and filled in when it goes over a connection. */
class Sent {
  connection: Connection = { stray: 0 };
  strayBefore = 0;
}

/**
 * A pool as undici makes it, whose requests know their connection. Undici takes a connection that is reset for the
 * proper end of a body without a length; here it is an error like any other.
 */
function watchedPool(origin: string | URL, options: object): Pool {
  return new Pool(origin, {
    ...options,
    factory: (to: URL, { connect, ...others }: Client.Options) => {
      const connection: Connection = { stray: 0 };
      const watched: buildConnector.connector = (target, callback) => {
        (connect as buildConnector.connector)(target, (...connected) => {
          if (connected[0] === null)
            connected[1].on("error", (cause: Error) => note(cause, connection));
          callback(...connected);
        });
      };
      const client = new Client(to, { ...others, connect: watched });
      const dispatch = client.dispatch.bind(client);
      client.dispatch = (sending, handler) => {
        const sent: unknown = "opaque" in sending ? sending.opaque : undefined;
        if (sent instanceof Sent) {
          sent.connection = connection;
          sent.strayBefore = connection.stray;
        }
        return dispatch(sending, handler);
      };
      return client;
    },
  });
}

function note(cause: Error & { code?: string }, connection: Connection): void {
  if (cause.name === "HTTPParserError" || cause.message === "bad response") connection.stray += 1;
  if (cause.code === "ECONNRESET") cause.code = "UND_ERR_SOCKET";
}

async function getOnce(
  agent: EnvHttpProxyAgent,
  wanted: Wanted,
  wholeMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const target = requestTarget(wanted.uri)!;
  const tooLong = AbortSignal.timeout(wholeMs);
  const chunks: Uint8Array[] = [];
  const sent = new Sent();
  let response: WireResponse | undefined;
  try {
    const answer = await agent.request({
      origin: target.origin,
      path: target.path,
      method: "GET",
      headers: wanted.headers,
      responseHeaders: "raw",
      opaque: sent,
      signal: AbortSignal.any([signal, tooLong]),
    });
    const fetchedAt = new Date().toISOString();
    const headers = pairs(answer.headers);
    const { statusCode: status, statusText } = answer;
    const { uri } = wanted;
    response = { uri, status, statusText, headers, body: new Uint8Array(), fetchedAt };
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > wanted.maxBodyBytes) return { trouble: tooLarge(wanted.maxBodyBytes) };
      chunks.push(chunk);
    }
    response = { ...response, body: Buffer.concat(chunks, size) };
    const length = responseHeader(response, "content-length");
    // Bytes behind the end of a body are an error of its connection, told a moment later.
    if (length !== undefined) await setImmediate();
    const isLonger = length !== undefined && sent.connection.stray > sent.strayBefore;
    return examined(response, isLonger, wanted.maxBodyBytes);
  } catch (cause) {
    signal.throwIfAborted();
    if (tooLong.aborted) return { trouble: tooSlow(wholeMs) };
    const trouble = troubleOf(cause, response !== undefined);
    if (response === undefined) return { trouble };
    return { trouble: { ...trouble, partial: { ...response, body: Buffer.concat(chunks) } } };
  }
}

/** The answer, or trouble where coding, length and end of its body contradict each other. */
function examined(response: WireResponse, isLonger: boolean, maxBodyBytes: number): Answer {
  const message = isLonger
    ? "the body is longer than its Content-Length says"
    : doubtOf(response, maxBodyBytes);
  return message === undefined ? { response } : { trouble: doubtful(message, response) };
}

/** Why the body of an answer cannot be relied on; undefined where nothing speaks against it. */
export function doubtOf(response: FetchedResponse, maxBodyBytes: number): string | undefined {
  const hasLength = responseHeader(response, "content-length") !== undefined;
  return bodyDoubt(encodedBody(response), hasLength, maxBodyBytes);
}

/** Trouble with an answer that came to its end, but cannot be relied on. */
export function doubtful(message: string, partial: WireResponse): Trouble {
  const kind = { transient: true, unreachable: false, answered: true, doubtful: true } as const;
  return { ...kind, message, partial };
}

/** The body of an answer with its coding. */
export function encodedBody(response: FetchedResponse): EncodedBody {
  const contentEncoding = responseHeader(response, "content-encoding");
  return { bytes: response.body, ...(contentEncoding !== undefined && { contentEncoding }) };
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
  return { message, transient: false, unreachable: false, answered: false };
}
