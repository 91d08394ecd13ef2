import { bareHost, urlOf } from "../../base/uri.js";
import type { Capture, Fault } from "../../base/types.js";
import type { PageKind } from "../types.js";
import { isSameSite } from "../../base/site.js";
import { KINDS } from "../evidence/kinds.js";
import type { OwnFacts } from "./own-facts.js";
import type { FromFirst } from "./changes.js";

/*
 * A row must not say of a capture that it shows another page than the seed and call it on-topic in the same breath. Where
 * the kind of a page and the comparison contradict each other, the verdict is unsure, and a reason says so.
 */

/** Kinds that say that a page is not the one that was asked for. */
const OTHER_PAGES: ReadonlyMap<string, string> = new Map([
  ["home-page", "the site answers with its home page"],
  ["soft-404", "the page says that it does not exist"],
  ["other-site", "another site answers"],
  ["spam", "the page has signs of spam"],
]);

/** Whether pages of a kind, such as a wall or a notice of the hosting service, stand in place of the page. */
const isInPlace = (kind: string): boolean =>
  Object.hasOwn(KINDS, kind) && !OF_THE_PAGE.has(KINDS[kind]!.fault);
const OF_THE_PAGE: ReadonlySet<Fault> = new Set(["none", "page changed", "unreadable"]);

/** Similarity of texts up to which a page that another address of its site answers is not the page any more. */
const FAR_APART = 0.25;
/** Similarity of texts from which a page has the text of the first capture, and from which it is still there as a whole. */
const SAME_TEXT = 0.8;
const WHOLE_TEXT = 0.5;

/** A page, with what it is compared with. */
export interface Compared {
  readonly capture: Pick<Capture, "uriR" | "via">;
  readonly own: OwnFacts;
  /** Returns the trusted first memento with its facts. */
  readonly readFirst: () => (OwnFacts & { readonly capture: Capture }) | undefined;
  readonly away: FromFirst;
}

/** Sentence for people, and the kind of page that says so if there is one. */
export interface Told {
  readonly says: string;
  readonly kind?: string | undefined;
}

const similarityOf = ({ text }: FromFirst): number | undefined =>
  text === undefined ? undefined : 1 - text;

const kindOf = ({ kind, kinds }: OwnFacts): PageKind | undefined => kind ?? kinds?.offTopic;

/** Returns undefined if nothing contradicts that a memento is the page. */
export function contradictionOf(compared: Compared): Told | undefined {
  const { own, away, readFirst } = compared;
  const { kind, title = "", marks = [] } = kindOf(own) ?? {};
  if (kind === undefined || !isInPlace(kind)) return otherAnswer(compared);
  const says = OTHER_PAGES.get(kind) ?? `the page looks like another one: ${title}`;
  const first = readFirst();
  if (first !== undefined && kind === kindOf(first)?.kind) return undefined;
  if (kind === "spam") {
    if (isTitle(marks)) return { kind, says: "the title is advertising" };
    return injectedSpam(compared) === undefined ? { kind, says } : undefined;
  }
  const isMoved = kind === "other-site" && own.kept !== undefined;
  // The address that a page names as its own is weaker evidence than a redirect or words, and a page may have a form for
  // its members.
  const isSure = own.kind !== undefined && OTHER_PAGES.has(kind);
  const enough = isSure ? SAME_TEXT : WHOLE_TEXT;
  return isMoved || (similarityOf(away) ?? 0) >= enough ? undefined : { kind, says };
}

/** A redirect to another page of the site, which shows hardly a word of the page, tells that the page is away. */
function otherAnswer({ own, capture: { uriR, via }, readFirst, away }: Compared): Told | undefined {
  const isFar = (similarityOf(away) ?? 1) <= FAR_APART;
  if (own.kind !== undefined || via?.kind !== "redirect" || !isFar) return undefined;
  const pathNow = pathKey(via.uriR);
  const first = readFirst()?.capture;
  const firstUri = first?.via?.uriR ?? first?.uriR ?? uriR;
  return pathNow === pathKey(firstUri) || !isSameSite(uriR, via.uriR)
    ? undefined
    : { kind: "moved", says: `another page of the site answers: ${via.uriR.slice(0, 200)}` };
}

/** Returns the host and path of a URI by which two addresses of one page are the same. */
function pathKey(uri: string): string {
  const url = urlOf(uri);
  if (url === undefined) return uri;
  const { hostname, pathname, search } = url;
  const path = pathname.toLowerCase().replace(/(?<!\/)\/+(?:(?:index|default)\.\w{2,5})?$/u, "");
  return `${bareHost(hostname)}${path}${search}`;
}

/**
 * Returns a remark on spam that somebody put into a page that is still there as a whole, such as hidden links; undefined
 * otherwise. The kind of such a page is that of the page.
 */
export function injectedSpam({ own, readFirst }: Compared): string | undefined {
  const { kind, isWhole } = own;
  if (kind?.kind !== "spam" || isTitle(kind.marks) || isWhole !== true) return undefined;
  const first = readFirst();
  return first !== undefined && kindOf(first)?.kind === "spam"
    ? undefined
    : `spam was put into the page: ${kind.marks.join(", ")}`;
}

const isTitle = (marks: readonly string[]): boolean =>
  marks.some((mark) => mark.startsWith("title: "));
