import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalised } from "../../src/base/text.js";

const FORMS = ["NFC", "NFKC", "NFKD"] as const;

describe("the normal form of a text", () => {
  it("is that of Unicode for text with at most 30 marks on a letter", () => {
    const letter = fc.tuple(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      fc.array(fc.constantFrom("\u0301", "\u0323", "\u0345", "\uff9e"), { maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 20 }), fc.constantFrom(...FORMS), (parts, form) => {
        const text = parts.map(([base, marks]) => `${base}x${marks.join("")}`).join("");
        expect(normalised(text, form)).toBe(text.normalize(form));
      }),
    );
  });

  it("keeps 30 of the marks of a letter that has a million, which would otherwise take hours", () => {
    for (const marks of ["\u0301\u0323", "\uff9e\u0323"]) {
      const text = `a${marks.repeat(500_000)}b`;
      for (const form of FORMS) {
        expect(normalised(text, form)).toBe(`a${marks.repeat(15)}b`.normalize(form));
      }
    }
  });
});
