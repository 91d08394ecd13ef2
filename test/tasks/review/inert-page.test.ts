import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, it } from "vitest";
import { inertPage } from "../../../src/tasks/review/inert-page.js";
import { linkedPage } from "../../../src/tasks/review/linked-page.js";
import { ResourceLinks } from "../../../src/tasks/review/resource-links.js";
import { runs } from "../../support/thorough.js";

/** Pieces of markup: tags that matter, and text that may hide them from parsers other than browsers. */
const PIECES = [
  ...["<iframe", "</iframe>", "<IFRAME/", "<frame", "<frameset>", "<object", "</object>", "<embed"],
  ...["<link", "<meta", "<a", "</a>", "<area", "<map>", "<noframes>", "</noframes>", "<applet>"],
  ...[" src=x", "\nhref='y'", ' rel="preconnect"', " http-equiv=refresh", " target=_top", "/", ">"],
  ...["<link rel=stylesheet href=", "<img srcset='", "<style>a{b:url(", "<base href='//c/'>", ")}"],
  ...["<!--", "-->", "<![CDATA[", "]]>", "<svg>", "</svg>", "<math>", "<title>", "</title>"],
  ...[
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<plaintext>",
  ],
  ...[
    "<template>",
    "<table>",
    "<select>",
    "<p title='",
    '"',
    "'",
    "=",
    " ",
    "\f",
    "\0",
    "text",
    "<",
  ],
];

function* elementsOf(
  node: DefaultTreeAdapterTypes.Node,
): Generator<DefaultTreeAdapterTypes.Element> {
  if ("tagName" in node) yield node;
  if ("content" in node) yield* elementsOf(node.content);
  if ("childNodes" in node) for (const child of node.childNodes) yield* elementsOf(child);
}

it("opens no connection for the tags of an archived page, whatever markup surrounds them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
      const page = Buffer.from(pieces.join(""));
      const links = new ResourceLinks("/secret/1/", "http://a.example/");
      const forms = [
        inertPage(page, "text/html; charset=utf-8", undefined),
        inertPage(page, "text/html; charset=utf-8", undefined, (html) => linkedPage(html, links)),
      ];
      const elements = forms.flatMap((form) => {
        const html = Buffer.from(form).toString("utf8");
        return [...elementsOf(parse(html, { scriptingEnabled: false }))];
      });
      for (const { tagName, attrs } of elements) {
        const value = (name: string): string | undefined =>
          attrs.find((each) => each.name === name)?.value;
        expect(tagName).not.toMatch(/^(?:iframe|frame|object|embed)$/iu);
        if (tagName === "link") expect(value("rel")).toBe("none");
        if (tagName === "meta") expect(value("http-equiv")).toBe("none");
        if (tagName === "a" || tagName === "area") expect(value("target")).toBe("_blank");
      }
    }),
    { numRuns: runs(500) },
  );
});
