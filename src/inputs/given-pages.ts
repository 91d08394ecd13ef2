import { isHtml, mediaType } from "../mementos/content-type.js";
import { parseDatetime } from "../mementos/datetime.js";
import { whyNoPage } from "../records/why-no-page.js";
import type { Capture, Input, InputItem } from "../types.js";

/** A page that a program has in hand: what `detect` reads where there is neither a file nor an archive to read it from. */
export interface GivenPage {
  /** Absolute; pages of one URI-R (by its SURT key) are one TimeMap. */
  readonly uriR: string;
  /** A `Date`, or text as in WARC files (of any precision), URI-Ms (14 digits) or HTTP headers. */
  readonly mementoDatetime: string | Date;
  /** Markup, or its bytes as they were archived. */
  readonly body: string | Uint8Array;
  /** 200 unless said. */
  readonly status?: number;
  /**
   * The header; `text/html` unless said. What is not HTML is no memento. Of a body that is text its charset does not
   * matter.
   */
  readonly contentType?: string;
  /** Derived from datetime and URI-R, as for WARC files, unless said; the same goes for the URI-T. */
  readonly uriM?: string;
  readonly uriT?: string;
}

/**
 * An input of pages that a program has in hand, in any order; bodies are let go as soon as they are read. A page whose
 * memento-datetime cannot be read has no place in a TimeMap and is told as damage (`onDamage`), its number as offset.
 *
 *     detect({ input: givenPages([{ uriR, mementoDatetime: "2009-04-14", body: "<html>..." }, ...]) })
 */
export function givenPages(pages: Iterable<GivenPage> | AsyncIterable<GivenPage>): Input {
  return {
    keyword: "given-pages",
    title: "Pages in hand",
    summary: "Pages that a program gives.",
    argument: "",
    example: "",
    usesHttp: false,
    prepare: (values) => Promise.resolve(values),
    async *read(_, { maxPageBytes }) {
      let number = 0;
      for await (const page of pages) {
        number += 1;
        yield itemOf(page, number, maxPageBytes);
      }
    },
  };
}

function itemOf(page: GivenPage, number: number, maxPageBytes: number): InputItem {
  const { mementoDatetime: given, body } = page;
  const mementoDatetime = parseDatetime(typeof given === "string" ? given : isoOf(given));
  if (mementoDatetime === undefined) {
    return {
      kind: "damage",
      source: { file: "given pages", offset: number },
      message: `page ${number}, ${page.uriR}: "${String(given)}" is no memento-datetime`,
    };
  }
  const capture = captureOf(page, mementoDatetime);
  const { contentType } = capture;
  if (!isHtml(contentType)) {
    return { kind: "other", capture, reason: whyNoPage(mediaType(contentType)) };
  }
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes.length <= maxPageBytes) return { kind: "memento", capture, body: { bytes } };
  const message = `the page has ${bytes.length} bytes, more than the ${maxPageBytes} that are read`;
  return { kind: "missed", capture, problem: { stage: "access", message } };
}

/** Nothing of an invalid date, which has no ISO form. */
const isoOf = (date: Date): string => (Number.isNaN(date.getTime()) ? "" : date.toISOString());

function captureOf(page: GivenPage, mementoDatetime: string): Capture {
  const { uriR, body, status = 200, contentType = "text/html", uriM, uriT } = page;
  return {
    uriR,
    mementoDatetime,
    status,
    // What was text is UTF-8 now, whatever the header said of the bytes it once was.
    contentType:
      typeof body === "string" ? `${contentType.split(";")[0]!}; charset=utf-8` : contentType,
    ...(uriM !== undefined && { uriM }),
    ...(uriT !== undefined && { uriT }),
  };
}
