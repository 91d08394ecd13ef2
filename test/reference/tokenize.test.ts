import { describe, expect, it } from "vitest";
import { normaliseToken } from "../page/words/normalise-token.js";
import { unitsOf } from "../../src/page/words/characters.js";
import { splitSentences } from "../../src/page/words/sentences.js";
import { stemmerOf } from "../../src/page/words/stem.js";
import { stopWords } from "../../src/page/words/stop-words.js";
import { foldTokens, tokenize } from "../../src/page/words/tokenize.js";
import { treebankWords } from "../../src/page/words/treebank.js";
import { WordList } from "../../src/page/words/word-list.js";
import { goldenOf } from "../support/shared.js";

interface TokenizeCases {
  readonly meta: { readonly stopwords: readonly string[] };
  readonly cases: readonly {
    readonly input: string;
    readonly sentences: readonly string[];
    readonly words: readonly string[];
    readonly stems: readonly string[];
    readonly expected: readonly string[];
    readonly expected_lowercased_first: readonly string[];
  }[];
}

describe("NLTK's word_tokenize", () => {
  const { golden, whole } = goldenOf<TokenizeCases>("tokenize");

  it("finds the words of NLTK's word_tokenize in every text that NLTK has split into sentences", () => {
    for (const { sentences, words } of golden.cases) {
      const found = new WordList();
      for (const sentence of sentences) treebankWords(unitsOf(sentence), 0, sentence.length, found);
      expect([...found]).toEqual(words);
    }
  });

  it("finds the words of NLTK's word_tokenize in every text that we have split into sentences", () => {
    for (const { input, words } of golden.cases)
      expect([...tokenize(input, "en").words]).toEqual(words);
  });

  it("splits every text into the sentences of NLTK", () => {
    for (const { input, sentences } of golden.cases) {
      const bounds = splitSentences(input, "en", false);
      const cut: string[] = [];
      for (let at = 0; at < bounds.length; at += 2)
        cut.push(input.slice(bounds[at], bounds[at + 1]));
      expect(cut).toEqual(sentences);
    }
  });

  it("returns the stems of NLTK for every text", () => {
    for (const { words, stems } of golden.cases)
      expect(words.map((word) => stemmerOf("en")(word))).toEqual(stems);
  });

  it.skipIf(!whole)("has the English stop words of NLTK", () => {
    expect([...stopWords("en")].sort()).toEqual([...new Set(golden.meta.stopwords)].sort());
  });

  const normalise = (words: Iterable<string>): string[] =>
    [...words]
      .map((word) => normaliseToken(word, { stem: true, stopWords: true, language: "en" }))
      .filter((term) => term !== undefined);

  it("keeps the same terms as the reference in the text and in the lower-cased text", () => {
    for (const { input, expected, expected_lowercased_first } of golden.cases) {
      const tokens = tokenize(input, "en");
      expect(normalise(tokens.words)).toEqual(expected);
      expect(normalise(foldTokens(input, "en", tokens))).toEqual(expected_lowercased_first);
    }
  });
});
