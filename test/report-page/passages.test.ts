import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CUT, FOLDED, passages, textStart } from "../../src/report-page/passages.js";

const shared = ["The harbour museum", "Open daily from ten", "The ferry leaves at noon"];
const page = shared.join("\n");

describe("the passages of a text that another does not have", () => {
  it("are its lines, with those left out that both have", () => {
    const spammed = [...shared, "Cheap pills", "Casino bonus"].join("\n");
    expect(passages(spammed, page, 1000)).toBe(`${FOLDED}3\nCheap pills\nCasino bonus`);
    expect(passages(page, spammed, 1000)).toBe(`${FOLDED}3`);
  });

  it("are found however late they come", () => {
    const long = Array.from({ length: 500 }, (_, at) => `Line ${at} of the page`).join("\n");
    expect(passages(`${long}\nCheap pills`, long, 1000)).toBe(`${FOLDED}500\nCheap pills`);
  });

  it("are found within long lines", () => {
    const long = "The ferry leaves the harbour at noon. ".repeat(20).trim();
    expect(passages(`${long} Cheap pills.`, long, 1000)).toContain("Cheap pills.");
    expect(passages(`${long} Cheap pills.`, long, 1000).length).toBeLessThan(250);
  });

  it("are its start where the two have little in common", () => {
    const parked = "This domain is for sale\nBuy it now\nOpen daily from ten";
    const other = Array.from({ length: 99 }, (_, at) => `Line ${at} of another page`).join("\n");
    expect(passages(other, parked, 30)).toBe(`Line 0 of another page\nLine 1 \n${CUT}2238`);
  });

  it("are none of equal texts", () => {
    expect(passages(page, page, 1000)).toBe(`${FOLDED}3`);
  });

  it("are lines of the text, no more of them than asked for, in its order", () => {
    const line = fc.oneof(
      fc.constantFrom(...shared, "", "x".repeat(700), "Wort. ".repeat(90), "\u{1f600}".repeat(300)),
      fc.string({ unit: "grapheme" }).map((each) => each.replace(/[\n\ue000\ue001]/gu, "")),
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 2000 }), (one, other, most) => {
        for (const passage of [passages(one, other, most), textStart(one, most)]) {
          const kept = passage.split("\n").filter((each) => !/^[\ue000\ue001]/u.test(each));
          expect(kept.reduce((sum, each) => sum + each.length, 0)).toBeLessThanOrEqual(most);
          let from = 0;
          for (const each of kept) {
            from = one.indexOf(each, from);
            expect(from).toBeGreaterThanOrEqual(0);
            from += each.length;
          }
        }
      }),
    );
  });
});
