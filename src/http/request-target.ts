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
