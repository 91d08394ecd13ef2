import type { TermCounts } from "../../page/features/words.js";
import type { PairMeasure } from "../types.js";
import { growth, ofTerms } from "../scoring/likeness.js";

/** Relative change of the number of words: `c(m)/c(f) - 1` of tokens. */
export const wordcount: PairMeasure<TermCounts, number> = {
  ...ofTerms,
  keyword: "wordcount",
  aliases: ["wcount"],
  title: "Word count",
  summary: "Relative change of the number of words.",
  source:
    "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), section 3.1, equation 1",
  range: [-1, Infinity],
  equalScore: 0,
  symmetric: false,
  cuts: {
    paper: { threshold: -0.7, comparison: "<" },
    "otmt-1.0.5": { threshold: -0.7, comparison: "<" },
  },
  reads: ["clipCounts"],
  prepare: ({ counts }) => counts.reduce((sum, count) => sum + count, 0),
  score: growth,
};
