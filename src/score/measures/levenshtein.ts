import { levenshtein as distance } from "../../base/math/edit-distance.js";
import { textRequest } from "../../page/feature-values.js";
import type { PairMeasure } from "../types.js";
import { cutsAt, ofTerms } from "../scoring/likeness.js";

/** Not defined above 50,000 tokens. */
export const levenshtein: PairMeasure<readonly string[]> = {
  ...ofTerms,
  keyword: "levenshtein",
  title: "Levenshtein distance",
  summary: "Number of words that must be inserted, removed or replaced.",
  source:
    "Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals (1966)",
  range: [0, Infinity],
  cuts: cutsAt(">", undefined, 0.05),
  input: (settings) => textRequest("token-sequence", settings, { lowerCase: false }),
  score: distance,
};
