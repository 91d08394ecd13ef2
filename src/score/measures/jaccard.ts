import type { TermCounts } from "../../page/features/words.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, jaccardIndex, ofTerms } from "../scoring/likeness.js";

/** Jaccard distance of the sets of terms: `1 - |F∩M| / |F∪M|`; 0 if both are empty. */
export const jaccard: PairMeasure<TermCounts> = {
  ...ofTerms,
  keyword: "jaccard",
  title: "Jaccard distance",
  summary: "Share of all distinct terms that only one of the two mementos has.",
  source:
    "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), section 3.2, equation 2",
  range: [0, 1],
  equalScore: 0,
  cuts: {
    paper: { threshold: 0.94, comparison: ">" },
    "otmt-1.0.5": { threshold: 0.96, comparison: ">" },
  },
  ...bySharedTerms<TermCounts>(
    ({ terms }) => terms,
    (...sizes) => 1 - (jaccardIndex(...sizes) ?? 1),
  ),
};
