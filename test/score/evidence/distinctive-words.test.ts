import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printableStart } from "../../../src/base/text.js";
import {
  distinctiveWords,
  wordCount,
  WordFrequency,
} from "../../../src/score/evidence/distinctive-words.js";

const counted = (words: Readonly<Record<string, number>>) => {
  const terms = Object.keys(words).sort();
  return { terms, counts: terms.map((term) => words[term]!) };
};

describe("distinctive words", () => {
  it("finds the words that only one of two texts has, those of the greatest weight first", () => {
    const has = counted({ harbour: 9, ferry: 3, tide: 3, shared: 50 });
    expect(distinctiveWords(has, counted({ shared: 1 }), () => 1)).toEqual([
      "harbour",
      "ferry",
      "tide",
    ]);
    expect(distinctiveWords(has, counted({ shared: 1 }), (word) => word.length)).toEqual([
      "harbour",
      "ferry",
      "tide",
    ]);
  });

  it("returns at most ten distinctive words, and sorts words of equal weight in code unit order", () => {
    const words = Array.from({ length: 30 }, (_, at) => `w${String(29 - at).padStart(2, "0")}`);
    const has = counted(Object.fromEntries(words.map((word) => [word, 1])));
    const found = distinctiveWords(has, counted({}), () => 1);
    expect(found).toEqual(Array.from({ length: 10 }, (_, at) => `w${String(at).padStart(2, "0")}`));
  });

  it("returns only distinctive words that begin with a letter or digit, and no formulas", () => {
    const has = counted({ "=1+1": 9, "''": 9, "-x": 9, "@a": 9, "2012": 1, été: 1, 港: 1 });
    expect(distinctiveWords(has, counted({}), () => 1)).toEqual(["2012", "été", "港"]);
  });

  it("treats names of object properties like other distinctive words", () => {
    const has = { terms: ["__proto__x", "constructor", "toString"], counts: [1, 2, 1] };
    const frequency = new WordFrequency();
    frequency.add(has);
    expect(distinctiveWords(has, counted({}), (word) => frequency.share(word))).toEqual([
      "constructor",
      "toString",
    ]);
  });

  it("does not return stop words of the text's language as distinctive words", () => {
    const has = counted({ le: 9, musée: 1 });
    expect(distinctiveWords(has, counted({}), () => 1, new Set(["le", "les"]))).toEqual(["musée"]);
  });

  it("cuts distinctive words to 40 characters and makes invisible characters visible", () => {
    const long = "a".repeat(100_000);
    const [cut, hostile] = distinctiveWords(
      { terms: [long, "b\u{202e}evil\u{7}"], counts: [2, 1] },
      counted({}),
      () => 1,
    );
    expect(cut).toBe(`${"a".repeat(39)}…`);
    expect(hostile).toBe("b\u{fffd}evil\u{fffd}");
  });

  it("finds the same distinctive words as a complete sort", () => {
    const texts = fc.dictionary(fc.stringMatching(/^[a-e]{1,3}$/u), fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const all = Object.keys(one)
          .filter((word) => !(word in other))
          .sort((a, b) => one[b]! - one[a]! || (a < b ? -1 : 1));
        expect(distinctiveWords(counted(one), counted(other), () => 1)).toEqual(all.slice(0, 10));
      }),
    );
  });

  it("counts repeated words, but ignores punctuation", () => {
    expect(wordCount(counted({ ferry: 3, "''": 7, 港: 2 }))).toBe(5);
  });

  it("weights a word of every memento most if it is lost and least if it is gained", () => {
    const frequency = new WordFrequency();
    frequency.add(counted({ common: 1 }));
    frequency.add(counted({ common: 1, rare: 1 }));
    expect([frequency.share("common"), frequency.share("rare"), frequency.share("none")]).toEqual([
      1, 0.5, 0,
    ]);
    expect(frequency.rarity("common")).toBe(1);
    expect(frequency.rarity("rare")).toBeCloseTo(Math.log(3 / 2) + 1, 12);
  });
});

describe("text from pages", () => {
  it("cuts text to printable text within the limit, and never within a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (text, most) => {
          const shown = printableStart(text, most);
          expect(Array.from(shown).length).toBeLessThanOrEqual(most);
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });
});
