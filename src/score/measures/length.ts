import type { PairMeasure } from "../types.js";
import { ofRawPages } from "../likeness.js";

/** Keeps two nearly empty pages alike. */
const allowance = 50;

/** How alike the lengths of the visible text are: the shorter over the longer, 50 characters added to both. */
export const length: PairMeasure<number> = {
  ...ofRawPages,
  keyword: "length",
  title: "Length similarity",
  summary: "The shorter text's length as a share of the longer one's.",
  source: "defined here: unlike wordcount it sees growth as well as loss (docs/decision.md)",
  input: () => ({ feature: "text-length", options: {} }),
  score: (first, memento) =>
    (Math.min(first, memento) + allowance) / (Math.max(first, memento) + allowance),
};
