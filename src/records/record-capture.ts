import { parseDatetime } from "../mementos/datetime.js";
import { isPageUri } from "../mementos/uri.js";
import type { Capture, RevisitTarget } from "../types.js";
import type { HttpHead } from "./http-message.js";
import type { ArchiveRecord } from "./record-reader.js";

/** What a record says of its capture, or what it lacks to be one. */
export type RecordCapture = { readonly capture: Capture } | { readonly lacks: string };

/** The capture of a record, before its block has been looked at. */
export function recordCapture({ fields, source, remark }: ArchiveRecord): RecordCapture {
  const uriR = uriOf(fields.get("warc-target-uri") ?? "");
  const date = fields.get("warc-date") ?? "";
  const mementoDatetime = parseDatetime(date);
  if (uriR === "") return { lacks: "no WARC-Target-URI" };
  if (!isPageUri(uriR))
    return { lacks: `the WARC-Target-URI "${uriR.slice(0, 100)}", which is no URI of a page` };
  if (mementoDatetime === undefined) {
    return { lacks: date === "" ? "no WARC-Date" : `the impossible WARC-Date "${date}"` };
  }
  const recordId = withoutBrackets(fields.get("warc-record-id") ?? "");
  const digest = fields.get("warc-payload-digest") ?? "";
  const notes = [...recordNotes(fields), ...(remark === undefined ? [] : [remark])];
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

function recordNotes(fields: ArchiveRecord["fields"]): string[] {
  const truncated = fields.get("warc-truncated");
  const segment = fields.get("warc-segment-number");
  return [
    ...(truncated === undefined ? [] : [`the crawler cut this capture off (${truncated})`]),
    ...(segment === undefined ? [] : [`only segment ${segment} of this capture`]),
  ];
}

/** The capture with what the HTTP head adds. */
export function withHttp(capture: Capture, { status, fields }: HttpHead): Capture {
  const contentType = fields.get("content-type");
  return {
    ...capture,
    ...(status !== undefined && { status }),
    ...(contentType !== undefined && { contentType }),
  };
}

/** What a revisit record says of the capture that it repeats. */
export function revisitTarget({ fields }: ArchiveRecord): RevisitTarget {
  const profile = fields.get("warc-profile") ?? "";
  const recordId = withoutBrackets(fields.get("warc-refers-to") ?? "");
  const uriR = uriOf(fields.get("warc-refers-to-target-uri") ?? "");
  const mementoDatetime = parseDatetime(fields.get("warc-refers-to-date") ?? "");
  const digest = fields.get("warc-payload-digest") ?? "";
  return {
    profile: /server-not-modified/iu.test(profile)
      ? "server-not-modified"
      : /identical-payload-digest/iu.test(profile)
        ? "identical-payload-digest"
        : "unknown",
    ...(recordId !== "" && { recordId }),
    ...(uriR !== "" && { uriR }),
    ...(mementoDatetime !== undefined && { mementoDatetime }),
    ...(digest !== "" && { digest }),
  };
}

/** WARC 1.0 wraps some URIs in angle brackets, wget all of them. */
const withoutBrackets = (text: string): string => text.trim().replace(/^<(.*)>$/u, "$1");

/** The URI of a field; crawlers wrote spaces and control characters that no URI may have, browsers encode them. */
const uriOf = (text: string): string =>
  withoutBrackets(text).replace(/[^!-~\u{80}-\u{10ffff}]/gu, encodeURIComponent);
