import { settleToken } from "../preprocess/settle.js";
import type { CountedTerms, Feature } from "../types.js";
import { readTextOptions } from "./text-options.js";
import { areCounts, isTexts, membersOf } from "./value-shapes.js";

export type TermCounts = CountedTerms;

/** How often each term occurs: tokens first, in order of appearance; settled: their stems, without stop words. */
export const terms: Feature<TermCounts> = {
  keyword: "terms",
  summary: "Terms of the page and how often each occurs.",

  extract: (page, options) => page.countTerms(readTextOptions(options)),

  extractSettled(page, options, language) {
    const text = readTextOptions(options);
    return page.countTerms(text, { ...text, language });
  },

  settle(value, options, language) {
    const settling = { ...readTextOptions(options), language };
    const counts = new Map<string, number>();
    value.terms.forEach((token, at) => {
      const term = settleToken(token, settling);
      if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + value.counts[at]!);
    });
    const sorted = [...counts.keys()].sort();
    return { terms: sorted, counts: sorted.map((term) => counts.get(term)!) };
  },

  isValue(value) {
    const { terms: words, counts } = membersOf<TermCounts>(value);
    return isTexts(words) && areCounts(counts, words.length, 1);
  },
  isEmpty: (value) => value.terms.length === 0,
};
