import { messageOf, UsageError } from "../../base/errors.js";
import { mediaType } from "../../base/content-type.js";
import { bodyDoubt } from "../coding/content-coding.js";
import { header } from "../timemaps/response.js";
import type { EncodedBody } from "../../base/types.js";
import type { FetchedResponse, RequestClass } from "../types.js";
import troubles from "./network-troubles.json" with { type: "json" };

/** True for an answer that is a memento: an archived 429 or 503 is data, not a complaint of the archive. */
export function isMemento(response: Pick<FetchedResponse, "headers">): boolean {
  return header(response, "memento-datetime") !== undefined;
}
/** The proxies to go through, as URIs; empty: none. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
}

/** Names that are in use, the first one set counts. Where nothing is said of https, what is said of http holds. */
const HTTP = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];
const HTTPS = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy", "HTTP_PROXY"];

/** Schemes of proxies that can be gone through. */
const SCHEMES = ["http:", "https:", "socks5:", "socks:"];

/**
 * The proxies that the environment names; `host:port` alone is one over http, as everywhere. Throws a `UsageError` for a
 * value that names none: going there directly instead would be against the user's will.
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies {
  const named = (names: readonly string[]): string => {
    const name = names.find((each) => (environment[each] ?? "").trim() !== "");
    return name === undefined ? "" : proxyUri(name, (environment[name] ?? "").trim());
  };
  return { httpProxy: named(HTTP), httpsProxy: named(HTTPS) };
}

function proxyUri(name: string, value: string): string {
  const uri = value.includes("://") ? value : `http://${value}`;
  if (URL.canParse(uri)) {
    const { protocol, hostname } = new URL(uri);
    if (SCHEMES.includes(protocol) && hostname !== "") return uri;
  }
  // Its user name and password are nobody's business.
  throw new UsageError(
    `the environment variable ${name} names no proxy that can be gone through. Write ` +
      `${name}=http://host:port (or ${SCHEMES.slice(1).join("//, ")}//), or unset it.`,
  );
}
/** A response with what its WARC record needs besides. */
export interface WireResponse extends FetchedResponse {
  readonly statusText: string;
  /** Milliseconds from the request to the last byte, without what was waited for before. */
  readonly tookMs?: number;
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

/** Headers of a request that are neither recorded nor reported. */
export type SecretHeaders = (uri: string) => Readonly<Record<string, string>>;

/** The answer, or trouble where coding, length and end of its body contradict each other. */
export function examined(response: WireResponse, isLonger: boolean, maxBodyBytes: number): Answer {
  const message = isLonger
    ? "the body is longer than its Content-Length says"
    : doubtOf(response, maxBodyBytes);
  return message === undefined ? { response } : { trouble: doubtful(message, response) };
}

/** Why the body of an answer cannot be relied on; undefined where there is no reason. */
export function doubtOf(response: FetchedResponse, maxBodyBytes: number): string | undefined {
  const hasLength = header(response, "content-length") !== undefined;
  return bodyDoubt(encodedBody(response), hasLength, maxBodyBytes);
}

/** Trouble with an answer that came to its end, but cannot be relied on. */
export function doubtful(message: string, partial: WireResponse): Trouble {
  const kind = { transient: true, unreachable: false, answered: true, doubtful: true } as const;
  return { ...kind, message, partial };
}

/** The body of an answer with its coding. */
export function encodedBody(response: FetchedResponse): EncodedBody {
  const contentEncoding = header(response, "content-encoding");
  return { bytes: response.body, contentEncoding };
}

export const largerThan = (most: number): string => `the body is larger than ${most} bytes`;

/** Why there is no answer. */
export interface Trouble {
  /** One line without the URI. */
  readonly message: string;
  /** Another try may do better. */
  readonly transient: boolean;
  /** The host did not even take the connection. */
  readonly unreachable: boolean;
  /** The host is well and did answer: it is this one answer that is of no use. */
  readonly answered: boolean;
  /** What came of an answer whose body broke off or contradicts its headers. */
  readonly partial?: WireResponse;
  /** The answer came to its end, but cannot be relied on: it is asked for once more. */
  readonly doubtful?: true;
}

interface Kind {
  readonly message: string;
  readonly transient: boolean;
  readonly unreachable?: boolean;
  readonly silent?: boolean;
}

const KINDS: ReadonlyMap<string, Kind> = new Map(Object.entries<Kind>(troubles));

/**
 * Makes one line of what the network threw, and says whether to try again. `headersCame`: it was thrown while the body
 * was read.
 */
export function troubleOf(cause: unknown, headersCame: boolean): Trouble {
  const { message, transient, unreachable = false, silent = false } = kindOf(cause, headersCame);
  return { message, transient, unreachable, answered: headersCame && !silent };
}

function kindOf(cause: unknown, headersCame: boolean): Kind {
  const { code, name, message, reason } = innermost(cause);
  const known = KINDS.get(code);
  if (known !== undefined) return known;
  if (name === "HTTPParserError") {
    // A connection closed between two chunks is reported the same way. What is not HTTP stays so.
    return { message: `invalid HTTP: ${message}`, transient: headersCame };
  }
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_/u.test(code)) {
    return { message: `no secure connection: ${reason}`, transient: false, unreachable: true };
  }
  return { message, transient: true };
}

interface Innermost {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  /** OpenSSL's words; its message also has addresses and files of its own sources. Else the message. */
  readonly reason: string;
}

/** Attempts over several addresses, and sockets below requests, keep the reason inside. */
function innermost(cause: unknown, depth = 0): Innermost {
  if (!(cause instanceof Error)) {
    return { code: "", name: "", message: String(cause), reason: String(cause) };
  }
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const [line = ""] = messageOf(cause).split("\n", 1);
  if (inner instanceof Error && depth < 5 && !KINDS.has(code)) return innermost(inner, depth + 1);
  const message = line === "" ? cause.name : line;
  const reason = "reason" in cause && typeof cause.reason === "string" ? cause.reason : message;
  return { code, name: cause.name, message, reason };
}
/**
 * True when asking again in a later run would give the same answer: a memento, a redirect, "not archived", a TimeMap. False for
 * answers that may only be today's: bot walls, log-in pages, errors of the server.
 */
export function isFinal(
  response: Pick<WireResponse, "status" | "headers">,
  requestClass: RequestClass,
): boolean {
  const { status } = response;
  if (isMemento(response) || status === 404 || status === 410) return true;
  if (status >= 300 && status < 400) return true;
  if (status >= 400 || requestClass === "playback") return false;
  const type = mediaType(header(response, "content-type"));
  return requestClass === "api" || type !== "text/html";
}

/** Where a GET goes. */
export interface RequestTarget {
  /** The URI as it is asked and recorded: origin and path, no fragment, printable ASCII. */
  readonly uri: string;
  /** `https://host[:port]`. */
  readonly origin: string;
  /** Host name and port, as limits and queues are kept. */
  readonly host: string;
  readonly hostname: string;
  /** Path and query as they go over the wire. */
  readonly path: string;
}

/**
 * Takes a URI apart for a request; undefined when it is not an http or https URI. The path is sent as it is written:
 * URI-Ms hold whole URIs, in which dot segments and empty segments mean something.
 */
export function requestTarget(uri: string): RequestTarget | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  const [, written = ""] = /^[a-z]+:\/\/[^/?#]*([^#]*)/iu.exec(uri) ?? [];
  const path = /^\/[\x21-\x7e]*$/u.test(written) ? written : url.pathname + url.search;
  const { origin, host, hostname } = url;
  return { uri: origin + path, origin, host, hostname, path };
}
