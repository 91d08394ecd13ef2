import { missed } from "../../base/errors.js";
import { isDocument, isHtml, looksLikeHtml, mediaType } from "../../base/content-type.js";
import { parseDatetime, toFourteenDigits } from "../../base/datetime.js";
import { linkTo } from "../timemaps/link-format.js";
import { decodedBody, header, redirectTarget } from "../timemaps/response.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import type { Capture, EncodedBody, InputItem, Via } from "../../base/types.js";
import type { FetchedResponse, InputContext, RawRule } from "../types.js";
import { rawUriM } from "./known-archives.js";

/**
 * The Content-Type that was archived. Archives answer with it; where theirs lacks the charset, or is missing, the
 * original header (`X-Archive-Orig-Content-Type`) says.
 */
export function archivedContentType(response: FetchedResponse): string | undefined {
  const answered = header(response, "content-type");
  const original = header(response, "x-archive-orig-content-type");
  if (answered === undefined || original === undefined) return answered ?? original;
  const sameType = mediaType(answered) === mediaType(original);
  return sameType && !/charset/i.test(answered) && /charset/i.test(original) ? original : answered;
}
/** What was done to a page that an archive had not left as it was captured. */
interface StrippedPage {
  readonly bytes: Uint8Array;
  /** One remark for people. */
  readonly note: string;
}

/** An insertion: from `begin` to `end`, both included. */
interface Insertion {
  readonly begin: string;
  readonly end: string;
}

/** What Wayback (OpenWayback, Archive-It, web.archive.org) and pywb put into pages. */
const insertions: readonly Insertion[] = [
  { begin: "<!-- BEGIN WAYBACK TOOLBAR INSERT -->", end: "<!-- END WAYBACK TOOLBAR INSERT -->" },
  {
    begin: "<!-- Start Wayback Rewrite JS Include -->",
    end: "<!-- End Wayback Rewrite JS Include -->",
  },
  { begin: "<!-- WB Insert -->", end: "<!-- End WB Insert -->" },
  { begin: "<!--\n     FILE ARCHIVED ON", end: "-->" },
  { begin: "<!--\nplayback timings (ms):", end: "-->" },
];

/** Scripts and styles that only archives load, by what their tag says. */
const archiveScripts =
  /\/_static\/(?:js|css)\/|\/static\/(?:js\/)?(?:wombat|default_banner|wb_frame)|archive\.org\/includes\/|\bWB_wombat_Init\b|\bwbinfo\b|__wm\.(?:init|wombat|rw|bt)/;

/** Any of these in a page means that an archive has changed it. */
const signs: readonly Buffer[] = [
  ...insertions.map(({ begin }) => begin),
  "<!-- End Wayback Rewrite JS Include -->",
  "/static/js/wombat",
  "/static/wombat.js",
  "WB_wombat_Init",
  "/_static/js/",
  "archive.org/includes/",
].map((sign) => Buffer.from(sign));

/**
 * Takes an archive's banner, scripts and rewritten links out of a page; undefined when there is none of them.
 * `prefix` is what stands before timestamps in the archive's URI-Ms: `https://web.archive.org/web/`. Bytes that are not
 * the archive's stay as they are, whatever their encoding.
 */
export function stripBanner(
  bytes: Uint8Array,
  prefix: string | undefined,
): StrippedPage | undefined {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!signs.some((sign) => page.includes(sign))) return undefined;
  // Latin-1 maps bytes to characters one to one, so nothing of the page is changed by the way.
  const html = page.toString("latin1");
  const cut = withoutScripts(withoutInsertions(html));
  const stripped = prefix === undefined ? cut : withoutRewriting(cut, prefix);
  const bytesLeft = Buffer.from(stripped, "latin1");
  return {
    bytes: bytesLeft,
    note: signs.some((sign) => bytesLeft.includes(sign))
      ? "the archive's banner or rewriting is in the page and could not be taken out"
      : "the archive's banner and rewriting were taken out of the page",
  };
}

function withoutInsertions(html: string): string {
  return insertions.reduce((text, { begin, end }) => {
    const kept: string[] = [];
    let at = 0;
    for (;;) {
      const from = text.indexOf(begin, at);
      const to = from === -1 ? -1 : text.indexOf(end, from + begin.length);
      if (to === -1) break;
      kept.push(text.slice(at, from));
      at = to + end.length;
    }
    kept.push(text.slice(at));
    return kept.join("");
  }, html);
}

/** Takes out script elements and style links that are the archive's; a forward scan, for pages are hostile. */
function withoutScripts(html: string): string {
  const kept: string[] = [];
  let at = 0;
  // Kept while still ahead, so that a page of nothing but openings is not searched to its end for each of them.
  let close = -1;
  let ending = -1;
  for (const tag of html.matchAll(/<(?:script|link)\b/gi)) {
    if (tag.index < at) continue;
    if (close < tag.index) close = html.indexOf(">", tag.index);
    if (close === -1) break;
    const isScript = tag[0].toLowerCase() === "<script";
    if (isScript && ending < close) ending = html.indexOf("</script>", close);
    if (isScript && ending === -1) break;
    const end = isScript ? ending + "</script>".length : close + 1;
    if (!archiveScripts.test(html.slice(tag.index, Math.min(end, tag.index + 4096)))) continue;
    kept.push(html.slice(at, tag.index));
    at = end;
  }
  kept.push(html.slice(at));
  return kept.join("").replaceAll("<!-- End Wayback Rewrite JS Include -->", "");
}

/** Gives rewritten links their own URIs back: absolute, without scheme, and relative to the archive's host. */
function withoutRewriting(html: string, prefix: string): string {
  const { host, pathname } = new URL(prefix);
  const path = escape(pathname);
  return html.replace(
    new RegExp(
      `(?:(?:https?:)?//${escape(host)})?${path}\\d{14}(?:[a-z]{2}_)?/(?=(?:https?:)?//|mailto:|www\\.)`,
      "gi",
    ),
    "",
  );
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
/** What is decided about answers. */
export interface MementoItemOptions extends Pick<
  InputContext,
  "redirects" | "maxPageBytes" | "substituted" | "formats"
> {
  readonly rawRules?: readonly RawRule[];
}

/** The answer that a URI-M finally leads to. */
export interface Reached {
  readonly response: FetchedResponse;
  readonly mementoDatetime: string;
  /** The Memento-Datetime of the first answer that had one: later ones are where an archived redirect leads. */
  readonly answered: string;
  /** True for the datetime of a memento that the TimeMap lists. */
  readonly isListed?: (mementoDatetime: string) => boolean;
  /** The status of the first archived 3xx on the way, or of the answer itself. */
  readonly archivedRedirect: number | undefined;
  /** How many answers led on to another one. */
  readonly hops: number;
}

/** The item that an answer with a Memento-Datetime is; `asked` is the capture as its TimeMap lists it. */
export async function mementoItem(
  asked: Capture,
  reached: Reached,
  options: MementoItemOptions,
): Promise<InputItem> {
  const { response, mementoDatetime, archivedRedirect, hops } = reached;
  const trouble = whyNoPage(response, options);
  if (trouble !== undefined) {
    return missed({ ...asked, status: response.status }, trouble);
  }
  const isOther = isSubstitute(asked, reached.answered, reached.isListed);
  if (isOther && options.substituted !== "keep") {
    const via = viaOf(reached, "substitute");
    const said = `the archive answered with another capture: ${reached.answered}, ${response.uri}`;
    return missed({ ...asked, via }, said);
  }
  if (archivedRedirect !== undefined && options.redirects === "skip") {
    return { kind: "skipped", reason: "archived redirect" };
  }
  const contentType = archivedContentType(response);
  const guessedCharset = header(response, "x-archive-guessed-charset");
  const moved = hops > 0 || isOther;
  const capture: Capture = {
    ...asked,
    // An answer that came without a redirect is believed. A TimeMap may be wrong about it.
    mementoDatetime: moved ? asked.mementoDatetime : mementoDatetime,
    status: response.status,
    contentType,
    guessedCharset,
    ...(moved ? { via: viaOf(reached, isOther ? "substitute" : "redirect") } : {}),
  };
  const notes = [...(asked.notes ?? [])];
  if (!moved && mementoDatetime !== asked.mementoDatetime) {
    notes.push(`its TimeMap says ${asked.mementoDatetime}, the archive ${mementoDatetime}`);
  }
  if (response.body.length > options.maxPageBytes) {
    const size = `${response.body.length} bytes, more than ${options.maxPageBytes}`;
    return missed(withNotes(capture, notes), `the body has ${size}`);
  }
  // A coding that cannot be undone here is named where pages are read.
  const decoded = await decodedBody(response, options.maxPageBytes);
  const plain = "value" in decoded ? decoded.value : response.body;
  if (!isPage(contentType, plain, options)) {
    const reason = mediaType(contentType) || "no media type";
    return { kind: "other", capture: withNotes(capture, notes), reason };
  }
  const body = cleaned(response, plain, options.rawRules, notes);
  return { kind: "memento", capture: withNotes(capture, notes), body };
}

function isPage(
  contentType: string | undefined,
  body: Uint8Array,
  { formats }: MementoItemOptions,
): boolean {
  return (
    isHtml(contentType) ||
    (mediaType(contentType) === "" && looksLikeHtml(body)) ||
    (formats !== undefined && isDocument(contentType, formats, body))
  );
}

/** A capture further away than this from what was asked for is another one. */
const NEAR_MS = 60_000;

/**
 * True where an archive answered with another capture than the one asked for: its datetime is that of another memento of
 * the TimeMap, or more than a minute away from what the TimeMap and the URI-M say.
 */
export function isSubstitute(
  { mementoDatetime, uriM = "" }: Pick<Capture, "mementoDatetime" | "uriM">,
  answered: string,
  isListed: Reached["isListed"] = () => false,
): boolean {
  const timestamp = uriMParts(uriM)?.timestamp;
  const named = timestamp === undefined ? undefined : parseDatetime(timestamp);
  const digits = toFourteenDigits(answered);
  if (digits === toFourteenDigits(mementoDatetime)) return false;
  // A URI-M with fewer digits asks for any capture of that year, month or day.
  if (timestamp !== undefined && digits.startsWith(timestamp)) return false;
  if (isListed(answered)) return true;
  const isNear = (asked: string): boolean =>
    Math.abs(Date.parse(asked) - Date.parse(answered)) <= NEAR_MS;
  return !isNear(mementoDatetime) && (named === undefined || !isNear(named));
}

/** Why an answer holds no page whatever its body: a 304, or a redirect that leads nowhere. */
function whyNoPage(
  response: FetchedResponse,
  { redirects }: Pick<MementoItemOptions, "redirects">,
): string | undefined {
  const { status, body } = response;
  const target = redirectTarget(response);
  if (status === 304) return "the archive answered 304 (not modified), without a page";
  const isRedirect = status >= 300 && status < 400 && redirects !== "skip";
  if (!isRedirect || target !== undefined) return undefined;
  if (redirects === "as-mementos" && body.length > 0) return undefined;
  return `the archive answered ${status} without saying where it leads`;
}

function viaOf({ response, mementoDatetime, archivedRedirect }: Reached, kind: Via["kind"]): Via {
  return {
    kind,
    status: archivedRedirect,
    uriR: originalOf(response) ?? response.uri,
    mementoDatetime,
    uriM: response.uri,
  };
}

/** The URI-R of an answer: its Link header says, or else its URI-M. */
const originalOf = (response: FetchedResponse): string | undefined =>
  linkTo("original", response) ?? uriROf(response.uri);

/** The body, without what the archive put into it; notes say what was done. */
function cleaned(
  response: FetchedResponse,
  plain: Uint8Array,
  rawRules: readonly RawRule[] | undefined,
  notes: string[],
): EncodedBody {
  const { raw, rule } = rawUriM(response.uri, rawRules);
  const stripped = isOfAnArchive(response)
    ? undefined
    : stripBanner(plain, uriMParts(response.uri)?.prefix);
  if (stripped !== undefined) {
    notes.push(stripped.note);
    return { bytes: stripped.bytes };
  }
  if (!raw) {
    notes.push(`not a raw memento (${rule.archive}): the page as the archive shows it is measured`);
  }
  const contentEncoding = header(response, "content-encoding");
  return { bytes: response.body, contentEncoding };
}

/** Captures of a web archive's own pages hold its banner as captured. */
function isOfAnArchive(response: FetchedResponse): boolean {
  const uriR = uriROf(response.uri);
  return (
    uriR !== undefined &&
    URL.canParse(uriR) &&
    new URL(uriR).hostname === new URL(response.uri).hostname
  );
}

function withNotes(capture: Capture, notes: readonly string[]): Capture {
  return notes.length === 0 ? capture : { ...capture, notes };
}
