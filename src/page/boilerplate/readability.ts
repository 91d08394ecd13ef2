import { createRequire } from "../../base/platform/machine.js";
import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  parse,
  serialize,
  type TreeAdapter,
} from "parse5";
import type { BoilerplateRemover, Page } from "../types.js";
import { once } from "../../base/math/memo.js";
import { readElements } from "../html/element-tree.js";
import { decodable } from "../html/tokens.js";
import { readBodyText } from "../text.js";

/** Readability would make all links absolute, by a base of any length. Its text needs none. */
const omitted: ReadonlySet<string> = new Set(["script", "style", "template", "base"]);
const named = /^[a-z_][\w:.-]*$/iu;
/** Matches the start tag of an element without an end tag. */
const VOID =
  /<((?:area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)(?: [^\s=]+="[^"]*")*)>/gu;

const shown: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  getChildNodes: (node) =>
    node.childNodes.filter(
      (child) => child.nodeName === "#text" || ("tagName" in child && !omitted.has(child.tagName)),
    ),
  getTagName: ({ tagName }) => (named.test(tagName) ? tagName : "span"),
  getAttrList: ({ attrs }) => attrs.filter(({ name }) => named.test(name)),
  // The text of every element is escaped.
  getParentNode: () => null,
};

/**
 * Returns a page as well-formed markup for simple parsers, in which every element is closed and every attribute quoted.
 * Element names that are invalid in XML become `span`, and attributes with invalid names are omitted. Scripts, styles,
 * templates, bases and comments are removed. The function is recursive, so it may be called only for pages of limited depth.
 */
export const wellFormed = (html: string): string =>
  serialize(parse(decodable(html)), { treeAdapter: shown })
    .replaceAll("&nbsp;", "\u00a0")
    .replace(VOID, "<$1/>");

/** The members of the package that are used here. The package has a DOM without types. */
interface ReadabilityModule {
  readonly Readability: new (
    document: object,
    options: { readonly charThreshold?: number },
  ) => { parse(): { readonly content?: string | null } | null };
}
type ParserModule = new () => {
  error: (message: string) => void;
  parse(html: string, uri: string): object;
};

/** Limits for a page: Readability's own DOM is recursive, and Readability visits all elements many times. */
const maxElements = 50_000;
const maxDepth = 500;

/** Returns an empty text if Readability finds no article. */
function readArticle(page: Page): string {
  const { tree, depth } = readElements(page);
  if (tree.size.length > maxElements || depth > maxDepth) return "";
  const { Readability, Parser } = modules();
  const parser = new Parser();
  // The parser would write errors to standard output, which contains the results.
  parser.error = () => undefined;
  const document = parser.parse(wellFormed(page.html), "http://page.invalid/");
  const content = new Readability(document, {}).parse()?.content;
  return typeof content === "string" ? readBodyText(content) : "";
}

const require = createRequire(import.meta.url);

/** The package is loaded when it is first needed, because few runs use it. */
const modules = once(() => ({
  ...(require("@mozilla/readability") as ReadabilityModule),
  Parser: require("@mozilla/readability/JSDOMParser.js") as ParserModule,
}));

export const readability: BoilerplateRemover = {
  keyword: "readability",
  title: "Mozilla Readability",
  summary:
    "Keeps the article that the reader view of Firefox would show. A page of more than 50,000 elements, or nested more " +
    "than 500 deep, counts as one without an article. Much slower than the others.",
  removes: true,
  extract: readArticle,
};
