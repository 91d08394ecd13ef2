import { latin1 } from "../platform/machine.js";

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
