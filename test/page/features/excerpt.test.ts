import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerpt } from "../../../src/page/features/excerpt.js";
import { openPage } from "../../../src/page/page.js";

const options = {
  boilerplate: "all-paragraphs",
  language: "en",
  lowerCase: false,
  stem: true,
  stopWords: true,
  characters: 40,
};
const of = (html: string): string =>
  excerpt.extract(openPage(Buffer.from(html, "utf8"), "text/html; charset=utf-8"), options);

describe("the excerpt of a page", () => {
  it("excerpts the text of a page without markup, one block per line", () => {
    expect(of("<h1>Harbour   museum</h1><p>Open&nbsp;daily.<script>x()</script>")).toBe(
      "Harbour museum\nOpen daily.",
    );
  });

  it("cuts a long excerpt and marks the cut", () => {
    expect(of(`<p>${"harbour ".repeat(20)}`)).toBe("harbour harbour harbour harbour harbour…");
  });

  it("limits the length of an excerpt and removes control characters, for any page", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const made = of(`<p>${text}`);
        expect(made.length).toBeLessThanOrEqual(40);
        expect(made).not.toMatch(/[^\P{C}\n]/u);
      }),
      { numRuns: 30 },
    );
  });
});
