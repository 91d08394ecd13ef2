import { longestSequence } from "../math/edit-distance.js";
import { settleToken } from "../preprocess/settle.js";
import type { Feature } from "../types.js";
import { readTextOptions } from "./text-options.js";
import { isTexts } from "./value-shapes.js";

/**
 * The tokens of the page in their order; settled: their stems, without stop words, and of a page that is too long for
 * an edit distance only as many as show that it is.
 */
export const tokenSequence: Feature<readonly string[]> = {
  keyword: "token-sequence",
  summary: "Tokens of the page in their order.",

  extract: (page, options) => page.tokens(readTextOptions(options)),

  settle(value, options, language) {
    const settling = { ...readTextOptions(options), language };
    const settled: string[] = [];
    for (const token of value) {
      const term = settleToken(token, settling);
      if (term !== undefined) settled.push(term);
      if (settled.length > longestSequence) break;
    }
    return settled;
  },

  isValue: isTexts,
  isEmpty: (value) => value.length === 0,
};
