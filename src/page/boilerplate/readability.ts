import { createRequire } from "../../base/platform/machine.js";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { BoilerplateRemover, Page } from "../types.js";
import { readElements } from "../html/element-tree.js";
import { readBodyText } from "../text.js";

type Node = DefaultTreeAdapterTypes.Node;

const omitted: ReadonlySet<string> = new Set(["script", "style", "template"]);
const named = /^[a-z_][\w:.-]*$/iu;
const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/**
 * A page as well-formed markup, as simple parsers want it: every element closed, every attribute quoted, names that
 * XML would refuse replaced (elements by span) or left out (attributes); scripts, styles, templates and comments gone.
 * Recursive: only for pages whose depth is known to be small.
 */
export function wellFormed(html: string): string {
  const parts: string[] = [];
  for (const node of parse(html).childNodes) write(node, parts);
  return parts.join("");
}

function write(node: Node, parts: string[]): void {
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
/** What is used of the package, whose own DOM comes without types. */
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

/** Readability's own DOM reads pages recursively, and Readability walks all elements many times. */
const maxElements = 50_000;
const maxDepth = 500;

let modules: { readonly readability: ReadabilityModule; readonly Parser: ParserModule } | undefined;

/** The text of a page's article as Mozilla's Readability finds it, one block a line; empty where it finds none. */
function readArticle(page: Page): string {
  const { size } = readElements(page).tree;
  if (size.length > maxElements || depthOf(size) > maxDepth) return "";
  const { readability, Parser } = (modules ??= loadModules());
  const parser = new Parser();
  // It would write to standard output, among the results.
  parser.error = () => undefined;
  const document = parser.parse(wellFormed(page.html), "http://page.invalid/");
  const content = new readability.Readability(document, {}).parse()?.content;
  return typeof content === "string" ? readBodyText(content) : "";
}

const require = createRequire(import.meta.url);

/** Loaded when a page is read this way for the first time: few runs do. */
function loadModules(): NonNullable<typeof modules> {
  return {
    readability: require("@mozilla/readability") as ReadabilityModule,
    Parser: require("@mozilla/readability/JSDOMParser.js") as ParserModule,
  };
}

/** The depth of a tree, from the sizes of its subtrees in postorder. */
function depthOf(size: readonly number[]): number {
  let deepest = 0;
  const ends: number[] = [];
  for (let node = size.length - 1; node >= 0; node--) {
    while (ends.length > 0 && node <= ends.at(-1)!) ends.pop();
    ends.push(node - size[node]!);
    deepest = Math.max(deepest, ends.length);
  }
  return deepest;
}
/** The article that Mozilla's Readability, the reader view of Firefox, finds on a page. */
export const readability: BoilerplateRemover = {
  keyword: "readability",
  title: "Mozilla Readability",
  summary:
    "Keeps the article that the reader view of Firefox would show; a page of more than 50,000 elements or nested more " +
    "than 500 deep counts as one without an article. Much slower than the others.",
  removes: true,
  extract: (page) => readArticle(page),
};
