import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countSettledWords, countWords, settleToken } from "../../src/pages/terms.js";
import {
  sortWords,
  WordList,
  addToHash,
  emptyHash,
  WordTable,
} from "../../src/pages/word-table.js";

const word = fc.oneof(
  fc.constantFrom("running", "Runs", "runs", "the", "The", "THIS", ".", "constructor", "__proto__"),
  fc.string({ unit: "binary", maxLength: 9 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const words = fc.array(word, { maxLength: 80 });

function listOf(given: readonly string[], table: WordTable = new WordTable()): WordList {
  const list = new WordList(table);
  for (const one of given) list.push(one);
  return list;
}

describe("counting the words of a page", () => {
  it("counts each word, in order of first appearance", () => {
    fc.assert(
      fc.property(words, (given) => {
        const { terms, counts } = countWords(listOf(given));
        expect(terms).toEqual([...new Set(given)]);
        expect(counts).toEqual(terms.map((term) => given.filter((one) => one === term).length));
      }),
    );
  });

  it("counts their stems, without stop words, in code unit order", () => {
    fc.assert(
      fc.property(words, fc.boolean(), fc.boolean(), (given, stem, stopWords) => {
        const settling = { stem, stopWords, language: "en" };
        const settled = given
          .map((token) => settleToken(token, settling))
          .filter((term) => term !== undefined);
        const { terms, counts } = countSettledWords(listOf(given), settling);
        expect(terms).toEqual([...new Set(settled)].sort());
        expect(counts).toEqual(terms.map((term) => settled.filter((one) => one === term).length));
      }),
    );
  });

  it("does not depend on the pages counted before with the same table", () => {
    fc.assert(
      fc.property(words, words, (before, given) => {
        const settling = { stem: true, stopWords: true, language: "en" };
        const table = new WordTable();
        countSettledWords(listOf(before, table), settling);
        expect(countSettledWords(listOf(given, table), settling)).toEqual(
          countSettledWords(listOf(given), settling),
        );
      }),
    );
  });
});

describe("words in a table", () => {
  it("are told apart by all of their characters, and found again", () => {
    fc.assert(
      fc.property(words, (given) => {
        const table = new WordTable();
        const numbers = given.map((one) => table.numberOf(one));
        expect(new Set(numbers).size).toBe(new Set(given).size);
        expect(numbers.map((number) => table.word(number))).toEqual(given);
        expect(given.map((one) => table.numberOf(one))).toEqual(numbers);
      }),
    );
  });

  it("are found where they stand in a text", () => {
    const text = "before words after";
    let hash = emptyHash;
    for (const letter of "words") hash = addToHash(hash, letter.charCodeAt(0));
    const table = new WordTable();
    expect(table.word(table.numberAt(text, 7, 12, hash))).toBe("words");
    expect(table.numberAt(text, 7, 12, hash)).toBe(table.numberOf("words"));
  });

  it("are told apart though all had one hash, while the table grows", () => {
    const table = new WordTable();
    const many = Array.from({ length: 10_000 }, (_, at) => `w${at}`);
    const numbers = many.map((one) => table.numberAt(one, 0, one.length, 7));
    expect(many.map((one) => table.numberAt(one, 0, one.length, 7))).toEqual(numbers);
    expect(new Set(numbers).size).toBe(many.length);
  });

  it("are sorted as texts are, in code unit order", () => {
    fc.assert(
      fc.property(words, (given) => {
        const table = new WordTable();
        const numbers = [...new Set(given)].map((one) => table.numberOf(one));
        expect(sortWords(numbers, table).map((number) => table.word(number))).toEqual(
          [...new Set(given)].sort(),
        );
      }),
    );
  });
});
