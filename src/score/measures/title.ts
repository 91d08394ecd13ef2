import type { PairMeasure } from "../types.js";
import { bySharedTerms, jaccardIndex, ofRawPages } from "../scoring/likeness.js";

/** Jaccard's index of the words of the titles: `|F∩M| / |F∪M|`. Not defined if neither page has a title. */
export const title: PairMeasure<readonly string[]> = {
  ...ofRawPages,
  keyword: "title",
  title: "Title similarity",
  summary: "Share of the words of the two titles that both have.",
  source: "defined here; the index is Jaccard's (docs/decision.md)",
  input: () => ({ feature: "title-terms", options: {} }),
  ...bySharedTerms<readonly string[]>((terms) => terms, jaccardIndex, "neither page has a title"),
};
