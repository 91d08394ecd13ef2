import {
  isDocument,
  isHiddenHtml,
  isHtml,
  looksLikeHtml,
  mediaType,
  saysType,
} from "../../base/content-type.js";
import { type FileContent, fileContentOf } from "../../base/file-content.js";
import type { DocumentFormat, EncodedBody } from "../../base/types.js";
import { decodedStart, looksLikeGzip } from "../coding/content-coding.js";

/** A capture whose content may show that it is a page. */
interface Declared {
  readonly contentType: string | undefined;
  /** Default: HTML only. */
  readonly formats: readonly DocumentFormat[] | undefined;
  /** The body, or its first bytes. */
  readonly body: EncodedBody;
}

/**
 * Returns why a capture is not a page, for the count of such captures. Returns undefined for a page. Content decides: a
 * PDF is a PDF although its header says HTML, and HTML is HTML without a type. HTML with another type is a page only in
 * a run that reads text; otherwise the reason says that it looks like HTML. `named` returns the reason for a media type.
 */
export function whyNoPage(
  { contentType, formats, body }: Declared,
  named: (mediaType: string) => string,
): string | undefined {
  if (isHtml(contentType)) {
    const file = fileDeclaredHtml(body);
    if (file === undefined) return undefined;
    const isRead = file.format !== undefined && formats?.includes(file.format) === true;
    return isRead ? undefined : `not HTML: ${file.name} declared as ${mediaType(contentType)}`;
  }
  const type = saysType(contentType) ? mediaType(contentType) : "";
  const start = decodedStart(body);
  if (formats !== undefined && isDocument(type, formats, start)) return undefined;
  if (type === "" && start !== undefined && looksLikeHtml(start)) return undefined;
  // An answer without a type whose header Refresh sends the browser on needs no body.
  if (type === "" && body.refresh !== undefined) return undefined;
  const reason = named(mediaType(contentType));
  const isHidden = type !== "" && start !== undefined && isHiddenHtml(type, start);
  return isHidden ? `${reason} (looks like HTML: give --formats html,text)` : reason;
}

/** Returns what a body that is declared as HTML is instead. Reading a page undoes gzip, too, if no header names it. */
function fileDeclaredHtml(body: EncodedBody): FileContent | undefined {
  const start = decodedStart(body);
  if (start === undefined) return undefined;
  const plain = looksLikeGzip(start)
    ? decodedStart({ bytes: start, contentEncoding: "gzip" })
    : start;
  return plain === undefined ? undefined : fileContentOf(plain);
}
