import type { PairMeasure } from "../types.js";
import { ofRawPages } from "../scoring/likeness.js";

/** Number of characters added to both lengths, so that two nearly empty pages are similar. */
const allowance = 50;

/**
 * Similarity of the lengths of visible text: the smaller length divided by the greater, after adding 50 characters to
 * both.
 */
export const length: PairMeasure<number> = {
  ...ofRawPages,
  keyword: "length",
  title: "Length similarity",
  summary: "Length of the shorter text as a share of that of the longer one.",
  source: "defined here: unlike wordcount it sees growth as well as loss (docs/decision.md)",
  input: () => ({ feature: "text-length", options: {} }),
  score: (first, memento) =>
    (Math.min(first, memento) + allowance) / (Math.max(first, memento) + allowance),
};
