/** Types of text and applications that crawls are full of; the others are counted together. */
const COUNTED: ReadonlySet<string> = new Set([
  "text/plain",
  "text/css",
  "text/javascript",
  "text/xml",
  "application/javascript",
  "application/x-javascript",
  "application/json",
  "application/pdf",
  "application/xml",
  "application/rss+xml",
  "application/atom+xml",
  "application/octet-stream",
]);

const CLASSES: ReadonlySet<string> = new Set([
  "application",
  "audio",
  "font",
  "image",
  "model",
  "multipart",
  "text",
  "video",
]);

/** Reason by which captures that are no pages are counted: few, whatever media types (lower case) servers make up. */
export function whyNoPage(mediaType: string): string {
  if (COUNTED.has(mediaType)) return `not HTML: ${mediaType}`;
  const top = mediaType.slice(0, mediaType.indexOf("/"));
  return `not HTML: ${CLASSES.has(top) ? `${top}/*` : "another type"}`;
}
