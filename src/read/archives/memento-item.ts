import { urlOf } from "../../base/uri.js";
import { missed } from "../../base/errors.js";
import { mediaType } from "../../base/content-type.js";
import { whyNoPage } from "../captures/why-no-page.js";
import { parseDatetime, toFourteenDigits } from "../../base/datetime.js";
import { linkTo } from "../timemaps/link-format.js";
import { decodeBody } from "../coding/content-coding.js";
import { codedBody, header, redirectTarget } from "../timemaps/response.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import { announcedLength, tellingHeaders } from "../captures/answer-headers.js";
import type { AnnouncedLength, Capture, EncodedBody, InputItem, Via } from "../../base/types.js";
import type { FetchedResponse, InputContext } from "../types.js";
import { rawUriM } from "./known-archives.js";
import { stripBanner } from "./strip-banner.js";

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

export type MementoItemOptions = Pick<
  InputContext,
  "redirects" | "maxPageBytes" | "substituted" | "formats"
>;

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
  readonly hops: number;
}

/** Returns the item for an answer with a Memento-Datetime. `asked` is the capture as its TimeMap lists it. */
export function mementoItem(
  asked: Capture,
  reached: Reached,
  options: MementoItemOptions,
): InputItem {
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
  const { formats } = options;
  const facts = { contentType, formats, body: codedBody(response) };
  const reason = whyNoPage(facts, (type) => type || "no media type");
  if (reason !== undefined) {
    return { kind: "other", capture: withNotes(capture, notes), reason };
  }
  const body = cleaned(response, options, notes);
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

/** Returns the body without the archive's banner, or as it is, and adds notes. */
function cleaned(
  response: FetchedResponse,
  { maxPageBytes }: MementoItemOptions,
  notes: string[],
): EncodedBody {
  const { raw, rule } = rawUriM(response.uri);
  const refresh = archivedRefresh(response);
  const sends = refresh === undefined ? {} : { refresh };
  const stripped = isOfAnArchive(response) ? undefined : withoutBanner(response, maxPageBytes);
  if (stripped !== undefined) {
    notes.push(stripped.note);
    return { bytes: stripped.bytes, ...sends };
  }
  if (!raw) {
    notes.push(`not a raw memento (${rule.archive}): the page as the archive shows it is measured`);
  }
  const announced = raw ? announcedBySite(response) : undefined;
  return { ...codedBody(response), ...sends, ...(announced !== undefined && { announced }) };
}

function withoutBanner(
  response: FetchedResponse,
  maxPageBytes: number,
): ReturnType<typeof stripBanner> {
  let plain = response.body;
  try {
    plain = decodeBody(codedBody(response), maxPageBytes).bytes;
  } catch {
    // The step that reads pages reports a coding that cannot be undone.
  }
  return stripBanner(plain, uriMParts(response.uri)?.prefix);
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
  return uriR !== undefined && urlOf(uriR)?.hostname === new URL(response.uri).hostname;
}

function withNotes(capture: Capture, notes: readonly string[]): Capture {
  return notes.length === 0 ? capture : { ...capture, notes };
}
