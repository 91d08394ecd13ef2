import { isHtml, looksLikeHtml, mediaType } from "../mementos/content-type.js";
import { isPageUri, resolveLocation } from "../mementos/uri.js";
import type { Capture, EncodedBody, InputContext, InputItem, Problem } from "../types.js";
import type { BlockEnd } from "./block.js";
import { parseHttpHead, type HttpHead } from "./http-message.js";
import { payloadDigest } from "./payload-digest.js";
import { recordCapture, revisitTarget, withHttp } from "./record-capture.js";
import type { ArchiveRecord } from "./records.js";

/** Bytes of a block that are looked at before it is decided whether all of it is needed. */
const HEAD_BYTES = 1 << 16;

/** What of the context matters for one record. */
export type RecordContext = Pick<InputContext, "maxPageBytes" | "redirects">;

/** The item that a record is for everything behind the input. Its block has been read or skipped afterwards. */
export async function recordItem(
  record: ArchiveRecord,
  context: RecordContext,
): Promise<InputItem> {
  const type = (record.fields.get("warc-type") ?? "").toLowerCase();
  switch (type) {
    case "response":
      return responseItem(record, context);
    case "resource":
      return resourceItem(record, context);
    case "revisit":
      return revisitItem(record);
    default:
      return skipRecord(record, `${type === "" ? "untyped" : type} record`);
  }
}

/** A record of no interest: counted, or reported when the input ends inside it. */
async function skipRecord(record: ArchiveRecord, reason: string): Promise<InputItem> {
  const end = await record.block.skip();
  if (end.trouble !== "cut") return { kind: "skipped", reason };
  return {
    kind: "damage",
    source: record.source,
    message: `a ${reason} is ${cutOff(record, end)}`,
  };
}

async function responseItem(record: ArchiveRecord, context: RecordContext): Promise<InputItem> {
  const uri = record.fields.get("warc-target-uri") ?? "";
  const scheme = /^<?([a-z][a-z0-9+.-]*):/iu.exec(uri)?.[1]?.toLowerCase();
  if (scheme !== undefined && !isPageUri(uri.replace(/^</u, ""))) {
    return skipRecord(record, `${scheme} record`);
  }
  const known = recordCapture(record);
  if ("lacks" in known) return noCapture(record, known.lacks);
  const block = await record.block.head(HEAD_BYTES);
  const head = parseHttpHead(block);
  const capture = withHttp(known.capture, head);
  const { status = 200 } = head;
  if (status === 304) {
    const end = await record.block.skip();
    if (end.trouble === "cut") return missed(capture, cutOff(record, end));
    return { kind: "revisit", capture, target: { profile: "server-not-modified" } };
  }
  if (status >= 300 && status < 400 && context.redirects !== "as-mementos") {
    return redirectItem(record, capture, head, context);
  }
  const bodyStart = block.subarray(head.bodyOffset);
  return pageItem(record, capture, head, bodyStart, context);
}

async function redirectItem(
  record: ArchiveRecord,
  capture: Capture,
  head: HttpHead,
  { redirects }: RecordContext,
): Promise<InputItem> {
  const end = await record.block.skip();
  if (redirects === "skip") {
    return { kind: "skipped", reason: `redirect (--redirects skip)` };
  }
  const location = resolveLocation(head.fields.get("location"), capture.uriR);
  if (end.trouble === "cut" && location === undefined) return missed(capture, cutOff(record, end));
  return { kind: "redirect", capture, location };
}

/** A resource record is the page itself, without HTTP around it; browsers' helpers write screenshots and text so. */
async function resourceItem(record: ArchiveRecord, context: RecordContext): Promise<InputItem> {
  const uri = (record.fields.get("warc-target-uri") ?? "").replace(/^</u, "");
  if (!isPageUri(uri)) return skipRecord(record, "resource record of something that is not a page");
  const known = recordCapture(record);
  if ("lacks" in known) return noCapture(record, known.lacks);
  const contentType = record.fields.get("content-type");
  const capture = { ...known.capture, ...(contentType !== undefined && { contentType }) };
  const head: HttpHead = { fields: new Map(), bodyOffset: 0, status: 200 };
  return pageItem(record, capture, head, await record.block.head(HEAD_BYTES), context);
}

async function revisitItem(record: ArchiveRecord): Promise<InputItem> {
  const uri = (record.fields.get("warc-target-uri") ?? "").replace(/^</u, "");
  if (uri !== "" && !isPageUri(uri)) return skipRecord(record, "revisit record of no page");
  const known = recordCapture(record);
  if ("lacks" in known) return noCapture(record, known.lacks);
  const head = parseHttpHead(await record.block.head(HEAD_BYTES));
  const end = await record.block.skip();
  const capture = withHttp(known.capture, head);
  if (end.trouble === "cut" && head.status === undefined) {
    return missed(capture, cutOff(record, end));
  }
  const { status = 200 } = head;
  const location = resolveLocation(head.fields.get("location"), capture.uriR);
  if (status >= 300 && status < 400 && location !== undefined) {
    return { kind: "redirect", capture, location };
  }
  if (declaresOther(capture)) {
    return { kind: "other", capture, reason: reasonOf(capture.contentType) };
  }
  return { kind: "revisit", capture, target: revisitTarget(record) };
}

async function pageItem(
  record: ArchiveRecord,
  capture: Capture,
  head: HttpHead,
  bodyStart: Buffer,
  { maxPageBytes }: RecordContext,
): Promise<InputItem> {
  if (!isPage(capture, head, bodyStart)) {
    const end = await record.block.skip();
    if (end.trouble === "cut") {
      const { source } = record;
      return { kind: "damage", source, message: `${capture.uriR} is ${cutOff(record, end)}` };
    }
    return { kind: "other", capture, reason: reasonOf(capture.contentType) };
  }
  const end = await record.block.take(maxPageBytes + head.bodyOffset);
  if (end.trouble === "cut") return missed(capture, cutOff(record, end));
  if (end.data === undefined) {
    return missed(
      capture,
      `the page has ${end.length - head.bodyOffset} bytes, more than the ${maxPageBytes} that are read (--max-page-size)`,
    );
  }
  const bytes = end.data.subarray(head.bodyOffset);
  const notes = [
    ...(capture.notes ?? []),
    ...(head.status === undefined ? ["no HTTP head: all of the record is taken as the page"] : []),
    ...(end.trouble === "wrong-length"
      ? [`the record declares ${record.block.declared ?? "no"} bytes and has ${end.length}`]
      : []),
  ];
  return {
    kind: "memento",
    capture: {
      ...capture,
      digest: capture.digest ?? payloadDigest(bytes),
      ...(notes.length > 0 && { notes }),
    },
    body: body(bytes, head),
  };
}

function body(bytes: Buffer, { fields }: HttpHead): EncodedBody {
  const transferEncoding = fields.get("transfer-encoding");
  const contentEncoding = fields.get("content-encoding");
  return {
    bytes,
    ...(transferEncoding !== undefined && { transferEncoding }),
    ...(contentEncoding !== undefined && { contentEncoding }),
  };
}

/** HTML by its declared type; without one, by its first bytes (coded ones cannot be looked at and are taken). */
function isPage(capture: Capture, { fields }: HttpHead, start: Buffer): boolean {
  if (isHtml(capture.contentType)) return true;
  if (mediaType(capture.contentType) !== "") return false;
  const coded = fields.has("content-encoding") || fields.has("transfer-encoding");
  return coded || looksLikeHtml(start);
}

const declaresOther = ({ contentType }: Capture): boolean =>
  mediaType(contentType) !== "" && !isHtml(contentType);

/** Why a capture is no page, for the summary; one reason for each kind of file, however many spellings it has. */
function reasonOf(contentType: string | undefined): string {
  const type = mediaType(contentType);
  return /^[\w.+-]+\/[\w.+-]+$/u.test(type) ? type : "not HTML";
}

function noCapture(record: ArchiveRecord, lacks: string): InputItem {
  return { kind: "damage", source: record.source, message: `a capture with ${lacks}` };
}

function cutOff({ source, block }: ArchiveRecord, { length }: BlockEnd): string {
  const declared = block.declared === undefined ? "" : ` of ${block.declared}`;
  return `cut off: ${length}${declared} bytes of its record are there (${source.file}, byte ${source.offset})`;
}

function missed(capture: Capture, message: string): InputItem {
  const problem: Problem = { stage: "access", message };
  return { kind: "missed", capture, problem };
}
