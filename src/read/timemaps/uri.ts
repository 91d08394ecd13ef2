import { percentDecoded } from "../../base/uri.js";

interface UriMParts {
  /** Everything before the timestamp, its slash included. */
  readonly prefix: string;
  /** 4 to 14 digits. */
  readonly timestamp: string;
  /** Everything behind the slash that follows. */
  readonly uriR: string;
}

/**
 * Takes a URI-M apart at its first timestamp segment: `PREFIX/{4 to 14 digits}{flag}/URI-R`. Collection numbers look
 * like timestamps (`/7877/2010...`), so fewer than 14 digits count only before what begins as a URI or a host name.
 * undefined where there is no such segment (`from-warc::...`, calendars (`2010*`), Perma.cc), or no host that a URI can
 * have.
 */
export function uriMParts(uriM: string): UriMParts | undefined {
  const authority = /^https?:\/\/[^/?#]+\//i.exec(uriM);
  if (authority === null || !URL.canParse(authority[0])) return undefined;
  let start = authority[0].length;
  while (start < uriM.length) {
    const slash = uriM.indexOf("/", start);
    // A URI-R has begun, or the query: what looks like a timestamp in there is not one.
    if (slash === -1 || slash - start > 255) return undefined;
    const segment = uriM.slice(start, slash);
    if (/[:?#]/.test(segment)) return undefined;
    // `id_`, `if_`, `mp_` and the like may stand behind it.
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

/** The URI-R inside a URI-M; `http://` is put before one without a scheme. */
export function uriROf(uriM: string): string | undefined {
  const inside = uriMParts(uriM)?.uriR;
  if (inside === undefined) return undefined;
  if (/^[a-z][a-z0-9+.-]*%3a/i.test(inside)) return percentDecoded(inside);
  return /^[a-z][a-z0-9+.-]*:/i.test(inside) ? inside : `http://${inside}`;
}
/** What the URI of a TimeMap or of an archive's index says by itself. */
export interface UriTParts {
  /** What a timestamp and a URI-R are appended to: `https://web.archive.org/web/`. */
  readonly replayPrefix?: string;
  readonly uriR?: string;
}

// A URI-R contains anything, so only the first "/timemap/" counts; (?:\*|\w+) is the format or a page.
const timeMapPath = /^(https?:\/\/[^?#]*?\/)timemap\/(?:(?:link|json|cdxj?|map|html|\*)\/)?(.+)$/s;
const cdxServer =
  /^(https?:\/\/[^/?#]+\/(?:[^?#]*?\/)??)(?:timemap\/)?(?:cdx|cdx\/search\/cdx|search\/cdx|\w+-cdx|index)\/?\?/;

/**
 * The replay prefix and the URI-R of URI-Ts as Wayback, pywb and Archive-It have them:
 * `PREFIX/timemap/FORMAT/URI-R`, `PREFIX/timemap/cdx?url=URI-R`, `PREFIX/cdx?url=URI-R`.
 */
export function uriTParts(uriT: string): UriTParts {
  if (!URL.canParse(uriT)) return {};
  const asked = new URL(uriT).searchParams.get("url");
  const server = cdxServer.exec(uriT);
  if (server !== null && asked !== null) {
    return { replayPrefix: replayOf(server[1]!), uriR: withScheme(asked) };
  }
  const path = timeMapPath.exec(uriT);
  if (path === null) return {};
  // The Wayback Machine's further pages: /timemap/link/{14 digits}/{URI-R}.
  const uriR = path[2]!.replace(/^\d{14}\//, "");
  return {
    replayPrefix: path[1]!,
    ...(/^[a-z][a-z0-9+.-]*:|^[^/?]+\.[^/]+/i.test(uriR) ? { uriR: withScheme(uriR) } : {}),
  };
}

/** The Wayback Machine's CDX server stands beside its replay, not above it. */
function replayOf(prefix: string): string {
  return prefix.replace(/^(https?:\/\/web\.archive\.org\/)(?:cdx\/(?:search\/)?)?$/, "$1web/");
}

/** `example.com` is asked for as short for `http://example.com/`. */
function withScheme(uriR: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(uriR)) return uriR;
  return /^[^/?#]+$/.test(uriR) ? `http://${uriR}/` : `http://${uriR}`;
}
