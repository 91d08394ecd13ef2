import { members, parsedJson } from "../../base/json.js";
import { printableStart } from "../../base/text.js";
import { type Failure, failureOfStatus, kindOfWords } from "./failure-kinds.js";

/*
 * Lines of the logs of crawlers, which say how the fetch of a URI ended: Heritrix (crawl.log), Browsertrix (JSON Lines, and the
 * page lists of a WACZ) and wget. A line says its own form, so that nobody has to say that of the file.
 */

/** A line that says how the fetch of a URI ended. */
export interface LoggedFetch extends Failure {
  readonly uriR: string;
}

/** Maximum number of characters of a message of a log that is shown. */
const LONGEST_SAID = 200;
/** Maximum number of characters of a line that is read. Longer ones are counted as unknown. */
const LONGEST_LINE = 1 << 16;

const HERITRIX = /^\d{4}-?\d\d-?\d\d\S*[ \t]+(-?\d{1,5})[ \t]+(?:-|\d+)[ \t]+(\S+)[ \t]+\S+[ \t]/u;
const WGET_URI = /^--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d--[ \t]+(https?:\/\/[^/\s]\S*)/u;
const WGET_BRIEF_URI = /^(https?:\/\/[^/\s]\S*):$/u;
const WGET_ERROR = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[ \t]+\S+[ \t]+(\d{3}):/u;
const WGET_STATUS = /\.\.\.[ \t]*(?:HTTP\/\d\S*[ \t]+)?(\d{3})\b[^\d]*$/u;
const WGET_SAVED =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[ \t]+(?:URL:(https?:\/\/[^/\s]\S*)[ \t]+\[|\()/u;
const WGET_FAILED =
  /\bfailed: (.{1,200})|^wget: (unable to resolve .{1,200})|^(Giving up)\b|\b((?:Read|Write) error .{1,200}|No data received.{0,100}|Unable to establish .{1,100})/u;

/** Reads the lines of one log. Lines of wget belong to the URI before them. */
export class CrawlLogReader {
  #wgetUri: string | undefined;
  /** Number of lines that are in none of the known forms. */
  unknown = 0;
  /** Number of lines with a form that is known. */
  known = 0;

  /** Returns undefined for a line that says nothing of a fetch. */
  take(line: string): LoggedFetch | undefined {
    const text = line.length > LONGEST_LINE ? "" : line.trimEnd();
    if (text.trim() === "") {
      if (line.trim() !== "") this.unknown += 1;
      return undefined;
    }
    if (text.startsWith("{")) return this.#json(text);
    const heritrix = HERITRIX.exec(`${text} `);
    if (heritrix !== null) return this.#heritrix(heritrix);
    return this.#wget(text);
  }

  #heritrix([, code = "", uriR = ""]: RegExpExecArray): LoggedFetch | undefined {
    const failure = failureOfStatus(Number(code));
    if (failure === undefined) {
      // A positive number below 100 is that of DNS and FTP.
      if (Number(code) >= 1 && Number(code) < 100) this.known += 1;
      else this.unknown += 1;
      return undefined;
    }
    this.known += 1;
    return isWebUri(uriR) ? { uriR, ...failure } : undefined;
  }

  #json(text: string): LoggedFetch | undefined {
    const value = members(parsedJson(text));
    const { url, logLevel } = value;
    if (typeof url === "string" && logLevel === undefined) {
      this.known += 1;
      return fetchOfPage(value);
    }
    if (typeof logLevel === "string" || typeof value["format"] === "string") {
      this.known += 1;
      return fetchOfBrowsertrix(value);
    }
    this.unknown += 1;
    return undefined;
  }

  #wget(text: string): LoggedFetch | undefined {
    const uri = (WGET_URI.exec(text) ?? WGET_BRIEF_URI.exec(text))?.[1];
    if (uri !== undefined && URL.canParse(uri)) {
      this.#wgetUri = uri;
      this.known += 1;
      return undefined;
    }
    const saved = WGET_SAVED.exec(text);
    if (saved?.[1] !== undefined) {
      this.known += 1;
      this.#wgetUri = undefined;
      return { uriR: saved[1], ...failureOfStatus(200)! };
    }
    const uriR = this.#wgetUri;
    const said = WGET_FAILED.exec(text)
      ?.slice(1)
      .find((each: string | undefined) => each !== undefined);
    if (uriR === undefined) {
      if (said === undefined && !WGET_REST.test(text)) this.unknown += 1;
      return undefined;
    }
    // Lines of its progress say nothing of the fetch, and belong to the URI all the same.
    this.known += 1;
    const error = WGET_ERROR.exec(text)?.[1];
    // In the brief form, what follows may belong to a URI that the log does not name.
    if (error !== undefined || saved !== null) this.#wgetUri = undefined;
    const status = error ?? WGET_STATUS.exec(text)?.[1];
    const failure = status === undefined ? undefined : failureOfStatus(Number(status));
    if (failure !== undefined) return { uriR, ...failure };
    if (said === undefined || isOfOtherHost(said, uriR)) return undefined;
    return { uriR, kind: kindOfWords(said, "connection"), says: shown(said) };
  }
}

/** Lines of wget that belong to no URI. */
const WGET_REST =
  /^(?:FINISHED --|Total wall clock time|Downloaded: |Opening WARC|Redirecting output)/u;

const isOfOtherHost = (said: string, uriR: string): boolean =>
  /^unable to resolve/iu.test(said) && !said.includes(new URL(uriR).hostname);

const shown = (text: string): string =>
  printableStart(text.replace(/\s+/gu, " ").trim(), LONGEST_SAID);

const isWebUri = (uri: string): boolean => /^https?:\/\/[^/]/iu.test(uri);

/** Value of `loadState` of a page that did not load (browsertrix-crawler, `LoadState`). */
const NOT_LOADED = 0;

/** Returns how the fetch of a page of a page list ended. */
function fetchOfPage(page: Readonly<Record<string, unknown>>): LoggedFetch | undefined {
  const { url, status, error, loadState } = page;
  if (typeof url !== "string" || !isWebUri(url.trim())) return undefined;
  const uriR = url.trim();
  const failure = typeof status === "number" ? failureOfStatus(status) : undefined;
  if (failure?.kind === "http error") return { uriR, ...failure };
  if (typeof error === "string" && error.trim() !== "") {
    return { uriR, kind: kindOfWords(error, "browser"), says: shown(error) };
  }
  if (loadState === NOT_LOADED) return { uriR, kind: "browser", says: "loadState 0: not loaded" };
  if (typeof loadState !== "number" && failure === undefined) return undefined;
  return { uriR, kind: "captured", says: failure?.says ?? `loadState ${String(loadState)}` };
}

/** Messages of Browsertrix about a page that was captured, whatever the level of the message. */
const FINISHED = /^page (?:finished|captured)/iu;

function fetchOfBrowsertrix(entry: Readonly<Record<string, unknown>>): LoggedFetch | undefined {
  const { message, logLevel, details } = entry;
  const { page, url, msg, status, statusCode, seed, loadState } = members(details);
  const uriR = [page, url, seed].find(
    (each): each is string => typeof each === "string" && isWebUri(each),
  );
  if (uriR === undefined || typeof message !== "string") return undefined;
  const number = [status, statusCode].find((each): each is number => typeof each === "number");
  const answered = number === undefined ? undefined : failureOfStatus(number);
  if (answered?.kind === "http error") return { uriR, ...answered };
  if (FINISHED.test(message) && loadState !== NOT_LOADED) {
    return { uriR, kind: "captured", says: shown(message) };
  }
  const isTrouble =
    logLevel === "error" || logLevel === "fatal" || /fail|skipp|crash|block/iu.test(message);
  // Many warnings are of behaviours and parts of a page that was captured.
  if (!isTrouble || !/\bpage\b|\bload|\bseed\b|\bdirect fetch|\burl\b|robots/iu.test(message))
    return undefined;
  const said = typeof msg === "string" && msg !== "" ? `${message}: ${msg}` : message;
  return { uriR, kind: kindOfWords(said, "browser"), says: shown(said) };
}
