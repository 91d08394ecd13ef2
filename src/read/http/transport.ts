import { urlOf } from "../../base/uri.js";
import { codeOf, messageOf, UsageError } from "../../base/errors.js";
import { mediaType } from "../../base/content-type.js";
import { bodyDoubt } from "../coding/content-coding.js";
import { header } from "../timemaps/response.js";
import type { EncodedBody } from "../../base/types.js";
import type { FetchedResponse, RequestClass } from "../types.js";
import troubles from "./network-troubles.json" with { type: "json" };

/** An archived 429 or 503 is data and not a limit of the archive. */
export function isMemento(response: Pick<FetchedResponse, "headers">): boolean {
  return header(response, "memento-datetime") !== undefined;
}
/** URIs of the proxies to use. A URI is empty if no proxy is used. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
}

/** Variables in the order in which they are tried. A proxy for http is also used for https if there is no other. */
const HTTP = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];
const HTTPS = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy", "HTTP_PROXY"];

const SCHEMES = ["http:", "https:", "socks5:", "socks:"];

/**
 * `host:port` without a scheme is an http proxy, as in other programs. Throws a `UsageError` for an unusable value,
 * because a direct connection would be against the user's intention.
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
  const { protocol = "", hostname = "" } = urlOf(uri) ?? {};
  if (SCHEMES.includes(protocol) && hostname !== "") return uri;
  // The value is not shown, because it may contain a password.
  throw new UsageError(
    `the environment variable ${name} names no usable proxy. Write ` +
      `${name}=http://host:port (or ${SCHEMES.slice(1).join("//, ")}//), or unset it.`,
  );
}

/** `size` is the number of bytes of the body, also of one that a sink has taken. */
export type HttpAnswer =
  | { readonly response: FetchedResponse; readonly size: number }
  | { readonly trouble: Trouble };

export interface GetRequest {
  readonly uri: string;
  readonly requestClass: RequestClass;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBodyBytes: number;
  /** Takes the body in pieces, so that a large file is never in memory. Other answers have their body in memory. */
  readonly sink?: BodySink | undefined;
}

export interface BodySink {
  /** Returns whether the sink takes the body of this answer. It is false for an error page. */
  takes(response: Pick<FetchedResponse, "status" | "headers">): Promise<boolean>;
  /** Stores a piece. Returns why no more pieces are wanted; `undefined` to go on. */
  write(bytes: Uint8Array): Promise<string | undefined>;
}

/** Returns why the body of an answer may be incomplete: its coding and its length contradict each other. */
export function doubtOf(response: FetchedResponse, maxBodyBytes: number): string | undefined {
  const hasLength = header(response, "content-length") !== undefined;
  return bodyDoubt(encodedBody(response), hasLength, maxBodyBytes);
}

/** The answer is complete but its body may not be. It is requested once more. */
export const doubtful = (message: string, partial: FetchedResponse): HttpAnswer => ({
  trouble: { message, partial, transient: true, answered: true, doubtful: true },
});

export function encodedBody(response: FetchedResponse): EncodedBody {
  const contentEncoding = header(response, "content-encoding");
  return { bytes: response.body, contentEncoding };
}

export const largerThan = (most: number): string => `the body is larger than ${most} bytes`;

export interface Trouble {
  readonly message: string;
  readonly transient?: boolean;
  /** True if the host did not even accept the connection. */
  readonly unreachable?: boolean;
  /** True if the host did answer, so that only this answer is useless. */
  readonly answered?: boolean;
  /** Received part of an answer that is incomplete or contradicts its headers. */
  readonly partial?: FetchedResponse;
  readonly doubtful?: true;
}

interface TroubleKind extends Pick<Trouble, "message" | "transient" | "unreachable"> {
  /** True if the host fell silent while it sent a body. */
  readonly silent?: boolean;
}

const KINDS: ReadonlyMap<string, TroubleKind> = new Map(Object.entries<TroubleKind>(troubles));

/** `headersCame` is true if the error occurred while the body was read. */
export function troubleOf(cause: unknown, headersCame: boolean): Trouble {
  const { silent = false, ...kind } = kindOf(cause, headersCame);
  return { ...kind, answered: headersCame && !silent };
}

function kindOf(cause: unknown, headersCame: boolean): TroubleKind {
  const errors = errorsIn(cause);
  const known = errors.find((each) => KINDS.has(codeOf(each)));
  if (known !== undefined) return KINDS.get(codeOf(known))!;
  const inner = errors.at(-1) ?? new Error(String(cause));
  const [line = ""] = messageOf(inner).split("\n", 1);
  const message = line === "" ? inner.name : line;
  if (inner.name === "HTTPParserError") {
    // A connection that is closed between two chunks is reported in the same way. A host that does not speak HTTP never
    // will.
    return { message: `invalid HTTP: ${message}`, transient: headersCame };
  }
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_/u.test(codeOf(inner))) {
    // The message of OpenSSL also has addresses and file names of its source code, and its reason has not.
    const { reason = message } = inner as { readonly reason?: unknown };
    const why = typeof reason === "string" ? reason : message;
    return { message: `no secure connection: ${why}`, unreachable: true };
  }
  return { message, transient: true };
}

/** Returns an error and those within it: attempts over several addresses, and sockets below requests, wrap the cause. */
function errorsIn(cause: unknown, depth = 0): Error[] {
  if (!(cause instanceof Error) || depth > 5) return [];
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  return [cause, ...errorsIn(inner, depth + 1)];
}

/**
 * Returns whether a later run would get the same answer. It would for a memento, a redirect, "not archived" or a
 * TimeMap, but not for bot checks, login pages and errors of the server.
 */
export function isFinal(
  response: Pick<FetchedResponse, "status" | "headers">,
  requestClass: RequestClass,
): boolean {
  const { status } = response;
  if (isMemento(response) || status === 404 || status === 410) return true;
  if (status >= 300 && status < 400) return true;
  if (status >= 400 || requestClass === "playback") return false;
  const type = mediaType(header(response, "content-type"));
  return requestClass === "api" || type !== "text/html";
}

export interface RequestTarget {
  /** URI as requested and recorded. It has origin and path, no fragment, and only printable ASCII. */
  readonly uri: string;
  /** `https://host[:port]`. */
  readonly origin: string;
  /** Host name and port. Limits and queues belong to them. */
  readonly host: string;
  readonly hostname: string;
  readonly path: string;
}

/**
 * Returns `undefined` if it is not an http or https URI. The path is sent exactly as written, because URI-Ms contain
 * whole URIs, in which dot segments and empty segments have a meaning.
 */
export function requestTarget(uri: string): RequestTarget | undefined {
  const url = urlOf(uri);
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  const [, written = ""] = /^[a-z]+:\/\/[^/?#]*([^#]*)/iu.exec(uri) ?? [];
  const path = /^\/[\x21-\x7e]*$/u.test(written) ? written : url.pathname + url.search;
  const { origin, host, hostname } = url;
  return { uri: origin + path, origin, host, hostname, path };
}
