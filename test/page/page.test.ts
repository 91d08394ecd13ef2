import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removers } from "../../src/page/boilerplate/index.js";
import "../support/all-extensions.js";
import { outlineOf } from "../../src/page/html/outline.js";
import { openPage } from "../../src/page/page.js";
import { long } from "../support/thorough.js";

const prose =
  "The people of the town came to the square and they were all of the same mind. ".repeat(3);
const html = `<html><head><title>T</title></head><body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>The town</h1><p>${prose}</p><button>Go</button></body></html>`;
const open = (given: string, contentType?: string): ReturnType<typeof openPage> =>
  openPage(Buffer.from(given), contentType);

describe("a page", () => {
  it("all-paragraphs keeps menus and text, one paragraph per line", () => {
    expect(open(html).text("all-paragraphs", "en")).toBe(`Home\nNews\nThe town\n${prose.trim()}`);
  });

  it("justext keeps good paragraphs only", () => {
    expect(open(html).text("justext", "en")).toBe(`The town\n${prose.trim()}`);
  });

  it("none keeps all text of the body", () => {
    expect(open(html).text("none", "en")).toBe(`Home\nNews\nThe town\n${prose.trim()}\nGo`);
  });

  it("falls back to all paragraphs with a note if a remover leaves no text of a page with text", () => {
    const page = open("<ul><li>Home<li>News</ul>");
    expect(page.text("justext", "en")).toBe("Home\nNews");
    expect(page.text("justext", "en")).toBe("Home\nNews");
    expect(page.notes).toEqual(["justext left no text: all-paragraphs was used"]);
  });

  it("returns no text and adds no note for a page without text", () => {
    const page = open("<html><head><title>T</title></head><body><img src=x></body></html>");
    for (const { keyword } of removers) expect(page.text(keyword, "en")).toBe("");
    expect(page.tokens({ boilerplate: "justext", language: "en", lowerCase: true })).toEqual([]);
    expect(page.notes).toEqual([]);
  });

  it("returns the words of a page unchanged and in lower case", () => {
    const page = open("<p>It is plan B. The end.</p>");
    const words = (lowerCase: boolean): readonly string[] =>
      page.tokens({ boilerplate: "all-paragraphs", language: "en", lowerCase });
    expect(words(true)).toEqual(["it", "is", "plan", "b.", "the", "end", "."]);
    expect(words(false)).toEqual(["It", "is", "plan", "B", ".", "The", "end", "."]);
  });

  it("reports the charset of a page, and notes an invalid charset name", () => {
    const page = open('<meta charset="bogus"><p>café', "text/html");
    expect(page.html).toContain("café");
    expect(page.charset).toEqual({ name: "utf-8", from: "detected" });
    expect(page.notes).toEqual(['the page names an unknown charset: "bogus"']);
  });

  it("opens a page of any bytes without an error", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom("en", "de", "ja", ""),
        (bytes, language) => {
          const page = openPage(bytes, undefined);
          for (const { keyword } of removers) {
            expect(typeof page.text(keyword, language)).toBe("string");
            for (const lowerCase of [true, false])
              expect(
                Array.isArray(page.tokens({ boilerplate: keyword, language, lowerCase })),
              ).toBe(true);
          }
        },
      ),
    );
  });
});

/** Pages without text, without markup, with unclosed elements, and without HTML. */
const ODD_PAGES = [
  "",
  "<html><body><img src=x></body></html>",
  "The museum is open.",
  `${"<div><table><td>".repeat(200)}<a href="x">museum`,
  "%PDF-1.4 \u0000\ufffe<![CDATA[<script>",
];

it.each(removers)("$keyword leaves text of any page, and the same text again", (remover) => {
  for (const odd of ODD_PAGES) {
    const left = remover.extract(open(odd, "text/html; charset=utf-8"), "en");
    expect(typeof left).toBe("string");
    expect(remover.extract(open(odd, "text/html; charset=utf-8"), "en")).toBe(left);
  }
});

it("every boilerplate remover except none removes something", () => {
  const not = removers.filter(({ removes }) => !removes);
  expect(not.map(({ keyword }) => keyword)).toEqual(["none"]);
});

describe("pages that are made to take long", () => {
  // Quadratic time would take minutes at this depth and exceed the test's time limit.
  it.each([
    ["elements", "<div>"],
    ["tables", "<table><tr><td>"],
    ["drawings", "<svg>"],
    ["drawings within elements", "<math><svg><g>"],
  ])("reads the outline of a page with deeply nested %s", (_, tag) => {
    const many = tag.repeat(100_000);
    const outline = outlineOf(`<title>Deep</title>${many}<a href="/x">x</a><input type=password>`);
    expect(outline).toMatchObject({ title: "Deep", links: ["/x"], passwordFields: 1 });
  });

  it("does not mistake the title of a drawing for the title of the page", () => {
    const html = `<svg/><svg class=a><title>Logo</title></svg></svg><title>The &amp; page</title>`;
    expect(outlineOf(html)).toMatchObject({ title: "The & page", classes: ["a"], pictures: 2 });
  });

  const options = { boilerplate: "all-paragraphs", language: "en", lowerCase: true };
  const wordy = (count: number): string =>
    Array.from({ length: count }, (_, at) => `w${at}`).join(" ");

  it("counts the words of a page with the vocabulary of a dictionary", () => {
    const words = long(20_000, 300_000);
    const page = open(`<p>${wordy(words)} ${"w1 ".repeat(words)}`);
    const { terms, counts } = page.countTerms(options);
    expect(terms).toHaveLength(words);
    expect(counts[1]).toBe(words + 1);
  });
});
