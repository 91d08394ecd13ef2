import { describe, expect, it } from "vitest";
import { classifyBlocks, countLines } from "../../../src/pages/density/blocks.js";
import {
  contentText,
  fragmentPage,
  DENSITY_DEFAULTS,
  formatDensityOptions,
  parseDensityOptions,
} from "../../../src/pages/density/fragments.js";
import { openPage } from "../../../src/pages/page.js";

describe("lines of a text", () => {
  it("one line counts its words", () => {
    expect(countLines("four words in all", 80)).toEqual({ words: 4, tokens: 4, lines: 1 });
  });

  it("the last, unfilled line of several does not count", () => {
    // "aaaa bbbb" fills a line of ten; "cccc dddd" another; "e" is left.
    expect(countLines("aaaa bbbb cccc dddd e", 10)).toEqual({ words: 5, tokens: 4, lines: 2 });
  });

  it("a word longer than a line fills several and counts on the first", () => {
    expect(countLines(`${"x".repeat(25)} y`, 10)).toEqual({ words: 2, tokens: 1, lines: 2 });
  });

  it("an emoji is one character of a line", () => {
    const counts = countLines("aaaa bbbb cccc dddd", 9);
    expect(countLines("😀😀😀😀 𝔟𝔟𝔟𝔟 cccc dddd", 9)).toEqual(counts);
    expect(counts.lines).toBe(1);
  });

  it("scripts without spaces are cut into words", () => {
    const { words, lines } = countLines("今日は天気がいいですね".repeat(20), 80);
    expect(words).toBeGreaterThan(60);
    expect(lines).toBe(2);
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
    expect(leaves).toBe(10);
    const content = fragments.filter((fragment) => fragment.class === "content");
    expect(content.map(({ text }) => text).join("\n")).toContain("Every book is");
    expect(content.every(({ linkDensity }) => linkDensity <= 1 / 3)).toBe(true);
    const menu = fragments.find(({ text }) => text.includes("About us"))!;
    expect(menu).toMatchObject({ class: "boilerplate", tagPath: "html.body.ul.li.a" });
    expect(menu.linkDensity).toBeGreaterThan(0.5);
  });

  it("keep text of one line together and put text of other blocks on lines of their own", () => {
    const { fragments } = fragmentPage("<p>a <b>b</b>c <i>d</i> <i>e</i></p><p>f</p>", {
      ...DENSITY_DEFAULTS,
      vmax: 1,
    });
    expect(fragments.map(({ text }) => text)).toEqual(["a bc d e\nf"]);
  });

  it("leave scripts, styles, form controls and the head out", () => {
    const html = "<title>t</title><script>s</script><style>c</style><button>b</button><p>text";
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
  const block = (density: number, link = 0): Parameters<typeof classifyBlocks>[0][number] => ({
    from: 0,
    to: 1,
    boundary: "density",
    tokens: density,
    lines: 1,
    words: 1000,
    linkWords: 1000 * link,
    density,
  });
  const middle = (...blocks: Parameters<typeof classifyBlocks>[0]): string =>
    classifyBlocks(blocks)[1]!;

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
