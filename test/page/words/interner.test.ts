import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashOf, Interner, unitsOf } from "../../../src/page/words/interner.js";

describe("an interner", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
    fc.constantFrom("the", "of", "Straße", "“a”", "😀", "x".repeat(64), "x".repeat(65)),
  );

  it("numbers texts in order of appearance, with one number for equal texts, even for parts of other texts", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.boolean(), fc.boolean())), (given) => {
        const interner = new Interner();
        const numbers = given.map(([text, isPart, collides]) => {
          if (!isPart) return interner.numberOf(text);
          const whole = unitsOf(`(${text})`);
          const end = text.length + 1;
          return interner.numberOfPart(whole, 1, end, collides ? 0 : hashOf(whole.units, 1, end));
        });
        const distinct = [...new Set(given.map(([text]) => text))];
        expect(interner.texts).toEqual(distinct);
        expect(numbers).toEqual(given.map(([text]) => distinct.indexOf(text)));
        expect(interner.characters).toBe(distinct.join("").length);
      }),
    );
  });
});
