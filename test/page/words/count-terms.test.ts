import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countNormalisedWords } from "../../../src/page/words/terms.js";
import { normaliseToken } from "./normalise-token.js";
import { WordList } from "../../../src/page/words/word-list.js";

const word = fc.oneof(
  fc.constantFrom("running", "Runs", "runs", "the", "The", "THIS", ".", "constructor", "__proto__"),
  fc.constantFrom("a", "a\0", "ab", "abc", "abc\0", "abcd", "\uffff", ""),
  fc.string({ unit: "binary", maxLength: 9 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const words = fc.array(word, { maxLength: 80 });

function listOf(given: readonly string[]): WordList {
  const list = new WordList();
  for (const each of given) list.push(each);
  return list;
}

describe("counting the words of a page", () => {
  it("counts the words of a page in order of first appearance", () => {
    fc.assert(
      fc.property(words, (given) => {
        const { terms, counts } = listOf(given).count("appearance");
        expect(terms).toEqual([...new Set(given)]);
        expect(counts).toEqual(terms.map((term) => given.filter((one) => one === term).length));
      }),
    );
  });

  it("counts the stems of a page in code unit order, without stop words", () => {
    fc.assert(
      fc.property(words, fc.boolean(), fc.boolean(), (given, stem, stopWords) => {
        const termOptions = { stem, stopWords, language: "en" };
        const normalised = given
          .map((token) => normaliseToken(token, termOptions))
          .filter((term) => term !== undefined);
        const { terms, counts } = countNormalisedWords(listOf(given), termOptions);
        expect(terms).toEqual([...new Set(normalised)].sort());
        expect(counts).toEqual(
          terms.map((term) => normalised.filter((one) => one === term).length),
        );
      }),
    );
  });
});
