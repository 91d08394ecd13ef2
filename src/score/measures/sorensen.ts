import type { CountedTerms } from "../../base/types.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, cutsAt, inOtmtPaper, ofTerms } from "../scoring/likeness.js";

/** Sørensen-Dice distance of the sets of terms: `1 - 2|F∩M| / (|F|+|M|)`; 0 if both are empty. */
export const sorensen: PairMeasure<CountedTerms> = {
  ...ofTerms,
  keyword: "sorensen",
  title: "Sørensen-Dice distance",
  summary: "Like the Jaccard distance, but terms that both mementos have count twice.",
  source: inOtmtPaper("section 3.2, equation 3"),
  cuts: cutsAt(">", 0.88, 0.93),
  ...bySharedTerms<CountedTerms>(
    ({ terms }) => terms,
    (first, memento, shared) => (first + memento === 0 ? 0 : 1 - (2 * shared) / (first + memento)),
  ),
};
