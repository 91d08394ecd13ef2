import type { CountedTerms } from "../../base/types.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, cutsAt, inOtmtPaper, jaccardIndex, ofTerms } from "../scoring/likeness.js";

/** Jaccard distance of the sets of terms: `1 - |F∩M| / |F∪M|`; 0 if both are empty. */
export const jaccard: PairMeasure<CountedTerms> = {
  ...ofTerms,
  keyword: "jaccard",
  title: "Jaccard distance",
  summary: "Share of all distinct terms that only one of the two mementos has.",
  source: inOtmtPaper("section 3.2, equation 2"),
  cuts: cutsAt(">", 0.94, 0.96),
  ...bySharedTerms<CountedTerms>(
    ({ terms }) => terms,
    (...sizes) => 1 - (jaccardIndex(...sizes) ?? 1),
  ),
};
