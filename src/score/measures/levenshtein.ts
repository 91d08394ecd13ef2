import { levenshtein as distance } from "../../base/math/edit-distance.js";
import { textRequest } from "../../page/feature-values.js";
import type { PairMeasure } from "../types.js";
import { wordFlags } from "../scoring/likeness.js";

/** Not defined above 50,000 tokens. */
export const levenshtein: PairMeasure<readonly string[]> = {
  keyword: "levenshtein",
  aliases: [],
  title: "Levenshtein distance",
  summary: "Number of words that must be inserted, removed or replaced.",
  source:
    "Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals (1966)",
  range: [0, Infinity],
  equalScore: 0,
  symmetric: true,
  cuts: {
    paper: { comparison: ">" },
    "otmt-1.0.5": { threshold: 0.05, comparison: ">" },
  },
  flags: wordFlags,

  scope: "pair",
  input: (settings) => textRequest("token-sequence", settings, { lowerCase: false }),
  score: distance,
};
