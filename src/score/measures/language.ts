import type { LanguageEvidence } from "../../page/words/language-detector.js";
import type { PairMeasure } from "../types.js";
import { cutsAt, inOtmtPaper, ofRawPages } from "../scoring/likeness.js";

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
  ...ofRawPages,
  keyword: "language",
  aliases: ["lang"],
  title: "Language",
  summary: "Likelihood that the two mementos are in the same language.",
  source: inOtmtPaper("figure 4: a page in another language"),
  cuts: cutsAt("<", 0.5, 0.5),
  input: () => ({ feature: "language-evidence", options: {} }),
  score: (first, memento) =>
    first.language === memento.language
      ? 1
      : 1 - Math.min(sureOf(first, memento.language), sureOf(memento, first.language)),
};

/**
 * Number of letters for which a text has half of its maximum confidence. It was chosen with pieces of 1,007 pages in 25
 * languages (docs/languages.md).
 */
const halfSure = 45;

function sureOf({ letters, candidates }: LanguageEvidence, other: string): number {
  const own = candidates[0]?.[1] ?? 0;
  const rival = candidates.find(([language]) => language === other)?.[1] ?? 0;
  return own <= 0 ? 0 : Math.max(0, 1 - rival / own) * (letters / (letters + halfSure));
}
