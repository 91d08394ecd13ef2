/**
 * Kinds of reasons for which a seed has no capture, as crawl logs and page lists give them, with the words for people. A reason
 * is never guessed: `unknown` is that of a seed on which no log has a line.
 */
export const FAILURE_KINDS = {
  unknown: "no reason is known",
  "no page": "its captures are no pages",
  captured: "the log has an answer, which is not in the input",
  dns: "the host was not found",
  connection: "there was no connection",
  timeout: "the site was too slow",
  "http error": "the site answered with an error",
  robots: "robots.txt forbids it",
  excluded: "the settings of the crawl exclude it",
  stopped: "the crawl ended or was stopped before",
  browser: "the browser of the crawler could not load it",
  crawler: "the crawler failed",
} as const;

export type FailureKind = keyof typeof FAILURE_KINDS;

export const isFailureKind = (value: unknown): value is FailureKind =>
  typeof value === "string" && Object.hasOwn(FAILURE_KINDS, value);

/** Status codes of Heritrix 1 to 3 below 1 (org.archive.modules.fetcher.FetchStatusCodes). */
const HERITRIX: Readonly<Record<string, readonly [kind: FailureKind, says: string]>> = {
  "0": ["stopped", "it was never tried"],
  "-1": ["dns", "DNS lookup failed"],
  "-2": ["connection", "connection failed"],
  "-3": ["connection", "connection lost"],
  "-4": ["timeout", "timeout"],
  "-5": ["crawler", "runtime exception"],
  "-6": ["dns", "DNS lookup of a prerequisite failed"],
  "-7": ["crawler", "URI not supported or illegal"],
  "-8": ["connection", "all retries failed"],
  "-50": ["stopped", "it waited for a prerequisite"],
  "-60": ["crawler", "it could not be queued"],
  "-61": ["connection", "robots.txt could not be fetched"],
  "-62": ["connection", "a prerequisite failed"],
  "-63": ["crawler", "a prerequisite could not be scheduled"],
  "-404": ["http error", "empty answer, taken as 404"],
  "-3000": ["crawler", "severe error of Java"],
  "-4000": ["excluded", "content of little value (chaff)"],
  "-4001": ["excluded", "too many links from the seed"],
  "-4002": ["excluded", "too many embeds from the seed"],
  "-5000": ["excluded", "out of scope"],
  "-5001": ["excluded", "blocked by a setting of the user"],
  "-5002": ["excluded", "blocked by a processor"],
  "-5003": ["excluded", "beyond a quota"],
  "-5004": ["stopped", "beyond the time of the crawl"],
  "-6000": ["stopped", "deleted from the frontier by the user"],
  "-7000": ["stopped", "its thread was stopped by the operator"],
  "-9998": ["robots", "robots.txt forbids it"],
};

export interface Failure {
  readonly kind: FailureKind;
  /** Short text of the log for people. */
  readonly says: string;
}

/** A line that says how the fetch of a URI ended. */
export interface LoggedFetch extends Failure {
  readonly uriR: string;
}

/** Returns undefined for a number that is a status neither of HTTP nor of Heritrix. */
export function failureOfStatus(status: number): Failure | undefined {
  const known = HERITRIX[String(status)];
  if (known !== undefined) return { kind: known[0], says: `status ${status}: ${known[1]}` };
  if (status < 100 || status > 999) return undefined;
  return { kind: status >= 400 ? "http error" : "captured", says: `HTTP status ${status}` };
}

const BY_WORDS: readonly (readonly [pattern: RegExp, kind: FailureKind])[] = [
  [/robots/iu, "robots"],
  [/name_not_resolved|resolve|name or service|no such host|unknown host|nodename nor/iu, "dns"],
  [/time[d_ ]*out/iu, "timeout"],
  [/blocked_by|excluded|out of scope|page limit|quota/iu, "excluded"],
  [/interrupt|stopped|cancel/iu, "stopped"],
  [
    /err_(?:connection|address|ssl|cert|network|internet|socket|empty|tunnel|proxy)|connect|refused|reset|unreachable|certificate|ssl|tls|no data received|read error/iu,
    "connection",
  ],
];

/** Returns the kind of a message of a browser or program. `otherwise` is that of words that say nothing more. */
export const kindOfWords = (words: string, otherwise: FailureKind): FailureKind =>
  BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? otherwise;
