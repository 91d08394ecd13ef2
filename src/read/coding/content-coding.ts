import {
  gunzip,
  inflate,
  inflateRaw,
  unbrotli,
  type Unpack,
  unzstd,
} from "../../base/platform/codecs.js";
import { latin1 } from "../../base/platform/machine.js";
import { grouped } from "../../base/text.js";
import type { EncodedBody } from "../../base/types.js";

/** The content of a body with one coding undone, and a note if the coding was wrong or damaged. */
interface Undone {
  readonly bytes: Uint8Array;
  readonly note?: string;
  /** True if the body ends before the coding does, so that a part is missing. */
  readonly isCut?: true;
  /** Set if the body is not in the coding, or if the coding is incomplete or damaged. */
  readonly fault?: "absent" | { readonly broken: string };
}

/** Note for a body that is no longer chunked although its header says that it is, as in every response of pywb. */
export const NOT_CHUNKED = "said to be chunked, but is not";

/**
 * Undoes Transfer-Encoding chunked (RFC 9112, section 7.1). Bytes that are not chunked are returned unchanged, because
 * crawlers often undo the coding and keep the header. If a chunk size is wrong or the body is incomplete, all bytes
 * that can be read are returned.
 */
function dechunk(bytes: Uint8Array): Undone {
  if (bytes.length === 0) return { bytes };
  const chunks: Uint8Array[] = [];
  const withRest = (from: number): Undone =>
    chunks.length === 0
      ? { bytes, note: NOT_CHUNKED }
      : join([...chunks, bytes.subarray(from)], WRONG_SIZE);
  let at = 0;
  for (;;) {
    const line = readSizeLine(bytes, at);
    if (line === undefined) {
      return at < bytes.length ? withRest(at) : { ...join(chunks, ENDS_EARLY), isCut: true };
    }
    if (line.size === 0) return join(chunks);
    const end = line.next + line.size;
    const after = endOfLine(bytes, end);
    if (end > bytes.length) {
      chunks.push(bytes.subarray(line.next));
      return { ...join(chunks, ENDS_EARLY), isCut: true };
    }
    if (after === undefined && end < bytes.length) return withRest(line.next);
    chunks.push(bytes.subarray(line.next, end));
    at = after ?? end;
  }
}

const WRONG_SIZE = "a chunk size is wrong: the rest was taken as it is";
const ENDS_EARLY = "the chunked body ends before its last chunk";

function join(chunks: readonly Uint8Array[], note?: string): Undone {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return note === undefined ? { bytes } : { bytes, note };
}

const longestSizeLine = 256;
const sizeLine = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?$/iu;

function readSizeLine(
  bytes: Uint8Array,
  at: number,
): { readonly size: number; readonly next: number } | undefined {
  const newline = bytes.subarray(at, at + longestSizeLine).indexOf(0x0a);
  if (newline < 0) return undefined;
  const line = latin1(bytes.subarray(at, at + newline));
  const digits = sizeLine.exec(line)?.[1];
  return digits === undefined
    ? undefined
    : { size: Number.parseInt(digits, 16), next: at + newline + 1 };
}

/** Returns the position after the line break at `at`, or `undefined` if other bytes stand there. */
function endOfLine(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at] === 0x0a) return at + 1;
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 2 : undefined;
}
/**
 * Thrown for a page that is larger after decoding than `--max-page-size` allows. Such a page is a decompression bomb or
 * no page at all.
 */
export class PageTooLargeError extends Error {
  override readonly name = "PageTooLargeError";

  constructor(maxBytes: number) {
    super(`page larger than ${maxBytes} bytes once decoded (--set max-page-size)`);
  }
}

/** Thrown for a body in a coding that cannot be undone, because its bytes show nothing of the page. */
export class UndecodableError extends Error {
  override readonly name = "UndecodableError";

  constructor(why: string) {
    super(`the body cannot be decoded: ${why}`);
  }
}

/**
 * Undoes one Content-Encoding (RFC 9110, section 8.4.1; `coding` in lower case). A body that is not in that coding is
 * returned unchanged. If a body is incomplete or damaged, everything before the damage is returned. Throws
 * {@link PageTooLargeError}, and {@link UndecodableError} if nothing can be decoded and the bytes are not text.
 */
function decompress(bytes: Uint8Array, coding: string, maxBytes: number): Undone {
  if (coding === "" || coding === "identity" || bytes.length === 0) return { bytes };
  const decoder = decoderOf(coding, bytes);
  if (decoder !== undefined && decoder !== "plain") {
    try {
      return { bytes: decoder(bytes, { most: maxBytes, isPartial: false }) };
    } catch (cause) {
      if (isTooLarge(cause)) throw new PageTooLargeError(maxBytes);
      if (decoder === gunzip || !looksLikeGzip(bytes)) {
        return salvage(bytes, coding, maxBytes, decoder, whyBroken(decoder, cause));
      }
    }
  }
  if (decoder !== gunzip && looksLikeGzip(bytes)) {
    const note = `said to be ${printable(coding)}, but is gzip`;
    return { note, ...decompress(bytes, "gzip", maxBytes) };
  }
  if (decoder !== undefined) {
    return { bytes, note: `said to be ${coding}, but is not`, fault: "absent" };
  }
  const unknown = `unknown coding "${printable(coding)}"`;
  if (looksBinary(bytes)) {
    throw new UndecodableError(looksLikeZstd(bytes) ? "zstd needs Node 22.15 or later" : unknown);
  }
  return { bytes, note: `${unknown}: left in place` };
}

/**
 * Node and the browser have no common message for Brotli and Zstandard, and their error numbers are not those of the
 * system.
 */
const whyBroken = (decoder: Unpack, cause: unknown): string =>
  (decoder === gunzip || decoder === inflate || decoder === inflateRaw) && cause instanceof Error
    ? cause.message
    : "the data end early or are wrong";

function decoderOf(coding: string, bytes: Uint8Array): Unpack | "plain" | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip : "plain";
    case "deflate":
    case "x-deflate":
      return looksLikeZlib(bytes) ? inflate : looksLikeText(bytes) ? "plain" : inflateRaw;
    case "br":
      return looksLikeText(bytes) ? "plain" : unbrotli;
    case "zstd":
      return looksLikeZstd(bytes) ? unzstd : "plain";
    default:
      return undefined;
  }
}

/** Returns whether bytes start with the two magic bytes of gzip and its only method (RFC 1952). */
export function looksLikeGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8;
}

/**
 * Returns whether bytes start with a zlib header, which has method 8 and whose first two bytes are a multiple of 31
 * (RFC 1950). Servers also send raw deflate (RFC 1951), which has no header.
 */
function looksLikeZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function looksLikeZstd(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}

/** Returns whether bytes start with markup, after a byte order mark and white space. No compressed page does. */
function looksLikeText(bytes: Uint8Array): boolean {
  const start = latin1(bytes.subarray(0, 64));
  return /^(?:ï»¿)?\s*<[!?a-z]/iu.test(start);
}

/** Number of bytes to inspect (WHATWG MIME Sniffing, section 5.1). */
const headerLength = 1445;

/**
 * Returns whether bytes include a "binary data byte" (WHATWG MIME Sniffing, section 3). UTF-16 with a byte order mark
 * is text.
 */
function looksBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false;
  return bytes
    .subarray(0, headerLength)
    .some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
}

/**
 * Returns all that can be decoded before the first damaged byte. Finds the longest beginning that can be decoded by
 * bisection, because the synchronous decoders, which are fast, discard all output when they meet damage.
 */
function salvage(
  bytes: Uint8Array,
  coding: string,
  maxBytes: number,
  decode: Unpack,
  reason: string,
): Undone {
  let best: Uint8Array | undefined;
  let good = 0;
  let bad = bytes.length + 1;
  for (let length = bytes.length; good + 1 < bad; length = (good + bad) >>> 1) {
    try {
      best = decode(bytes.subarray(0, length), { most: maxBytes, isPartial: true });
      good = length;
    } catch (cause) {
      if (isTooLarge(cause)) throw new PageTooLargeError(maxBytes);
      bad = length;
    }
  }
  const fault = { broken: reason };
  if (best !== undefined && best.length > 0) {
    return {
      ...{ bytes: best, fault },
      note: `${coding} cut off or damaged (${reason}): ${best.length} bytes were decoded`,
      // With a wrong checksum, all bytes were decoded.
      ...(!/^incorrect (?:data|length) check$/u.test(reason) && { isCut: true }),
    };
  }
  if (looksBinary(bytes)) throw new UndecodableError(`said to be ${coding} (${reason})`);
  return {
    ...{ bytes, fault },
    note: `said to be ${coding}, but cannot be decoded (${reason}): left as it is`,
  };
}

/** Returns the value of a header for a message: without control characters, and at most 80 characters. */
export function printable(value: string): string {
  return value.replace(/\p{Cc}/gu, "?").slice(0, 80);
}
/** A body with all its codings undone, and notes about wrong or damaged ones. */
export interface DecodedBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
  /** Reason why a part of the body is missing. */
  readonly incomplete?: string;
}

/** No correct server applies more to one body. */
const mostCodings = 8;

/**
 * Undoes the transfer codings of an HTTP body and then its content codings, last applied first (RFC 9112, section 6.1;
 * RFC 9110, section 8.4). Names may have any letter case. Headers are often wrong. A coding that is absent, unknown or
 * damaged gives a note and the bytes that can be read, and gzip is undone even if no header declares it. Throws
 * {@link PageTooLargeError} if the result has more than `maxBytes` (no more than that is ever in memory), and
 * {@link UndecodableError} if the result is not text.
 */
export function decodeBody(encoded: EncodedBody, maxBytes: number): DecodedBody {
  const { transferEncoding, contentEncoding } = encoded;
  const notes: string[] = [];
  let { bytes } = encoded;
  let cut: string | undefined;
  const codings = [
    ...codingsOf(transferEncoding).map((name) => ({ header: "Transfer-Encoding", name })),
    ...codingsOf(contentEncoding).map((name) => ({ header: "Content-Encoding", name })),
  ];
  for (const { header, name } of codings.slice(0, mostCodings)) {
    const undone =
      header === "Transfer-Encoding" && name === "chunked"
        ? dechunk(bytes)
        : decompress(bytes, name, maxBytes);
    bytes = undone.bytes;
    if (undone.note === undefined) continue;
    const note = `${header}: ${undone.note}`;
    notes.push(note);
    if (undone.isCut === true) cut ??= note;
  }
  if (codings.length > mostCodings)
    notes.push(`${codings.length} codings named: no more than ${mostCodings} were undone`);
  if (looksLikeGzip(bytes)) {
    const { note: trouble, isCut, bytes: unpacked } = decompress(bytes, "gzip", maxBytes);
    bytes = unpacked;
    const note = `Content-Encoding: gzip that no header names${trouble === undefined ? "" : `, ${trouble}`}`;
    notes.push(note);
    if (isCut === true) cut ??= note;
  }
  if (bytes.length > maxBytes) throw new PageTooLargeError(maxBytes);
  const incomplete = encoded.cut ?? whyCut(encoded, bytes, cut);
  return { bytes, notes, ...(incomplete !== undefined && { incomplete }) };
}

/** Number of bytes at the end of a page in which its end tag is searched for. Programs add remarks after the tag. */
const END_BYTES = 1024;

/**
 * Returns why a body counts as cut off. Returns `undefined` for a whole one, and for a page that ends with its end tag:
 * many servers announce a wrong length, and some crawlers leave out the last chunk. `ofCoding` is the reason that its
 * codings show.
 */
function whyCut(
  encoded: EncodedBody,
  decoded: Uint8Array,
  ofCoding: string | undefined,
): string | undefined {
  const { doubt } = encoded;
  const reason = doubt ?? ofCoding ?? shortOf(encoded, decoded);
  if (reason === undefined || /<\/html\s*>/iu.test(latin1(decoded.subarray(-END_BYTES)))) {
    return undefined;
  }
  return reason;
}

/** A crawler that undid the coding and kept the headers has stored another number of bytes than the site sent. */
function shortOf(
  { bytes, announced, contentEncoding }: EncodedBody,
  decoded: Uint8Array,
): string | undefined {
  if (announced === undefined) return undefined;
  const stored = announced.of === "sent" ? bytes : decoded;
  if (stored.length >= announced.bytes) return undefined;
  if (announced.of === "sent" && stored.length > 0) {
    const [coding] = codingsOf(contentEncoding).filter((name) => name !== "identity");
    if (coding !== undefined && isUndone(bytes, coding)) return undefined;
  }
  return `Content-Length says ${grouped(announced.bytes)} bytes, ${grouped(stored.length)} are stored`;
}

/** Returns whether bytes are not in a coding that is known. */
function isUndone(bytes: Uint8Array, coding: string): boolean {
  const decoder = decoderOf(coding, bytes);
  // Brotli and raw deflate have no mark at their beginning.
  const hasNoMark = decoder === unbrotli || decoder === inflateRaw;
  return decoder === "plain" || (hasNoMark && !looksBinary(bytes));
}

/** Number of bytes of a coded body that show the start of its content. */
const CODED_START = 512;
/** Limit that no content of so few bytes reaches, since deflate shrinks to a thousandth at most. */
const MOST_START = 1 << 22;

/** Returns undefined if the codings cannot be undone, so that nothing is known about the content. */
export function decodedStart({
  bytes,
  transferEncoding,
  contentEncoding,
}: EncodedBody): Uint8Array | undefined {
  const codings = [...codingsOf(transferEncoding), ...codingsOf(contentEncoding)];
  if (codings.length === 0) return bytes;
  // Half a frame of Zstandard cannot be decoded.
  let start = looksLikeZstd(bytes) ? bytes : bytes.subarray(0, CODED_START);
  try {
    for (const name of codings.slice(0, mostCodings)) {
      start = name === "chunked" ? dechunk(start).bytes : startOf(start, name);
    }
    return start;
  } catch {
    return undefined;
  }
}

/** Undoes one coding of the first bytes of a body. Throws if they are not in that coding, or if it is unknown. */
function startOf(bytes: Uint8Array, coding: string): Uint8Array {
  if (coding === "identity") return bytes;
  const named = decoderOf(coding, bytes);
  const decoder = named !== gunzip && looksLikeGzip(bytes) ? gunzip : named;
  if (decoder === undefined) throw new UndecodableError(coding);
  return decoder === "plain" ? bytes : decoder(bytes, { most: MOST_START, isPartial: true });
}

/**
 * Returns the reason why a fetched body may be incomplete. Its coding is incomplete or damaged, or it is not in the
 * coding of its header, so that its Content-Length may belong to the coded body. A page that ends with its end tag is
 * complete. Returns `undefined` if there is no doubt.
 */
export function bodyDoubt(
  { bytes, contentEncoding }: EncodedBody,
  hasLength: boolean,
  maxBytes: number,
): string | undefined {
  let body = bytes;
  for (const name of codingsOf(contentEncoding).slice(0, mostCodings)) {
    const undone = triedCoding(body, name, maxBytes);
    if (undone === undefined) return undefined;
    if (undone.fault === "absent") {
      const end = latin1(body.subarray(-256));
      if (!hasLength || /<\/html\s*>\s*$/iu.test(end)) return undefined;
      return `the body is not ${printable(name)} as its header says, and may be cut off by its Content-Length`;
    }
    if (undone.fault !== undefined) {
      return `the ${printable(name)} of the body is cut off or damaged (${undone.fault.broken})`;
    }
    body = undone.bytes;
  }
  return undefined;
}

/** Returns `undefined` for a coding that is not known and for a result of more than `maxBytes`. */
function triedCoding(bytes: Uint8Array, coding: string, maxBytes: number): Undone | undefined {
  try {
    return decompress(bytes, coding, maxBytes);
  } catch (cause) {
    const isBroken = cause instanceof UndecodableError && decoderOf(coding, bytes) !== undefined;
    return isBroken ? { bytes, fault: { broken: cause.message } } : undefined;
  }
}

/** Returns whether a decoded page has at most as many bytes as could be decoded of an incomplete coded body. */
export function endsWhereBroken(page: EncodedBody, broken: EncodedBody, maxBytes: number): boolean {
  const [coding] = codingsOf(broken.contentEncoding);
  if (coding === undefined) return false;
  if (triedCoding(broken.bytes, coding, maxBytes)?.fault === "absent") return false;
  try {
    return decodeBody(page, maxBytes).bytes.length <= decodeBody(broken, maxBytes).bytes.length;
  } catch {
    return false;
  }
}

/** Returns the codings of a header in the order in which they must be undone. */
function codingsOf(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "")
    .reverse();
}
