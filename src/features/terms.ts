import { settleToken } from "../preprocess/settle.js";
import type { Feature } from "../types.js";
import { readTextOptions } from "./text-options.js";

/**
 * Distinct terms and how often each occurs, in parallel lists; in code unit order once settled. Lists, not an object:
 * pages do contain the word "constructor".
 */
export type TermCounts = {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
};

/** How often each term occurs: tokens first, in order of appearance; settled: their stems, without stop words. */
export const terms: Feature<TermCounts> = {
  keyword: "terms",
  summary: "Terms of the page and how often each occurs.",

  extract(page, options) {
    const counts = new Map<string, number>();
    for (const token of page.tokens(readTextOptions(options)))
      counts.set(token, (counts.get(token) ?? 0) + 1);
    return { terms: [...counts.keys()], counts: [...counts.values()] };
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

  isEmpty: (value) => value.terms.length === 0,
};
