/** What the URI of a TimeMap or of an archive's index tells by itself. */
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
