import type { SelfDescription } from "../../page/features/self-description.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, ofRawPages } from "../scoring/likeness.js";

/**
 * Number of words to compare from the title, the name of the site, the description, the headings and the text, in this
 * order.
 */
const openingWords = 20;

/**
 * Similarity of the beginnings of two pages. It is the overlap coefficient `|F∩M| / min(|F|, |M|)` of their first 20
 * words, not counting short words. A page in a new design or with other news usually keeps the name of its site. Not
 * defined if either page has no such words.
 */
export const opening: PairMeasure<SelfDescription, readonly string[]> = {
  ...ofRawPages,
  keyword: "opening",
  title: "Opening similarity",
  summary: "Share of the first words (title, name of the site, headings) that both mementos have.",
  source: "defined here; the coefficient is Szymkiewicz and Simpson's (docs/decision.md)",
  input: () => ({ feature: "self-description", options: {} }),
  prepare: ({ words }) => [...new Set(words.split(" ", openingWords).filter(isLong))].sort(),
  ...bySharedTerms<readonly string[]>((words) => words, overlap, "one page has no words"),
};

/** In most scripts other than Latin, words of few letters carry information. */
const isLong = (word: string): boolean => word.length >= 4 || word > "\u024f";

function overlap(first: number, memento: number, shared: number): number | undefined {
  const fewer = Math.min(first, memento);
  return fewer === 0 ? undefined : shared / fewer;
}
