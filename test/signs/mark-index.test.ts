import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkIndex } from "../../src/signs/phrase-index.js";

describe("MarkIndex", () => {
  it("finds a mark at the start, in the middle and at the end of a text", () => {
    const marks = new MarkIndex(["wp-die-message", "jschl_vc"]);
    expect(marks.hasAny("jschl_vc=1")).toBe(true);
    expect(marks.hasAny('<div class="wp-die-message">')).toBe(true);
    expect(marks.hasAny("name=jschl_vc")).toBe(true);
    expect(marks.hasAny("name=jschl_v")).toBe(false);
    expect(marks.hasAny("")).toBe(false);
  });

  it("says of any text what looking for each mark says", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "é", "漢"), maxLength: 60 });
    const mark = fc.string({
      unit: fc.constantFrom("a", "b", "é", "漢"),
      minLength: 3,
      maxLength: 6,
    });
    fc.assert(
      fc.property(letters, fc.array(mark, { minLength: 1, maxLength: 6 }), (text, marks) => {
        expect(new MarkIndex(marks).hasAny(text)).toBe(marks.some((each) => text.includes(each)));
      }),
    );
  });

  it("refuses marks that are too short to be looked for", () => {
    expect(() => new MarkIndex(["ab"])).toThrow(RangeError);
  });
});
