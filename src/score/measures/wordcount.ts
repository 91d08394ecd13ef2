import { textRequest } from "../../page/feature-values.js";
import type { CountedTerms } from "../../base/types.js";
import type { PairMeasure } from "../types.js";
import { cutsAt, growth, inOtmtPaper, ofTerms } from "../scoring/likeness.js";

/** Relative change of the number of words: `c(m)/c(f) - 1` of tokens. */
export const wordcount: PairMeasure<CountedTerms, number> = {
  ...ofTerms,
  keyword: "wordcount",
  aliases: ["wcount"],
  title: "Word count",
  summary: "Relative change of the number of words.",
  source: inOtmtPaper("section 3.1, equation 1"),
  range: [-1, Infinity],
  symmetric: false,
  cuts: cutsAt("<", -0.7, -0.7),
  reads: ["clipCounts"],
  // A model also reads cosine, whose terms are in lower case. Case hardly changes their number, and a second list of all
  // terms costs a tenth of the run.
  input: (settings) => textRequest("terms", settings, { lowerCase: settings.model !== undefined }),
  prepare: ({ counts }) => counts.reduce((sum, count) => sum + count, 0),
  score: growth,
};
