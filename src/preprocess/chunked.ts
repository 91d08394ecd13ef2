/** A chunked body put together, and what was wrong with it. */
export interface Dechunked {
  readonly bytes: Uint8Array;
  readonly note?: string;
}

/** The note on a body whose coding was undone while its header was kept; pywb serves all of them so. */
export const NOT_CHUNKED = "said to be chunked, but is not";

/**
 * Undoes Transfer-Encoding chunked (RFC 9112, section 7.1). Bytes that are not chunked stay as they are: crawlers
 * often undo the coding and keep the header. Of a body with a wrong chunk size, or cut off, what can be had is kept.
 */
export function dechunk(bytes: Uint8Array): Dechunked {
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
  const line = Buffer.from(bytes.buffer, bytes.byteOffset + at, newline).toString("latin1");
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
