import { memoise } from "./math/memo.js";
import { latin1 } from "./platform/machine.js";
import type { Capture } from "./types.js";
import { toFourteenDigits } from "./datetime.js";
import { percentEncoded } from "./text.js";

/** Returns the URI-M of a memento from a WARC. `ordinal` counts from 1 the captures of a URI-R in the same second. */
export function warcUriM(
  { uriR, mementoDatetime }: { readonly uriR: string; readonly mementoDatetime: string },
  ordinal: number,
): string {
  const again = ordinal > 1 ? `~${ordinal}` : "";
  return `from-warc::${toFourteenDigits(mementoDatetime)}${again}::${uriR}`;
}

export const warcUriT = (uriR: string): string => `from-warc::timemap::${uriR}`;

/**
 * Returns undefined for text that is no URI. `URL.canParse` is not used, because in Node 20 it takes URIs with letters
 * beyond ASCII for none as soon as its caller has been optimised.
 */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Returns the path of a URI, and "" for text that is no URI. */
export const pathOf = (uri: string): string => urlOf(uri)?.pathname ?? "";

/** Returns the URI-R of such a TimeMap, and undefined for any other. */
export const seedOfTimeMap = (uriT: string): string | undefined =>
  /^from-warc::timemap::(.+)$/su.exec(uriT)?.[1];

/** Returns undefined for a missing address and for one that HTTP cannot follow. */
export function resolveLocation(location: string | undefined, base: string): string | undefined {
  const target = location?.trim() ?? "";
  const url = target === "" ? undefined : urlOf(target, base);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : undefined;
}

/**
 * Returns a URI with its characters beyond ASCII percent-encoded in the other encoding: those in UTF-8 in Latin-1, and bytes
 * that are not UTF-8 in UTF-8. Returns undefined if that is the same URI.
 *
 * Servers write such characters into Location as they are. Browsers and crawlers then request their bytes, or those of
 * the same characters in UTF-8.
 */
export function inOtherEncoding(uri: string): string | undefined {
  const other = uri.replace(/(?:%[89a-f][\da-f])+/giu, (run) => {
    const decoded = percentDecoded(run);
    if (decoded === run) return run.replace(/%(..)/gu, (_, hex: string) => inUtf8(hex));
    return /^[\u{80}-\u{ff}]+$/u.test(decoded) ? decoded.replace(/./gsu, inLatin1) : run;
  });
  return other === uri ? undefined : other;
}

const inUtf8 = (hex: string): string =>
  percentEncoded(String.fromCharCode(Number.parseInt(hex, 16)));
const inLatin1 = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Returns a host name as it is compared: without the dot of the root of all names (`example.org.`) and without `www.`.
 */
export const bareHost = (hostname: string): string =>
  hostname.replace(/\.+$/u, "").replace(/^www\./u, "");

/**
 * Tells whether a host name matches a pattern: the name itself, `*.example.org` for all subdomains, or `*` for any
 * host.
 */
export function hostMatches(hostname: string, pattern: string): boolean {
  const [host, wanted] = [hostname.toLowerCase(), pattern.toLowerCase()];
  if (wanted === "*") return true;
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** Decodes percent-encoding. Returns malformed text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** True for URIs that may be URIs of pages: http and https, but not dns:, whois:, urn: or screenshot:. */
export const isPageUri = (uri: string): boolean => /^https?:\/\/[^/]/iu.test(uri);

/** Session ids in paths (Java, ASP.NET) that the canonicaliser of the Internet Archive removes. */
const PATH_SESSION_IDS: readonly RegExp[] = [
  /;jsessionid=[0-9a-z.!_-]*/giu,
  /\/\([a-z]\([0-9a-z]{24}\)\)(?=\/)/giu,
  /\/\([0-9a-z]{24}\)(?=\/)/giu,
];

/** Query parameters that identify a session and not a page. */
const SESSION_PARAMETER =
  /^(?:jsessionid=[0-9a-z.!_-]*|phpsessid=[0-9a-z]{26,40}|sid=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+|cftoken=[^&]+)$/iu;

/**
 * Maximum number of times that percent-encoding is decoded. `%2525` becomes `%`, but a URI with thousands of levels
 * must not take unbounded time.
 */
const MAX_UNESCAPING = 8;

/**
 * Returns the Sort-friendly URI Reordering Transform of a URI-R (`http://www.Example.com:80/A?b#c` ->
 * `com,example)/a?b`) in the canonical form of the Internet Archive's tools. It ignores the scheme, `www`, default
 * ports, letter case, session ids, the fragment, a trailing slash and the order of query parameters. The result is
 * printable ASCII without spaces. Never throws: text that is not an HTTP URI is percent-encoded unchanged.
 */
export const surt: (uriR: string) => string = memoise(surtOf, 1_000, 500);

function surtOf(uriR: string): string {
  const url = parse(uriR);
  if (url === undefined) return encode(uriR);
  const host = url.hostname.replace(/^www\d*\./u, "").replace(/\.+$/u, "");
  const isAddress = host.startsWith("[") || /^\d+(?:\.\d+){3}$/u.test(host);
  const labels = isAddress ? host : host.split(".").reverse().join(",");
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${labels}${port})${path(url.pathname)}${query(url.search)}`;
}

/** Returns a URI without its fragment, which is the URI that a crawler requests. */
export const withoutFragment = (uriR: string): string => uriR.replace(/#.*$/su, "");

/** Settings that decide which captures belong to one TimeMap. */
interface Grouping {
  /** `timemap` groups by the URI-T of the archive. Captures without a URI-T are grouped by `groupCapturesBy`. */
  readonly groupBy: "timemap" | "surt" | "uri";
  readonly groupCapturesBy: "surt" | "uri";
}

/** Returns the SURT of a URI-R, or the URI-R itself without its fragment, as printable ASCII. */
export const seedKey = (uriR: string, by: Grouping["groupCapturesBy"] = "surt"): string =>
  by === "surt" ? surt(uriR) : encode(withoutFragment(uriR));

/**
 * Returns the key under which captures are grouped into a TimeMap, as printable ASCII. It is that of the newest name of a
 * page that has moved, the URI-T that the archive gave, or else the key of the seed.
 */
export function groupingKey(
  { uriR, uriT, continuesAs }: Pick<Capture, "uriR" | "uriT" | "continuesAs">,
  { groupBy, groupCapturesBy }: Grouping,
): string {
  if (continuesAs !== undefined) return seedKey(continuesAs, groupCapturesBy);
  if (groupBy === "timemap" && uriT !== undefined) return `${TIMEMAP_KEY}${encode(uriT)}`;
  return seedKey(uriR, groupCapturesBy);
}

const TIMEMAP_KEY = "timemap:";

/** True for a grouping key made from the URI-T of an archive. */
export const isTimeMapKey = (key: string): boolean => key.startsWith(TIMEMAP_KEY);

function parse(uri: string): URL | undefined {
  const trimmed = uri.trim();
  // Seed lists may omit the scheme.
  const absolute = /^[a-z][a-z0-9+.-]*:/iu.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = urlOf(absolute);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  return isHttp && url.hostname !== "" ? url : undefined;
}

function path(raw: string): string {
  let text = raw;
  for (const pattern of PATH_SESSION_IDS) text = text.replace(pattern, "");
  text = normalise(text, /[^\x21-\x7e]|[#%?]/gu).replace(/\/{2,}/gu, "/");
  if (text.length > 1 && text.endsWith("/")) text = text.slice(0, -1);
  return text === "" ? "/" : text;
}

function query(raw: string): string {
  const parameters = raw
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !SESSION_PARAMETER.test(parameter))
    .map((parameter) => normalise(parameter, /[^\x21-\x7e]|[#%&]/gu))
    .sort();
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}

const utf8 = new TextEncoder();

/**
 * Decodes percent-encoding at every level, encodes the characters matched by `escaped`, and returns the result in lower
 * case.
 */
function normalise(text: string, escaped: RegExp): string {
  let bytes = latin1(utf8.encode(text));
  for (let i = 0; i < MAX_UNESCAPING && bytes.includes("%"); i += 1) {
    const decoded = bytes.replace(/%([0-9a-f]{2})/giu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === bytes) break;
    bytes = decoded;
  }
  return bytes
    .replace(escaped, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .toLowerCase();
}

/** Percent-encodes everything but printable ASCII. */
function encode(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, percentEncoded);
}
