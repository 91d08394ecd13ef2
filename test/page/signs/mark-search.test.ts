import fc from "fast-check";
import { expect, it } from "vitest";
import { MarkSearch } from "../../../src/page/signs/mark-search.js";

const textOf = (letters: readonly string[], least: number, most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...letters), { minLength: least, maxLength: most })
    .map((characters) => characters.join(""));

it("finds whether a text in any case has one of the marks, for marks of three characters and more", () => {
  const marks = fc.array(textOf(["a", "b"], 3, 9), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(marks, textOf(["a", "A", "b", "é", "\u{1f56f}"], 0, 40), (all, text) => {
      const isThere = all.some((mark) => text.toLowerCase().includes(mark));
      expect(new MarkSearch(all).test(text)).toBe(isThere);
    }),
  );
});

it.each([
  ["a mark of two characters", "ab", ["ab", "xAb", "xxxab"]],
  ["a mark outside of ASCII", "zürich", ["Zürich", "ZÜRICH"]],
  ["a letter whose lower case is in ASCII", "lantern kit", ["lantern \u212ait"]],
])("misses no mark because of %s", (_, mark, texts) => {
  const search = new MarkSearch([mark, "lantern"]);
  for (const text of texts) expect(search.test(text)).toBe(true);
});
