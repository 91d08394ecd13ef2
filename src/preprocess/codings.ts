import type { EncodedBody } from "../types.js";
import { dechunk } from "./chunked.js";
import { PageTooLargeError, decompress, looksLikeGzip } from "./content-coding.js";

export { PageTooLargeError, UndecodableError } from "./content-coding.js";

/** A server would hardly use more codings on one body. */
const mostCodings = 8;

/**
 * The HTTP body with its transfer codings and then its content codings undone, last applied first (RFC 9112, section
 * 6.1; RFC 9110, section 8.4), names in any letter case. Headers lie: a coding that is not there, not known or
 * damaged gives a note, and the bytes that can be had; gzip that no header names is undone as well. Throws
 * {@link PageTooLargeError} when they are more than `maxBytes` (no more than that is ever held), and
 * {@link UndecodableError} when what is left is no text.
 */
export function decodeBody(
  { bytes: encoded, transferEncoding, contentEncoding }: EncodedBody,
  maxBytes: number,
): { bytes: Uint8Array; notes: string[] } {
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

/** The codings of a header in the order in which they must be undone. */
function codingsOf(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "")
    .reverse();
}
