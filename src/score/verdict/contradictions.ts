import type { PageKind } from "../types.js";

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

/** Similarity of texts from which a page has the text of the first capture, and from which it is still there as a whole. */
const SAME_TEXT = 0.8;
const WHOLE_TEXT = 0.5;

export interface ShownKind {
  readonly kind: PageKind | undefined;
  /** Kind of the trusted first memento. */
  readonly first: string | undefined;
  /** Similarity (0 to 1) of the text to that of the first memento. */
  readonly similarity: number | undefined;
  /** Whether the page has a token of the identity of its seed. */
  readonly isKept: boolean;
}

/** Returns why a memento that is like the page cannot be called on-topic; undefined if nothing contradicts that. */
export function contradictionOf({
  kind,
  first,
  similarity = 0,
  isKept,
}: ShownKind): string | undefined {
  const says = kind && OTHER_PAGES.get(kind.kind);
  if (kind === undefined || says === undefined || kind.kind === first) return undefined;
  if (kind.kind === "spam") return isTitled(kind) ? "the title is advertising" : says;
  const isMoved = kind.kind === "other-site" && isKept;
  return isMoved || similarity >= SAME_TEXT ? undefined : says;
}

/**
 * Returns a remark on spam that somebody put into a page that is still there as a whole, such as hidden links; undefined
 * otherwise. The kind of such a page is that of the page.
 */
export function injectedSpam({ kind, first, similarity = 0 }: ShownKind): string | undefined {
  if (kind?.kind !== "spam" || first === "spam" || isTitled(kind) || similarity < WHOLE_TEXT) {
    return undefined;
  }
  return `spam was put into the page: ${kind.marks.join(", ")}`;
}

const isTitled = ({ marks }: PageKind): boolean => marks.some((mark) => mark.startsWith("title: "));

/** Returns the reason for a doubt about a page whose words are lost and which keeps what its seed is known by. */
export const keptText = (tokens: readonly string[]): string =>
  `what the seed is known by is still there: ${tokens.slice(0, 4).join(", ")}`;
