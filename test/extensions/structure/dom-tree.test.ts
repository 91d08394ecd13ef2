import { describe, expect, it } from "vitest";
import { domTree } from "../../../src/extensions/structure/dom-tree.js";
import { formatBracketTree } from "../../support/bracket-tree.js";
import { pageOf } from "../../page/features/page.js";
import { long } from "../../support/thorough.js";

const treeOf = (html: string): string => formatBracketTree(domTree.extract(pageOf(html), {}));

describe("the tree of a page's elements", () => {
  it("builds the same element tree as a browser, with html, head, body and tbody even if the markup lacks them", () => {
    expect(treeOf("<!doctype html><title>T</title><p>a<p>b<table><tr><td>c</table>")).toBe(
      "{html{head{title}}{body{p}{p}{table{tbody{tr{td}}}}}}",
    );
  });

  it("omits text, comments and the content of templates from the element tree", () => {
    expect(treeOf("<!-- c --><p>text <b>bold</b></p><template><i></i></template>")).toBe(
      "{html{head}{body{p{b}}{template}}}",
    );
  });

  it("moves misplaced elements out of tables and closes formatting elements, as a browser does", () => {
    expect(treeOf("<table><b>x<tr><td>y</table>")).toBe(
      "{html{head}{body{b}{table{tbody{tr{td}}}}}}",
    );
    expect(treeOf("<b>1<p>2</b>3</p>")).toBe("{html{head}{body{b}{p{b}}}}");
  });

  it("preserves the element tree in JSON", () => {
    const value = domTree.extract(pageOf("<ul><li>a<li>b</ul>"), {});
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it("reads the element tree of a page of 10,000 nested levels or of very many elements", () => {
    expect(domTree.extract(pageOf("<div>".repeat(10_000)), {}).label).toHaveLength(10_003);
    const many = long(50_000, 200_000);
    expect(domTree.extract(pageOf("<p>x".repeat(many)), {}).label).toHaveLength(many + 3);
  });

  it.each([
    ["endless nesting", "<i>".repeat(100_000), /nested more than/u],
    [
      "formatting that every paragraph reopens",
      Array.from({ length: 12_000 }, (_, at) => `<p><font color=${at}>x</p>`).join(""),
      /(?:elements|nested) more than|more than \d+ elements/u,
    ],
  ])("quickly refuses to read the element tree of %s", (_, html, message) => {
    expect(() => domTree.extract(pageOf(html), {})).toThrow(message);
  });
});
