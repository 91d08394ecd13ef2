import { buildConnector, EnvHttpProxyAgent } from "undici";
import type { FetchedResponse, RequestClass } from "../types.js";
import { DirectoryTrouble } from "./directory/working-directory.js";
import {
  doubtful,
  doubtOf,
  type GetRequest,
  type HttpAnswer,
  largerThan,
  proxiesOf,
  requestTarget,
  troubleOf,
} from "./transport.js";

/** Sends GET requests over HTTP/1.1, through proxies if the environment names them (`http_proxy`, `no_proxy`, ...). */
export interface Transport {
  /**
   * Rejects only if aborted or if the sink rejects, because network trouble is part of the result. Does not follow redirects or undo codings.
   */
  get(wanted: GetRequest, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/**
 * `partMs` is the timeout for connecting, for headers, and for a pause within a body, and `wholeMs` for a whole answer, without which a
 * server that sends a few bytes at a time would block the run. `secrets` returns headers that must be neither recorded nor shown.
 * Throws a `UsageError` if the environment names an unusable proxy.
 */
export function openTransport(
  partMs: number,
  wholeMs: Readonly<Record<RequestClass, number>>,
  secrets: (uri: string) => Readonly<Record<string, string>>,
): Transport {
  const agent = new EnvHttpProxyAgent({
    ...proxiesOf(process.env),
    connect: watched(buildConnector({ timeout: partMs })),
    headersTimeout: partMs,
    bodyTimeout: partMs,
    keepAliveTimeout: 10_000,
    // Archives that list the neighbours of a memento in Link headers need more than Node's limit of 16 KiB.
    maxHeaderSize: 128 * 1024,
    // Plain HTTP is sent to a proxy as requests, because many proxies refuse tunnels to port 80.
    proxyTunnel: false,
  });
  return {
    get: (wanted, signal) =>
      getOnce(agent, wanted, secrets(wanted.uri), wholeMs[wanted.requestClass], signal),
    close: () => agent.destroy(),
  };
}

/**
 * Undici accepts a reset connection as the normal end of a body without a length, but here a reset is an error like any
 * other.
 */
function watched(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    connect(target, (...connected) => {
      connected[1]?.on("error", (cause: Error & { code?: string }) => {
        if (cause.code === "ECONNRESET") cause.code = "UND_ERR_SOCKET";
      });
      callback(...connected);
    });
  };
}

/** Number of bytes of a download that must arrive within the time for a whole answer. */
const DOWNLOAD_STEP = 1 << 20;

async function getOnce(
  agent: EnvHttpProxyAgent,
  wanted: GetRequest,
  secret: Readonly<Record<string, string>>,
  wholeMs: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const target = requestTarget(wanted.uri)!;
  // `AbortSignal.any` is not used, because the signal of the run would keep a reference to every request.
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  const timer = setTimeout(stop, wholeMs);
  signal.addEventListener("abort", stop);
  const chunks: Uint8Array[] = [];
  let response: FetchedResponse | undefined;
  try {
    signal.throwIfAborted();
    const answer = await agent.request({
      origin: target.origin,
      path: target.path,
      method: "GET",
      headers: { ...wanted.headers, ...secret },
      responseHeaders: "raw",
      signal: ending.signal,
    });
    const fetchedAt = new Date().toISOString();
    // The cookies of a session are as secret as its password.
    const isSecret = Object.keys(secret).length > 0;
    const headers = pairs(answer.headers).filter(
      ([name]) => !(isSecret && /^set-cookie2?$/iu.test(name)),
    );
    const { statusCode: status, statusText } = answer;
    const { uri } = wanted;
    response = { uri, status, statusText, headers, body: new Uint8Array(), fetchedAt };
    const sink = (await wanted.sink?.takes(response)) === true ? wanted.sink : undefined;
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (sink !== undefined) {
        const refusal = await sink.write(chunk);
        if (refusal !== undefined) return unwanted(refusal);
        // A download may take as long as it needs, as long as it makes progress.
        if (size % DOWNLOAD_STEP < chunk.length) timer.refresh();
        continue;
      }
      if (size > wanted.maxBodyBytes) return unwanted(largerThan(wanted.maxBodyBytes));
      chunks.push(chunk);
    }
    response = { ...response, body: Buffer.concat(chunks) };
    // A range of a compressed body cannot be decompressed.
    const isRange = wanted.headers["range"] !== undefined;
    const doubt = isRange ? undefined : doubtOf(response, wanted.maxBodyBytes);
    return doubt === undefined ? { response, size } : doubtful(doubt, response);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof DirectoryTrouble) throw cause;
    if (ending.signal.aborted) {
      const message = `the answer was not complete after ${Math.round(wholeMs / 1000)} s`;
      return { trouble: { message } };
    }
    const trouble = troubleOf(cause, response !== undefined);
    if (response === undefined || wanted.sink !== undefined) return { trouble };
    return { trouble: { ...trouble, partial: { ...response, body: Buffer.concat(chunks) } } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Returns the headers as pairs. Transfer-Encoding is renamed, because the body is stored without its chunk framing. */
function pairs(raw: unknown): readonly (readonly [string, string])[] {
  const flat = Array.isArray(raw) ? raw.map(String) : [];
  return Array.from({ length: flat.length >> 1 }, (_, index) => {
    const name = flat[2 * index]!;
    const shown = /^transfer-encoding$/iu.test(name) ? "X-Crawler-Transfer-Encoding" : name;
    return [shown, flat[2 * index + 1]!] as const;
  });
}

const unwanted = (message: string): HttpAnswer => ({ trouble: { message, answered: true } });
