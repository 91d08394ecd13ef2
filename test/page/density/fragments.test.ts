import { describe, expect, it } from "vitest";
import {
  type Block,
  leafBlocks,
  classifyBlocks,
  classifyFragments,
} from "../../../src/page/density/blocks.js";
import {
  contentText,
  fragmentPage,
  DENSITY_DEFAULTS,
  formatDensityOptions,
  parseDensityOptions,
} from "../../../src/page/density/fragments.js";
import { readLeaves } from "../../../src/page/density/leaves.js";
import { cutText, densityOf, wrapOn } from "../../../src/page/density/lines.js";
import { openPage } from "../../../src/page/page.js";

const countLines = (
  text: string,
  width: number,
): { words: number; lines: number; density: number } => {
  const wrapped = wrapOn([cutText(text).pieces], width);
  return { words: wrapped.words, lines: wrapped.lines, density: densityOf(wrapped) };
};

describe("lines of a text", () => {
  it("one line counts its words", () => {
    expect(countLines("four words in all", 80)).toEqual({ words: 4, lines: 1, density: 4 });
  });

  it("the last, unfilled line of several does not count", () => {
    // "aaaa bbbb" fills a line of ten; "cccc dddd" another; "e" is left.
    expect(countLines("aaaa bbbb cccc dddd e", 10)).toEqual({
      words: 5,
      lines: 3,
      density: 2,
    });
  });

  it("a word longer than a line fills several and counts on the first", () => {
    expect(countLines(`${"x".repeat(25)} y`, 10)).toEqual({
      words: 2,
      lines: 3,
      density: 0.5,
    });
  });

  it("an emoji is one character of a line", () => {
    const counts = countLines("aaaa bbbb cccc dddd", 9);
    expect(countLines("😀😀😀😀 𝔟𝔟𝔟𝔟 cccc dddd", 9)).toEqual(counts);
    expect(counts.lines).toBe(2);
  });

  it("scripts without spaces are cut into words", () => {
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
  it("are content where text is dense, boilerplate where it is links", () => {
    const { fragments, leaves } = fragmentPage(page, DENSITY_DEFAULTS);
    expect(leaves).toBe(7);
    const content = fragments.filter((fragment) => fragment.class === "content");
    expect(content.map(({ text }) => text).join("\n")).toContain("Every book is");
    expect(content.every(({ linkDensity }) => linkDensity <= 1 / 3)).toBe(true);
    const menu = fragments.find(({ text }) => text.includes("About us"))!;
    expect(menu).toMatchObject({ class: "boilerplate", tagPath: "html.body.ul.li.a" });
    expect(menu.linkDensity).toBeGreaterThan(0.5);
  });

  it("are cut by tags of blocks, not by tags within a line", () => {
    const html =
      "<p>a <b>b</b>c <i>d</i>\n<span> e <img>f<script>x</script> <!-- y -->g</span></p><p>h</p>i<br>j<div>k</div>l";
    expect(readLeaves(html).map(({ text }) => text)).toEqual([
      "a bc d e f g",
      "h",
      "i",
      "j",
      "k",
      "l",
    ]);
  });

  it("count words in links, and no others", () => {
    const html = "<p>one <a href=/><b>two</b> three</a> four <a href=/>five<p>six</p></a> seven";
    expect(readLeaves(html).map(({ text, linkWords }) => [text, linkWords])).toEqual([
      ["one two three four five", 3],
      ["six", 1],
      ["seven", 0],
    ]);
  });

  it("say what the tags before them ask for", () => {
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

  it("have each leaf on a line of its own, and its density is that of the whole", () => {
    const html = "<p>a <b>b</b>c <i>d</i> <i>e</i></p><p>f</p>";
    const { fragments } = fragmentPage(html, { ...DENSITY_DEFAULTS, vmax: 1 });
    expect(fragments).toMatchObject([{ text: "a bc d e\nf", textDensity: 5 }]);
  });

  it("are of the class of most words of their leaves", () => {
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

  it("are content in the stretch where it outweighs what stands between, and not beyond", () => {
    const menu = "<ul>" + "<li><a href=/>A page of ours</a></li>".repeat(20) + "</ul>";
    const classes = (html: string): string[] =>
      fragmentPage(html, DENSITY_DEFAULTS)
        .fragments.filter(({ text }) => text.includes("harbour"))
        .map((fragment) => fragment.class);
    // A menu of 80 words and twenty leaves: 120 are against it. The article has 36 words.
    const long = `<p>${article}</p>`.repeat(4);
    expect(classes(`${long}${menu}<p>${article}</p>`)).toEqual(["content", "boilerplate"]);
    expect(classes(`${long}${menu}${long}`)).toEqual(["content", "content"]);
  });

  it("are boilerplate in navigation, footers and asides, however dense", () => {
    for (const tag of ["nav", "footer", "aside"]) {
      const html = `<h1>Tides</h1><p>${article}</p><${tag}><p>${article}</p></${tag}>`;
      expect(fragmentPage(html, DENSITY_DEFAULTS).fragments.at(-1)!.class).toBe("boilerplate");
    }
  });

  it("leave scripts, styles, form controls and the head out", () => {
    const html =
      "<title>t</title><script>s</script><style>c</style><button>b</button><noscript>n</noscript><svg><text>v</text></svg><p>text";
    expect(fragmentPage(html, DENSITY_DEFAULTS).fragments.map(({ text }) => text)).toEqual([
      "text",
    ]);
  });

  it("of a page without text are none", () => {
    expect(fragmentPage("<div><img></div>", DENSITY_DEFAULTS)).toMatchObject({
      fragments: [],
      leaves: 0,
    });
  });

  it("of a page 100,000 deep, or of 200,000 blocks, come in linear time", () => {
    expect(fragmentPage("<div>x ".repeat(100_000), DENSITY_DEFAULTS).leaves).toBe(100_000);
    expect(fragmentPage("<p>a<p>b c d e f".repeat(100_000), DENSITY_DEFAULTS).leaves).toBe(200_000);
  });
});

describe("the density remover", () => {
  const read = (boilerplate: string): string =>
    openPage(Buffer.from(page), "text/html").text(boilerplate, "en");

  it("keeps the article", () => {
    expect(read("density")).toContain("harbour office");
    expect(read("density")).not.toContain("Privacy");
  });

  it("takes options after its keyword", () => {
    expect(read("density:fusion=greedy,vmax=0,wrap=40")).toBe(
      contentText(page, { fusion: "greedy", vmax: 0, wrap: 40 }),
    );
  });

  it("reads the options that it writes", () => {
    const options = { fusion: "rule", vmax: 0.5, wrap: 60 } as const;
    expect(parseDensityOptions(formatDensityOptions(options))).toEqual(options);
    expect(formatDensityOptions(DENSITY_DEFAULTS)).toBe("");
    expect(parseDensityOptions("")).toEqual(DENSITY_DEFAULTS);
  });

  it.each(["fusion=none", "vmax=2", "vmax=", "wrap=0", "wrap=1.5", "x=1"])("refuses %j", (text) => {
    expect(() => parseDensityOptions(text)).toThrow(RangeError);
  });
});

describe("classes by the decision tree of Kohlschütter, Fankhauser and Nejdl", () => {
  /** A block of one line, of so many words of which so many hundredths are in links. */
  const block = (density: number, link = 0): Block => ({
    page: { leaves: [], wrap: 80 },
    from: 0,
    to: 1,
    boundary: "density",
    wrapped: { column: 0, lines: 1, words: 1000, wordsBefore: 0 },
    linkWords: 1000 * link,
    density,
  });
  const middle = (...blocks: Block[]): string => classifyBlocks(blocks)[1]!;

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
  ] as const)("%s", (_, blocks, expected) => {
    expect(middle(...blocks)).toBe(expected);
  });
});

it.each([{ vmax: 2 }, { vmax: Number.NaN }, { wrap: 0 }, { fusion: "nope" as "plain" }])(
  "a page is not cut with %o",
  (bad) => {
    expect(() => fragmentPage("<p>a b", { ...DENSITY_DEFAULTS, ...bad })).toThrow(
      "not options of densitometric fragmentation",
    );
  },
);
