import type { SelfDescription } from "../../page/features/self-description.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, ofRawPages } from "../likeness.js";

/** So many words of title, name of the site, description, headings and text, in this order. */
const openingWords = 20;

/**
 * Likeness of what two pages say first, the overlap coefficient of their first 20 words without the short ones:
 * `|F∩M| / min(|F|, |M|)`. A page in a new design or with other news mostly keeps the name of its site. Not defined where
 * one of the two has no such words.
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

/** In most scripts but Latin a word of few letters says much. */
const isLong = (word: string): boolean => word.length >= 4 || word > "\u024f";

function overlap(first: number, memento: number, shared: number): number | undefined {
  const fewer = Math.min(first, memento);
  return fewer === 0 ? undefined : shared / fewer;
}
