import type { Capture, InputItem } from "../../base/types.js";
import { pathOf } from "../../base/uri.js";
import { type Fields, headerLines, parseFields, typeOf } from "./record-format.js";
import type { ArchiveRecord } from "./record-reader.js";

/** Number of bytes of a request record to read. Nearly all requests are shorter. */
const REQUEST_BYTES = 1 << 14;

interface CapturedRequest {
  readonly method: string;
  /** `Sec-Fetch-Dest`: purpose of the answer in the browser (Fetch Metadata Request Headers, section 2.1). */
  readonly destination?: string | undefined;
}

/** Returns the request of a request record without consuming its block. Returns `undefined` for any other record. */
export async function requestOf({
  fields,
  block,
}: ArchiveRecord): Promise<CapturedRequest | undefined> {
  if (typeOf(fields) !== "request") return undefined;
  const head = await block.head(REQUEST_BYTES);
  const lineEnd = head.indexOf("\n");
  const [method = ""] = head.toString("latin1", 0, Math.min(lineEnd, 32)).split(" ");
  const sent = parseFields(headerLines(head.subarray(lineEnd + 1)));
  return { method: method.toUpperCase(), destination: sent.get("sec-fetch-dest")?.toLowerCase() };
}

export type CaptureItem = Extract<InputItem, { readonly capture: Capture }>;

interface Decidable {
  readonly item: InputItem;
  readonly capture: Capture;
  readonly fields: Fields;
}

/**
 * Leaves out captures that no reader of a site ever opened as a page (`--pages document`): answers to POST, parts of
 * pages, robots.txt and similar files. Such a capture becomes an item of the kind `other`, with the reason by which it
 * is counted.
 *
 * The request record may show whether a capture is a document. It is searched for only directly before and directly
 * after the capture, so that at most one item is held back.
 */
export class DocumentFilter {
  #held: Decidable | undefined;
  #request: { readonly request: CapturedRequest; readonly fields: Fields } | undefined;

  take(fields: Fields, item: InputItem, request: CapturedRequest | undefined): InputItem[] {
    if (request !== undefined) {
      const held = this.#held;
      if (held !== undefined && belongTogether(held.fields, fields)) {
        this.#held = undefined;
        return [this.#decided(held, request), item];
      }
      const before = this.end();
      this.#request = { request, fields };
      return [...before, item];
    }
    const last = this.#request;
    const before = this.end();
    const capture = captureOf(item);
    if (capture === undefined) return [...before, item];
    const decidable = { item, capture, fields };
    if (last === undefined || !belongTogether(fields, last.fields)) {
      this.#held = decidable;
      return before;
    }
    return [...before, this.#decided(decidable, last.request)];
  }

  end(): InputItem[] {
    const held = this.#held;
    this.#held = undefined;
    this.#request = undefined;
    return held === undefined ? [] : [this.#decided(held)];
  }

  #decided({ item, capture, fields }: Decidable, request?: CapturedRequest): InputItem {
    const reason = whyNoDocument(capture, fields.get("warc-resource-type"), request);
    return reason === undefined ? item : { kind: "other", capture, reason };
  }
}

/** They do so by `WARC-Concurrent-To`, which either may have, or else by the URI. */
export function belongTogether(capture: Fields, request: Fields): boolean {
  const links = [
    [capture.get("warc-concurrent-to"), request.get("warc-record-id")],
    [request.get("warc-concurrent-to"), capture.get("warc-record-id")],
  ];
  const given = links.filter(([link]) => link !== undefined);
  if (given.some(([link, id]) => link === id)) return true;
  return given.length === 0 && capture.get("warc-target-uri") === request.get("warc-target-uri");
}

const captureOf = (item: InputItem): Capture | undefined =>
  item.kind !== "other" && "capture" in item ? item.capture : undefined;

/** Values of WARC-Resource-Type, by Browsertrix and ArchiveWeb.page, for pages that a person opens. */
const DOCUMENT_TYPES: ReadonlySet<string> = new Set(["document", "page"]);

/** Paths of files that only programs request. */
const FOR_PROGRAMS =
  /^\/(?:robots\.txt|humans\.txt|ads\.txt|app-ads\.txt|security\.txt|crossdomain\.xml|clientaccesspolicy\.xml|browserconfig\.xml|manifest\.json|site\.webmanifest|\.well-known\/.*)$|\/(?:favicon\.ico|sitemap[\w.-]*\.xml(?:\.gz)?|apple-touch-icon[\w-]*\.png)$/iu;

/** Suffixes of images, scripts, styles, fonts, sound and film. */
const PARTS_OF_PAGES =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|css|js|mjs|map|json|woff2?|ttf|otf|eot|mp3|ogg|wav|mp4|m4[av]|webm|avi|mov|flv|swf)$/iu;

/**
 * Matches the parameter with which ArchiveWeb.page and pywb encode a POST request in the URI
 * (https://github.com/webrecorder/pywb, POST support).
 */
const METHOD_IN_URI = /[?&]__wb_method=(?!GET\b)/iu;

/** Returns `undefined` if there is no sign of that. */
export function whyNoDocument(
  { uriR, status = 200 }: Capture,
  resourceType?: string,
  request?: CapturedRequest,
): string | undefined {
  const { method = "GET", destination = "document" } = request ?? {};
  if ((method !== "GET" && method !== "") || METHOD_IN_URI.test(uriR)) {
    return "no document: answer to a request other than GET (--pages html judges it)";
  }
  if (resourceType !== undefined && !DOCUMENT_TYPES.has(resourceType.toLowerCase())) {
    return "no document: part of a page (WARC-Resource-Type)";
  }
  if (destination !== "document" && destination !== "") {
    return "no document: part of a page (Sec-Fetch-Dest)";
  }
  const path = pathOf(uriR);
  if (FOR_PROGRAMS.test(path))
    return "no document: robots.txt, favicon.ico, sitemap.xml and the like";
  return status >= 400 && PARTS_OF_PAGES.test(path)
    ? "no document: an error in place of an image, script or style"
    : undefined;
}
