import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";
import { messageOf, UsageError, missed } from "../../base/errors.js";
import { isDocument, isHtml, mediaType } from "../../base/content-type.js";
import { parseDatetime } from "../../base/datetime.js";
import { portablePath } from "../../base/portable-path.js";
import { statsOf } from "../../base/read-file.js";
import type { Capture, InputItem, Source } from "../../base/types.js";
import type { Input, InputContext } from "../types.js";
import { whyNoPage } from "../warc/record-capture.js";

/** True when a path holds a wildcard: `*`, `?`, `[02]`, `{10,12}`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean => isDynamicPattern(path);

/** The files and folders that match, sorted. Names that begin with a dot match only a pattern that does. */
export function expandGlob(pattern: string): string[] {
  // All that is below a folder is the folder.
  const parts = pattern.replace(/(?:\/\*\*)+$/u, "").split("/");
  // A folder that is there is taken by its name, whatever signs that holds.
  let depth = 0;
  while (depth < parts.length - 1 && isThere(`${parts.slice(0, depth + 1).join("/")}/`)) depth += 1;
  const folder = parts.slice(0, depth).join("/");
  const rest = parts.slice(depth).join("/");
  if (rest === "**" || rest === "") return [depth === 0 ? "." : portablePath(join(folder, rest))];
  const found = globSync(rest.replace(/^!/u, "\\!"), {
    cwd: depth === 0 ? "." : `${folder}/`,
    onlyFiles: false,
    expandDirectories: false,
    // Links to folders may lead in a circle where any depth is searched.
    followSymbolicLinks: !rest.includes("**"),
  });
  const paths = found.map((path) =>
    portablePath(join(depth === 0 ? "" : `${folder}/`, path.replace(/\/$/u, ""))),
  );
  paths.filter(isNotUtf8).forEach(refuseName);
  return paths.filter(isThere).sort();
}

/** True for the name of a file that cannot be opened by it: some of its bytes are not UTF-8, and were replaced. */
export const isNotUtf8 = (path: string): boolean =>
  path.includes("\u{fffd}") && lstatSync(path, { throwIfNoEntry: false }) === undefined;

/** Throws a `UsageError` for a path that {@link isNotUtf8} is true for. */
export function refuseName(path: string): never {
  throw new UsageError(
    `${path} has a name that is not UTF-8, so that it cannot be opened. Give it another name.`,
  );
}

/** False for a link that leads nowhere, too. */
const isThere = (path: string): boolean => statsOf(path) !== undefined;
/** Throws a `UsageError` for a path that is not a file that can be read; `missing` says what there should be. */
export function requireFile(name: string, path: string, missing: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`${name}${path}: ${missing}`);
    if (stats.isDirectory()) throw new UsageError(`${name}${path}: a folder, give a file`);
    accessSync(path, constants.R_OK);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${name}${path}: ${messageOf(cause)}`, { cause });
  }
}
/** A page that a program has: what `detect` reads where there is neither a file nor an archive to read it from. */
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
   * The header; `text/html` unless said. What is not HTML is a memento only where `formats` say so. Of a body that is
   * text its charset does not matter.
   */
  readonly contentType?: string;
  /** Derived from datetime and URI-R, as for WARC files, unless said; the same goes for the URI-T. */
  readonly uriM?: string;
  readonly uriT?: string;
}

/**
 * An input of pages that a program has, in any order; bodies are let go as soon as they are read. A page whose
 * memento-datetime cannot be read has no place in a TimeMap and is reported as damage (`onDamage`) with its number.
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
        yield itemOfPage(page, GIVEN, number, context);
      }
    },
  };
}

const GIVEN = "given pages";

/** The item of a page; `file` is where it was found. */
export function itemOfPage(
  page: GivenPage,
  file: string,
  number: number,
  { maxPageBytes, formats = ["html"] }: Pick<InputContext, "maxPageBytes" | "formats">,
): InputItem {
  const source: Source = { file, offset: number, unit: "item" };
  const { mementoDatetime: given, body } = page;
  const mementoDatetime = parseDatetime(typeof given === "string" ? given : isoOf(given));
  if (mementoDatetime === undefined) {
    return {
      kind: "damage",
      source,
      message: `${page.uriR}: "${String(given)}" is not a memento-datetime`,
    };
  }
  const capture = {
    ...captureOf(page, mementoDatetime),
    ...(file !== GIVEN && { source }),
  };
  const { contentType } = capture;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (!isHtml(contentType) && !isDocument(contentType, formats, bytes)) {
    return { kind: "other", capture, reason: whyNoPage(mediaType(contentType)) };
  }
  return withinSize({ kind: "memento", capture, body: { bytes } }, maxPageBytes);
}

/** The memento itself, or a problem where it is larger than what is read. */
export function withinSize(
  item: Extract<InputItem, { readonly kind: "memento" }>,
  maxPageBytes: number,
): InputItem {
  const { length } = item.body.bytes;
  if (length <= maxPageBytes) return item;
  const message = `the page has ${length} bytes, more than the ${maxPageBytes} that are read`;
  return missed(item.capture, message);
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
    uriM,
    uriT,
  };
}
