import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printableStart } from "../../../src/base/text.js";
import { distinctiveWords, WordFrequency } from "../../../src/score/evidence/distinctive-words.js";

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

  it("returns only distinctive words that begin with a letter or digit, and no formulas", () => {
    const has = counted({ "=1+1": 9, "''": 9, "-x": 9, "@a": 9, "2012": 1, été: 1, 港: 1 });
    expect(distinctiveWords(has, counted({}), () => 1)).toEqual(["2012", "été", "港"]);
  });

  it("does not return stop words of the text's language as distinctive words", () => {
    const has = counted({ le: 9, musée: 1 });
    expect(distinctiveWords(has, counted({}), () => 1, new Set(["le", "les"]))).toEqual(["musée"]);
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
