import { CUT_OFF, placeText } from "../../base/text.js";
import { damage, missed } from "../../base/errors.js";
import { mayBePage, mediaType, saysType } from "../../base/content-type.js";
import { fileContentOf } from "../../base/file-content.js";
import { isPageUri, resolveLocation } from "../../base/uri.js";
import type { Capture, EncodedBody, InputItem } from "../../base/types.js";
import type { RecordContext } from "../types.js";
import { announcedLength } from "../captures/answer-headers.js";
import { whyNoPage } from "../captures/why-no-page.js";
import { decodedStart } from "../coding/content-coding.js";
import type { BlockEnd } from "./block.js";
import { sha1Digest } from "./digest.js";
import { type HttpHead, parseHttpHead } from "./http-message.js";
import {
  typeReason,
  recordCapture,
  revisitTarget,
  truncation,
  withHttp,
} from "./record-capture.js";
import type { ArchiveRecord } from "./record-reader.js";
import { NOT_JUDGED, textItem, uriOfBrowserText } from "./text-records.js";

/**
 * Numbers of bytes of a block to read before deciding whether all of it is needed. The second number is for a long HTTP
 * head.
 */
const HEAD_BYTES = 1 << 16;
const MOST_HEAD_BYTES = 1 << 20;

/** Number of characters of a header Refresh that are read. */
const LONGEST_REFRESH = 2_000;

/** Number of bytes that a page may keep in memory besides its own, which are its record header and HTTP head. */
const SLACK = 1 << 14;

/** Types of records that are not captures (WARC 1.1, section 6). */
const NO_CAPTURES = new Set(["warcinfo", "request", "metadata", "conversion", "continuation"]);

/** Start of an HTTP response. A record with it is a page or a part of a page, even if its URI is damaged. */
const HTTP_MARK = Buffer.from("HTTP/");

/** Field with the type of the payload that the crawler detected, whatever the server declared. */
const IDENTIFIED = "warc-identified-payload-type";

/** Converts a record to an item. After this call the block of the record has been read or skipped. */
export async function recordItem(
  record: ArchiveRecord,
  context: RecordContext,
): Promise<InputItem> {
  const type = (record.fields.get("warc-type") ?? "").toLowerCase();
  if (context.takesTexts === true || context.formats?.includes("text") === true) {
    const text = await textItem(record, context);
    if (text !== undefined) return text;
  }
  if (uriOfBrowserText(record.fields) !== undefined) return skipRecord(record, NOT_JUDGED.browser);
  switch (type) {
    case "response":
      return responseItem(record, context);
    case "resource":
      return resourceItem(record, context);
    case "revisit":
      return revisitItem(record, context);
    default:
      return NO_CAPTURES.has(type)
        ? skipRecord(record, `${type} record`)
        : untypedItem(record, type);
  }
}

async function untypedItem(record: ArchiveRecord, type: string): Promise<InputItem> {
  await record.block.skip();
  const is =
    type === "" ? "without WARC-Type" : `of the unknown type ${JSON.stringify(type.slice(0, 40))}`;
  return damage(record.source, `a record ${is}`);
}

/** Returns the HTTP head at the front of the block, and the bytes in which it was found. */
async function httpHead({ block }: ArchiveRecord): Promise<{ head: HttpHead; start: Buffer }> {
  let start = await block.head(HEAD_BYTES);
  let head = parseHttpHead(start);
  if (!head.isWhole && start.length === HEAD_BYTES) {
    start = await block.head(MOST_HEAD_BYTES);
    head = parseHttpHead(start);
  }
  return { head, start };
}

/** Skips a record without use. The record is counted, or reported as damage if the input ends within it. */
async function skipRecord(record: ArchiveRecord, reason: string): Promise<InputItem> {
  const end = await record.block.skip();
  if (end.trouble !== "cut") return { kind: "skipped", reason };
  return damage(record.source, `a ${reason} is ${whatIsThere(record, end)}`);
}

async function responseItem(record: ArchiveRecord, context: RecordContext): Promise<InputItem> {
  const uri = record.fields.get("warc-target-uri") ?? "";
  const scheme = /^<?([a-z][a-z0-9+.-]*):/iu.exec(uri)?.[1]?.toLowerCase();
  if (scheme !== undefined && !isPageUri(uri.replace(/^</u, ""))) {
    const isHttp = (await record.block.head(HTTP_MARK.length)).equals(HTTP_MARK);
    return isHttp
      ? noCapture(record, `an HTTP response, but a URI of ${scheme}:`)
      : skipRecord(record, `${scheme} record`);
  }
  const { head, start } = await httpHead(record);
  const known = recordCapture(record, head.fields.get("date"));
  if ("lacks" in known) return noCapture(record, known.lacks);
  const capture = { ...arcType(record, head), ...withHttp(known.capture, head) };
  const { status = 200 } = head;
  if (status === 304) {
    const end = await record.block.skip();
    if (end.trouble === "cut") return missed(capture, cutOff(record, end));
    return { kind: "revisit", capture, target: { profile: "server-not-modified" } };
  }
  if (isRedirect(status, context)) {
    return redirectItem(record, capture, head, context);
  }
  return pageItem(record, capture, head, start, context);
}

/** Returns the type in the line of an ARC record without an HTTP head. Values such as `no-type` do not count. */
function arcType({ format, fields }: ArchiveRecord, head: HttpHead): { contentType?: string } {
  const type = fields.get("content-type") ?? "";
  return format === "ARC" && head.bodyOffset === 0 && type.includes("/")
    ? { contentType: type }
    : {};
}

async function redirectItem(
  record: ArchiveRecord,
  capture: Capture,
  head: HttpHead,
  { redirects }: RecordContext,
): Promise<InputItem> {
  const end = await record.block.skip();
  if (redirects === "skip") {
    return { kind: "skipped", reason: `redirect (--set redirects=skip)` };
  }
  // An incomplete address would be a different address.
  if (end.trouble === "cut" && !head.isWhole) return missed(capture, cutOff(record, end));
  const location = resolveLocation(head.fields.get("location"), capture.uriR);
  return { kind: "redirect", capture, location };
}

/** A resource record contains the page itself without HTTP. Extensions of crawlers store screenshots and text so. */
async function resourceItem(record: ArchiveRecord, context: RecordContext): Promise<InputItem> {
  const uri = (record.fields.get("warc-target-uri") ?? "").replace(/^</u, "");
  if (!isPageUri(uri)) return skipRecord(record, "resource record of something that is not a page");
  const known = recordCapture(record);
  if ("lacks" in known) return noCapture(record, known.lacks);
  const contentType = record.fields.get("content-type");
  const capture = { ...known.capture, contentType };
  const head = { fields: new Map(), headOffset: 0, bodyOffset: 0, isWhole: true, status: 200 };
  return pageItem(record, capture, head, await record.block.head(HEAD_BYTES), context);
}

async function revisitItem(record: ArchiveRecord, context: RecordContext): Promise<InputItem> {
  const uri = (record.fields.get("warc-target-uri") ?? "").replace(/^</u, "");
  if (uri !== "" && !isPageUri(uri)) return skipRecord(record, "revisit record of no page");
  const { head } = await httpHead(record);
  const known = recordCapture(record, head.fields.get("date"));
  if ("lacks" in known) return noCapture(record, known.lacks);
  const capture = withHttp(known.capture, head);
  const { status = 200 } = head;
  if (isRedirect(status, context) && resolveLocation(head.fields.get("location"), capture.uriR)) {
    return redirectItem(record, capture, head, context);
  }
  const end = await record.block.skip();
  // A revisit with only the head often declares the length of the record that it repeats.
  if (end.trouble === "cut" && !head.isWhole) return missed(capture, cutOff(record, end));
  if (declaresOther(capture, context)) {
    return { kind: "other", capture, reason: typeReason(mediaType(capture.contentType)) };
  }
  return { kind: "revisit", capture, target: revisitTarget(record) };
}

const isRedirect = (status: number, { redirects }: RecordContext): boolean =>
  status >= 300 && status < 400 && redirects !== "as-mementos";

/** `start` has the first bytes of the block, including the head. */
async function pageItem(
  record: ArchiveRecord,
  capture: Capture,
  head: HttpHead,
  start: Buffer,
  context: RecordContext,
): Promise<InputItem> {
  const { maxPageBytes } = context;
  const beginning = encodedBody(start.subarray(head.bodyOffset), head, record);
  const reason = whyOther(record, capture, beginning, context);
  if (reason !== undefined) {
    const end = await record.block.skip();
    if (end.trouble !== "cut") {
      if (end.length === 0) return missed(capture, "its record is empty");
      if (!head.isWhole && !declaresOther(capture, context))
        return missed(capture, "its HTTP head has no end");
      return { kind: "other", capture, reason };
    }
    // The missing bytes may contain the signs that this is a page.
    const mayBePage = !head.isWhole || end.length <= head.bodyOffset;
    if (mayBePage && !declaresOther(capture, context)) return missed(capture, cutOff(record, end));
    return damage(record.source, `${capture.uriR} is ${whatIsThere(record, end)}`);
  }
  const end = await record.block.take(maxPageBytes + head.bodyOffset);
  if (end.trouble === "cut") return missed(capture, cutOff(record, end));
  if (end.data === undefined) {
    return missed(
      capture,
      `the page has ${end.length - head.bodyOffset} bytes, more than the ${maxPageBytes} that are read (--set max-page-size)`,
    );
  }
  const bytes = ownBytes(end.data.subarray(head.bodyOffset));
  const notes = [
    ...(capture.notes ?? []),
    ...(head.isWhole ? [] : ["its HTTP head has no end"]),
    ...(head.status === undefined ? ["no HTTP status: the capture is taken as a page"] : []),
    ...(end.trouble === "wrong-length"
      ? [`the record declares ${record.block.declared ?? "no"} bytes and has ${end.length}`]
      : []),
  ];
  return {
    kind: "memento",
    capture: {
      ...capture,
      digest: capture.digest ?? sha1Digest(bytes),
      ...(notes.length > 0 && { notes }),
    },
    body: encodedBody(bytes, head, record),
  };
}

/** Copies bytes to memory of their own, so that a page does not keep the much larger block in which it was read. */
function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.buffer.byteLength - bytes.byteLength < SLACK ? bytes : new Uint8Array(bytes);
}

function encodedBody(bytes: Uint8Array, head: HttpHead, { fields }: ArchiveRecord): EncodedBody {
  const refresh = head.fields.get("refresh");
  const contentEncoding = head.fields.get("content-encoding");
  return {
    ...{ bytes, transferEncoding: head.fields.get("transfer-encoding"), contentEncoding },
    ...(refresh !== undefined && { refresh: refresh.slice(0, LONGEST_REFRESH) }),
    ...{ announced: announcedLength(head.status, (name) => head.fields.get(name)) },
    ...truncation(fields),
  };
}

/**
 * Returns why a record is not a page, or undefined for a page. A record without a declared type whose body is in a coding is not one if
 * its content is known and is that of a file, or if the crawler identified another type.
 */
function whyOther(
  { fields }: ArchiveRecord,
  { contentType }: Capture,
  start: EncodedBody,
  context: RecordContext,
): string | undefined {
  const why = whyNoPage({ contentType, formats: context.formats, body: start }, typeReason);
  const isCoded = start.contentEncoding !== undefined || start.transferEncoding !== undefined;
  if (why === undefined || !isCoded || saysType(contentType)) return why;
  const plain = decodedStart(start);
  const isFile = plain !== undefined && fileContentOf(plain) !== undefined;
  return isFile || declaresOther({ contentType: fields.get(IDENTIFIED) }, context)
    ? why
    : undefined;
}

const declaresOther = (
  { contentType }: { readonly contentType?: string | undefined },
  { formats = ["html"] }: RecordContext,
): boolean => saysType(contentType) && !mayBePage(contentType, formats);

async function noCapture(record: ArchiveRecord, lacks: string): Promise<InputItem> {
  const { trouble } = await record.block.skip();
  const cut = trouble === "cut" ? ", cut off by the end of the file" : "";
  return damage(record.source, `a capture with ${lacks}${cut}`);
}

/** Returns the message of a row, which has its place. Damage is reported with its place. */
const cutOff = (record: ArchiveRecord, end: BlockEnd): string =>
  `${whatIsThere(record, end)} (${placeText(record.source)})`;

function whatIsThere({ block }: ArchiveRecord, { length }: BlockEnd): string {
  const declared = block.declared === undefined ? "" : ` of ${block.declared}`;
  return `${CUT_OFF}: ${length}${declared} bytes of its record are there`;
}
