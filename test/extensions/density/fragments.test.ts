import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import {
  type TextBlock,
  leafBlocks,
  classifyBlocks,
  classifyFragments,
} from "../../../src/extensions/density/blocks.js";
import { contentText, fragmentPage } from "../../../src/extensions/density/fragments.js";
import {
  DENSITY_DEFAULTS,
  formatDensityOptions,
  parseDensityOptions,
} from "../../../src/extensions/density/options.js";
import { readLeaves } from "../../../src/extensions/density/leaves.js";
import { cutIntoPieces, densityOf, wrapOn } from "../../../src/extensions/density/lines.js";
import { openPage } from "../../../src/page/page.js";
import "../../support/all-extensions.js";
import { long } from "../../support/thorough.js";

const countLines = (
  text: string,
  width: number,
): { words: number; lines: number; density: number } => {
  const wrapped = wrapOn([cutIntoPieces(text).pieces], width);
  return { words: wrapped.words, lines: wrapped.lines, density: densityOf(wrapped) };
};

describe("lines of a text", () => {
  it("counts all words of a single line of text in its density", () => {
    expect(countLines("four words in all", 80)).toEqual({ words: 4, lines: 1, density: 4 });
  });

  it("ignores an incomplete last line in the density of a text of several lines", () => {
    // "aaaa bbbb" fills a line of ten characters, "cccc dddd" another, and "e" is left over.
    expect(countLines("aaaa bbbb cccc dddd e", 10)).toEqual({
      words: 5,
      lines: 3,
      density: 2,
    });
  });

  it("splits scripts without spaces into words to fill lines", () => {
    const { words, lines } = countLines("今日は天気がいいですね".repeat(20), 80);
    expect(words).toBeGreaterThan(60);
    expect(lines).toBe(3);
    expect(countLines("สวัสดีชาวโลก", 80).words).toBeGreaterThan(1);
  });
});

const article =
  "The tide station was built in the spring of the year after the flood, and the first readings " +
  "were taken by hand, twice a day, in a book that is still kept in the harbour office today.";

const page = `<body>
  <ul><li><a href=/>Home</a></li><li><a href=/a>About us</a></li><li><a href=/c>Contact</a></li></ul>
  <h1>Tides</h1>
  <p>${article}</p><p>${article} Every book is <b>full</b>.</p>
  <div><a href=/p>Privacy</a> <a href=/i>Imprint</a></div>`;

describe("fragments of a page", () => {
  it("classifies dense fragments as content and fragments of links as boilerplate", () => {
    const { fragments, leaves } = fragmentPage(page, DENSITY_DEFAULTS);
    expect(leaves).toBe(7);
    const content = fragments.filter((fragment) => fragment.class === "content");
    expect(content.map(({ text }) => text).join("\n")).toContain("Every book is");
    expect(content.every(({ linkDensity }) => linkDensity <= 1 / 3)).toBe(true);
    const menu = fragments.find(({ text }) => text.includes("About us"))!;
    expect(menu).toMatchObject({ class: "boilerplate", tagPath: "html.body.ul.li.a" });
    expect(menu.linkDensity).toBeGreaterThan(0.5);
  });

  it("counts the words within links of a leaf", () => {
    const html = "<p>one <a href=/><b>two</b> three</a> four <a href=/>five<p>six</p></a> seven";
    expect(readLeaves(html).map(({ text, linkWords }) => [text, linkWords])).toEqual([
      ["one two three four five", 3],
      ["six", 1],
      ["seven", 0],
    ]);
  });

  it("determines the boundary before a leaf from the tags before it", () => {
    const html =
      "<p>a<br>b</p><p>c</p><ul><li>d</li><li>e</li></ul>f<hr>g<p>h <img> i</p><img><p>j";
    expect(readLeaves(html).map(({ text, boundary }) => `${text}: ${boundary}`)).toEqual([
      "a: density",
      "b: join",
      "c: density",
      "d: gap",
      "e: density",
      "f: gap",
      "g: gap",
      "h i: density",
      "j: gap",
    ]);
  });

  it("classifies a fragment by the class that most words of its leaves have", () => {
    const leaves = leafBlocks(readLeaves(page), 80);
    const classes = classifyBlocks(leaves);
    const whole = { ...leaves[0]!, to: leaves.length };
    const words = leaves.reduce((sum, { wrapped }) => sum + wrapped.words, 0);
    expect(new Set(classes).size).toBe(2);
    expect(classifyFragments(leaves, leaves)).toEqual(classes);
    expect(classifyFragments([{ ...whole, wrapped: { ...whole.wrapped, words } }], leaves)).toEqual(
      ["content"],
    );
  });

  it("limits content to the range in which it outweighs the boilerplate inside", () => {
    const menu = "<ul>" + "<li><a href=/>A page of ours</a></li>".repeat(20) + "</ul>";
    const classes = (html: string): string[] =>
      fragmentPage(html, DENSITY_DEFAULTS)
        .fragments.filter(({ text }) => text.includes("harbour"))
        .map((fragment) => fragment.class);
    // The menu has 80 words in twenty leaves, so its weight is 120. The article has 36 words.
    const long = `<p>${article}</p>`.repeat(4);
    expect(classes(`${long}${menu}<p>${article}</p>`)).toEqual(["content", "boilerplate"]);
    expect(classes(`${long}${menu}${long}`)).toEqual(["content", "content"]);
  });

  it("classifies navigation, footers and asides as boilerplate at any density", () => {
    for (const tag of ["nav", "footer", "aside"]) {
      const html = `<h1>Tides</h1><p>${article}</p><${tag}><p>${article}</p></${tag}>`;
      expect(fragmentPage(html, DENSITY_DEFAULTS).fragments.at(-1)!.class).toBe("boilerplate");
    }
  });

  it("finds no fragments on a page without text", () => {
    expect(fragmentPage("<div><img></div>", DENSITY_DEFAULTS)).toMatchObject({
      fragments: [],
      leaves: 0,
    });
  });

  it("fragments a page of very many nested levels or blocks in linear time", () => {
    const many = long(20_000, 100_000);
    expect(fragmentPage("<div>x ".repeat(many), DENSITY_DEFAULTS).leaves).toBe(many);
    expect(fragmentPage("<p>a<p>b c d e f".repeat(many), DENSITY_DEFAULTS).leaves).toBe(2 * many);
  });
});

describe("the density remover", () => {
  const read = (boilerplate: string): string =>
    openPage(Buffer.from(page), "text/html").text(boilerplate, "en");

  it("the density remover keeps the article", () => {
    expect(read("density")).toContain("harbour office");
    expect(read("density")).not.toContain("Privacy");
  });

  it("the density remover accepts options after its keyword", () => {
    expect(read("density:fusion=greedy,vmax=0,wrap=40")).toBe(
      contentText(page, { fusion: "greedy", vmax: 0, wrap: 40 }),
    );
  });

  it("parses the options of the density remover as it writes them", () => {
    const options = { fusion: "rule", vmax: 0.5, wrap: 60 } as const;
    expect(parseDensityOptions(formatDensityOptions(options))).toEqual(options);
    expect(formatDensityOptions(DENSITY_DEFAULTS)).toBe("");
    expect(parseDensityOptions("")).toEqual(DENSITY_DEFAULTS);
  });

  it.each(["fusion=none", "vmax=2", "wrap=0", "wrap=1.5"])(
    "refuses the options %j for the density remover",
    (text) => {
      expect(() => parseDensityOptions(text)).toThrow(UsageError);
    },
  );
});

describe("classes by the decision tree of Kohlschütter, Fankhauser and Nejdl", () => {
  /** Block of one line with a density in words, and with the given share of its words inside links. */
  const block = (density: number, link = 0): TextBlock => ({
    page: { leaves: [], wrap: 80 },
    from: 0,
    to: 1,
    boundary: "density",
    wrapped: { column: 0, lines: 1, words: 1000, wordsBefore: 0 },
    linkWords: 1000 * link,
    density,
  });
  const middle = (...blocks: TextBlock[]): string => classifyBlocks(blocks)[1]!;

  it.each([
    ["many links", [block(20), block(20, 0.34), block(20)], "boilerplate"],
    ["after links, before dense text", [block(1, 0.6), block(2), block(12)], "content"],
    ["after links, before thin text", [block(1, 0.6), block(20), block(11)], "boilerplate"],
    ["dense", [block(1), block(10), block(1)], "content"],
    ["dense, before nothing", [block(1), block(10), block(0)], "boilerplate"],
    ["dense, at the end", [block(1), block(10)], "content"],
    ["thin, before dense text", [block(1), block(3), block(11)], "content"],
    ["thin, after text", [block(5), block(3), block(1)], "content"],
    ["thin among thin", [block(4), block(3), block(10)], "boilerplate"],
    ["thin, at the end, after thin text", [block(4), block(3)], "boilerplate"],
  ] as const)(
    "classifies the middle block by the decision tree if it is: %s",
    (_, blocks, expected) => {
      expect(middle(...blocks)).toBe(expected);
    },
  );
});
