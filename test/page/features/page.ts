import { countNormalisedWords } from "../../../src/page/words/terms.js";
import { WordList } from "../../../src/page/words/word-list.js";
import type { Page } from "../../../src/page/types.js";

/** Page whose text consists of its words, in place of a real page. */
export function pageOf(html: string, overrides: Partial<Page> = {}): Page {
  const tokens: Page["tokens"] = ({ lowerCase }) =>
    (lowerCase ? html.toLowerCase() : html).split(/\s+/u).filter((word) => word !== "");
  return {
    bytes: Buffer.from(html),
    format: "html",
    html,
    charset: { name: "UTF-8", from: "default" },
    paragraphs: [],
    bodyText: html,
    text: () => html,
    tokens,
    countTerms(options, termOptions) {
      const words = new WordList();
      for (const word of tokens(options)) words.push(word);
      return termOptions === undefined
        ? words.count("appearance")
        : countNormalisedWords(words, termOptions);
    },
    notes: [],
    ...overrides,
  };
}

/** Options of word features as in a run in English. */
export const english = {
  boilerplate: "all-paragraphs",
  language: "en",
  lowerCase: false,
  stem: true,
  stopWords: true,
};
