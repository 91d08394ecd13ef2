import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldLetters } from "../../../src/page/words/characters.js";

const asText = (units: Uint16Array): string =>
  Array.from(units, (unit) => String.fromCharCode(unit)).join("");
/** The definition of the function under test. */
const defined = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");

describe("folding letters", () => {
  it("folds the letters of any text as defined", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(asText(foldLetters(text))).toBe(defined(text));
      }),
    );
  });

  it("folds every code unit as defined, both alone and inside a word", () => {
    const texts = Array.from({ length: 0x10000 }, (_, unit) => `A${String.fromCharCode(unit)}B `);
    for (let at = 0; at < texts.length; at += 256) {
      const text = texts.slice(at, at + 256).join("");
      expect(asText(foldLetters(text))).toBe(defined(text));
    }
  });

  it("folds the final sigma and letters beyond U+FFFF", () => {
    expect(asText(foldLetters("ΟΔΟΣ, ΣΟΦΟΣ"))).toBe("οδος σοφος");
    expect(asText(foldLetters("𐐀𐐁!"))).toBe("𐐨𐐩 ");
    expect(asText(foldLetters("İzmir"))).toBe("i̇zmir");
  });
});
