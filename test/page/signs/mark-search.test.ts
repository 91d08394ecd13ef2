import fc from "fast-check";
import { expect, it } from "vitest";
import { MarkSearch } from "../../../src/page/signs/mark-search.js";

const textOf = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom("a", "b", "é", "\u{1f56f}"), { minLength: least, maxLength: most })
    .map((characters) => characters.join(""));

it("finds whether a text has one of the marks, for marks of three characters and more", () => {
  const marks = fc.array(textOf(3, 9), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(marks, textOf(0, 40), (all, text) => {
      expect(new MarkSearch(all).test(text)).toBe(all.some((mark) => text.includes(mark)));
    }),
  );
});

it("misses no mark of two characters", () => {
  const search = new MarkSearch(["ab", "lantern"]);
  for (const text of ["ab", "xab", "xxxab", "a lantern"]) expect(search.test(text)).toBe(true);
});
