import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FOLDED, MARKED, UNMARKED } from "../../src/report/page-data.js";
import { ComparedText, passages, firstText } from "../../src/report/passages.js";

/** Returns the passages of two texts with marked words in brackets. */
function compared(
  mine: string,
  other: string,
  most = 1000,
  language = "en",
): ReturnType<typeof passages> {
  const found = passages(new ComparedText(mine, language), new ComparedText(other, language), most);
  const shown = (text: string): string =>
    text.replaceAll(MARKED, "[").replaceAll(UNMARKED, "]").replaceAll(FOLDED, "=");
  return { ...found, mine: shown(found.mine), other: shown(found.other) };
}

const latinWords = (text: string): string[] =>
  text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => /^[a-z]+$/u.test(word));

const shared = ["The harbour museum", "Open daily from ten", "The ferry leaves at noon"];
const page = shared.join("\n");

describe("two texts side by side", () => {
  it("returns the lines that only one of two texts has, and folds the lines of both", () => {
    const spammed = [...shared, "Cheap pills", "Casino bonus"].join("\n");
    expect(compared(spammed, page)).toEqual({
      mine: "=3\n[Cheap pills]\n[Casino bonus]",
      other: "=3",
    });
  });

  it("finds differences within long lines", () => {
    const long = "The ferry leaves the harbour at noon. ".repeat(20).trim();
    const { mine } = compared(`${long} Cheap pills.`, long);
    expect(mine).toContain("[Cheap pills].");
    expect(mine.length).toBeLessThan(250);
  });

  it("marks and folds nothing in texts that only share stop words and numbers", () => {
    const parked = "This domain is for sale\n2012\nBuy it now";
    const museum = "The tables of the tide\n2012\nAn age of sail is over now";
    expect(compared(parked, museum)).toEqual({ mine: parked, other: museum, sharesNothing: true });
    const [german, other] = ["Das Haus und der Hof", "Kurse und der Preis"];
    expect(compared(german, other, 99, "de").sharesNothing).toBe(true);
    expect(compared(`${german} Preis`, other, 99, "de")).toEqual({
      mine: "[Das Haus] und der [Hof] Preis",
      other: "[Kurse] und der Preis",
    });
    expect(compared("", museum).sharesNothing).toBe(true);
  });

  it("marks words of scripts that are written without spaces", () => {
    expect(compared("港の博物館は休館です", "港の博物館は開館です").mine).toContain("[休館]");
    expect(compared("พิพิธภัณฑ์ปิด", "พิพิธภัณฑ์เปิด").mine).toBe("พิพิธภัณฑ์[ปิด]");
  });

  it("returns lines of the texts in their order and within the limit, and marks only words that the other text lacks", () => {
    const line = fc.oneof(
      fc.constantFrom(...shared, "", "x".repeat(700), "Wort. ".repeat(90), "\u{1f600}".repeat(300)),
      fc.string({ unit: "grapheme" }).map((each) => each.replace(/[\n\ue000-\ue003]/gu, "")),
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));
    const linesOf = (passage: string): string[] =>
      passage.split("\n").filter((each) => !/^[\ue000\ue001]/u.test(each));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 2000 }), (one, two, most) => {
        const { mine, other } = passages(new ComparedText(one), new ComparedText(two), most);
        for (const [whole, passage] of [
          [one, mine],
          [two, other],
          [one, firstText(new ComparedText(one), most)],
        ] as const) {
          const kept = linesOf(passage).map((each) => each.replace(/[\ue002\ue003]/gu, ""));
          expect(kept.reduce((sum, each) => sum + each.length, 0)).toBeLessThanOrEqual(most);
          let from = 0;
          for (const each of kept) {
            from = whole.indexOf(each, from);
            expect(from).toBeGreaterThanOrEqual(0);
            from += each.length;
          }
        }
        const words = latinWords(two);
        for (const [, marked = ""] of mine.matchAll(/\ue002([^\ue003]*)\ue003/gu)) {
          // The last word may be cut off.
          const whole = marked.replace(/[\p{L}\p{M}\p{N}]+$/u, "");
          expect(latinWords(whole).filter((word) => words.includes(word))).toEqual([]);
        }
      }),
    );
  });
});
