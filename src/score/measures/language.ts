import type { LanguageEvidence } from "../../page/features/language.js";
import type { PairMeasure } from "../types.js";
import { languageScore, rawFlags } from "../scoring/likeness.js";

/**
 * Likelihood that both mementos are in the same language. It is 1 for equal languages, and otherwise `1 - min(c(f),
 * c(m))`. The confidence `c` that a memento is in its own language and not in the other memento's is `(1 - p(other) /
 * p(own)) · n / (n + 45)`, from the detector's likenesses `p` of both languages and the number `n` of letters it has
 * read, up to about 1,000. Consequently a page of 45 letters or fewer is not off-topic at any threshold up to 0.5,
 * languages that the detector hardly distinguishes (Danish and Norwegian) score near 1, and a page of unknown language
 * scores 1, because nothing shows a change. If the language of the first memento is unknown, no score is defined. The
 * threshold was chosen with bench/language.mjs (docs/languages.md).
 */
export const language: PairMeasure<LanguageEvidence> = {
  keyword: "language",
  aliases: ["lang"],
  title: "Language",
  summary: "Likelihood that the two mementos are in the same language.",
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
