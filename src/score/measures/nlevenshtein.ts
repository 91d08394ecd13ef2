import { levenshtein as distance } from "../../base/math/edit-distance.js";
import type { PairMeasure } from "../types.js";
import { levenshtein } from "./levenshtein.js";

/** Edit distance of the sequences of tokens divided by the length of the longer one; 0 if both are empty. */
export const nlevenshtein: PairMeasure<readonly string[]> = {
  ...levenshtein,
  keyword: "nlevenshtein",
  title: "Normalised Levenshtein distance",
  summary: "Share of the words of the longer memento that must be inserted, removed or replaced.",
  range: [0, 1],
  score(first, memento) {
    const longest = Math.max(first.length, memento.length);
    return longest === 0 ? 0 : distance(first, memento) / longest;
  },
};
