import { messageOf } from "../errors.js";
import type { WireResponse } from "./transport.js";

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

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["ENOTFOUND", { message: "there is no such host", transient: false, unreachable: true }],
  [
    "EAI_AGAIN",
    { message: "the host name cannot be looked up now", transient: true, unreachable: true },
  ],
  ["ECONNREFUSED", { message: "the host refuses connections", transient: true, unreachable: true }],
  ["EHOSTUNREACH", { message: "the host cannot be reached", transient: true, unreachable: true }],
  ["ENETUNREACH", { message: "the network cannot be reached", transient: true, unreachable: true }],
  ["ETIMEDOUT", { message: "connecting timed out", transient: true, unreachable: true }],
  [
    "UND_ERR_CONNECT_TIMEOUT",
    { message: "connecting timed out", transient: true, unreachable: true },
  ],
  ["UND_ERR_HEADERS_TIMEOUT", { message: "no answer came in time", transient: true }],
  ["UND_ERR_BODY_TIMEOUT", { message: "the body fell silent", transient: true, silent: true }],
  ["UND_ERR_HEADERS_OVERFLOW", { message: "the headers are too large", transient: false }],
  ["ECONNRESET", { message: "the connection was cut", transient: true }],
  ["EPIPE", { message: "the connection was cut", transient: true }],
  [
    "UND_ERR_SOCKET",
    { message: "the connection was closed before the whole answer came", transient: true },
  ],
  [
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    { message: "the body is not as long as its Content-Length says", transient: true },
  ],
]);

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
    // A connection closed between two chunks is told so as well; what is no HTTP at all will not become it.
    return { message: `no valid HTTP: ${message}`, transient: headersCame };
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
