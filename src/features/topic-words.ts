import { settleToken } from "../preprocess/settle.js";
import type { Feature } from "../types.js";
import { readTextOptions } from "./text-options.js";
import { areCounts, isTexts, membersOf } from "./value-shapes.js";

/**
 * The words of a page in their order, with what parts them: an empty word stands for stop words, punctuation and
 * whatever else ends a collocation. `widths` are the characters that each takes in the text, one blank after it left
 * out, so that passages of so many characters can be cut. Once settled, words are stems, and neighbouring empty ones
 * are one.
 */
export type TopicWords = {
  readonly words: readonly string[];
  readonly widths: readonly number[];
};

/** Words after these are not looked at: of a longer page the beginning tells the topic. */
const mostWords = 100_000;
/** Code units above which a run of letters is no word of any language. */
const longestWord = 64;
const startsWord = /^[\p{L}\p{N}]/u;

/** The words of the page with what parts them, for comparing with a topic. */
export const topicWords: Feature<TopicWords> = {
  keyword: "topic-words",
  summary: "Words of the page in their order, with the stop words and punctuation that part them.",

  extract(page, options) {
    const tokens = page.tokens(readTextOptions(options)).slice(0, mostWords);
    return {
      words: tokens.map((token) => (isWord(token) ? token : "")),
      widths: tokens.map((token) => token.length),
    };
  },

  settlesAlone: true,

  settle({ words: tokens, widths: given }, options, language) {
    const settling = { ...readTextOptions(options), language };
    const words: string[] = [];
    const widths: number[] = [];
    tokens.forEach((token, at) => {
      const word = token === "" ? "" : wordOf(token, settling);
      const width = given[at] ?? 0;
      if (word === "" && words.at(-1) === "") widths[widths.length - 1]! += width + 1;
      else {
        words.push(word);
        widths.push(width);
      }
    });
    return { words, widths };
  },

  isValue(value) {
    const { words, widths } = membersOf<TopicWords>(value);
    return isTexts(words) && areCounts(widths, words.length);
  },
  isEmpty: ({ words }) => words.every((word) => word === ""),
};

const isWord = (token: string): boolean =>
  token.length <= longestWord && startsWord.test(token) && token.toLowerCase() !== "n't";

/** A token that is a stop word as it stands parts words too, whatever its stem is. */
function wordOf(token: string, settling: Parameters<typeof settleToken>[1]): string {
  if (settleToken(token, { ...settling, stem: false }) === undefined) return "";
  return settleToken(token, settling)?.toLowerCase() ?? "";
}
