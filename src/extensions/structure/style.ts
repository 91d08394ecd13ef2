import {
  bySharedTerms,
  jaccardIndex,
  ofRawPages,
  sharedTerms,
} from "../../score/scoring/likeness.js";
import type { PairMeasure } from "../../score/types.js";

/** Jaccard's index of the sets of CSS classes: `|F∩M| / |F∪M|`. Not defined if neither page has a class. */
export const style: PairMeasure<readonly string[] | null> = {
  ...ofRawPages,
  keyword: "style",
  title: "Stylistic similarity",
  summary: "Share of all CSS class names of the two mementos that both have.",
  source:
    "Gowda and Mattmann, Clustering Web Pages Based on Structure and Style Similarity (IRI 2016), section 4",
  input: () => ({ feature: "css-classes", options: {} }),
  ...bySharedTerms<readonly string[] | null>(
    (names) => names ?? [],
    jaccardIndex,
    "neither page has a CSS class",
  ),
};

/** Returns Jaccard's index of two sets of class names, each in code unit order; undefined if both are empty. */
export function styleSimilarity(
  first: readonly string[],
  second: readonly string[],
): number | undefined {
  return jaccardIndex(first.length, second.length, sharedTerms(first, second));
}
