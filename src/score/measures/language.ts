import type { LanguageEvidence } from "../../page/features/language.js";
import type { PairMeasure } from "../types.js";
import { languageScore, rawFlags } from "../likeness.js";

/**
 * Whether the page is still in its language. 1 where both mementos are; else `1 - min(c(f), c(m))`, where `c` is how sure
 * each is in its own language rather than in the other's: `(1 - p(other) / p(own)) · n / (n + 45)`, of the detector's
 * likenesses `p` of both languages and the number of letters `n` that it has seen, up to about 1,000. So a page of 45
 * letters or fewer is off-topic at no threshold up to 0.5, languages that the detector hardly distinguishes (Danish and
 * Norwegian) score near 1, and a page whose language is not recognised scores 1: nothing says that it has changed. Where that
 * is the first memento, nothing can be compared with it. The threshold was chosen with bench/language.mjs
 * (docs/languages.md).
 */
export const language: PairMeasure<LanguageEvidence> = {
  keyword: "language",
  aliases: ["lang"],
  title: "Language",
  summary: "How likely the two mementos are in one language.",
  source:
    "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), figure 4: a page in another language",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: {
    paper: { threshold: 0.5, comparison: "<" },
    "otmt-1.0.5": { threshold: 0.5, comparison: "<" },
  },
  flags: rawFlags,

  scope: "pair",
  input: () => ({ feature: "language-evidence", options: {} }),
  score: languageScore,
};
