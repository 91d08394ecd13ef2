import { accessSync, constants, type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type GlobOptions, globSync, isDynamicPattern } from "tinyglobby";
import { codeOf, messageOf, unread, UsageError, missed } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import { portablePath } from "../../base/portable-path.js";
import { statsOf } from "../../base/read-file.js";
import type { Capture, InputItem, Source } from "../../base/types.js";
import type { Input, InputContext, OnUnread } from "../types.js";
import { typeReason } from "../warc/record-capture.js";
import { whyNoPage } from "../why-no-page.js";

/** Returns whether a path has a wildcard: `*`, `?`, `[02]`, `{10,12}`, or `**` for any number of folders. */
export const isGlob = (path: string): boolean =>
  path.length <= LONGEST_GLOB && isDynamicPattern(path);

/** Maximum number of characters of a pattern. No system has longer paths. */
const LONGEST_GLOB = 4096;

/**
 * Returns the matching files and folders, sorted, with links that have no target. A name that begins with a dot matches
 * only a pattern that begins with a dot too. `onUnread` receives folders that cannot be listed.
 */
export function expandGlob(pattern: string, onUnread: OnUnread = () => undefined): string[] {
  // A pattern for everything below a folder means the folder.
  const parts = pattern.replace(/(?:\/\*\*)+$/u, "").split("/");
  // The beginning of the pattern may be an existing folder whose name has special characters.
  let depth = 0;
  while (depth < parts.length - 1 && isThere(`${parts.slice(0, depth + 1).join("/")}/`)) depth += 1;
  const folder = parts.slice(0, depth).join("/");
  const rest = parts.slice(depth).join("/");
  if (rest === "**" || rest === "") return [depth === 0 ? "." : portablePath(join(folder, rest))];
  const cwd = depth === 0 ? "." : `${folder}/`;
  const found = matching(
    rest.replace(/^!/u, "\\!"),
    cwd,
    {
      onlyFiles: false,
      expandDirectories: false,
      // Links to folders are not followed, because they could form a circle in a search at any depth.
      followSymbolicLinks: !rest.includes("**"),
    },
    onUnread,
  );
  const paths = new Set(
    found.map((path) =>
      portablePath(join(depth === 0 ? "" : `${folder}/`, path.replace(/\/$/u, ""))),
    ),
  );
  for (const path of paths) if (isNotUtf8(path)) refuseName(path);
  return [...paths].sort();
}

/**
 * Returns the matches, with links that have no target, pipes and sockets, which the search itself leaves out. Throws a
 * `UsageError` for a pattern that cannot be used.
 */
function matching(
  pattern: string,
  cwd: string,
  options: Pick<GlobOptions, "onlyFiles" | "expandDirectories" | "followSymbolicLinks">,
  onUnread: OnUnread,
): string[] {
  const isLeftOut = (folder: string, entry: Dirent): boolean =>
    entry.isSymbolicLink()
      ? options.followSymbolicLinks === true && !isThere(join(folder, entry.name))
      : !entry.isFile() && !entry.isDirectory();
  let isFirst = true;
  // The search passes over folders that cannot be listed. A folder of the pattern that is not there has no matches.
  const list = (folder: string, how: { readonly withFileTypes: true }): Dirent[] => {
    try {
      return readdirSync(folder, how).map((entry) =>
        isLeftOut(folder, entry) ? Object.assign(entry, LIKE_A_FILE) : entry,
      );
    } catch (cause) {
      const given = join(cwd, relative(resolve(cwd), folder));
      const isMissing = isFirst && codeOf(cause) === "ENOENT";
      if (!isMissing) onUnread(unread(portablePath(given), "listed", cause));
      throw cause;
    } finally {
      isFirst = false;
    }
  };
  const fs = { readdirSync: list as typeof readdirSync };
  try {
    return globSync(pattern, { ...options, cwd, fs });
  } catch (cause) {
    throw new UsageError(`the pattern ${pattern} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

const LIKE_A_FILE = { isFile: () => true, isSymbolicLink: () => false };

/**
 * Returns whether a file cannot be opened by its name, because some bytes of the name are not UTF-8 and were replaced.
 */
export const isNotUtf8 = (path: string): boolean =>
  path.includes("\u{fffd}") && lstatSync(path, { throwIfNoEntry: false }) === undefined;

/** Throws `UsageError` for a path for which {@link isNotUtf8} is true. */
export function refuseName(path: string): never {
  throw new UsageError(
    `${path} has a name that is not UTF-8, so that it cannot be opened. Give it another name.`,
  );
}

/** Returns false for a link without a target. */
const isThere = (path: string): boolean => statsOf(path) !== undefined;
/** Throws a `UsageError` if a path is not a readable file. `missing` is the message for a missing file. */
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
 * (`onDamage`) with its number.
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
  const { uriR, body, status = 200, contentType = "text/html", uriM, uriT } = page;
  return {
    uriR,
    mementoDatetime,
    status,
    // A string no longer has a charset, so the charset in the header does not apply. The bytes here are UTF-8.
    contentType:
      typeof body === "string" ? `${contentType.split(";")[0]!}; charset=utf-8` : contentType,
    uriM,
    uriT,
  };
}
