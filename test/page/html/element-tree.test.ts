import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, it } from "vitest";
import { domTree } from "../../../src/extensions/structure/dom-tree.js";
import { parseElements } from "../../../src/page/html/element-tree.js";
import { runs } from "../../support/thorough.js";

type Node = DefaultTreeAdapterTypes.Node;

/**
 * Elements of a page by parse5 with its own tokenizer: a line for each element, with its depth, and the class names.
 */
function byParse5(html: string): { readonly elements: string[]; readonly classes: string[] } {
  const elements: string[] = [];
  const classes = new Set<string>();
  const open: { readonly node: Node; readonly depth: number }[] = [{ node: parse(html), depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if ("tagName" in node) {
      elements.push(`${depth} ${node.tagName}`);
      const value = node.attrs.find(({ name }) => name === "class")?.value ?? "";
      for (const name of value.split(/[\t\n\f\r ]+/u)) if (name !== "") classes.add(name);
    }
    if (!("childNodes" in node)) continue;
    for (const child of node.childNodes.toReversed()) open.push({ node: child, depth: depth + 1 });
  }
  return { elements, classes: [...classes].sort() };
}

/** The same elements by our reader. */
function byUs(html: string): { readonly elements: string[]; readonly classes: string[] } {
  const { tree, classes } = parseElements(html);
  const { labels, label, size } = tree;
  const elements: string[] = [];
  // Starts at the root. Children are visited from the last to the first.
  const open = label.length === 0 ? [] : [{ node: label.length - 1, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    elements.push(`${depth} ${labels[label[node]!]}`);
    for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
      open.push({ node: child, depth: depth + 1 });
    }
  }
  return { elements, classes: [...classes] };
}

const names = [
  ..."p b i a div span table tbody tr td th caption colgroup col pre textarea title script style noscript".split(
    " ",
  ),
  ..."select option svg math mi mtext foreignObject desc annotation-xml font form input br li ul dd dt h1".split(
    " ",
  ),
  ..."button nobr head body html frameset frame noframes iframe template plaintext listing hr image P dIv".split(
    " ",
  ),
];
const values = [
  ..."x hidden HIDDEN text/html a&amp;b a&b &lt &#0; é 😀".split(" "),
  ..."- -- > < / = ' \" ` \0 \t \r\n \n \r".split(" "),
  ...["", "a b", " c\td\r\ne\f"],
];
const attribute = fc
  .tuple(
    fc.constantFrom("class", "CLASS", "type", "encoding", "color", "data-x", "x:y", "a\0b", "a1'"),
    fc.constantFrom('="', "='", "=", ' = "', ""),
    fc.array(fc.constantFrom(...values), { maxLength: 3 }),
  )
  .map(([name, equals, parts]) => {
    const quote = equals.endsWith('"') ? '"' : equals.endsWith("'") ? "'" : "";
    return equals === ""
      ? name
      : name + equals + parts.join("").replaceAll(quote || "\u0001", "") + quote;
  });
const tag = fc
  .tuple(
    fc.constantFrom("<", "<", "<", "</"),
    fc.constantFrom(...names),
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom(">", ">", ">", "/>", " >", ""),
  )
  .map(([start, name, attributes, end]) => [start + name, ...attributes].join(" ") + end);
const text = fc.constantFrom(
  ...[
    " ",
    "  \n",
    "\n",
    "\r\n",
    "\r",
    "\r\n\r\n ",
    "\f",
    "x",
    "x y\r\n z ",
    "é",
    "😀",
    "\ud83d",
    "\0",
    "-",
    "--",
  ],
  ...[
    "&amp;",
    "&#32;",
    "&#9;x",
    "&nbsp;",
    "&Tab;",
    "&#0;",
    "&",
    "&notit;",
    "<",
    "< ",
    "</",
    "</ >",
    "<3",
    "]]>",
    ">",
  ],
);
const other = fc.constantFrom(
  ...[
    "<!-- a <b> -- c -->",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!--->",
    "<!-- <!-- x -->",
    "<!-x",
    "<?php x ?>",
    "<!x>",
  ],
  ...[
    "<![CDATA[ <p> ]]>",
    "<!DOCTYPE html>",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>",
    "</script>",
    "</style >",
  ],
  ...[
    "<script><!-- <script> </script> x --></script>",
    "<script><!-- a < b - c --",
    "</title",
    "</textarea\n>",
    "</script x='>'>",
  ],
  ...["x".repeat(16_380), " ".repeat(16_383), `<p class="${"y ".repeat(8_190)}">`],
);
const pageOf = (...parts: readonly fc.WeightedArbitrary<string>[]): fc.Arbitrary<string> =>
  fc.array(fc.oneof(...parts), { maxLength: 30 }).map((pieces) => pieces.join(""));

/** A tag with an end, whose values are quoted; an end tag has no other. */
const tidy = /^<(?:\/\w+|[^/\0"'`<>=][^\0"'`<>=]*(?:="[^"\0]*"[^\0"'`<>=]*)*) ?>$/u;

/** In these elements a script is no script, which the tokenizer does not know; and it takes plaintext for an element like others. */
const rawWithin =
  /<plaintext|<(?:svg|math|select|frameset|iframe|noscript|noframes|colgroup)\b.*<(?:script|style|title|textarea)/isu;

/** Pages whose tags are ended and whose texts do not look like tags; elements may be open, closed twice or misplaced. */
const tidyPages = pageOf(
  {
    weight: 5,
    arbitrary: tag.filter((written) => tidy.test(written)),
  },
  { weight: 3, arbitrary: text.filter((written) => !/[<\0]/u.test(written)) },
  {
    weight: 1,
    arbitrary: other.filter((written) => /^<!(?:-- .* -->|DOCTYPE .*>)$|^x|^ /u.test(written)),
  },
);
const oddPages = pageOf(
  { weight: 5, arbitrary: tag },
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: other },
);

describe("the elements of a page", () => {
  it.each([
    // Only content after the first line feed of pre reopens b.
    ["<p><b></p><pre>\r\n<div>", ["3 pre", "4 div"]],
    ["<p><b></p><pre>\r\n\n<div>", ["3 pre", "4 b", "5 div"]],
    ["<p><b></p><pre>\n <div>", ["3 pre", "4 b", "5 div"]],
  ])("reads the elements of %j as the HTML standard requires", (html, last) => {
    expect(byUs(html)).toEqual(byParse5(html));
    expect(byUs(html).elements.slice(-last.length)).toEqual(last);
  });

  it("reads the same elements as parse5 with its own tokenizer, on pages whose tags are complete", () => {
    fc.assert(
      fc.property(tidyPages, (html) => {
        fc.pre(!rawWithin.test(html));
        expect(byUs(html)).toEqual(byParse5(html));
      }),
      { numRuns: runs(800) },
    );
  });

  it("reads a page of broken tags and comments as a tree with the root html", () => {
    fc.assert(
      fc.property(oddPages, (html) => {
        const { tree } = parseElements(html);
        expect(domTree.isValue?.(tree)).toBe(true);
        expect(tree.labels[tree.label.at(-1)!]).toBe("html");
      }),
      { numRuns: runs(300) },
    );
  });
});
