import type { Capture } from "../../base/types.js";
import type { PageKind } from "../types.js";
import { isSameSite } from "../../base/site.js";
import { bareHost } from "../../base/uri.js";

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

/** Similarity of texts up to which a page that another address of its site answers is not the page any more. */
const FAR_APART = 0.25;
/** Similarity of texts from which a page has the text of the first capture, and from which it is still there as a whole. */
const SAME_TEXT = 0.8;
const WHOLE_TEXT = 0.5;

export interface Shown {
  readonly kind: PageKind | undefined;
  /** Kind that the page has beside the others of its TimeMap, such as the home page by the address that it names. */
  readonly beside: PageKind | undefined;
  /** The capture, and that of the trusted first memento. */
  readonly capture: Pick<Capture, "uriR" | "via">;
  readonly firstCapture: Pick<Capture, "uriR" | "via"> | undefined;
  /** Kind of the trusted first memento. */
  readonly first: string | undefined;
  /** Similarity (0 to 1) of the text to that of the first memento. */
  readonly similarity: number | undefined;
  /** Whether the page has a token of the identity of its seed. */
  readonly isKept: boolean;
}

/** Why a memento has no verdict, and the kind that says so if there is one. */
export interface Doubt {
  readonly doubt: string;
  readonly kind?: string | undefined;
}

/** Returns undefined if nothing contradicts that a memento is the page. */
export function contradictionOf(shown: Shown): Doubt | undefined {
  const { first, similarity = 0, isKept } = shown;
  const { kind, marks = [] } = shown.kind ?? shown.beside ?? {};
  const says = kind === undefined ? undefined : OTHER_PAGES.get(kind);
  if (kind === undefined || says === undefined) return otherAnswer(shown);
  if (kind === first) return undefined;
  if (kind === "spam") {
    if (isTitle(marks)) return { kind, doubt: "the title is advertising" };
    return injectedSpam(shown) === undefined ? { kind, doubt: says } : undefined;
  }
  const isMoved = kind === "other-site" && isKept;
  // The address that a page names as its own is weaker evidence than a redirect or words.
  const enough = shown.kind === undefined ? WHOLE_TEXT : SAME_TEXT;
  return isMoved || similarity >= enough ? undefined : { kind, doubt: says };
}

/** A redirect to another page of the site, which shows hardly a word of the page, tells that the page is away. */
function otherAnswer({
  kind,
  capture: { uriR, via },
  firstCapture,
  similarity = 1,
}: Shown): Doubt | undefined {
  if (kind !== undefined || via?.kind !== "redirect" || similarity > FAR_APART) return undefined;
  const pathNow = pathKey(via.uriR);
  const firstUri = firstCapture?.via?.uriR ?? firstCapture?.uriR ?? uriR;
  return pathNow === pathKey(firstUri) || !isSameSite(uriR, via.uriR)
    ? undefined
    : { kind: "moved", doubt: `another page of the site answers: ${via.uriR.slice(0, 200)}` };
}

/** Returns the host and path of a URI by which two addresses of one page are the same. */
function pathKey(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const { hostname, pathname, search } = new URL(uri);
  return `${bareHost(hostname)}${pathname.toLowerCase().replace(/(?:index|default)\.\w{2,5}$|\/+$/u, "")}${search}`;
}

/**
 * Returns a remark on spam that somebody put into a page that is still there as a whole, such as hidden links; undefined
 * otherwise. The kind of such a page is that of the page.
 */
export function injectedSpam(shown: Shown): string | undefined {
  const { kind, first, similarity = 0, isKept } = shown;
  // Hidden links may be longer than the page, which still has the names and accounts of its seed.
  const isWhole = similarity >= (isKept ? FAR_APART : WHOLE_TEXT);
  if (kind?.kind !== "spam" || first === "spam" || isTitle(kind.marks) || !isWhole)
    return undefined;
  return `spam was put into the page: ${kind.marks.join(", ")}`;
}

const isTitle = (marks: readonly string[]): boolean =>
  marks.some((mark) => mark.startsWith("title: "));
