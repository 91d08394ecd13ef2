import { urlOf } from "../../base/uri.js";
import { isObject, parsedJson } from "../../base/json.js";
import { messageOf, unavailable } from "../../base/errors.js";
import { readWholeFile, readWholeStream } from "../../base/read-file.js";
import { compareDatetimes } from "../../base/datetime.js";
import type { Capture, Outcome } from "../../base/types.js";
import type { Fetcher } from "../types.js";
import {
  TimeMapCollector,
  excerpt,
  type NotATimeMap,
  type TimeMapDocument,
  type TimeMapEntry,
} from "./document.js";
import { nonEmptyLines, readCdxjTimeMap, readMementoJson } from "./json-formats.js";
import { readCaptureObjects, readCdx, readCdxjIndex, readWaybackJson } from "../cdx/services.js";
import { readLinkFormat } from "./link-format.js";
import { nameHtml, nameText } from "./page-kind.js";
import {
  bodyText,
  archiveText,
  fetchFollowing,
  header,
  largestText,
  tooMuchText,
} from "./response.js";
import { uriROf } from "./uri.js";

/**
 * The syntax is recognised by the content, because archives send any Content-Type, and HTML with status 200. `baseUri`
 * is the URI of the document (empty for a file). Relative URIs are resolved against it, and it provides the URI-Ms of
 * index formats, which contain none. Without such a URI, `replayPrefix` provides them. Never throws. Takes linear time.
 */
export function parseTimeMap(
  body: Uint8Array | string,
  contentType: string | undefined,
  baseUri: string,
  replayPrefix?: string,
): TimeMapDocument | NotATimeMap {
  const tooMuch = tooMuchText(body.length);
  if (tooMuch !== undefined) return not(tooMuch);
  const decoded = typeof body === "string" ? body : archiveText(body, contentType);
  const text = decoded.replace(/^[\uFEFF\s]+/, "");
  if (text === "") return not("an empty body");
  const into = new TimeMapCollector(baseUri, replayPrefix);
  return read(text, into, baseUri) ?? into.finish();
}

const not = (what: string): NotATimeMap => ({ kind: "not-a-timemap", what });

/** Reads a document into the collector. Returns what it is if it is no TimeMap. */
function read(text: string, into: TimeMapCollector, baseUri: string): NotATimeMap | undefined {
  const resumesAt = (key: string): void => resume(into, baseUri, key);
  if (/^<(?:!|\?xml|html|head|body|title|meta|script)/i.test(text)) return not(nameHtml(text));
  if (text.startsWith("{")) return readJsonObject(text, into);
  const firstLine = text.slice(0, text.indexOf("\n") + 1 || text.length);
  if (text.startsWith("[")) {
    const rows = parsedJson(text);
    if (!Array.isArray(rows)) return not(`damaged JSON that begins "${excerpt(text)}"`);
    readWaybackJson(rows, into, resumesAt);
  } else if (/^[!@]\w+\s|^\d{4,14}\s+\{/.test(firstLine)) {
    readCdxjTimeMap(text, into);
  } else if (/^[^<\s]\S* \d{14} \{/.test(firstLine)) {
    readCdxjIndex(text, into);
  } else if (/^CDX\s|^[^<\s]\S* (?:\S+ ){0,8}\d{14} \S/.test(firstLine)) {
    readCdx(text, into, resumesAt);
  } else {
    readLinkFormat(text, into);
    // The links of a Link header or of a page may be of any kind. A document without a relation of a TimeMap is not a
    // TimeMap.
    if (into.isEmpty) return not(nameText(text));
  }
  return undefined;
}

function readJsonObject(text: string, into: TimeMapCollector): NotATimeMap | undefined {
  const value = parsedJson(text);
  if (isObject(value)) {
    if (readMementoJson(value, into)) return undefined;
    if (typeof value["timestamp"] === "string") {
      readCaptureObjects([value], into);
      return undefined;
    }
    const message = value["message"] ?? value["detail"] ?? value["error"];
    return not(typeof message === "string" ? `the message "${excerpt(message)}"` : nameJson(text));
  }
  // A damaged line is kept as text, so that the message about it can quote it.
  const lines = [...nonEmptyLines(text)].map((line) => parsedJson(line) ?? line);
  if (!isObject(lines[0]) || lines[0]["timestamp"] === undefined) return not(nameJson(text));
  readCaptureObjects(lines, into);
  return undefined;
}

const nameJson = (text: string): string => `JSON that is not a TimeMap: "${excerpt(text)}"`;

/** Adds the next page. The CDX server continues if the same query is sent with the resumption key. */
function resume(into: TimeMapCollector, baseUri: string, key: string): void {
  const page = urlOf(baseUri);
  if (page === undefined) {
    into.trouble.add("resumption keys in a TimeMap that is not read from its archive", key);
    return;
  }
  page.searchParams.set("resumeKey", decodeKey(key));
  into.addPage(page.href);
}

/** The plain format has the key percent-encoded, and `searchParams` would encode it a second time. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return key;
  }
}
/** A TimeMap with the entries of all its pages. */
export interface TimeMap {
  /** Requested URI-T. For a file, it is the URI-T that the file states as its own, or else the path of the file. */
  readonly uriT: string;
  readonly uriR: string;
  /** Mementos by datetime, then URI-M. Each URI-M occurs once, and the list is never empty. */
  readonly mementos: readonly TimeMapEntry[];
  /** Number of entries on all pages that repeat another entry. */
  readonly duplicates: number;
  /** One line for each kind of damage, and one for each page that failed. */
  readonly warnings: readonly string[];
}

/**
 * Maximum number of documents of a TimeMap, and of indexes within each other. The Wayback Machine returns 150,000 captures per page, so
 * no TimeMap needs as many.
 */
const MOST_PAGES = 1000;
const DEEPEST = 5;

/**
 * Reads a TimeMap from its URI-T, a file or standard input (`-`), follows its pages and sorts the mementos. A page that
 * fails gives a warning. A TimeMap that fails as a whole, or lists no memento, is a problem. A source that is a file is
 * read from `file`, which may be a copy. If the file names no archive, its captures belong to the archive of
 * `replayPrefix`.
 */
export async function loadTimeMap(
  source: string,
  fetcher: Fetcher | undefined,
  file: string = source,
  replayPrefix?: string,
): Promise<Outcome<TimeMap>> {
  const first = await readDocument(source, fetcher, file, replayPrefix);
  if ("problem" in first) return first;
  const uriT = isUri(source) ? source : (first.value.self ?? source);
  const found = new Map<string, TimeMapEntry>();
  const warnings = new Set<string>();
  let { uriR } = first.value;
  let duplicates = 0;
  // Pages by URI-T, with the number of indexes that lead to each. A loop over a map also visits entries that are added
  // during the loop.
  const pages = new Map([[source, 0]]);
  const take = (document: TimeMapDocument, depth: number): void => {
    uriR ??= document.uriR;
    duplicates += document.duplicates;
    for (const line of document.warnings) warnings.add(line);
    for (const entry of document.mementos) {
      if (found.has(entry.uriM)) duplicates += 1;
      else found.set(entry.uriM, entry);
    }
    const below = document.isIndex ? depth + 1 : depth;
    for (const page of document.pages) {
      if (pages.has(page)) continue;
      if (pages.size >= MOST_PAGES || below > DEEPEST) {
        warnings.add(
          `further pages of the TimeMap are not read: limit of ${MOST_PAGES} pages, ${DEEPEST} levels (first: ${page})`,
        );
        return;
      }
      pages.set(page, below);
    }
  };
  take(first.value, 0);
  for (const [page, depth] of pages) {
    if (page === source) continue;
    const read = await readDocument(page, fetcher, page);
    if ("value" in read) take(read.value, depth);
    else warnings.add(`a page of the TimeMap is missing: ${read.problem.message}`);
  }
  const mementos = [...found.values()].sort(byDatetime);
  const [warning] = warnings;
  const [earliest] = mementos;
  if (earliest === undefined) {
    const why = warning === undefined ? "" : `: ${warning}`;
    return unavailable(`${uriT}: the TimeMap lists no memento${why}`);
  }
  uriR ??= uriROf(earliest.uriM);
  return uriR === undefined
    ? unavailable(`${uriT}: the TimeMap does not say whose mementos it lists`)
    : { value: { uriT, uriR, mementos, duplicates, warnings: [...warnings] } };
}

export function isUri(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function readDocument(
  source: string,
  fetcher: Fetcher | undefined,
  file: string,
  replayPrefix?: string,
): Promise<Outcome<TimeMapDocument>> {
  const read = isUri(source) ? await fetchDocument(source, fetcher) : await readFileDocument(file);
  if ("problem" in read) return read;
  const { content, contentType, base } = read.value;
  const parsed = parseTimeMap(content, contentType, base, replayPrefix);
  return parsed.kind === "timemap"
    ? { value: parsed }
    : unavailable(`${source}: not a TimeMap but ${parsed.what}`);
}

interface SourceContent {
  readonly content: Uint8Array | string;
  readonly contentType?: string | undefined;
  readonly base: string;
}

async function fetchDocument(
  uriT: string,
  fetcher: Fetcher | undefined,
): Promise<Outcome<SourceContent>> {
  if (fetcher === undefined) {
    return unavailable(
      `${uriT}: a TimeMap read from a file leads to a URI-T, and nothing may be fetched`,
    );
  }
  const outcome = await fetchFollowing(fetcher, { uri: uriT, requestClass: "timemap" });
  if ("problem" in outcome) return outcome;
  const { status, uri: base } = outcome.value;
  if (status === 404) return unavailable(`${uriT}: the archive has no TimeMap of it (404)`);
  const text = bodyText(outcome.value);
  if (status !== 200) {
    const named = "problem" in text ? text.problem.message : nameText(text.value);
    return unavailable(`${uriT}: the archive answered ${status} with ${excerpt(named)}`);
  }
  if ("problem" in text) return unavailable(`${uriT}: ${text.problem.message}`);
  const contentType = header(outcome.value, "content-type");
  return { value: { content: text.value, contentType, base } };
}

async function readFileDocument(path: string): Promise<Outcome<SourceContent>> {
  try {
    const content =
      path === "-"
        ? await readWholeStream(process.stdin, path, largestText)
        : readWholeFile(path, largestText);
    return { value: { content, base: "" } };
  } catch (cause) {
    return unavailable(`${path}: ${messageOf(cause)}`);
  }
}

type Dated = Pick<Capture, "mementoDatetime" | "uriM">;

export function byDatetime(one: Dated, other: Dated): number {
  const order = compareDatetimes(one.mementoDatetime, other.mementoDatetime);
  const [a = "", b = ""] = [one.uriM, other.uriM];
  return order !== 0 ? order : a < b ? -1 : Number(a > b);
}
