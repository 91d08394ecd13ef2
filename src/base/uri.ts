import { latin1 } from "./platform/machine.js";
import type { Capture } from "./types.js";
import { toFourteenDigits } from "./datetime.js";
import { percentEncoded } from "./text.js";

/** URI-M of a memento from a WARC; `ordinal` counts captures of one URI-R in one second from 1. */
export function warcUriM(
  { uriR, mementoDatetime }: { readonly uriR: string; readonly mementoDatetime: string },
  ordinal: number,
): string {
  const again = ordinal > 1 ? `~${ordinal}` : "";
  return `from-warc::${toFourteenDigits(mementoDatetime)}${again}::${uriR}`;
}

/** URI-T of a TimeMap made of WARC captures. */
export function warcUriT(uriR: string): string {
  return `from-warc::timemap::${uriR}`;
}

/** The absolute URI of a Location header, or undefined where there is none that HTTP could follow. */
export function resolveLocation(location: string | undefined, base: string): string | undefined {
  if (location === undefined || location.trim() === "") return undefined;
  try {
    const { href, protocol } = new URL(location.trim(), base);
    return protocol === "http:" || protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a host name is that of a pattern: itself, `*.example.org` for every host below, `*` for any. */
export function hostMatches(hostname: string, pattern: string): boolean {
  const [host, wanted] = [hostname.toLowerCase(), pattern.toLowerCase()];
  if (wanted === "*") return true;
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** Percent-encoding undone; text as it is where that is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** True for what can be a page's URI-R: http and https, not dns:, whois:, urn: or screenshot:. */
export function isPageUri(uri: string): boolean {
  return /^https?:\/\/[^/]/iu.test(uri);
}
/** Session ids in a path (Java, ASP.NET), as Internet Archive's canonicaliser strips them. */
const PATH_SESSION_IDS: readonly RegExp[] = [
  /;jsessionid=[0-9a-z.!_-]*/giu,
  /\/\([a-z]\([0-9a-z]{24}\)\)(?=\/)/giu,
  /\/\([0-9a-z]{24}\)(?=\/)/giu,
];

/** Parameters of a query that name a session, not a page. */
const SESSION_PARAMETER =
  /^(?:jsessionid=[0-9a-z.!_-]*|phpsessid=[0-9a-z]{26,40}|sid=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+|cftoken=[^&]+)$/iu;

/** How often percent-encoding is undone: `%2525` is `%`, but a page must not keep us busy for ever. */
const MAX_UNESCAPING = 8;

/**
 * Sort-friendly URI Reordering Transform of a URI-R (`http://www.Example.com:80/A?b#c` -> `com,example)/a?b`), in the
 * canonical form of Internet Archive tools: the scheme, `www`, default ports, letter case, session ids, the fragment,
 * a trailing slash and the order of the query do not matter. Printable ASCII without spaces; never throws: what is no
 * HTTP URI is percent-encoded as it stands.
 */
export function surt(uriR: string): string {
  const url = parse(uriR);
  if (url === undefined) return encode(uriR);
  const host = url.hostname.replace(/^www\d*\./u, "").replace(/\.+$/u, "");
  const isAddress = host.startsWith("[") || /^\d+(?:\.\d+){3}$/u.test(host);
  const labels = isAddress ? host : host.split(".").reverse().join(",");
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${labels}${port})${path(url.pathname)}${query(url.search)}`;
}

/** Which captures belong to one TimeMap. */
interface Grouping {
  /** `timemap`: as the archive says; captures without a TimeMap are grouped by `groupCapturesBy`. */
  readonly groupBy: "timemap" | "surt" | "uri";
  readonly groupCapturesBy: "surt" | "uri";
}

/** The SURT of a URI-R, or the URI-R itself, as printable ASCII. */
export function seedKey(uriR: string, by: Grouping["groupCapturesBy"]): string {
  return by === "surt" ? surt(uriR) : encode(uriR);
}

/**
 * What brings captures together into one TimeMap, as printable ASCII: the URI-T that the archive gave, or else the key
 * of the seed.
 */
export function groupingKey(
  { uriR, uriT }: Pick<Capture, "uriR" | "uriT">,
  { groupBy, groupCapturesBy }: Grouping,
): string {
  if (groupBy === "timemap" && uriT !== undefined) return `${TIMEMAP_KEY}${encode(uriT)}`;
  return seedKey(uriR, groupCapturesBy);
}

const TIMEMAP_KEY = "timemap:";

/** True for a grouping key that is the URI-T of an archive. */
export const isTimeMapKey = (key: string): boolean => key.startsWith(TIMEMAP_KEY);

function parse(uri: string): URL | undefined {
  const trimmed = uri.trim();
  // A seed list may leave the scheme out.
  const absolute = /^[a-z][a-z0-9+.-]*:/iu.test(trimmed) ? trimmed : `http://${trimmed}`;
  let url: URL;
  try {
    url = new URL(absolute);
  } catch {
    return undefined;
  }
  const isHttp = url.protocol === "http:" || url.protocol === "https:";
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

/** Percent-encoding undone wherever it is, then done for what is `escaped`; lower case. */
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

/** Everything but printable ASCII percent-encoded. */
function encode(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, percentEncoded);
}
