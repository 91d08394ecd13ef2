import { latin1 } from "../../base/platform/machine.js";
import { type KeyRange, keyRange, type Match } from "../../base/seed-match.js";
import { surt, urlOf } from "../../base/uri.js";

/*
 * Keys of CDX and CDXJ indexes, as the Python package `surt` makes them. pywb, cdxj-indexer and ReplayWeb.page look a
 * page up by such a key, so a key of another form hides the page. `surt` of `uri.ts` decides which captures are the same
 * seed, and is more forgiving: it also removes session ids of Java and sorts parameters as whole texts.
 *
 * `fixtures/reference/surt.tsv` has keys that the package made. There are five deliberate differences. A URI that the
 * package refuses (an impossible port) gets the key of its TimeMap. A host is never looked up in the domain name system,
 * which the package does for `1.2.3.999`, and a number of more than 32 bits is no address. Letters of other scripts stay encoded
 * in a host that no URI can have (`bü=cher`). In a path or query of more than 4,096 characters session ids stay, because a
 * hostile URI must not take long. pywb has no keys of its own: it calls the package.
 */

/** Maximum number of times that percent-encoding is decoded, so that a hostile URI does not take long. */
const MOST_UNESCAPING = 64;

/** The key is printable ASCII without spaces. Never throws. */
export function cdxKey(uri: string): string {
  if (uri === "") return "-";
  const bytes = latin1(utf8.encode(uri));
  if (bytes.startsWith("filedesc")) return printableOnly(bytes);
  const [, scheme, authority = "", path = "", query = ""] = PARTS.exec(withScheme(bytes)) ?? [];
  if (scheme === undefined) return surt(uri);
  const inPath = authority === "" && scheme.startsWith("http") ? hostOfPath(path) : undefined;
  const place = inPath ?? placeOf(authority, scheme.toLowerCase());
  if (place === undefined) return surt(uri);
  const labels = labelsOf(place.host, scheme.toLowerCase());
  const front = labels === "" ? `${scheme}:` : `${labels}${place.port})`;
  const rest = pathOf(inPath?.path ?? path, labels !== "");
  const search = rawQuery(query);
  return printableOnly(`${front}${rest === "" && search !== "" ? "/" : rest}${search}`);
}

/**
 * Returns the ranges of keys under which an index has the captures that match a seed. Indexes of pywb have other keys
 * than those that earlier versions of this program wrote, for example for IP addresses.
 */
export function indexRanges(seed: string, match: Match): KeyRange[] {
  const ranges = [keyRange(seed, match, cdxKey), keyRange(seed, match)];
  return cdxKey(seed) === surt(seed) ? ranges.slice(1) : ranges;
}

const utf8 = new TextEncoder();

/** Matches scheme, authority, path and query (RFC 3986, appendix B). */
const PARTS = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/isu;

/** Returns a URI without white space at its ends and without line ends, with one scheme. */
function withScheme(bytes: string): string {
  const trimmed = bytes.replace(/^[\t-\r ]+|[\t-\r ]+$/gu, "").replace(/[\t\n\r]/gu, "");
  const absolute = /^[a-z][a-z0-9+.-]*:/iu.test(trimmed) ? trimmed : `http://${trimmed}`;
  return absolute.replace(/^(?:https?:\/\/)+(?=https?:\/\/)/u, "");
}

interface Place {
  readonly host: string;
  /** Port as it stands in a key, with a colon. */
  readonly port: string;
}

/** Splits a path at its first name, for URIs such as `http:///example.org/a`. The package leaves a port in the name. */
function hostOfPath(given: string): (Place & { readonly path: string }) | undefined {
  if (given === "") return undefined;
  const names = given.replace(/^\/+/u, "");
  const end = names.indexOf("/");
  const [host, path] = end < 0 ? [names, "/"] : [names.slice(0, end), names.slice(end)];
  return { host, port: "", path };
}

/** Returns `undefined` for an impossible port. */
function placeOf(authority: string, scheme: string): Place | undefined {
  const address = authority.slice(authority.lastIndexOf("@") + 1).replace(/:+$/u, "");
  const [, inBrackets, plain = "", digits = ""] =
    /^(?:[^[]*\[([^\]]*)\]?[^:]*|([^:]*))(?::(.*))?$/su.exec(address) ?? [];
  if (digits !== "" && !(/^\d+$/u.test(digits) && Number(digits) <= 0xffff)) return undefined;
  const port = Number(digits);
  const usual = scheme === "http" ? 80 : scheme === "https" ? 443 : 0;
  return { host: inBrackets ?? plain, port: port === 0 || port === usual ? "" : `:${port}` };
}

/** Returns the labels of a host, the last one first. */
function labelsOf(given: string, scheme: string): string {
  const name = asciiName(unescaped(given))
    .replaceAll("..", ".")
    .replace(/^\.+|\.+$/gu, "");
  const host = numberedAddress(name) ?? escaped(name).toLowerCase();
  const massaged = scheme === "dns" ? host : host.replace(/^www\d*\./u, "");
  return massaged.split(".").reverse().join(",");
}

/** Returns the name of a host in ASCII (IDNA 2003). A name that has no such form stays as it is. */
function asciiName(bytes: string): string {
  if (!/[\x80-\xff]/u.test(bytes)) return bytes;
  let name: string;
  try {
    const text = new TextDecoder("utf-8", { fatal: true });
    name = text.decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
  } catch {
    return bytes;
  }
  // IDNA 2008, which URL implements, keeps these characters.
  const older = name
    .replaceAll("ß", "ss")
    .replaceAll("ς", "σ")
    .replace(/[\u200c\u200d]/gu, "");
  const labels = older.split(/[.\u3002\uff0e\uff61]/u).map((label) => {
    if (/^[\0-\x7f]*$/u.test(label)) return label;
    const { hostname = "" } = urlOf(`http://${label}.example/`) ?? {};
    return hostname.endsWith(".example") ? hostname.slice(0, -".example".length) : undefined;
  });
  const isName = (label: string | undefined, i: number): boolean =>
    label !== undefined && label.length < 64 && (label !== "" || i === labels.length - 1);
  return labels.every(isName) ? labels.join(".") : bytes;
}

/**
 * Returns an IPv4 address in its usual form if a host is written as such numbers: `3221225985`, `192.0.513`, or octal
 * with a leading zero. Returns `undefined` for any other host.
 */
function numberedAddress(host: string): string | undefined {
  return /^[\d.]+$/u.test(host) ? urlOf(`http://${host}/`)?.hostname : undefined;
}

/** Session ids of ASP.NET in paths. */
const SURT_SESSION_IDS: readonly RegExp[] = [
  /^(.*\/)\((?:[a-z]\([0-9a-z]{24}\))+\)\/([^?]+\.aspx.*)$/su,
  /^(.*\/)\([0-9a-z]{24}\)\/([^?]+\.aspx.*)$/su,
];

function pathOf(raw: string, hasHost: boolean): string {
  const given = unescaped(raw);
  let path = escaped(hasHost ? normalPath(given) : given).toLowerCase();
  if (path.length < MAX_SEARCHED && path.includes(".aspx")) {
    for (const pattern of SURT_SESSION_IDS) path = path.replace(pattern, "$1$2");
  }
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Returns a path without empty names in the middle and without `.` and `..`. */
function normalPath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/").slice(1)) {
    if (name === ".") continue;
    if (name === ".." && names.length > 0) names.pop();
    else names.push(name);
  }
  const last = names.pop() ?? "";
  return `/${names.map((name) => (name === "" ? "" : `${name}/`)).join("")}${last}`;
}

/** Session ids in queries. Each is removed once, with the `&` after it. */
const QUERY_SESSION_IDS: readonly RegExp[] = [
  /^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$/su,
  /^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$/su,
  /^(.*)sid=[0-9a-z]{32}(?:&(.*))?$/su,
  /^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$/su,
  /^(.*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?$/su,
];

/** Maximum length of a path or query in which session ids are searched for. The patterns may look at each character many times. */
const MAX_SEARCHED = 1 << 12;

function rawQuery(raw: string): string {
  let query = escaped(unescaped(raw)).toLowerCase();
  if (query.length < MAX_SEARCHED && /sid|sessionid|cfid/u.test(query)) {
    for (const pattern of QUERY_SESSION_IDS) query = query.replace(pattern, "$1$2");
  }
  if (query.length > 1) {
    // Sorted by name and then by value, with a name alone before the same name with a value. No name has such a byte.
    const parameters = query.split("&").map((each) => each.replace("=", "\0"));
    query = parameters.sort().join("&").replaceAll("\0", "=");
  }
  return query === "" ? "" : `?${query}`;
}

function unescaped(bytes: string): string {
  let text = bytes;
  for (let i = 0; i < MOST_UNESCAPING && text.includes("%"); i += 1) {
    const decoded = text.replace(/%([0-9a-f]{2})/giu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === text) break;
    text = decoded;
  }
  return text;
}

const escaped = (bytes: string): string => bytes.replace(/[^\x21-\x7e]|[#%]/gu, percentOf);

/** Escapes what would end the key in a line of an index. */
const printableOnly = (bytes: string): string => bytes.replace(/[^\x21-\x7e]/gu, percentOf);

const percentOf = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
