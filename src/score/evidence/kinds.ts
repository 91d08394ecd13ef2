import type { Fault } from "../../base/types.js";
import { kindTitle } from "../../page/signs/sign-table.js";
import type { PageKind } from "../types.js";

/** Explanation of a kind of page, for `list kinds`, and its usual consequences. */
interface KindOfPage {
  /** Set for kinds that no sign shows, because signs.json has the titles of the others. */
  readonly title?: string;
  /** HTTP status with which the server should have answered. */
  readonly status: number;
  readonly fault: Fault;
  /** Set for walls, which may have a part in any page of a site. */
  readonly isWall?: true;
  readonly meaning: string;
  readonly falseAlarms: string;
  readonly advice: string;
}

/** Keyword of the kind of every page that shows no other kind. */
export const PAGE = "page";
/** Keyword of the kind of a page whose content is elsewhere on its own host. */
export const SHELL = "shell";
/** Keyword of the kind of a capture with a part of its page. */
export const INCOMPLETE = "incomplete";

/**
 * Minimum strength of a strong sign. With a strong sign, `--signs` votes and the kind of
 * page is reported. On 1,188 labelled mementos the strongest false sign has a strength of 0.45 (docs/explain.md).
 */
export const reportedSignal = 0.6;

/**
 * Effective status and fault belong to an off-topic page of the kind, and {@link consequencesOf} has the exceptions.
 */
export const KINDS: Readonly<Record<string, KindOfPage>> = {
  [PAGE]: {
    title: "page",
    status: 200,
    fault: "none",
    meaning: "No sign, header or address says that it is anything but a page.",
    falseAlarms:
      "A page that was replaced without a word. If it is off-topic, the fault is `page changed`.",
    advice: "Compare an off-topic one with the last on-topic capture before it.",
  },
  suspended: {
    status: 503,
    fault: "server fault",
    meaning: "The hosting service has switched the site off, often because a bill was not paid.",
    falseAlarms: "Pages of hosting services that explain what a suspended account is.",
    advice: "Leave it out. Crawl again in some weeks: many sites come back.",
  },
  "for-sale": {
    status: 404,
    fault: "owner changed",
    meaning: "A registrar or domain trader shows advertising or an offer in place of the site.",
    falseAlarms: "Pages of domain traders themselves, and shops with many offers.",
    advice: "Leave out this capture and all later ones, and stop crawling the seed.",
  },
  "default-page": {
    status: 404,
    fault: "server fault",
    meaning: "The server runs, but has no site at this address.",
    falseAlarms: "Manuals of servers that quote the page.",
    advice:
      "Leave it out. Crawl again later: the site may only have been moved to another machine.",
  },
  "panel-default": {
    status: 404,
    fault: "server fault",
    meaning: "A hosting panel shows the page that it makes before anything is uploaded.",
    falseAlarms: "Help pages of hosting services.",
    advice: "Leave it out. Look whether the domain has another owner.",
  },
  starter: {
    status: 404,
    fault: "page gone",
    meaning: "A program or site generator was installed, and nobody has written anything yet.",
    falseAlarms: "A blog that still has the first post beside its own ones.",
    advice: "Leave it out. If later captures are another site, the owner changed.",
  },
  "directory-index": {
    status: 403,
    fault: "server fault",
    meaning: "The server lists the files of a folder because the page of the folder is missing.",
    falseAlarms: "Sites that offer files in this way on purpose.",
    advice: "Keep it if the site always looked like this.",
  },
  error: {
    status: 500,
    fault: "server fault",
    meaning: "A program, a database or a proxy of the site failed.",
    falseAlarms: "Questions and answers about such errors.",
    advice: "Leave it out and crawl again.",
  },
  maintenance: {
    status: 503,
    fault: "server fault",
    meaning: "The site says that it is being worked on, or asks to come back later (Retry-After).",
    falseAlarms: "A note about maintenance on an ordinary page.",
    advice: "Leave it out and crawl again.",
  },
  "soft-404": {
    status: 404,
    fault: "page gone",
    meaning: "The page says that it was not found, whatever the status says.",
    falseAlarms: "Short pages that mention a missing page.",
    advice: "Leave it out. The last capture before it is the last one of the page.",
  },
  moved: {
    status: 301,
    fault: "page gone",
    meaning: "The page only says that it has moved.",
    falseAlarms: "News of a company that moved to another town.",
    advice: "Add the new address as a seed.",
  },
  defaced: {
    status: 503,
    fault: "owner changed",
    meaning: "Somebody broke into the site and left a message.",
    falseAlarms: "Reports on attacks.",
    advice: "Keep it if attacks are of interest; else leave it out.",
  },
  "login-wall": {
    status: 401,
    fault: "crawler blocked",
    isWall: true,
    meaning: "The site asks for an account before it shows the page.",
    falseAlarms: "Pages with a small form for members.",
    advice: "Crawl with a browser profile that is logged in.",
  },
  "consent-wall": {
    status: 403,
    fault: "crawler blocked",
    isWall: true,
    meaning: "The site asks for consent or for the age before it shows the page.",
    falseAlarms: "Pages with a banner and hardly any other text.",
    advice: "Crawl with a browser profile that has consented, or with a behaviour that clicks.",
  },
  paywall: {
    status: 402,
    fault: "crawler blocked",
    isWall: true,
    meaning: "The site asks for a payment or subscription before it shows the page.",
    falseAlarms: "Articles about paywalls, and pages with an offer for subscribers.",
    advice: "Crawl with a browser profile that is logged in, or ask the publisher.",
  },
  "bot-check": {
    status: 403,
    fault: "crawler blocked",
    isWall: true,
    meaning: "A wall against programs answered instead of the site.",
    falseAlarms: "Articles about such walls.",
    advice: "Leave it out. Crawl more slowly or ask the site to let the crawler in.",
  },
  "waiting-room": {
    status: 503,
    fault: "crawler blocked",
    meaning: "A queue lets visitors in by turn, because the site has too many of them.",
    falseAlarms: "Pages of services that make such queues.",
    advice: "Leave it out and crawl again at a quieter time.",
  },
  blocked: {
    status: 451,
    fault: "crawler blocked",
    meaning:
      "A filter, a court or a provider blocks the site for this visitor, or the site itself does for his country (status 451).",
    falseAlarms: "Articles about blocked sites.",
    advice: "Crawl from another country, or keep it as evidence of the block.",
  },
  "captive-portal": {
    status: 511,
    fault: "crawler blocked",
    meaning:
      "The network of the crawler answered in place of the site: its Wi-Fi or guest network asks for a login (status 511).",
    falseAlarms: "Pages of providers and programs of such portals.",
    advice:
      "Leave out all captures of that crawl, log the crawler in to its network, and crawl again.",
  },
  forbidden: {
    title: "forbidden or refused",
    status: 403,
    fault: "crawler blocked",
    meaning:
      "The server refuses the answer: status 401, 403, 407, 418, 429 or 999, or a page that says so with another status.",
    falseAlarms: "Folders that nobody may list. There the refusal is meant for everybody.",
    advice: "Look at the page with a browser. If it is there, the crawler is blocked.",
  },
  blank: {
    status: 204,
    fault: "server fault",
    meaning: "There is hardly any text, picture or frame.",
    falseAlarms: "Works of art, and pages that consist of a background picture.",
    advice: "Leave it out and crawl again.",
  },
  "needs-scripts": {
    title: "needs scripts",
    status: 200,
    fault: "unreadable",
    meaning: "The page is empty until scripts fill it, and the crawler ran none.",
    falseAlarms: "Pages with a title, a script and one picture.",
    advice:
      "Crawl with a browser, and give --text rendered if the crawl has the text that the browser showed.",
  },
  [INCOMPLETE]: {
    title: "incomplete capture",
    status: 200,
    fault: "unreadable",
    meaning:
      "Only a part of the page is stored: the crawler cut it off, the connection broke, or segments are missing. Without much text it is unsure, or on-topic where most words are those of the page.",
    falseAlarms: "Sites that announce a wrong length, and pages without an end tag.",
    advice: "Crawl again, with a higher limit for size or time. Give all files of the crawl.",
  },
  [SHELL]: {
    status: 200,
    fault: "none",
    meaning:
      "A frame set, splash page or forward: the content is on another page of the same host. It is on-topic where that page is.",
    falseAlarms: "A new owner who forwards within the same host.",
    advice: "Look at the page in the frame, and add it as a seed.",
  },
  spam: {
    status: 404,
    fault: "owner changed",
    meaning:
      "Advertising for gambling, pills and the like has taken the place of the site: the domain was sold, or somebody broke in.",
    falseAlarms: "Sites about casinos or medicine.",
    advice: "Leave out this capture and all later ones.",
  },
  placeholder: {
    status: 404,
    fault: "page gone",
    meaning: "A template or theme with filler text.",
    falseAlarms: "Pages about typography.",
    advice: "Leave it out. If later captures are another site, the owner changed.",
  },
  "other-site": {
    title: "redirect to another site",
    status: 404,
    fault: "page gone",
    meaning:
      "The address redirects to another site. Where it is that of a home page, the whole site leads elsewhere, so the owner changed.",
    falseAlarms:
      "A site that has moved to a new domain: such captures are on-topic and without fault.",
    advice: "Look at the target. If it is the same site under a new name, add it as a seed.",
  },
  "home-page": {
    title: "home page in place of the page",
    status: 404,
    fault: "page gone",
    meaning:
      "The answer is the home page of the same site, by its redirect or by the address that it gives as its own (canonical link, og:url).",
    falseAlarms: "Sites whose pages all name the home page as their canonical address.",
    advice: "Leave it out. The last capture before it is the last one of the page.",
  },
  "other-language": {
    title: "other language of the page",
    status: 200,
    fault: "page changed",
    meaning:
      "The same page in another language: it is on-topic, or its own address names the language (/fr/).",
    falseAlarms: "Short texts, whose language is hard to tell.",
    advice: "Keep it. Let the crawler send the language that is wanted (Accept-Language).",
  },
  "other-type": {
    title: "page in place of a file",
    status: 500,
    fault: "server fault",
    meaning:
      "The address or the Content-Type is that of a file such as a PDF, and the answer is an HTML page.",
    falseAlarms: "Addresses that end like a file and have always shown a page about it.",
    advice: "Fetch the file again. If a wall answers, the crawler is blocked.",
  },
};

/** Returns the title of a kind for people, or the keyword if the kind is unknown, such as the kind of a plug-in. */
export const titleOfKind = (kind: string, status?: number): string =>
  (Object.hasOwn(KINDS, kind) ? KINDS[kind]!.title : undefined) ?? kindTitle(kind, status);

/** Returns a kind that marks show for certain. */
export const kindShown = (kind: string, marks: readonly string[], status?: number): PageKind => ({
  ...{ kind, title: titleOfKind(kind, status) },
  ...{ strength: 1, marks },
});
