import { createRequire } from "node:module";
import type { Page } from "../types.js";
import { readBodyText } from "./body-text.js";
import { readElements } from "./element-tree.js";
import { wellFormed } from "./well-formed.js";

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
export function readArticle(page: Page): string {
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
