import { missed } from "../../base/errors.js";
import { mediaType } from "../../base/content-type.js";
import { whyNoPage } from "../captures/why-no-page.js";
import { parseDatetime, toFourteenDigits } from "../../base/datetime.js";
import { linkTo } from "../timemaps/link-format.js";
import { decodedBody, header, redirectTarget } from "../timemaps/response.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import { tellingHeaders } from "../captures/telling-headers.js";
import { announcedLength } from "../captures/announced-length.js";
import type { AnnouncedLength, Capture, EncodedBody, InputItem, Via } from "../../base/types.js";
import type { FetchedResponse, InputContext, RawRule } from "../types.js";
import { rawUriM } from "./known-archives.js";

/**
 * Returns the Content-Type of the capture, which is the one of the answer. If that is missing, or lacks the charset
 * that the original header (`X-Archive-Orig-Content-Type`) has, the original header is used.
 */
export function archivedContentType(response: FetchedResponse): string | undefined {
  const answered = header(response, "content-type");
  const original = header(response, "x-archive-orig-content-type");
  if (answered === undefined || original === undefined) return answered ?? original;
  const sameType = mediaType(answered) === mediaType(original);
  return sameType && !/charset/i.test(answered) && /charset/i.test(original) ? original : answered;
}
interface StrippedPage {
  readonly bytes: Uint8Array;
  /** Note for the user about the removal. */
  readonly note: string;
}

/** Text that an archive inserts, from `begin` to `end`, both included. */
interface Insertion {
  readonly begin: string;
  readonly end: string;
}

/** Comments with which Wayback (OpenWayback, Archive-It, web.archive.org) and pywb mark the parts that they insert. */
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

/** Matches tags of scripts and styles that only archives load. */
const archiveScripts =
  /\/_static\/(?:js|css)\/|\/static\/(?:js\/)?(?:wombat|default_banner|wb_frame)|archive\.org\/includes\/|\bWB_wombat_Init\b|\bwbinfo\b|__wm\.(?:init|wombat|rw|bt)/;

/** Texts that occur only in a page that an archive has changed. */
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
 * Removes an archive's banner, scripts and rewritten links from a page. Returns `undefined` if there are none. `prefix`
 * is the part of the archive's URI-Ms before the timestamp, such as `https://web.archive.org/web/`. All other bytes
 * stay the same in any encoding.
 */
export function stripBanner(
  bytes: Uint8Array,
  prefix: string | undefined,
): StrippedPage | undefined {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!signs.some((sign) => page.includes(sign))) return undefined;
  // Latin-1 maps bytes to characters one to one, so that the remaining bytes do not change.
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

/** Scans forward only, so that a hostile page takes linear time. */
function withoutScripts(html: string): string {
  const kept: string[] = [];
  let at = 0;
  // Both positions are kept while they are ahead. Otherwise each opening tag of a page without end tags would search
  // the page to its end.
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

/**
 * Restores the URIs of rewritten links, which archives write as absolute, without a scheme, or relative to their host.
 */
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
export interface MementoItemOptions extends Pick<
  InputContext,
  "redirects" | "maxPageBytes" | "substituted" | "formats"
> {
  readonly rawRules?: readonly RawRule[];
}

/** The answer at the end of the redirects of a URI-M. */
export interface Reached {
  readonly response: FetchedResponse;
  readonly mementoDatetime: string;
  /**
   * Memento-Datetime of the first answer that had one. Later answers have the datetime of the target of an archived
   * redirect.
   */
  readonly answered: string;
  /** Returns whether the TimeMap lists a memento with this datetime. */
  readonly isListed?: (mementoDatetime: string) => boolean;
  /** Status of the first archived 3xx among the answers, if there was one. */
  readonly archivedRedirect: number | undefined;
  /** Number of redirects that were followed. */
  readonly hops: number;
}

/** Returns the item for an answer with a Memento-Datetime. `asked` is the capture as its TimeMap lists it. */
export async function mementoItem(
  asked: Capture,
  reached: Reached,
  options: MementoItemOptions,
): Promise<InputItem> {
  const { response, mementoDatetime, archivedRedirect, hops } = reached;
  const trouble = whyMissed(response, options);
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
    // Without a redirect, the datetime of the answer is correct, because a TimeMap may have a wrong datetime.
    mementoDatetime: moved ? asked.mementoDatetime : mementoDatetime,
    status: response.status,
    contentType,
    guessedCharset,
    // Archives repeat the headers of the site with this prefix. Other headers are the archive's own.
    ...tellingHeaders(response.status, (name) => header(response, `x-archive-orig-${name}`)),
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
  // If the coding cannot be undone, the bytes are passed on unchanged, and the step that reads pages reports the
  // coding.
  const decoded = await decodedBody(response, options.maxPageBytes);
  const plain = "value" in decoded ? decoded.value : response.body;
  const { formats } = options;
  const facts = { contentType, formats, body: { bytes: plain } };
  const reason = whyNoPage(facts, (type) => type || "no media type");
  if (reason !== undefined) {
    return { kind: "other", capture: withNotes(capture, notes), reason };
  }
  const body = cleaned(response, plain, options.rawRules, notes);
  return { kind: "memento", capture: withNotes(capture, notes), body };
}

/** Maximum difference of two datetimes of the same capture. */
const NEAR_MS = 60_000;

/**
 * Returns whether an archive answered with another capture than the requested one. It did so if the datetime of the
 * answer belongs to another memento of the TimeMap, or differs by more than a minute from those of the TimeMap and the
 * URI-M.
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
  // A URI-M with fewer digits requests any capture of that year, month or day.
  if (timestamp !== undefined && digits.startsWith(timestamp)) return false;
  if (isListed(answered)) return true;
  const isNear = (asked: string): boolean =>
    Math.abs(Date.parse(asked) - Date.parse(answered)) <= NEAR_MS;
  return !isNear(mementoDatetime) && (named === undefined || !isNear(named));
}

/**
 * Returns the reason why an answer has no page, whatever its body: its status is 304, or it is a redirect without a
 * target.
 */
function whyMissed(
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

/** Returns the URI-R of an answer from its Link header, or else from its URI-M. */
const originalOf = (response: FetchedResponse): string | undefined =>
  linkTo("original", response) ?? uriROf(response.uri);

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
  const refresh = archivedRefresh(response);
  const sends = refresh === undefined ? {} : { refresh };
  if (stripped !== undefined) {
    notes.push(stripped.note);
    return { bytes: stripped.bytes, ...sends };
  }
  if (!raw) {
    notes.push(`not a raw memento (${rule.archive}): the page as the archive shows it is measured`);
  }
  const contentEncoding = header(response, "content-encoding");
  const announced = raw ? announcedBySite(response) : undefined;
  return {
    ...{ bytes: response.body, contentEncoding, ...sends },
    ...(announced !== undefined && { announced }),
  };
}

/**
 * Returns the length that the site announced, of which the archive may have only a part. An archive may undo or repeat the
 * coding of a body, so that only the length of a body without a coding can be compared.
 */
function announcedBySite(response: FetchedResponse): AnnouncedLength | undefined {
  const original = (name: string): string | undefined => header(response, `x-archive-orig-${name}`);
  if ((original("content-encoding") ?? "identity") !== "identity") return undefined;
  const length = announcedLength(response.status, original);
  return length && { ...length, of: "decoded" };
}

/** Returns the archived header Refresh, with the URI-R in place of a URI-M. */
const archivedRefresh = (response: FetchedResponse): string | undefined =>
  (header(response, "x-archive-orig-refresh") ?? header(response, "refresh"))
    ?.slice(0, LONGEST_REFRESH)
    .replace(/(?:https?:\/\/[^\s"'=]{1,200})?\/\d{14}(?:[a-z]{2}_)?\/(?=https?:)/iu, "");

const LONGEST_REFRESH = 2_000;

/** Returns whether the capture is one of the archive's own pages, whose banner is part of the capture. */
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
