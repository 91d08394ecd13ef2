import { parseDatetime } from "../../base/datetime.js";
import { percentEncoded, printableStart } from "../../base/text.js";
import { isPageUri } from "../../base/uri.js";
import type { Capture, EncodedBody, RevisitTarget } from "../../base/types.js";
import { tellingHeaders } from "../captures/answer-headers.js";
import type { HttpHead } from "./http-message.js";
import { withoutBrackets } from "./record-format.js";
import type { ArchiveRecord } from "./record-reader.js";

/**
 * Frequent types of text and applications in crawls, which are counted separately. Other types are counted together.
 */
const COUNTED_TYPES: ReadonlySet<string> = new Set([
  ...["text/plain", "text/css", "text/javascript", "text/xml", "application/javascript"],
  ...["application/x-javascript", "application/json", "application/pdf", "application/xml"],
  ...["application/rss+xml", "application/atom+xml", "application/octet-stream"],
]);

const CLASSES: ReadonlySet<string> = new Set([
  ...["application", "audio", "font", "image", "model", "multipart", "text", "video"],
]);

/**
 * Returns the reason by which a capture that is not a page is counted. There are only a few reasons, even if servers
 * send many media types (in lower case).
 */
export function typeReason(mediaType: string): string {
  if (COUNTED_TYPES.has(mediaType)) return `not HTML: ${mediaType}`;
  const top = mediaType.slice(0, mediaType.indexOf("/"));
  return `not HTML: ${CLASSES.has(top) ? `${top}/*` : "another type"}`;
}
/** The capture that a record describes, or the name of the missing field. */
type RecordCapture = { readonly capture: Capture } | { readonly lacks: string };

/** `httpDate` is the Date header of the response, which replaces a missing or impossible WARC-Date. */
export function recordCapture(
  { fields, source, remark }: ArchiveRecord,
  httpDate?: string,
): RecordCapture {
  const uriR = uriOf(fields.get("warc-target-uri") ?? "");
  const date = fields.get("warc-date") ?? "";
  const { mementoDatetime, note } = recordDatetime(date, httpDate);
  if (uriR === "") return { lacks: "no WARC-Target-URI" };
  if (!isPageUri(uriR))
    return { lacks: `the WARC-Target-URI "${uriR.slice(0, 100)}", which is not a URI of a page` };
  if (mementoDatetime === undefined) return { lacks: whyNoDate(date) };
  const recordId = withoutBrackets(fields.get("warc-record-id") ?? "");
  const digest = fields.get("warc-payload-digest") ?? "";
  const notes = [...recordNotes(fields), note, remark].filter((each) => each !== undefined);
  return {
    capture: {
      uriR,
      mementoDatetime,
      ...(recordId !== "" && { recordId }),
      ...(digest !== "" && { digest }),
      source,
      ...(notes.length > 0 && { notes }),
    },
  };
}

const whyNoDate = (date: string): string =>
  date === "" ? "no WARC-Date" : `the impossible WARC-Date "${date.slice(0, 40)}"`;

/** The canonical form of a date that every month of every year has, as nearly all WARC dates are. */
const USUAL =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/u;

function recordDatetime(
  date: string,
  httpDate = "",
): { readonly mementoDatetime?: string | undefined; readonly note?: string } {
  const written = USUAL.test(date) ? date : parseDatetime(date);
  // Programs in Go write the year 1 for a date that they do not have.
  if (written !== undefined && !written.startsWith("0")) return { mementoDatetime: written };
  const sent = parseDatetime(httpDate);
  if (sent !== undefined) {
    return { mementoDatetime: sent, note: `${whyNoDate(date)}: the HTTP Date header is used` };
  }
  return { mementoDatetime: written };
}

function recordNotes(fields: ArchiveRecord["fields"]): string[] {
  const { cut, doubt } = truncation(fields);
  // In a revisit, this means according to the standard that the body was left out (WARC 1.1, section 6.7.2).
  const leftOut =
    fields.get("warc-truncated") === "length" && fields.get("warc-type") === "revisit";
  return [leftOut ? undefined : cut, doubt].filter((note) => note !== undefined);
}

/** Maximum number of characters of a field's value in a message. */
const LONGEST_VALUE = 40;

/** Returns the reason for which the record itself shows that a part of the page is missing. */
export function truncation(fields: ArchiveRecord["fields"]): Pick<EncodedBody, "cut" | "doubt"> {
  const truncated = fields.get("warc-truncated");
  const segment = fields.get("warc-segment-number");
  return {
    ...(truncated !== undefined && {
      cut: `the crawler cut this capture off (${printableStart(truncated, LONGEST_VALUE)})`,
    }),
    ...(segment !== undefined && {
      doubt: `only segment ${printableStart(segment, LONGEST_VALUE)} of this capture`,
    }),
  };
}

export function withHttp(capture: Capture, { status, fields }: HttpHead): Capture {
  const contentType = fields.get("content-type");
  return {
    ...capture,
    ...(status !== undefined && { status }),
    ...(contentType !== undefined && { contentType }),
    ...tellingHeaders(status, (name) => fields.get(name)),
  };
}

/** Maximum number of characters of the name of a container that is kept. */
const LONGEST_NAME = 1000;

export function revisitTarget({ fields }: ArchiveRecord): RevisitTarget {
  const profile = fields.get("warc-profile") ?? "";
  const recordId = withoutBrackets(fields.get("warc-refers-to") ?? "");
  const uriR = uriOf(fields.get("warc-refers-to-target-uri") ?? "");
  const mementoDatetime = parseDatetime(fields.get("warc-refers-to-date") ?? "");
  const digest = fields.get("warc-payload-digest") ?? "";
  // Browsertrix names the WACZ with the original, as proposed in iipc/warc-specifications#111.
  const container = withoutBrackets(fields.get("warc-refers-to-container") ?? "");
  return {
    profile: /server-not-modified/iu.test(profile)
      ? "server-not-modified"
      : /identical-payload-digest/iu.test(profile)
        ? "identical-payload-digest"
        : "unknown",
    ...(recordId !== "" && { recordId }),
    ...(uriR !== "" && { uriR }),
    mementoDatetime,
    ...(digest !== "" && { digest }),
    ...(container !== "" && {
      container: container.replace(/^file:\/*/iu, "").slice(0, LONGEST_NAME),
    }),
  };
}

/** Crawlers wrote spaces and control characters, which no URI may contain. They are encoded as in browsers. */
const uriOf = (text: string): string =>
  withoutBrackets(text).replace(/[^!-~\u{80}-\u{10ffff}]/gu, percentEncoded);
