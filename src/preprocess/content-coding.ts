import * as zlib from "node:zlib";
import { messageOf } from "../errors.js";

/** A page larger, once decoded, than `--max-page-size` allows: a bomb, or no page at all. */
export class PageTooLargeError extends Error {
  override readonly name = "PageTooLargeError";

  constructor(maxBytes: number) {
    super(`page larger than ${maxBytes} bytes once decoded (--max-page-size)`);
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
export interface Decompressed {
  readonly bytes: Uint8Array;
  readonly note?: string;
}

type Decompress = (bytes: Uint8Array, maxBytes: number) => Uint8Array;

/**
 * Undoes one Content-Encoding (RFC 9110, section 8.4.1; name in lower case). A body that does not look like it stays
 * as it is; of one that is cut off or damaged, all that comes out before the damage is kept.
 * Throws {@link PageTooLargeError}, and {@link UndecodableError} when nothing comes out and what is there is no text.
 */
export function decompress(bytes: Uint8Array, coding: string, maxBytes: number): Decompressed {
  if (coding === "" || coding === "identity" || bytes.length === 0) return { bytes };
  const decoder = decoderOf(coding, bytes);
  if (decoder !== undefined && decoder !== "plain") {
    try {
      return { bytes: decoder.whole(bytes, maxBytes) };
    } catch (cause) {
      if (isTooLarge(cause)) throw new PageTooLargeError(maxBytes);
      if (decoder === gzip || !looksLikeGzip(bytes)) {
        return salvage(bytes, coding, maxBytes, decoder.partial, messageOf(cause));
      }
    }
  }
  if (decoder !== gzip && looksLikeGzip(bytes)) {
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
export function undoWhole(
  bytes: Uint8Array,
  coding: string,
  maxBytes: number,
): Uint8Array | "absent" | { readonly broken: string } {
  if (bytes.length === 0) return bytes;
  const named = decoderOf(coding, bytes);
  const decoder = named !== undefined && looksLikeGzip(bytes) ? gzip : named;
  if (decoder === undefined) return bytes;
  if (decoder === "plain") return "absent";
  try {
    return decoder.whole(bytes, maxBytes);
  } catch (cause) {
    return isTooLarge(cause) ? bytes : { broken: messageOf(cause) };
  }
}

interface Decoder {
  readonly whole: Decompress;
  /** Gives what it has when the bytes end too early. */
  readonly partial: Decompress;
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const chunkSize = 64 * 1024;

const gzip = zlibDecoder(zlib.gunzipSync);
const inflate = zlibDecoder(zlib.inflateSync);
const inflateRaw = zlibDecoder(zlib.inflateRawSync);
const brotli: Decoder = {
  whole: (bytes, maxOutputLength) =>
    zlib.brotliDecompressSync(bytes, { chunkSize, maxOutputLength }),
  partial: (bytes, maxOutputLength) =>
    zlib.brotliDecompressSync(bytes, {
      chunkSize,
      maxOutputLength,
      finishFlush: BROTLI_OPERATION_FLUSH,
    }),
};

function zlibDecoder(
  decode: (bytes: Uint8Array, options: zlib.ZlibOptions) => Uint8Array,
): Decoder {
  return {
    whole: (bytes, maxOutputLength) => decode(bytes, { chunkSize, maxOutputLength }),
    partial: (bytes, maxOutputLength) =>
      decode(bytes, { chunkSize, maxOutputLength, finishFlush: Z_SYNC_FLUSH }),
  };
}

function decoderOf(coding: string, bytes: Uint8Array): Decoder | "plain" | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gzip : "plain";
    case "deflate":
    case "x-deflate":
      return looksLikeZlib(bytes) ? inflate : looksLikeText(bytes) ? "plain" : inflateRaw;
    case "br":
      return looksLikeText(bytes) ? "plain" : brotli;
    case "zstd":
      return looksLikeZstd(bytes) ? zstandard() : "plain";
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
  const start = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  return /^(?:ï»¿)?\s*<[!?a-z]/iu.test(start);
}

/** How much of a body tells (WHATWG MIME Sniffing, section 5.1). */
const headerLength = 1445;

/** Bytes that are in no text (the same, section 3: binary data bytes), in one that is not said to be UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false;
  return bytes
    .subarray(0, headerLength)
    .some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

/** Zstandard came to zlib with Node 22.15; the types are those of Node 20. */
function zstandard(): Decoder | undefined {
  const decode: unknown = Reflect.get(zlib, "zstdDecompressSync");
  if (typeof decode !== "function") return undefined;
  const whole: Decompress = (bytes, maxOutputLength) => {
    const result: unknown = Reflect.apply(decode, zlib, [bytes, { chunkSize, maxOutputLength }]);
    if (!(result instanceof Uint8Array)) throw new TypeError("zstd gave no bytes");
    return result;
  };
  return { whole, partial: whole };
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
  decode: Decompress,
  reason: string,
): Decompressed {
  let best: Uint8Array | undefined;
  let good = 0;
  let bad = bytes.length + 1;
  for (let length = bytes.length; good + 1 < bad; length = (good + bad) >>> 1) {
    try {
      best = decode(bytes.subarray(0, length), maxBytes);
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
