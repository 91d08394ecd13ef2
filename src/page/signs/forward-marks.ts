import { urlOf } from "../../base/uri.js";
import table from "./forward-marks.json" with { type: "json" };

/**
 * An address that says what a page is to which a browser is sent: a lander of a parked domain, an installer, a wall. A page
 * with text of its own is judged by its text, so these are about pages that only send the browser on, and about redirects.
 * All texts are regular expressions.
 */
interface ForwardMark {
  readonly kind: string;
  readonly host?: string;
  /** Matched against path and query in lower case. */
  readonly path?: string;
  /** The names of a page in the root of a site, whatever its ending. */
  readonly root?: readonly string[];
  /** The names of a page in any folder, which ends like a file. */
  readonly file?: readonly string[];
  /** Matched against the names of the cookies that a page sets before it forwards. */
  readonly cookie?: string;
  /** True for pages that look whether the browser blocks advertising before they forward anywhere. */
  readonly looksForAdBlockers?: true;
  /**
   * True if no page of a site has such an address, so that it counts even if there is a text behind it. Other addresses
   * count only for pages without text.
   */
  readonly isCertain?: true;
}

const FILE = String.raw`\.(?:html?|php\d?|aspx?|jsp|cgi|cfm|pl)`;
const pathOf = ({ path, root, file }: ForwardMark): string | undefined => {
  if (root !== undefined) {
    return String.raw`^/(?:${root.join("|")})(?:/(?:index|default)?)?(?:${FILE})?/?(?:\?|$)`;
  }
  return file === undefined ? path : String.raw`/(?:${file.join("|")})${FILE}/?(?:\?|$)`;
};

const matching = (pattern: string | undefined): RegExp | undefined =>
  pattern === undefined ? undefined : new RegExp(pattern, "u");

const MARKS = (table as readonly ForwardMark[]).map((mark) => ({
  ...mark,
  host: matching(mark.host),
  path: matching(pathOf(mark)),
  cookie: matching(mark.cookie),
}));

export interface MarkedAddress {
  readonly kind: string;
  readonly isCertain: boolean;
}

/** Kinds whose forwards often stand behind a condition, such as whether a browser blocks advertising. */
const CONDITIONAL: ReadonlySet<string> = new Set(["for-sale", "bot-check"]);

export interface HowForwarded {
  /** The cookies that it sets before, by name. */
  readonly cookies: readonly string[];
  readonly isConditional: boolean;
  readonly looksForAdBlockers: boolean;
}

const REDIRECT: HowForwarded = { cookies: [], isConditional: false, looksForAdBlockers: false };

/** Returns undefined for an ordinary address. */
export function markOfAddress(uri: string, how = REDIRECT): MarkedAddress | undefined {
  const url = urlOf(uri, NO_HOST);
  if (url === undefined) return undefined;
  const { hostname, pathname, search, hash } = url;
  const host = hostname.replace(/\.+$/u, "");
  const path = `${pathname.replace(/\/{2,}/gu, "/")}${search}${hash.startsWith("#/") ? hash : ""}`
    .slice(0, LONGEST)
    .toLowerCase();
  const cookies = how.cookies.map((name) => name.toLowerCase());
  for (const mark of MARKS) {
    if (how.isConditional && !CONDITIONAL.has(mark.kind)) continue;
    const isFound =
      (mark.host?.test(host) ?? true) &&
      (mark.path?.test(path) ?? true) &&
      (mark.cookie === undefined || cookies.some((name) => mark.cookie!.test(name))) &&
      (mark.looksForAdBlockers === undefined || how.looksForAdBlockers);
    if (isFound) return { kind: mark.kind, isCertain: mark.isCertain === true };
  }
  // A page that sets a cookie and is loaded again lets only browsers in.
  const isBack = cookies.length > 0 && /^(?:[?#]|$)/u.test(uri);
  return isBack ? { kind: "bot-check", isCertain: false } : undefined;
}

/** Number of characters of an address that are searched. */
const LONGEST = 1_000;

/** Base of relative addresses, whose host has no mark. */
const NO_HOST = "http://own.invalid/";
