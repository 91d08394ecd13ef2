import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldLetters } from "../../../src/page/words/characters.js";

const asText = (units: Uint16Array): string =>
  Array.from(units, (unit) => String.fromCharCode(unit)).join("");
/** Its definition. */
const defined = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");

describe("letters in lower case with a blank between words", () => {
  it("are those of the whole text's lower case, of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(asText(foldLetters(text))).toBe(defined(text));
      }),
    );
  });

  it("are so for every code unit, alone and within a word", () => {
    const wrong: string[] = [];
    for (let unit = 0; unit < 0x10000; unit += 1) {
      const text = `A${String.fromCharCode(unit)}B `;
      if (asText(foldLetters(text)) !== defined(text)) wrong.push(unit.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it("know the sigma that ends a word, and letters beyond the first plane", () => {
    expect(asText(foldLetters("ΟΔΟΣ, ΣΟΦΟΣ"))).toBe("οδος σοφος");
    expect(asText(foldLetters("𐐀𐐁!"))).toBe("𐐨𐐩 ");
    expect(asText(foldLetters("İzmir"))).toBe("i̇zmir");
  });
});
