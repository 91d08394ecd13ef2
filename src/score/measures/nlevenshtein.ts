import { levenshtein as distance } from "../../base/math/edit-distance.js";
import { textRequest } from "../../page/feature-values.js";
import type { PairMeasure } from "../types.js";
import { wordFlags } from "../scoring/likeness.js";

/** Edit distance of the sequences of tokens divided by the length of the longer one; 0 if both are empty. */
export const nlevenshtein: PairMeasure<readonly string[]> = {
  keyword: "nlevenshtein",
  aliases: [],
  title: "Normalised Levenshtein distance",
  summary: "Share of the words of the longer memento that must be inserted, removed or replaced.",
  source:
    "Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals (1966)",
  range: [0, 1],
  equalScore: 0,
  symmetric: true,
  cuts: {
    paper: { comparison: ">" },
    "otmt-1.0.5": { threshold: 0.05, comparison: ">" },
  },
  flags: wordFlags,

  scope: "pair",
  input: (settings) => textRequest("token-sequence", settings, { lowerCase: false }),
  score(first, memento) {
    const longest = Math.max(first.length, memento.length);
    return longest === 0 ? 0 : distance(first, memento) / longest;
  },
};
