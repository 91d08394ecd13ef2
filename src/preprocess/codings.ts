import type { EncodedBody } from "../types.js";
import { dechunk } from "./chunked.js";
import {
  PageTooLargeError,
  decompress,
  looksLikeGzip,
  printable,
  undoWhole,
} from "./content-coding.js";

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
      const end = Buffer.from(body.subarray(-256)).toString("latin1");
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
