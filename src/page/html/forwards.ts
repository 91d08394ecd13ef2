import type { HowForwarded } from "../signs/forward-marks.js";
import type { Page } from "../types.js";
import { readOutline } from "./outline.js";
import { scriptForwards } from "./script-forwards.js";

/** Page whose content is elsewhere, in its frames or on the page to which it forwards. */
export type Shell = {
  readonly kind: "frames" | "forward";
  /** URI of the first frame, or of the page to which it forwards, as written. */
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

const FORWARD =
  /\blocation(?:\.href)?\s{0,9}=\s{0,9}["']([^"'\s]{1,500})["']|\blocation\.(?:replace|assign)\(\s{0,9}["']([^"'\s]{1,500})["']/iu;
const FRAME = /<i?frame\b[^>]{0,500}?\bsrc\s{0,9}=\s{0,9}["']?([^"'\s>]{1,500})/iu;
const COOKIE = /\bdocument\.cookie\s{0,9}=\s{0,9}["'`]\s{0,9}([^"'`=;\s]{1,100})/giu;
/** Pieces of scripts that look whether the browser blocks advertising. */
const AD_BLOCKERS = /\bad[-_]?block|\babp\b|abpdetect|\bpx\.js\?ch=/iu;

/** Returns undefined for any other page. */
export function shellOf(page: Page): Shell | undefined {
  if (!isBare(page)) return undefined;
  const target = refreshTarget(page.refresh) ?? refreshTarget(readOutline(page).refresh);
  if (target !== undefined) return { kind: "forward", target };
  const html = page.html.slice(0, REACH);
  const frame = FRAME.exec(html)?.[1];
  if (frame !== undefined) return { kind: "frames", target: frame };
  const [, assigned, replaced] = FORWARD.exec(html) ?? [];
  const location = assigned ?? replaced;
  return location === undefined ? undefined : { kind: "forward", target: location };
}

/** Returns the URI, as written, to which the header Refresh of a page without text forwards; undefined if there is none. */
export const headerForward = (page: Page): string | undefined =>
  page.refresh !== undefined && isBare(page) ? refreshTarget(page.refresh) : undefined;

/**
 * Returns all places to which a page without text leads, by header, element, frame or script. A page has at most about
 * twenty. Text for browsers without scripts is not the text of the page.
 */
export function forwardsOf(page: Page): readonly Forward[] {
  if (!isBare(page, true)) return [];
  const html = page.html.slice(0, REACH);
  const cookies = Array.from(html.matchAll(COOKIE), ([, name]) => name!);
  const looksForAdBlockers = AD_BLOCKERS.test(html);
  const how = { cookies, looksForAdBlockers };
  const refreshes = [page.refresh, readOutline(page).refresh].flatMap(
    (value) => refreshTarget(value) ?? [],
  );
  const frame = FRAME.exec(html)?.[1];
  return [
    ...refreshes.map((target) => ({ target, ...how, isConditional: false })),
    // A frame may also be a part of a page.
    ...(frame === undefined ? [] : [{ target: frame, ...how, isConditional: true }]),
    ...scriptForwards(html).map((found) => ({ ...found, ...how })),
  ];
}

function refreshTarget(value: string | undefined): string | undefined {
  const refresh = value === undefined ? undefined : readRefresh(value);
  return refresh !== undefined && refresh.seconds <= MOST_SECONDS ? refresh.target : undefined;
}

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
  const text = value.slice(0, LONGEST).trim();
  const [start, digits = ""] = /^(\d{0,9})[\d.]*/u.exec(text) ?? [];
  if (start === undefined || start === "") return undefined;
  const seconds = Number(digits);
  const rest = text.slice(start.length);
  if (rest !== "" && !/^[\s;,]/u.test(rest)) return undefined;
  const written = rest.replace(/^\s*[;,]?\s*/u, "").replace(/^url\s*=\s*/iu, "");
  const quote = /^["']/u.exec(written)?.[0];
  const target = (quote === undefined ? written : written.slice(1).split(quote)[0]!).trim();
  return { seconds, target: target === "" ? undefined : target };
}

function isBare(page: Page, withoutNoscript = false): boolean {
  if (page.format !== "html") return false;
  let length = 0;
  for (const { text, domPath } of page.paragraphs) {
    if (withoutNoscript && domPath.includes("noscript")) continue;
    if ((length += text.length) > SHELL_TEXT) return false;
  }
  return true;
}
