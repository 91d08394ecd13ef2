import { UsageError } from "../errors.js";

/** The proxies to go through, as URIs; empty: none. */
export interface Proxies {
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
