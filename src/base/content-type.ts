import { isPdf } from "./file-content.js";
import { latin1 } from "./platform/machine.js";
import { structuredFormatOf } from "./structured-data.js";
import type { DocumentFormat } from "./types.js";
import { textStart, utf16Of } from "./utf16.js";

/**
 * Returns the media type of a Content-Type header in lower case and without parameters. Returns an empty text if there
 * is none.
 */
export function mediaType(header: string | undefined): string {
  return (header ?? "").split(/[;,]/u, 1)[0]!.trim().toLowerCase();
}

/** True for media types that browsers show as HTML pages. */
export function isHtml(header: string | undefined): boolean {
  const type = mediaType(header);
  return type === "text/html" || type === "application/xhtml+xml";
}

/** Tags that begin an HTML page (WHATWG MIME Sniffing, section 7.1). */
const HTML_START =
  /^(?:<!doctype html|<html|<head|<script|<iframe|<h1|<div|<font|<table|<a|<style|<title|<b|<body|<br|<p)[\s/>]/iu;

/**
 * True if the first bytes of a body without a declared type look like an HTML page. A byte order mark, white space,
 * comments and an XML declaration may precede the first tag.
 */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  let text = textStart(bytes);
  for (;;) {
    const end = text.startsWith("<!--")
      ? text.indexOf("-->") + 3
      : text.startsWith("<?xml")
        ? text.indexOf(">") + 1
        : 0;
    if (end < 3) break;
    text = text.slice(end).trimStart();
  }
  return HTML_START.test(`${text} `);
}

const XML_TYPES = ["application/xml", "text/xml"];

/** Media types of the formats that their first bytes identify. */
const TYPES = {
  pdf: new Set(["application/pdf", "application/x-pdf"]),
  zip: new Set([
    ...["application/zip", "application/x-zip-compressed", "application/x-zip"],
    ...["application/gzip", "application/x-gzip"],
  ]),
  feed: new Set([
    ...["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/rss"],
    ...XML_TYPES,
  ]),
  json: new Set([
    ...["application/json", "text/json", "application/ld+json", "application/feed+json"],
    ...["application/geo+json", "application/vnd.api+json", "application/hal+json"],
  ]),
  sitemap: new Set(XML_TYPES),
} as const;
/** Formats that are text for a run which does not ask for them. */
const STRUCTURED: ReadonlySet<DocumentFormat> = new Set(["feed", "json", "sitemap"]);
const SIGNED_TYPES = Object.keys(TYPES) as (keyof typeof TYPES)[];
/** Media types that servers send for files of unknown type. */
const OPAQUE: ReadonlySet<string> = new Set(["application/octet-stream", "binary/octet-stream"]);
/** Media types of prose. Other types of text, such as scripts, style sheets and data, are not documents. */
const TEXT_TYPES: ReadonlySet<string> = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

/**
 * Returns the format of a document according to its first bytes, whatever its header or name says. Returns undefined
 * for binary data of another kind.
 */
export function formatOf(bytes: Uint8Array): DocumentFormat | undefined {
  if (looksLikeHtml(bytes)) return "html";
  const start = latin1(bytes.subarray(0, 4096));
  if (ZIP_STARTS.some((each) => start.startsWith(each))) return "zip";
  // A program of characters, whose text is not that of its pages. Printer drivers may write a Ctrl-D before it.
  if (["%!PS", "\u0004%!PS"].some((each) => start.startsWith(each))) return undefined;
  if (isPdf(start)) return "pdf";
  return isText(bytes) ? (structuredFormatOf(bytes) ?? "text") : undefined;
}

/** Returns the format of the bytes for a run with these formats. */
function formatAmong(
  formats: readonly DocumentFormat[],
  bytes: Uint8Array,
): DocumentFormat | undefined {
  const found = formatOf(bytes);
  return found !== undefined && STRUCTURED.has(found) && !formats.includes(found) ? "text" : found;
}

/** First bytes of zip files (with and without entries) and of gzip files with deflate, the only method in use. */
const ZIP_STARTS = ["PK\u0003\u0004", "PK\u0005\u0006", "\u001F\u008B\u0008"];

/** False if over 1% of the bytes are control characters that text does not contain. */
function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096);
  if (utf16Of(start) !== undefined) return true;
  let odd = 0;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd += 1;
  return odd * 100 <= start.length;
}

/** A missing header allows only HTML. */
export function mayBeDocument(
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
): boolean {
  const type = mediaType(contentType);
  return (
    isHtml(type) ||
    SIGNED_TYPES.some(
      (format) => formats.includes(format) && (TYPES[format].has(type) || OPAQUE.has(type)),
    ) ||
    (formats.includes("text") && TEXT_TYPES.has(type))
  );
}

/** Media types of files that are no pages even if an HTML page has been sent in their place. */
const NO_PAGES = /^(?:image|audio|video|font|model)\/|css|script|json|rss|atom|wasm|pdf|zip/u;

/** Matches the first tag of an HTML page that is declared as XML, which may have any tags. */
const HTML_IN_XML = /<(?:!doctype html|html)[\s>]/iu;

/** Servers send pages with very many types. */
export function isHiddenHtml(type: string, start: Uint8Array): boolean {
  if (NO_PAGES.test(type) || !looksLikeHtml(start)) return false;
  return !type.endsWith("xml") || HTML_IN_XML.test(latin1(start.subarray(0, 4096)));
}

/**
 * Tells whether a capture with this Content-Type may be a page in one of these formats, so that its content must be read to know. Besides
 * documents this is HTML under most other types, which `text` among the formats reads.
 */
export function mayBePage(
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
): boolean {
  const hidesHtml = formats.includes("text") && !NO_PAGES.test(mediaType(contentType));
  return hidesHtml || mayBeDocument(contentType, formats);
}

/**
 * Tells whether a capture that is not declared as HTML is a document in one of these formats. The first bytes of its
 * body decide, or its header alone without `start` (if the caller has only encoded bytes). PDF is
 * recognised under any header, as are feeds and sitemaps, and HTML under most. Text, JSON and zip must be declared as such
 * or not declared at all, because programs and books are served as text and zip too.
 */
export function isDocument(
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
  start: Uint8Array | undefined,
): boolean {
  const type = mediaType(contentType);
  if (start === undefined) return !OPAQUE.has(type) && mayBeDocument(type, formats);
  const found = formatAmong(formats, start);
  if (found === "pdf") return formats.includes(found);
  if (found === "feed" || found === "sitemap") return true;
  if (found === "json") {
    return type === "" || OPAQUE.has(type) || TEXT_TYPES.has(type) || TYPES.json.has(type);
  }
  if (TYPES.pdf.has(type)) return formats.includes("pdf");
  if (found === "zip") {
    const isDeclared = type === "" || OPAQUE.has(type) || TYPES.zip.has(type);
    return isDeclared && formats.includes("zip");
  }
  if (found === undefined || !formats.includes("text")) return false;
  return type === "" || TEXT_TYPES.has(type) || isHiddenHtml(type, start);
}

/** Browsers treat some values as no type (WHATWG MIME Sniffing, sections 4.4 and 7). */
export function saysType(contentType: string | undefined): boolean {
  const type = mediaType(contentType);
  return type.includes("/") && !UNKNOWN.has(type);
}

const UNKNOWN: ReadonlySet<string> = new Set(["unknown/unknown", "application/unknown", "*/*"]);

/**
 * Returns the format in which a decoded document must be read. The declared type counts only if the bytes are not
 * conclusive.
 */
export function readAs(
  bytes: Uint8Array,
  contentType: string | undefined,
  formats: readonly DocumentFormat[],
): DocumentFormat {
  const found = formatAmong(formats, bytes);
  const signed = SIGNED_TYPES.find((format) => format === found && formats.includes(format));
  if (signed !== undefined) return signed;
  if (isHtml(contentType) || found === "html") return "html";
  if (found === "text" && formats.includes("text")) return "text";
  const type = mediaType(contentType);
  const declared = SIGNED_TYPES.find(
    (format) => !STRUCTURED.has(format) && TYPES[format].has(type),
  );
  return declared ?? (TEXT_TYPES.has(type) ? "text" : "html");
}
