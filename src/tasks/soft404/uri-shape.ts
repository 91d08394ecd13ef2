/** The form of a URI: its host, and a regular expression of its path in which numbers and session ids are wildcards. */
export interface UriShape {
  /** Host with its port, as it is in the URI. */
  readonly host: string;
  /** Canonical text of the URI, without a fragment; always printable ASCII. */
  readonly href: string;
  readonly path: string;
  /** The expression of the path up to its last slash. */
  readonly folder: string;
  /** Whether there is a query, and the names of its parameters as they are written. */
  readonly hasQuery: boolean;
  readonly names: readonly string[];
}

/** Maximum length of a URI for which rules are made, in characters. Heritrix and Browsertrix refuse longer ones. */
const LONGEST = 2083;
/** Maximum number of parameters to look at. */
const MOST_NAMES = 32;

/** Escapes what has a meaning in the regular expressions of Java and JavaScript. */
export const escapeRegex = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&");

/** Session ids of a path, long identifiers, and numbers. */
const VARIABLE = /;[a-z]+=[^/;]*|(?=[a-z]*\d)[0-9a-z]{16,}|\d+/giu;

function pathRegex(path: string): string {
  let regex = "";
  let from = 0;
  for (const { 0: found, index } of path.matchAll(VARIABLE)) {
    regex += escapeRegex(path.slice(from, index));
    from = index + found.length;
    if (found.startsWith(";")) regex += `${found.slice(0, found.indexOf("=") + 1)}[^/;?#]*`;
    else regex += /^\d+$/u.test(found) ? "\\d+" : "[0-9A-Za-z]+";
  }
  return regex + escapeRegex(path.slice(from));
}

/** Returns the shape of a URI; undefined for anything except a page on the web. */
export function shapeOf(uri: string): UriShape | undefined {
  if (!/^https?:\/\//iu.test(uri) || !URL.canParse(uri)) return undefined;
  const { host, pathname, search, protocol } = new URL(uri);
  if (host === "" || host.length > 260) return undefined;
  // Logins of a URI are no part of it: a crawler removes them, and output must not show them.
  const href = `${protocol}//${host}${pathname}${search}`;
  const isLong = href.length > LONGEST;
  const path = isLong ? "" : pathRegex(pathname);
  const folder = isLong ? "" : pathRegex(pathname.slice(0, pathname.lastIndexOf("/") + 1));
  const names = isLong
    ? []
    : search
        .slice(1)
        .split("&", MOST_NAMES)
        .flatMap((pair) => (pair.includes("=") ? [pair.slice(0, pair.indexOf("="))] : []));
  return { host, href, path, folder, hasQuery: search !== "", names: [...new Set(names)] };
}
