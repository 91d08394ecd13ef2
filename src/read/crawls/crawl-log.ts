import { members, parsedJson } from "../../base/json.js";
import { printableStart } from "../../base/text.js";
import { failureOfStatus, kindOfWords, type LoggedFetch } from "./failure-kinds.js";
import { WgetLogReader } from "./wget-log.js";

/*
 * Lines of the logs of crawlers, which say how the fetch of a URI ended: Heritrix (crawl.log), Browsertrix (JSON Lines, and the
 * page lists of a WACZ) and wget. A line says its own form, so that nobody has to say that of the file.
 */

/** Maximum number of characters of a message of a log that is shown. */
const LONGEST_SAID = 200;
/** Maximum number of characters of a line that is read. Longer ones are counted as unknown. */
const LONGEST_LINE = 1 << 16;

const HERITRIX =
  /^\d{4}-?\d\d-?\d\d\S*[ \t]+(-?\d{1,5})[ \t]+(?:-|\d+)[ \t]+(\S+)[ \t]+(\S+)[ \t]+(?:(\S+)[ \t])?/u;
/** Reads the lines of one log. */
export class CrawlLogReader {
  readonly #wget = new WgetLogReader();
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
    const wget = this.#wget.take(text);
    if (wget === undefined) this.unknown += 1;
    else this.known += 1;
    return wget === undefined || wget === "known" ? undefined : { ...wget, says: shown(wget.says) };
  }

  #heritrix([, code = "", uri = "", path = "", via = ""]: RegExpExecArray):
    | LoggedFetch
    | undefined {
    const failure = failureOfStatus(Number(code));
    if (failure === undefined) {
      // A positive number below 100 is that of DNS and FTP.
      if (Number(code) >= 1 && Number(code) < 100) this.known += 1;
      else this.unknown += 1;
      return undefined;
    }
    this.known += 1;
    // The failure of a prerequisite (path P: a host name, robots.txt) is that of the URI for which it was needed.
    const uriR = path.endsWith("P") && Number(code) < 0 ? via : uri;
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
}

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
