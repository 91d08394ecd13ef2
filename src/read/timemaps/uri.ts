import { percentDecoded, urlOf } from "../../base/uri.js";

interface UriMParts {
  /** Part before the timestamp, including the slash. */
  readonly prefix: string;
  /** Timestamp of 4 to 14 digits. */
  readonly timestamp: string;
  /** Part after the slash that follows the timestamp. */
  readonly uriR: string;
}

/**
 * Splits a URI-M at its first timestamp: `PREFIX/{4 to 14 digits}{flag}/URI-R`. Collection numbers look like timestamps
 * (`/7877/2010...`), so fewer than 14 digits count only if a URI or a host name follows. Returns `undefined` if there
 * is no timestamp (`from-warc::...`, calendars (`2010*`), Perma.cc), or no valid host.
 */
export function uriMParts(uriM: string): UriMParts | undefined {
  const authority = /^https?:\/\/[^/?#]+\//i.exec(uriM);
  if (authority === null || urlOf(authority[0]) === undefined) return undefined;
  let start = authority[0].length;
  while (start < uriM.length) {
    const slash = uriM.indexOf("/", start);
    // The URI-R or the query has begun, in which digits are not a timestamp.
    if (slash === -1 || slash - start > 255) return undefined;
    const segment = uriM.slice(start, slash);
    if (/[:?#]/.test(segment)) return undefined;
    // A flag such as `id_`, `if_` or `mp_` may follow the timestamp.
    const stamp = /^(\d{4,14})(?:[a-z]{2}_)?$/.exec(segment);
    const rest = uriM.slice(slash + 1, slash + 300);
    if (stamp !== null && rest !== "" && (stamp[1]!.length === 14 || beginsUri(rest))) {
      return {
        prefix: uriM.slice(0, start),
        timestamp: stamp[1]!,
        uriR: uriM.slice(slash + 1),
      };
    }
    start = slash + 1;
  }
  return undefined;
}

function beginsUri(rest: string): boolean {
  return /^[a-z][a-z0-9+.-]*(?::|%3a)/i.test(rest) || /^[^/?#]+\.[^/?#]+/.test(rest);
}

/** Returns the URI-R in a URI-M, with `http://` if it has no scheme. */
export function uriROf(uriM: string): string | undefined {
  const inside = uriMParts(uriM)?.uriR;
  if (inside === undefined) return undefined;
  if (/^[a-z][a-z0-9+.-]*%3a/i.test(inside)) return percentDecoded(inside);
  return /^[a-z][a-z0-9+.-]*:/i.test(inside) ? inside : `http://${inside}`;
}
export interface UriTParts {
  /** Prefix of the archive's URI-Ms before the timestamp: `https://web.archive.org/web/`. */
  readonly replayPrefix?: string;
  readonly uriR?: string;
}

// Only the first "/timemap/" counts, because a URI-R may contain anything. (?:\*|\w+) is the format or a page.
const timeMapPath = /^(https?:\/\/[^?#]*?\/)timemap\/(?:(?:link|json|cdxj?|map|html|\*)\/)?(.+)$/s;
const cdxServer =
  /^(https?:\/\/[^/?#]+\/(?:[^?#]*?\/)??)(?:timemap\/)?(?:cdx|cdx\/search\/cdx|search\/cdx|\w+-cdx|index)\/?\?/;

/**
 * Returns the replay prefix and the URI-R of a URI-T in the forms of Wayback, pywb and Archive-It:
 * `PREFIX/timemap/FORMAT/URI-R`, `PREFIX/timemap/cdx?url=URI-R`, `PREFIX/cdx?url=URI-R`.
 */
export function uriTParts(uriT: string): UriTParts {
  const url = urlOf(uriT);
  if (url === undefined) return {};
  const asked = url.searchParams.get("url");
  const server = cdxServer.exec(uriT);
  if (server !== null && asked !== null) {
    return { replayPrefix: replayOf(server[1]!), uriR: withHttp(asked) };
  }
  const path = timeMapPath.exec(uriT);
  if (path === null) return {};
  // Further pages of the Wayback Machine have a timestamp: /timemap/link/{14 digits}/{URI-R}.
  const uriR = path[2]!.replace(/^\d{14}\//, "");
  return {
    replayPrefix: path[1]!,
    ...(/^[a-z][a-z0-9+.-]*:|^[^/?]+\.[^/]+/i.test(uriR) ? { uriR: withHttp(uriR) } : {}),
  };
}

/** The Wayback Machine has its CDX server next to its replay (`/web/`) and not in the folder above. */
function replayOf(prefix: string): string {
  return prefix.replace(/^(https?:\/\/web\.archive\.org\/)(?:cdx\/(?:search\/)?)?$/, "$1web/");
}

/** Completes a URI-R, since `example.com` is short for `http://example.com/`. */
function withHttp(uriR: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(uriR)) return uriR;
  return /^[^/?#]+$/.test(uriR) ? `http://${uriR}/` : `http://${uriR}`;
}
