import { createRequire } from "../../base/platform/machine.js";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { BoilerplateRemover, Page } from "../types.js";
import { once } from "../../base/math/memo.js";
import { readElements } from "../html/element-tree.js";
import { readBodyText } from "../text.js";

type ParseNode = DefaultTreeAdapterTypes.Node;

const omitted: ReadonlySet<string> = new Set(["script", "style", "template"]);
const named = /^[a-z_][\w:.-]*$/iu;
const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/**
 * Returns a page as well-formed markup for simple parsers, in which every element is closed and every attribute quoted.
 * Element names that are invalid in XML become `span`, and attributes with invalid names are omitted. Scripts, styles,
 * templates and comments are removed. The function is recursive, so it may be called only for pages of limited depth.
 */
export function wellFormed(html: string): string {
  const parts: string[] = [];
  for (const node of parse(html).childNodes) write(node, parts);
  return parts.join("");
}

function write(node: ParseNode, parts: string[]): void {
  if (node.nodeName === "#text") parts.push(escape((node as { value: string }).value));
  if (!("tagName" in node) || omitted.has(node.tagName)) return;
  const name = named.test(node.tagName) ? node.tagName : "span";
  const attributes = node.attrs
    .filter((attribute) => named.test(attribute.name))
    .map((attribute) => ` ${attribute.name}="${escape(attribute.value)}"`);
  parts.push(`<${name}${attributes.join("")}`);
  if (node.childNodes.length === 0) {
    parts.push("/>");
    return;
  }
  parts.push(">");
  for (const child of node.childNodes) write(child, parts);
  parts.push(`</${name}>`);
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/gu, (character) => escapes.get(character)!);
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
