import { urlOf } from "../../base/uri.js";
import { damage, missed, UsageError } from "../../base/errors.js";
import { isObject, members } from "../../base/json.js";
import { printableStart } from "../../base/text.js";
import { parseDatetime } from "../../base/datetime.js";
import type { Capture, InputItem, Source } from "../../base/types.js";
import type { Input, InputContext } from "../types.js";
import { typeReason } from "../warc/record-capture.js";
import { whyNoPage } from "./why-no-page.js";

/** A page that the calling program passes to `detect`, which then needs neither a file nor an archive. */
export interface GivenPage {
  /** Absolute URI. Pages of one URI-R (by its SURT key) form one TimeMap. */
  readonly uriR: string;
  /** A `Date`, or text as in WARC files (of any precision), URI-Ms (14 digits) or HTTP headers. */
  readonly mementoDatetime: string | Date;
  /** Markup, or the archived bytes. */
  readonly body: string | Uint8Array;
  /** HTTP status. Default: 200. */
  readonly status?: number;
  /**
   * Content-Type header. Default: `text/html`. A page that is not HTML is a memento only if `formats` allows it. The
   * charset has no effect if `body` is a string.
   */
  readonly contentType?: string;
  /** URI-M. By default, it and the URI-T are derived from datetime and URI-R, as for WARC files. */
  readonly uriM?: string;
  readonly uriT?: string;
}

/**
 * Returns an input of pages that the calling program provides, in any order. The body of a page is not kept after it
 * has been read. A page with an unreadable memento-datetime belongs to no TimeMap. It is reported as damage
 * (`onDamage`) with its number. Anything else that is no {@link GivenPage} is a mistake of the program, which ends the
 * run with a `UsageError`.
 *
 * @example
 * ```js
 * const uriR = "http://museum.example/";
 * const pages = [
 *   {
 *     uriR,
 *     mementoDatetime: "2009-04-14",
 *     body: "<p>The lanterns of the old harbour museum</p>",
 *   },
 *   { uriR, mementoDatetime: "2018-01-27", body: "<title>Account suspended</title>" },
 * ];
 * for await (const { overall } of detect({ input: givenPages(pages) })) console.log(overall);
 * // on-topic
 * // off-topic
 * ```
 */
export function givenPages(pages: Iterable<GivenPage> | AsyncIterable<GivenPage>): Input {
  // Programs in JavaScript may give anything.
  const given: unknown = pages;
  const isObjectOrList = typeof given === "object" && given !== null;
  if (!isObjectOrList || !(Symbol.iterator in given || Symbol.asyncIterator in given)) {
    throw new UsageError("givenPages takes a list of pages, or a generator of them.");
  }
  return {
    keyword: "given-pages",
    title: "Pages of a program",
    summary: "Pages that a program gives.",
    argument: "",
    example: "",
    usesHttp: false,
    prepare: (values) => Promise.resolve(values),
    async *read(_, context) {
      let number = 0;
      for await (const page of pages) {
        number += 1;
        const wrong = whatIsWrong(page);
        if (wrong !== undefined) {
          const { uriR } = members(page);
          const name = typeof uriR === "string" ? ` (${printableStart(uriR, 200)})` : "";
          throw new UsageError(`page ${number}${name}: ${wrong}.`);
        }
        yield itemOfPage(page, GIVEN, number, context);
      }
    },
  };
}

const GIVEN = "given pages";

/** Returns what is wrong with the form of a page that a program gives. */
export function whatIsWrong(page: unknown): string | undefined {
  if (!isObject(page)) return "it is no object with uriR, mementoDatetime and body";
  const { uriR, mementoDatetime, body, status } = page;
  if (typeof uriR !== "string" || urlOf(uriR) === undefined) return "uriR is not a URI";
  if (mementoDatetime === undefined) return "mementoDatetime is missing";
  if (typeof mementoDatetime !== "string" && !(mementoDatetime instanceof Date)) {
    return "mementoDatetime is neither text nor a Date";
  }
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    return "body is neither text nor bytes";
  }
  const isStatus = Number.isInteger(status) && Number(status) >= 0 && Number(status) <= 999;
  if (status !== undefined && !isStatus) return "status is no number of HTTP";
  const textual = (["contentType", "uriM", "uriT"] as const).find(
    (name) => page[name] !== undefined && typeof page[name] !== "string",
  );
  return textual && `${textual} is not text`;
}

/** `file` is the name of the file in messages. */
export function itemOfPage(
  page: GivenPage,
  file: string,
  number: number,
  { maxPageBytes, formats }: Pick<InputContext, "maxPageBytes" | "formats">,
): InputItem {
  const source: Source = { file, offset: number, unit: "item" };
  const { mementoDatetime: given, body } = page;
  const mementoDatetime = parseDatetime(typeof given === "string" ? given : isoOf(given));
  if (mementoDatetime === undefined) {
    return damage(source, `${page.uriR}: "${String(given)}" is not a memento-datetime`);
  }
  const capture = { ...captureOf(page, mementoDatetime), ...(file !== GIVEN && { source }) };
  const { contentType } = capture;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const reason = whyNoPage({ contentType, formats, body: { bytes } }, typeReason);
  if (reason !== undefined) return { kind: "other", capture, reason };
  return withinSize({ kind: "memento", capture, body: { bytes } }, maxPageBytes);
}

export function withinSize(
  item: Extract<InputItem, { readonly kind: "memento" }>,
  maxPageBytes: number,
): InputItem {
  const { length } = item.body.bytes;
  if (length <= maxPageBytes) return item;
  const message = `the page has ${length} bytes, more than the ${maxPageBytes} that are read`;
  return missed(item.capture, message);
}

/** Returns a date in ISO 8601. Returns an empty text for an invalid date. */
const isoOf = (date: Date): string => (Number.isNaN(date.getTime()) ? "" : date.toISOString());

function captureOf(page: GivenPage, mementoDatetime: string): Capture {
  const { uriR, body, status = 200, contentType: sent = "text/html", uriM, uriT } = page;
  // A string no longer has a charset, so the charset in the header does not apply. The bytes here are UTF-8.
  const contentType = typeof body === "string" ? `${sent.split(";")[0]!}; charset=utf-8` : sent;
  return { uriR, mementoDatetime, status, contentType, uriM, uriT };
}
