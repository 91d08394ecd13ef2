import { describe, expect, it } from "vitest";
import { cssClasses, domTree } from "../../../src/page/features/structure.js";
import { formatBracketTree } from "../../../src/base/math/tree/ordered-tree.js";
import { pageOf } from "./page.js";

const treeOf = (html: string): string => formatBracketTree(domTree.extract(pageOf(html), {}));

describe("the tree of a page's elements", () => {
  it("is a browser's: html, head, body and tbody are there whether written or not", () => {
    expect(treeOf("<!doctype html><title>T</title><p>a<p>b<table><tr><td>c</table>")).toBe(
      "{html{head{title}}{body{p}{p}{table{tbody{tr{td}}}}}}",
    );
  });

  it("is that of quirks mode where there is no doctype: a table does not end a paragraph", () => {
    expect(treeOf("<p>a<table></table>")).toBe("{html{head}{body{p{table}}}}");
  });

  it("leaves text, comments and the inside of templates out", () => {
    expect(treeOf("<!-- c --><p>text <b>bold</b></p><template><i></i></template>")).toBe(
      "{html{head}{body{p{b}}{template}}}",
    );
  });

  it("moves what tables may not hold before them, and closes formatting as a browser does", () => {
    expect(treeOf("<table><b>x<tr><td>y</table>")).toBe(
      "{html{head}{body{b}{table{tbody{tr{td}}}}}}",
    );
    expect(treeOf("<b>1<p>2</b>3</p>")).toBe("{html{head}{body{b}{p{b}}}}");
  });

  it("survives JSON", () => {
    const value = domTree.extract(pageOf("<ul><li>a<li>b</ul>"), {});
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it("is empty when the page has no element of its own", () => {
    expect(domTree.isEmpty(domTree.extract(pageOf(""), {}))).toBe(true);
    expect(domTree.isEmpty(domTree.extract(pageOf("plain text"), {}))).toBe(true);
    expect(domTree.isEmpty(domTree.extract(pageOf("<h1>It works!</h1>"), {}))).toBe(false);
  });

  it("of a page 10,000 deep or of 200,000 elements is read", () => {
    expect(domTree.extract(pageOf("<div>".repeat(10_000)), {}).label).toHaveLength(10_003);
    expect(domTree.extract(pageOf("<p>x".repeat(200_000)), {}).label).toHaveLength(200_003);
  });

  it.each(["div", "b"])("of a page with 100,000 attributes on one tag %s is read", (name) => {
    const attributes = Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(" ");
    expect(domTree.extract(pageOf(`<${name} ${attributes}>`), {}).label).toHaveLength(4);
  });

  it.each([
    ["nesting without end", "<i>".repeat(100_000), /nested more than/u],
    [
      "formatting that every paragraph starts again",
      Array.from({ length: 12_000 }, (_, at) => `<p><font color=${at}>x</p>`).join(""),
      /(?:elements|nested) more than|more than \d+ elements/u,
    ],
  ])("of %s is an error, soon", (_, html, message) => {
    expect(() => domTree.extract(pageOf(html), {})).toThrow(message);
  });
});

describe("the CSS classes of a page", () => {
  it("are split at white space, each once, in code unit order", () => {
    const html = `<p class="b a"><i class='a\n  constructor'></i><p class=""><p class="Ab">`;
    expect(cssClasses.extract(pageOf(html), {})).toEqual(["Ab", "a", "b", "constructor"]);
  });

  it("may be none: that alone makes no page empty", () => {
    const value = cssClasses.extract(pageOf("<p>x"), {});
    expect(value).toEqual([]);
    expect(cssClasses.isEmpty(value)).toBe(false);
  });

  it.each(["", "museum"])("of %j, where there is no element to have one, are empty", (html) => {
    expect(cssClasses.isEmpty(cssClasses.extract(pageOf(html), {}))).toBe(true);
  });

  it("may be those of the body alone", () => {
    const value = cssClasses.extract(pageOf(`<body class="a">`), {});
    expect(value).toEqual(["a"]);
    expect(cssClasses.isEmpty(value)).toBe(false);
  });
});
