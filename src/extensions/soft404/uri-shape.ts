import { urlOf } from "../../base/uri.js";

/**
 * The form of a URI, which consists of its host and of a regular expression of its path in which numbers and session
 * ids are wildcards.
 */
export interface UriShape {
  /** Host with its port, as written in the URI. */
  readonly host: string;
  /** Canonical text of the URI, without a fragment. It is always printable ASCII. */
  readonly href: string;
  readonly path: string;
  /** The regular expressions of the path up to each of its slashes. */
  readonly folders: readonly string[];
  readonly hasQuery: boolean;
  /**
   * Parameters of the query as written. Each has the beginning of its first value, which contains only letters and
   * numbers.
   */
  readonly query: ReadonlyMap<string, string>;
}

/** Maximum length of a URI for which rules are made, in characters. Heritrix and Browsertrix refuse longer ones. */
const LONGEST_URI = 2083;
/** Maximum number of parameters that are read. */
const MOST_NAMES = 32;

/** Escapes characters that have a meaning in the regular expressions of Java and JavaScript. */
export const escapeRegex = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&");

/**
 * Matches session ids of a path, long identifiers, and numbers. It also matches percent-encoded bytes, which stay
 * unchanged.
 */
const VARIABLE = /%[0-9a-f]{2}|;[a-z]+=[^/;]*|(?=[a-z]*\d)[0-9a-z]{16,}|\d+/giu;

function pathRegex(path: string): string {
  let regex = "";
  let from = 0;
  for (const { 0: found, index } of path.matchAll(VARIABLE)) {
    if (found.startsWith("%")) continue;
    regex += escapeRegex(path.slice(from, index));
    from = index + found.length;
    if (found.startsWith(";")) regex += `${found.slice(0, found.indexOf("=") + 1)}[^/;?#]*`;
    else regex += /^\d+$/u.test(found) ? "\\d+" : "[0-9A-Za-z]+";
  }
  return regex + escapeRegex(path.slice(from));
}

/** Maximum number of folders of a path that are read. */
const MOST_FOLDERS = 8;

function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  // A slash after a caret is part of a character class, and not the end of a folder.
  for (const { index } of path.matchAll(/(?<!\^)\//gu)) {
    folders.push(path.slice(0, index + 1));
    if (folders.length === MOST_FOLDERS) break;
  }
  return folders;
}

/** Returns undefined for anything except a page on the web. */
export function uriShapeOf(uri: string): UriShape | undefined {
  const url = /^https?:\/\//iu.test(uri) ? urlOf(uri) : undefined;
  if (url === undefined) return undefined;
  const { host, pathname, search, protocol } = url;
  if (host === "" || host.length > 260) return undefined;
  // The login in a URI is removed, because crawlers remove it and output must not show it.
  const href = `${protocol}//${host}${pathname}${search}`;
  const isLong = href.length > LONGEST_URI;
  const path = isLong ? "" : pathRegex(pathname);
  const folders = isLong ? [] : foldersOf(path);
  const query = new Map<string, string>();
  for (const pair of isLong ? [] : search.slice(1).split("&", MOST_NAMES)) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at));
    if (at < 0 || query.has(name)) continue;
    query.set(name, /^[0-9a-z]*/iu.exec(pair.slice(at + 1))![0]);
  }
  return { host, href, path, folders, hasQuery: search !== "", query };
}
