import * as zlib from "node:zlib";
import { looksLikeHtml } from "../mementos/content-type.js";
import type { Fields } from "./fields.js";

/** Bytes of a body without a declared type that are looked at. */
export const SNIFFED = 4096;

/** True when the beginning of a body looks like HTML, its codings undone as far as they have to be. */
export function startsLikeHtml(start: Buffer, fields: Fields): boolean {
  if (looksLikeHtml(start)) return true;
  const isChunked = /\bchunked\b/iu.test(fields.list("transfer-encoding") ?? "");
  const dechunked = isChunked ? withoutFirstChunkSize(start) : start;
  const decoded = beginningOf(dechunked, (fields.list("content-encoding") ?? "").toLowerCase());
  return decoded !== undefined && looksLikeHtml(decoded);
}

function withoutFirstChunkSize(start: Buffer): Buffer {
  const size = /^[0-9a-f]{1,8}[^\n]{0,100}\n/iu.exec(start.toString("latin1", 0, 128))?.[0];
  return start.subarray(size?.length ?? 0);
}

function beginningOf(bytes: Buffer, coding: string): Buffer | undefined {
  const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 22 };
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return zlib.gunzipSync(bytes, options);
    if (coding.includes("deflate")) {
      return ((bytes[0] ?? 0) & 0x0f) === 8
        ? zlib.inflateSync(bytes, options)
        : zlib.inflateRawSync(bytes, options);
    }
    if (coding.includes("br")) {
      const finishFlush = zlib.constants.BROTLI_OPERATION_FLUSH;
      return zlib.brotliDecompressSync(bytes, { ...options, finishFlush });
    }
  } catch {
    // Not what it says it is: then it is not a page that a browser would show either.
    return undefined;
  }
  return bytes;
}
