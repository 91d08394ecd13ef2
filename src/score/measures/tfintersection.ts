import type { CountedTerms } from "../../base/types.js";
import type { PairMeasure } from "../types.js";
import { ofTerms, sharedTerms } from "../scoring/likeness.js";

const most = 20;

/**
 * Number of the 20 most frequent terms that the two mementos share. Ties are broken as in OTMT: the term that is last
 * in code unit order comes first. A page with fewer than 20 terms scores their number against itself. OTMT 1.0.5 calls
 * a memento off-topic if it shares terms, and profile otmt-1.0.5 does the same.
 */
export const tfintersection: PairMeasure<CountedTerms, readonly string[]> = {
  ...ofTerms,
  keyword: "tfintersection",
  title: "Term frequency intersection",
  summary: "Number of the 20 most frequent terms that the two mementos share.",
  source:
    "AlNoamany, Weigle and Nelson, Detecting off-topic pages within TimeMaps in web archives (IJDL 2016)",
  range: [0, 20],
  equalScore: most,
  cuts: {
    paper: { threshold: 0, comparison: "<=" },
    "otmt-1.0.5": { threshold: 0, comparison: ">" },
  },
  prepare({ terms, counts }) {
    const order = terms.map((_, at) => at);
    // Terms are in ascending order, so the later of two equally frequent terms comes first.
    order.sort((one, other) => counts[other]! - counts[one]! || other - one);
    return order
      .slice(0, most)
      .map((at) => terms[at]!)
      .sort();
  },
  score: sharedTerms,
};
