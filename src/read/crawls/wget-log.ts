import { type Failure, failureOfStatus, kindOfWords, type LoggedFetch } from "./failure-kinds.js";

/*
 * The log of wget is in the language of its user. So lines are told by what all translations keep: dates, URIs, hosts, numbers
 * and the places of colons and dots.
 */

const DATE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
const WEB = String.raw`https?:\/\/[^/\s]\S*`;
/** Dots between what wget does and how it ends. */
const DOTS = String.raw`(?:\.\.\.|…)\s*`;
/** A word such as "failed" and the reason behind a colon. Addresses have digits. */
const FAILED = String.raw`[^\d:：]{1,60}(?::\s+|：)(.{1,200})`;

/** A second try is named between the date and the URI. */
const URI = new RegExp(String.raw`^--${DATE}--\s+(?:\([^()]{1,60}\)\s+)?(${WEB})`, "u");
const BRIEF_URI = new RegExp(`^(${WEB}):$`, "u");
const BRIEF_SAVED = new RegExp(
  String.raw`^${DATE}\s+URL\s?:\s?(${WEB})\s+(?:\[|(\d{3})(?:\s|$))`,
  "u",
);
const DATED_STATUS = new RegExp(String.raw`^${DATE}\s+[^\d(]{1,40}(\d{3})(?:\s|[:：])`, "u");
const SAVED = new RegExp(String.raw`^${DATE}\s+\(.{1,40}\).*\[\d+(?:\/\d+)?\]\)?$`, "u");
const BROKEN_OFF = new RegExp(String.raw`^${DATE}\s+\(.{1,40}?\)\s+\S{1,3}\s+(.{1,200})$`, "u");
/** An answer stands behind the dots, or in a line of its own with `--server-response`. */
const STATUS = new RegExp(String.raw`^(?:\S.*?${DOTS}|\s+HTTP\/\d\S*\s+)(\d{3})(?:\s|$)`, "u");

const NO_HOST = new RegExp(String.raw`^\S.{0,300}?\(\S{1,255}\).{0,60}?${DOTS}${FAILED}`, "u");
const NO_CONNECTION = new RegExp(String.raw`^\S.{0,300}?:\d{1,5}\b.{0,60}?${DOTS}${FAILED}`, "u");
const NO_ANSWER = new RegExp(String.raw`^\S.{0,100}?${DOTS}([^\d\s[].{1,200})$`, "u");
const NO_ENCRYPTION =
  /^(?:failed: )?((?:GnuTLS|OpenSSL): .{1,200}|Unable to establish .{1,100}|ERROR: .{1,200}|.{0,200}--no-check-certificate.{0,50}|(?<=^failed: ).{1,200})$/u;
const NO_FILE = /^Remote file does not exist.{0,50}$/u;
const UNRESOLVED =
  /^wget\s?[:：]\s(.{0,200}?["'`‘’“„«»‚]\s?((?:[^\s"'`‘’“”„«»‚:/.]{1,63}\.)+[^\s"'`‘’“”„«»‚:/.]{1,63})\s?["'’‘“”»«].{0,60})$/u;

/** Lines of wget that may be the first of a log. */
const FIRST =
  /^(?:DEBUG output|Setting --|Reading HSTS|URI encoding|Spider mode|Opening WARC|Redirecting output|FINISHED --)/u;

/** Reads the lines of a log of wget. Lines belong to the URI before them. */
export class WgetLogReader {
  #uri: string | undefined;
  /** In the brief form only the line behind a URI belongs to it. */
  #isBrief = false;
  #isWget = false;

  /** Returns how a fetch ended, "known" for another line of wget, or undefined for a line that is none. */
  take(line: string): LoggedFetch | "known" | undefined {
    const uri = URI.exec(line)?.[1];
    const brief = uri === undefined ? BRIEF_URI.exec(line)?.[1] : undefined;
    const named = uri ?? brief;
    if (named !== undefined && URL.canParse(named)) {
      this.#isWget = true;
      this.#uri = named;
      this.#isBrief = brief !== undefined;
      return "known";
    }
    const uriR = this.#uri;
    const isBrief = this.#isBrief;
    if (isBrief) this.#uri = undefined;
    const [, saved, status = "200"] = BRIEF_SAVED.exec(line) ?? [];
    if (saved !== undefined) {
      this.#isWget = true;
      this.#uri = undefined;
      return answerOf(saved, status);
    }
    const fetch = uriR === undefined ? unresolved(line) : this.#endOf(line, uriR, isBrief);
    if (fetch !== undefined) {
      this.#isWget = true;
      return fetch;
    }
    return (this.#isWget && !NO_TEXT.test(line)) || FIRST.test(line) ? "known" : undefined;
  }

  #endOf(line: string, uriR: string, isBrief: boolean): LoggedFetch | undefined {
    const status = (DATED_STATUS.exec(line) ?? STATUS.exec(line))?.[1];
    if (status !== undefined) return answerOf(uriR, status);
    if (SAVED.test(line)) return undefined;
    const failure = isBrief ? failureInBrief(line) : failureIn(line, uriR);
    return failure === undefined ? undefined : { uriR, ...failure };
  }
}

/** Matches a line that no program writes. */
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\0-\u{8}\u{e}-\u{1f}\u{fffd}]/u;

/** The failure is that of the home page of the host, because the brief form does not name the URI. */
function unresolved(line: string): LoggedFetch | undefined {
  const [, says = "", host] = UNRESOLVED.exec(line) ?? [];
  return host !== undefined && URL.canParse(`http://${host}/`)
    ? { uriR: `http://${host}/`, kind: "dns", says }
    : undefined;
}

function answerOf(uriR: string, status: string): LoggedFetch | undefined {
  const answer = failureOfStatus(Number(status));
  return answer === undefined ? undefined : { uriR, ...answer };
}

function failureIn(line: string, uriR: string): Failure | undefined {
  const said = (pattern: RegExp): string | undefined => pattern.exec(line)?.[1];
  const words =
    said(NO_CONNECTION) ??
    said(BROKEN_OFF) ??
    (ASKED.test(line) ? said(NO_ANSWER) : undefined) ??
    said(NO_ENCRYPTION);
  if (words !== undefined) return { kind: kindOfWords(words, "connection"), says: words };
  const host = said(NO_HOST);
  if (host !== undefined) return { kind: "dns", says: host };
  const failed = unresolved(line);
  return failed !== undefined && new URL(failed.uriR).hostname === new URL(uriR).hostname
    ? { kind: "dns", says: failed.says }
    : undefined;
}

/** The brief form of a spider has no status. */
const failureInBrief = (line: string): Failure | undefined =>
  NO_FILE.test(line) ? { kind: "http error", says: line } : undefined;

/** The request of a page, of which the dots end with the answer. */
const ASKED = /HTTP|proxy/iu;
