import { latin1 } from "../platform/machine.js";
import type { DocumentFormat } from "../types.js";

/** Media type of a Content-Type header, lower-cased, without parameters; empty when there is none. */
export function mediaType(header: string | undefined): string {
  return (header ?? "").split(/[;,]/u, 1)[0]!.trim().toLowerCase();
}

/** True for the types that browsers show as HTML pages. */
export function isHtml(header: string | undefined): boolean {
  const type = mediaType(header);
  return type === "text/html" || type === "application/xhtml+xml";
}

/** Tags that begin an HTML page (WHATWG MIME Sniffing, section 7.1). */
const HTML_START =
  /^(?:<!doctype html|<html|<head|<script|<iframe|<h1|<div|<font|<table|<a|<style|<title|<b|<body|<br|<p)[\s/>]/iu;

/**
 * True when the first bytes of a body without a declared type look like an HTML page: byte order mark, white space,
 * comments and an XML declaration may come before the first tag.
 */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096);
  const utf16 =
    start.length > 1 &&
    ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff));
  let text = latin1(start);
  if (utf16) text = text.slice(2).replaceAll("\0", "");
  text = text.replace(/^\u{ef}\u{bb}\u{bf}/u, "");
  for (;;) {
    text = text.trimStart();
    const end = text.startsWith("<!--")
      ? text.indexOf("-->") + 3
      : text.startsWith("<?xml")
        ? text.indexOf(">") + 1
        : 0;
    if (end < 3) break;
    text = text.slice(end);
  }
  return HTML_START.test(`${text} `);
}

const PDF_TYPES: ReadonlySet<string> = new Set(["application/pdf", "application/x-pdf"]);
/** What servers say of files that they know nothing of. */
const OPAQUE: ReadonlySet<string> = new Set(["application/octet-stream", "binary/octet-stream"]);
/** Texts for readers: scripts, styles and data are text as well. */
const TEXT_TYPES: ReadonlySet<string> = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

/** What the first bytes of a document are, whatever a header or a name says; undefined for what is no text either. */
export function formatOf(bytes: Uint8Array): DocumentFormat | undefined {
  if (looksLikeHtml(bytes)) return "html";
  if (latin1(bytes.subarray(0, 1024)).includes("%PDF-")) return "pdf";
  return isText(bytes) ? "text" : undefined;
}

/** False for what has control characters that no text has. UTF-16 is text if it says so. */
function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096);
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  let odd = 0;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd += 1;
  return odd * 100 <= start.length;
}

/** Whether a header may be that of a document in one of these formats; one without a type is of no other. */
export function mayBeDocument(
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
): boolean {
  const type = mediaType(contentType);
  return (
    isHtml(type) ||
    (formats.includes("pdf") && (PDF_TYPES.has(type) || OPAQUE.has(type))) ||
    (formats.includes("text") && TEXT_TYPES.has(type))
  );
}

/**
 * Whether a capture that is not declared HTML is a document in one of these formats, by the first bytes of its body;
 * without `start`, where these are coded, by its header alone. A PDF is one under any header. Text is one only where it
 * is declared so, or not declared at all.
 */
export function isDocument(
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
  start: Uint8Array | undefined,
): boolean {
  const type = mediaType(contentType);
  if (start === undefined) return !OPAQUE.has(type) && mayBeDocument(type, formats);
  const found = formatOf(start);
  if (found === "pdf") return formats.includes("pdf");
  if (PDF_TYPES.has(type)) return formats.includes("pdf");
  return found !== undefined && formats.includes("text") && (type === "" || TEXT_TYPES.has(type));
}

/** The format in which a document is read, once its codings are undone; what is declared counts where its bytes say nothing. */
export function readAs(
  bytes: Uint8Array,
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
): DocumentFormat {
  const found = formatOf(bytes);
  if (found === "pdf" && formats.includes("pdf")) return "pdf";
  if (isHtml(contentType) || found === "html") return "html";
  if (found === "text" && formats.includes("text")) return "text";
  const type = mediaType(contentType);
  if (PDF_TYPES.has(type)) return "pdf";
  return TEXT_TYPES.has(type) ? "text" : "html";
}
