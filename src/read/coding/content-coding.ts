import {
  gunzip,
  inflate,
  inflateRaw,
  unbrotli,
  type Unpack,
  unzstd,
} from "../../base/platform/codecs.js";
import { latin1 } from "../../base/platform/machine.js";
import type { EncodedBody } from "../../base/types.js";

/** A chunked body put together, and what was wrong with it. */
interface Dechunked {
  readonly bytes: Uint8Array;
  readonly note?: string;
}

/** The note on a body whose coding was undone while its header was kept; pywb serves all of them so. */
export const NOT_CHUNKED = "said to be chunked, but is not";

/**
 * Undoes Transfer-Encoding chunked (RFC 9112, section 7.1). Bytes that are not chunked stay as they are: crawlers
 * often undo the coding and keep the header. Of a body with a wrong chunk size, or cut off, what can be read is kept.
 */
function dechunk(bytes: Uint8Array): Dechunked {
  if (bytes.length === 0) return { bytes };
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (;;) {
    const line = readSizeLine(bytes, at);
    if (line === undefined) {
      if (at >= bytes.length) return join(chunks, "the chunked body ends before its last chunk");
      if (chunks.length === 0) return { bytes, note: NOT_CHUNKED };
      chunks.push(bytes.subarray(at));
      return join(chunks, "a chunk size is wrong: the rest was taken as it is");
    }
    if (line.size === 0) return join(chunks);
    const end = line.next + line.size;
    const after = endOfLine(bytes, end);
    if (end > bytes.length) {
      chunks.push(bytes.subarray(line.next));
      return join(chunks, "the chunked body ends before its last chunk");
    }
    if (after === undefined && end < bytes.length) {
      if (chunks.length === 0) return { bytes, note: NOT_CHUNKED };
      chunks.push(bytes.subarray(line.next));
      return join(chunks, "a chunk size is wrong: the rest was taken as it is");
    }
    chunks.push(bytes.subarray(line.next, end));
    at = after ?? end;
  }
}

function join(chunks: readonly Uint8Array[], note?: string): Dechunked {
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

/** Where the line break at `at` ends; undefined when there is none. */
function endOfLine(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at] === 0x0a) return at + 1;
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 2 : undefined;
}
/** A page larger, once decoded, than `--max-page-size` allows: a bomb, or no page at all. */
export class PageTooLargeError extends Error {
  override readonly name = "PageTooLargeError";

  constructor(maxBytes: number) {
    super(`page larger than ${maxBytes} bytes once decoded (--set max-page-size)`);
  }
}

/** A body in a coding that cannot be undone: what could be measured of it is not what the page said. */
export class UndecodableError extends Error {
  override readonly name = "UndecodableError";

  constructor(why: string) {
    super(`the body cannot be decoded: ${why}`);
  }
}

/** A body with one content coding undone, and what was wrong with it. */
interface Decompressed {
  readonly bytes: Uint8Array;
  readonly note?: string;
}

/**
 * Undoes one Content-Encoding (RFC 9110, section 8.4.1; name in lower case). A body that does not look like it stays
 * as it is; of one that is cut off or damaged, all that comes out before the damage is kept.
 * Throws {@link PageTooLargeError}, and {@link UndecodableError} when nothing comes out and what is there is no text.
 */
function decompress(bytes: Uint8Array, coding: string, maxBytes: number): Decompressed {
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
  if (decoder !== undefined) return { bytes, note: `said to be ${coding}, but is not` };
  const unknown = `unknown coding "${printable(coding)}"`;
  if (isBinary(bytes)) {
    throw new UndecodableError(looksLikeZstd(bytes) ? "zstd needs Node 22.15 or later" : unknown);
  }
  return { bytes, note: `${unknown}: left in place` };
}

/**
 * Undoes one Content-Encoding whole. `absent`: the body is not in that coding; `broken`: it is, and ends early or is
 * damaged. Codings that are not known, and what is larger than `maxBytes`, come back as they are.
 */
function undoWhole(
  bytes: Uint8Array,
  coding: string,
  maxBytes: number,
): Uint8Array | "absent" | { readonly broken: string } {
  if (bytes.length === 0) return bytes;
  const named = decoderOf(coding, bytes);
  const decoder = named !== undefined && looksLikeGzip(bytes) ? gunzip : named;
  if (decoder === undefined) return bytes;
  if (decoder === "plain") return "absent";
  try {
    return decoder(bytes, { most: maxBytes, isPartial: false });
  } catch (cause) {
    return isTooLarge(cause) ? bytes : { broken: whyBroken(decoder, cause) };
  }
}

/** What a decoder found: those of Brotli and Zstandard have no common words for it, and the numbers are not the system's. */
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

/** RFC 1952: two bytes that mark it, and the one method there is. */
export function looksLikeGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8;
}

/** RFC 1950: method 8, and the first two bytes a multiple of 31. Servers also send raw deflate (RFC 1951). */
function looksLikeZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function looksLikeZstd(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}

/** Markup at the start, after a byte order mark and white space: no compressed page looks so. */
function looksLikeText(bytes: Uint8Array): boolean {
  const start = latin1(bytes.subarray(0, 64));
  return /^(?:ï»¿)?\s*<[!?a-z]/iu.test(start);
}

/** How much of a body is looked at (WHATWG MIME Sniffing, section 5.1). */
const headerLength = 1445;

/** Bytes that are in no text (the same, section 3: binary data bytes), in one that is not said to be UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
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
 * What comes out before the first damaged byte: the longest beginning that decodes, found by halving, because the
 * synchronous decoders (the fast ones) throw all away when they meet damage.
 */
function salvage(
  bytes: Uint8Array,
  coding: string,
  maxBytes: number,
  decode: Unpack,
  reason: string,
): Decompressed {
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
  if (best !== undefined && best.length > 0) {
    return {
      bytes: best,
      note: `${coding} cut off or damaged (${reason}): ${best.length} bytes had`,
    };
  }
  if (isBinary(bytes)) throw new UndecodableError(`said to be ${coding} (${reason})`);
  return {
    bytes,
    note: `said to be ${coding}, but cannot be decoded (${reason}): left as it is`,
  };
}

/** A header's value for a message: no control characters, not without end. */
export function printable(value: string): string {
  return value.replace(/\p{Cc}/gu, "?").slice(0, 80);
}
/** A body with all its codings undone, and what was wrong with them. */
export interface DecodedBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

/** A server would hardly use more codings on one body. */
const mostCodings = 8;

/**
 * The HTTP body with its transfer codings and then its content codings undone, last applied first (RFC 9112, section
 * 6.1; RFC 9110, section 8.4), names in any letter case. Headers lie: a coding that is not there, not known or
 * damaged gives a note, and the bytes that can be read; gzip that no header names is undone as well. Throws
 * {@link PageTooLargeError} when they are more than `maxBytes` (no more than that is ever held), and
 * {@link UndecodableError} when what is left is not text.
 */
export function decodeBody(
  { bytes: encoded, transferEncoding, contentEncoding }: EncodedBody,
  maxBytes: number,
): DecodedBody {
  const notes: string[] = [];
  let bytes = encoded;
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
    if (undone.note !== undefined) notes.push(`${header}: ${undone.note}`);
  }
  if (codings.length > mostCodings)
    notes.push(`${codings.length} codings named: no more than ${mostCodings} were undone`);
  if (looksLikeGzip(bytes)) {
    const { note, bytes: unpacked } = decompress(bytes, "gzip", maxBytes);
    bytes = unpacked;
    notes.push(
      `Content-Encoding: gzip that no header names${note === undefined ? "" : `, ${note}`}`,
    );
  }
  if (bytes.length > maxBytes) throw new PageTooLargeError(maxBytes);
  return { bytes, notes };
}

/**
 * Why a body that was fetched cannot be relied on: its coding breaks off or is damaged, or it is not in the coding that
 * its header names, so that its Content-Length may be that of the coded body. A page that ends with its end tag is whole.
 */
export function bodyDoubt(
  { bytes, contentEncoding }: EncodedBody,
  hasLength: boolean,
  maxBytes: number,
): string | undefined {
  let body = bytes;
  for (const name of codingsOf(contentEncoding).slice(0, mostCodings)) {
    const undone = undoWhole(body, name, maxBytes);
    if (undone === "absent") {
      const end = latin1(body.subarray(-256));
      if (!hasLength || /<\/html\s*>\s*$/iu.test(end)) return undefined;
      return `the body is not ${printable(name)} as its header says, and may be cut off by its Content-Length`;
    }
    if ("broken" in undone) {
      return `the ${printable(name)} of the body is cut off or damaged (${undone.broken})`;
    }
    body = undone;
  }
  return undefined;
}

/** True for a page of no more bytes than a coded body had before it broke off. */
export function endsWhereBroken(page: EncodedBody, broken: EncodedBody, maxBytes: number): boolean {
  const [coding = ""] = codingsOf(broken.contentEncoding);
  if (coding === "" || undoWhole(broken.bytes, coding, maxBytes) === "absent") return false;
  try {
    return decodeBody(page, maxBytes).bytes.length <= decodeBody(broken, maxBytes).bytes.length;
  } catch {
    return false;
  }
}

/** The codings of a header in the order in which they must be undone. */
function codingsOf(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "")
    .reverse();
}
