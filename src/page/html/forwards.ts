import type { HowForwarded } from "../signs/forward-marks.js";
import type { Page } from "../types.js";
import { readOutline } from "./outline.js";
import { scriptForwards } from "./script-forwards.js";

/** Page whose content is elsewhere, in its frames or on the page to which it forwards. */
export type Shell = {
  readonly kind: "frames" | "forward" | "viewer";
  /** Set for a page that marks the browser, such as with a cookie, before it forwards. */
  readonly marks?: true;
  /** URI of the first frame, of the page to which it forwards, or of the document that it shows, as written. */
  readonly target: string;
};

/** Place to which a page without text leads, with everything that may say why. */
export interface Forward extends HowForwarded {
  /** URI as written, as far as it is known. Empty for the page itself. */
  readonly target: string;
}

/**
 * Maximum number of characters on a shell. A text such as "click here to enter" is shorter. A page with more text has
 * content of its own.
 */
const SHELL_TEXT = 100;
/**
 * Number of characters at the beginning of a page in which frames and forwards are searched for, because a shell has
 * them there.
 */
const REACH = 10_000;
/** Seconds after which a refresh shows the next page of a series, and no longer forwards. */
const MOST_SECONDS = 99;

/** An element that shows a document, or a script that draws one. */
const VIEWER =
  /<(?:embed|object|i?frame)\b(?=[^>]{0,500}(?:\.pdf\b|application\/pdf|\/viewer\?|docs\.google\.com|drive\.google\.com|officeapps\.live|\bissuu\.com|\bscribd\.com|\bslideshare\.net|\bcalameo\.com|\byumpu\.com))[^>]{0,500}?\b(?:src|data)\s{0,9}=\s{0,9}["']?([^"'\s>]{1,500})|<script\b[^>]{0,200}\bsrc\s{0,9}=\s{0,9}["']?[^"'\s>]{0,300}(?:\bpdf(?:js|[._-]?viewer|object)?(?:\.min)?\.m?js|\bpdf\.worker|\bviewer(?:[._-]\w{1,20})?(?:\.min)?\.m?js|flipbook|turn(?:\.min)?\.js|openseadragon|mirador|universalviewer|\buv\.js|issuu|docviewer)/iu;
const FRAME = /<i?frame\b[^>]{0,500}?\bsrc\s{0,9}=\s{0,9}["']?([^"'\s>]{1,500})/iu;
/**
 * Matches what marks a browser before it loads a page again: a cookie, with its name where the script shows it, a value
 * in the store of the session, or a request.
 */
const COOKIE =
  /\bdocument(?:\.cookie|\[\s{0,9}["']cookie["']\s{0,9}\])\s{0,9}=(?!=)\s{0,9}(?:["'`]\s{0,9}([^"'`=;\s]{1,100}))?|\bset_?cookie\s{0,9}\(|\bcookies?\s{0,9}\.set\s{0,9}\(|\b(?:session|local)storage\b|\bfetch\s{0,9}\(|\bxmlhttprequest\b|\bsendbeacon\b/giu;
/** Pieces of scripts that look whether the browser blocks advertising. */
const AD_BLOCKERS = /\bad[-_]?block|\babp\b|abpdetect|\bpx\.js\?ch=/iu;

/** Returns undefined for any other page. */
export function shellOf(page: Page): Shell | undefined {
  if (!isBare(page)) return undefined;
  const [target] = refreshesOf(page).flatMap(targetOf);
  if (target !== undefined) return { kind: "forward", target };
  const html = page.html.slice(0, REACH);
  const viewed = VIEWER.exec(html);
  if (viewed !== null) return { kind: "viewer", target: viewed[1] ?? viewed[2] ?? "" };
  const frame = FRAME.exec(html)?.[1];
  if (frame !== undefined) return { kind: "frames", target: frame };
  const forwards = scriptForwards(html);
  const location = forwards.find(({ isConditional }) => !isConditional) ?? forwards[0];
  if (location === undefined) return undefined;
  const marks = html.search(COOKIE) >= 0;
  return { kind: "forward", target: location.target, ...(marks && { marks }) };
}

/**
 * Returns the URI, as written, to which a page without a text of its own sends every browser, like a redirect: by header,
 * element or script. Undefined for any other page.
 */
export function forwardOf(page: Page): string | undefined {
  if (!isBare(page)) return undefined;
  const [target] = refreshesOf(page).flatMap(targetOf);
  if (target !== undefined) return target;
  const html = page.html.slice(0, REACH);
  if (FRAME.test(html)) return undefined;
  return scriptForwards(html).find(({ isConditional }) => !isConditional)?.target;
}

/**
 * Returns all places to which a page without text leads, by header, element, frame or script. A page has at most about
 * twenty. Text for browsers without scripts is not the text of the page.
 */
export function forwardsOf(page: Page): readonly Forward[] {
  if (!isBare(page, true)) return [];
  const html = page.html.slice(0, REACH);
  const cookies = Array.from(html.matchAll(COOKIE), ([, name = ""]) => name);
  const looksForAdBlockers = AD_BLOCKERS.test(html);
  const how = { cookies, looksForAdBlockers };
  const refreshes = refreshesOf(page);
  const frame = FRAME.exec(html)?.[1];
  return [
    ...refreshes.flatMap(targetOf).map((target) => ({ target, ...how, isConditional: false })),
    // A frame may also be a part of a page.
    ...(frame === undefined ? [] : [{ target: frame, ...how, isConditional: true }]),
    ...scriptForwards(html).map((found) => ({ ...found, ...how })),
    ...(loadsAgain(refreshes, html)
      ? [{ ...how, target: "", cookies: [""], isConditional: false }]
      : []),
  ];
}

/** A script without visible names, several of which make a page that consists of nothing else a test of the browser. */
const OBFUSCATED = /\b_0x[\da-f]{3,8}\b/giu;
const FEWEST_OBFUSCATED = 3;
const PACKED = /\beval\(function\(p,a,c,k,e,[dr]\)/u;

/** Whether a page without text loads itself again at once, sends a form by itself, or runs a script that hides what it does. */
function loadsAgain(refreshes: readonly Refresh[], html: string): boolean {
  const isReload = refreshes.some(({ target, seconds }) => target === undefined && seconds <= SOON);
  const isSent = /<form\b/iu.test(html) && /\.submit\s{0,9}\(\s{0,9}\)/u.test(html);
  const isHidden = PACKED.test(html) || (html.match(OBFUSCATED)?.length ?? 0) >= FEWEST_OBFUSCATED;
  return isReload || isSent || isHidden;
}

/** Seconds up to which a page loads itself again at once. */
const SOON = 10;

/** Returns the refreshes of the header and of the element meta. */
const refreshesOf = (page: Page): Refresh[] =>
  [page.refresh, readOutline(page).refresh].flatMap((value = "") => readRefresh(value) ?? []);

const targetOf = ({ seconds, target }: Refresh): string[] =>
  target !== undefined && seconds <= MOST_SECONDS ? [target] : [];

/** Maximum number of characters of the value of a refresh that are read. */
const LONGEST = 2_000;

interface Refresh {
  readonly seconds: number;
  /** URI as written. Undefined if the page loads itself again. */
  readonly target: string | undefined;
}

/**
 * Reads the value of the header `Refresh` or of `<meta http-equiv=refresh>` as browsers do (HTML Standard, "shared declarative
 * refresh steps"): `0; url='/new'`, `5,/new`, `3`. Returns undefined for a value that browsers ignore.
 */
function readRefresh(value: string): Refresh | undefined {
  const found = REFRESH.exec(value.slice(0, LONGEST).trim());
  if (found === null) return undefined;
  const [, digits, , quoted, plain = ""] = found;
  const target = (quoted ?? plain).trim();
  return { seconds: Number(digits), target: target === "" ? undefined : target };
}

const REFRESH =
  /^(?=[\d.])(\d{0,9})[\d.]*(?:$|(?=[\s;,])\s*[;,]?\s*(?:url\s*=\s*)?(?:(["'])(.*?)(?:\2|$)|(.*)))/isu;

/** Whether a page has hardly any text of its own. */
export function isBare(page: Page, withoutNoscript = false): boolean {
  if (page.format !== "html") return false;
  let length = 0;
  for (const { text, domPath } of page.paragraphs) {
    if (withoutNoscript && domPath.includes("noscript")) continue;
    if ((length += text.length) > SHELL_TEXT) return false;
  }
  return true;
}
