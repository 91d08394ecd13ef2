import type { Capture } from "../../base/types.js";
import { mediaType } from "../../base/content-type.js";
import { isSameSite } from "../../base/site.js";
import { pathOf, urlOf } from "../../base/uri.js";
import { INCOMPLETE, KINDS, kindShown, SHELL, titleOfKind } from "./kinds.js";
import type { OwnKind } from "./page-itself.js";

/**
 * Statuses with which a server or a network refuses to answer this visitor, and the kinds of such answers. Servers send
 * 418 for requests that they do not want to handle, and 999 to crawlers.
 */
export const REFUSALS: ReadonlyMap<number, string> = new Map([
  ...[401, 403, 407, 418, 429, 999].map((status) => [status, "forbidden"] as const),
  [402, "paywall"],
  [451, "blocked"],
  [511, "captive-portal"],
]);

export const isGone = (status: number): boolean => status === 404 || status === 410;

/**
 * Headers that show a wall. Cloudflare sends cf-mitigated only with challenges, AWS WAF and Sucuri send the name of
 * their action, and the filter Rimon answers 200.
 */
const WALL =
  /^(?:cf-mitigated|x-amzn-waf-action|x-sucuri-block|rimon): |^x-squid-error: ERR_ACCESS/u;

export const headerLine = (headers: readonly string[], name: string): string | undefined =>
  headers.find((each) => each.startsWith(`${name}: `));

export const wallOf = ({ headers = [] }: Partial<Capture>): string | undefined =>
  headers.find((each) => WALL.test(each));

/** Kinds whose words an answer of any status may have, such as "unavailable". */
const VAGUE = ["error", "soft-404", "blank", SHELL, "maintenance", "needs-scripts"];
const WALLS = Object.keys(KINDS).filter((kind) => KINDS[kind]?.isWall === true);

/** The report of the server is more reliable than the words of its page. */
function kindOfError(status: number, found: string | undefined): string | undefined {
  const isOf = (...vague: readonly string[]): boolean =>
    found === undefined || vague.includes(found);
  const refusal = REFUSALS.get(status);
  // A portal asks for a login, too.
  if (refusal !== undefined)
    return isOf(...VAGUE, ...(status === 511 ? WALLS : [])) ? refusal : undefined;
  if (isGone(status))
    return found !== "soft-404" && isOf(...VAGUE, ...WALLS) ? "soft-404" : undefined;
  // Walls answered 503 for many years.
  if (status === 503) return found === "soft-404" ? "error" : undefined;
  return status >= 500 && isOf("soft-404", SHELL, "needs-scripts", ...WALLS) ? "error" : undefined;
}

const OF_LITTLE_TEXT = ["blank", "needs-scripts", SHELL];

/** Phrases with which a page of any other status says that it refuses access. */
const REFUSES = /\b40[13]\b|forbidden|unauthorized|access ?denied|too many requests|rate limit/u;

/**
 * Returns the kind of page that the answer, the address and the signs show together, or undefined for an ordinary page.
 * `byItself` is the kind that the page shows by itself, and `lack` the reason why only a part of it is stored. Verdicts
 * depend on it: a part of a page is judged by other rules, and some kinds contradict a comparison.
 */
export function kindOfCapture(
  capture: Partial<Capture>,
  byItself: OwnKind | undefined,
  lack?: string,
): OwnKind | undefined {
  // Little text is no evidence where only a part of the page is stored.
  const found =
    lack !== undefined && byItself !== undefined && OF_LITTLE_TEXT.includes(byItself.kind)
      ? undefined
      : byItself;
  const { status = 200, headers = [], via, uriR } = capture;
  const wall = wallOf(capture);
  if (wall !== undefined && (found === undefined || !SURER_THAN_WALLS.has(found.kind))) {
    return kindShown("bot-check", [
      `header: ${wall}`,
      ...(found?.kind === "bot-check" ? found.marks : []),
    ]);
  }
  const ofStatus = kindOfError(status, found?.kind);
  if (ofStatus !== undefined) {
    const why = REFUSALS.has(status) ? headers.map((each) => `header: ${each}`) : [];
    return kindShown(ofStatus, [`HTTP ${status}`, ...why], status);
  }
  // Servers and proxies use the words of an error or a wall in refusals.
  const refuses = (found?.kind === "error" || found?.kind === "bot-check") && status < 500;
  if (refuses && found.marks.some((mark) => isRefusal(mark, found.kind, status))) {
    return { ...found, kind: "forbidden", title: titleOfKind("forbidden") };
  }
  if (found !== undefined) return found;
  // Cloudflare sent challenges with status 503 until it introduced cf-mitigated (2022). It only passed on a page with the
  // words of an error.
  if (isOldChallenge(capture)) {
    return kindShown("bot-check", [`header: ${headerLine(headers, "server")}`]);
  }
  const later = headerLine(headers, "retry-after");
  // Servers in maintenance also send this header with status 200.
  if (later !== undefined && (status < 300 || status === 503)) {
    return kindShown("maintenance", [`header: ${later}`]);
  }
  if (status >= 400) return kindShown("error", [`HTTP ${status}`]);
  if (lack !== undefined) return kindShown(INCOMPLETE, [lack]);
  const file = fileInPlaceOf(capture);
  if (file !== undefined) return kindShown("other-type", [file]);
  if (via?.kind === "redirect" && uriR !== undefined) {
    const marks = [`redirect: ${via.uriR}`];
    if (!isSameSite(uriR, via.uriR)) return kindShown("other-site", marks);
    if (isHome(via.uriR) && !isHome(uriR)) return kindShown("home-page", marks);
  }
  return undefined;
}

/** True for an answer of Cloudflare that may be a challenge of the time before cf-mitigated. */
export const isOldChallenge = ({ status, headers = [] }: Partial<Capture>): boolean =>
  status === 503 && /cloudflare/iu.test(headerLine(headers, "server") ?? "");

/** Kinds that contradict a wall, because a page of a new owner may be behind a wall. */
const SURER_THAN_WALLS: ReadonlySet<string> = new Set(["for-sale", "suspended", "spam", "blocked"]);

/**
 * "Access denied" is a refusal with an error status. With status 200 it belongs to the page of a wall, for which there
 * are signs.
 */
const isRefusal = (mark: string, kind: string, status: number): boolean =>
  REFUSES.test(mark) && (kind === "error" || status >= 400);

/** Suffixes of files that browsers download or show with another program. */
const FILE =
  /\.(?:pdf|ps|docx?|xlsx?|pptx?|od[tsp]|csv|zip|gz|7z|rar|epub|jpe?g|png|gif|mp3|mp4)$|\/robots\.txt$/iu;

/** Returns the evidence that an HTML page was sent instead of a file. */
function fileInPlaceOf({ contentType, format, uriR = "" }: Partial<Capture>): string | undefined {
  if (format !== undefined) return undefined;
  const declared = mediaType(contentType);
  if (/^(?:application\/(?:pdf|postscript|zip|gzip)|image\/)/u.test(declared)) {
    return `declared as ${declared}, found HTML`;
  }
  const name = FILE.exec(pathOf(uriR))?.[0];
  return name === undefined ? undefined : `address: ${name}, found HTML`;
}

/**
 * True for the address of a home page: the root, an index page in the root, or either of them in one language
 * (`/en/`, `/index.php?lang=en`). Sites add to its address whence a visitor comes (`/?error=404`).
 */
export function isHome(uri: string): boolean {
  const url = urlOf(uri);
  if (url === undefined) return false;
  const { pathname, search } = url;
  return OF_HOME.test(pathname) && (search === "" || OF_VISIT.test(search));
}

const OF_HOME =
  /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|default|home|homepage|start|welcome|main|startseite|accueil|inicio|hem|hjem|etusivu|(?:home|main)\/index)(?:\.\w{2,5})?\/?)?$/iu;
const OF_VISIT =
  /^\?(?:(?:lang|language|locale|hl|l|ref|referr?er|from|src|source|error|err|status|404|not_?found|redirect\w{0,9}|utm_\w{1,20})(?:=[^&]*)?(?:&|$))+$/iu;
