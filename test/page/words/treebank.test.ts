import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unitsOf } from "../../../src/page/words/characters.js";
import { applyTreebankRules, treebankWords } from "../../../src/page/words/treebank.js";
import { WordList } from "../../../src/page/words/word-list.js";
import { runs } from "../../support/thorough.js";

function words(text: string, from = 0, to = text.length): string[] {
  const found = new WordList();
  treebankWords(unitsOf(text), from, to, found);
  return [...found];
}

describe("the words of a sentence", () => {
  it.each([
    ["They'll save and invest more.", ["They", "'ll", "save", "and", "invest", "more", "."]],
    ["hi, my name can't hello,", ["hi", ",", "my", "name", "ca", "n't", "hello", ","]],
    ['"Quoted," he said.', ["``", "Quoted", ",", "''", "he", "said", "."]],
    ["at 10:30 a.m. on 3,000 sites", ["at", "10:30", "a.m.", "on", "3,000", "sites"]],
    ["I cannot, and gonna not", ["I", "can", "not", ",", "and", "gon", "na", "not"]],
    ["state-of-the-art -- well--known", ["state-of-the-art", "--", "well", "--", "known"]],
    [
      "www.example.org/a=b wait... (Yes.)",
      ["www.example.org/a=b", "wait", "...", "(", "Yes", ".", ")"],
    ],
    ["$5 & 10% #1 a@b", ["$", "5", "&", "10", "%", "#", "1", "a", "@", "b"]],
    ["‘a’ „b” «c»", ["‘", "a", "’", "„", "b", "”", "«", "c", "»"]],
    ["the dog's\nbone", ["the", "dog's", "bone"]],
    ['end. ) "', ["end.", ")", "``"]],
  ])("splits the sentence %j into the words %j", (sentence, expected) => {
    expect(words(sentence)).toEqual(expected);
  });

  const pieces = fc.array(
    fc.constantFrom(
      ..."abntdsmlrecg09_'\"`.,:;@#$%&?!*()[]{}<>-/=+é–“”‘’„«»… \n\t\u00a0İK".split(""),
      ..."''|``|n't|'s |'ll|cannot|wanna|more'n|d'ye| 'tis |'Twas|...|. | \"|😀".split("|"),
    ),
    { maxLength: 25 },
  );

  it("splits a sentence directly into the same words as all rules applied in turn", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const sentence = parts.join("").trimEnd();
        expect(words(sentence)).toEqual(applyTreebankRules(sentence));
      }),
      { numRuns: runs(400) },
    );
  });

  it("splits a sentence in the same way within any text", () => {
    fc.assert(
      fc.property(pieces, pieces, pieces, (left, middle, right) => {
        const [before, sentence] = [left.join(""), middle.join("").trimEnd()];
        const after = right.join("");
        const end = before.length + sentence.length;
        expect(words(before + sentence + after, before.length, end)).toEqual(words(sentence));
      }),
    );
  });

  it("keeps every letter of a sentence", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const letters = (given: string): string => given.replace(/[^\p{L}\p{N}]/gu, "");
        expect(letters(words(text).join(""))).toBe(letters(text));
      }),
    );
  });

  it("splits a text without white space of any length", () => {
    expect(words("x!".repeat(50_000))).toEqual(
      Array.from({ length: 100_000 }, (_, at) => (at % 2 === 0 ? "x" : "!")),
    );
  });

  it.each(["<", "'", ". ", "a,", "''"])(
    "splits 100 kilobytes of %j into words in linear time",
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      expect(words(text).length).toBeGreaterThan(0);
    },
  );
});
