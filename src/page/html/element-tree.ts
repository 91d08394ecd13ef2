import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  html,
  Parser,
  Token,
  TokenizerMode,
  type TreeAdapter,
} from "parse5";
import { NotDefined } from "../../base/failures.js";
import { detached, memoise, memoiseOf } from "../../base/math/memo.js";
import type { Page } from "../types.js";
import { decodedText, decodedValue, readTokens, type TokenReader } from "./tokens.js";

/** Misnested formatting can create millions of elements from a small file, and such a page cannot be compared. */
const maxElements = 1_000_000;

/** The parser searches the stack of open elements at many tags, so deeper nesting would take too long. */
const maxDepth = 10_100;

/** Throws {@link NotDefined} if there are too many elements or if they are nested too deeply. */
function elementAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    onItemPush() {
      depth += 1;
      if (depth > maxDepth)
        throw new NotDefined(`its elements are nested more than ${maxDepth} deep`);
    },
    onItemPop: () => (depth -= 1),
    createElement(name, namespace, attributes) {
      elements += 1;
      if (elements > maxElements) throw new NotDefined(`it has more than ${maxElements} elements`);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    // Elements move to the place before a table, which is the last child, and from the first place or the last one.
    insertBefore(parent, node, reference) {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node);
      node.parentNode = parent;
    },
    detachNode(node) {
      const siblings = node.parentNode?.childNodes;
      if (siblings === undefined) return;
      if (siblings[0] === node) siblings.shift();
      else siblings.splice(siblings.lastIndexOf(node), 1);
      node.parentNode = null;
    },
    // Text and the doctype are not stored.
    ...{ insertText: ignore, insertTextBefore: ignore, setDocumentType: ignore },
  };
}

/** Elements of a page as in a browser's DOM. */
interface PageElements {
  /** Tag names as an ordered tree in postorder: for each node the index of its name, and the size of its subtree. */
  readonly tree: {
    readonly labels: readonly string[];
    readonly label: readonly number[];
    readonly size: readonly number[];
  };
  /** Number of nodes on the longest path from the root. */
  readonly depth: number;
  /** Distinct CSS class names, in code unit order. */
  readonly classes: readonly string[];
}

/**
 * Returns the elements of a page, which is parsed once for all features. parse5 builds the tree by the HTML standard,
 * so html, head, body and tbody are present even if the markup lacks them. Text, comments and the content of
 * `<template>` are not part of the tree. Throws {@link NotDefined} for a page with too many elements or too deep
 * nesting, because reading such a page would take too long.
 */
export const readElements = memoiseOf((page: Page) => parseElements(page.html));

/** Number of elements that every DOM has: html, head and body. */
const ofEveryPage = 3;

/** True if a page has no elements besides html, head and body. */
export const hasNoElements = ({ label }: PageElements["tree"]): boolean =>
  label.length <= ofEveryPage;

export function parseElements(page: string): PageElements {
  const parser = new Parser({ treeAdapter: elementAdapter() });
  readTokens(page, new TreeTokens(page, parser));
  const places = new Map<string, number>();
  const label: number[] = [];
  const size: number[] = [];
  const classes = new Set<string>();
  let depth = 0;
  const open = [{ name: "", before: 0, children: parser.document.childNodes.values() }];
  while (open.length > 0) {
    const { name, before, children } = open.at(-1)!;
    const { value: node } = children.next();
    if (node !== undefined) {
      if (!("tagName" in node)) continue;
      if (!places.has(node.tagName)) places.set(node.tagName, places.size);
      addClasses(node, classes);
      open.push({ name: node.tagName, before: label.length, children: node.childNodes.values() });
      depth = Math.max(depth, open.length - 1);
    } else if (open.pop() !== undefined && open.length > 0) {
      label.push(places.get(name)!);
      size.push(label.length - before);
    }
  }
  return { tree: { labels: [...places.keys()], label, size }, depth, classes: [...classes].sort() };
}

const { TokenType } = Token;
const ignore = (): void => undefined;

/** Formatting elements of the HTML standard. parse5 compares all their attributes with each other. */
const formatting: ReadonlySet<string> = new Set(
  "a b big code em font i nobr s small strike strong tt u".split(" "),
);

/** The type of a hidden input and the encoding of MathML affect the tree. */
const decisive: ReadonlySet<string> = new Set(["class", "type", "encoding"]);
const longestDecisive = 8;

/** Maximum number of attributes that are read on one element. Each attribute is compared with all before it. */
const mostAttributes = 256;

const doctype = /^<!doctype/iu;

/** Returns the name of a tag as written, and its number in parse5. */
const tagOf = memoise((written) => {
  // The tokenizer takes `</p/>` for an end tag of `p/`.
  const [name] = written.toLowerCase().split("/", 1) as [string];
  return { name: detached(name), id: html.getTagID(name) };
}, 1_000);

/**
 * Passes the tokens of the shared tokenizer to parse5, which then only builds the tree. It passes only what can change
 * the tree. For a text, this is the leading white space and whether more follows. For most elements it is no attribute
 * except the class. Scripts, styles and comments are not passed on. The tree may differ from a browser's for bad markup
 * such as `<!-- a --!>` or a script that contains `<!-- <script>`.
 */
class TreeTokens implements TokenReader {
  readonly #html: string;
  readonly #parser: Parser<DefaultTreeAdapterMap>;
  #tag = tagOf("html");
  #readsAll = false;
  #attributes: Token.Attribute[] = [];
  #hasDoctype = false;
  /** Name of the open element whose content is text, in which the tokenizer may report tags, or "" if there is none. */
  #rawElement = "";

  constructor(page: string, parser: Parser<DefaultTreeAdapterMap>) {
    this.#html = page;
    this.#parser = parser;
  }

  /** Lets parse5 read the first doctype itself, which decides whether a table ends a paragraph. */
  declaration(start: number, end: number): void {
    if (this.#hasDoctype || this.#rawElement !== "") return;
    const declaration = this.#html.slice(start - 2, end + 1);
    if (!doctype.test(declaration)) return;
    this.#hasDoctype = true;
    this.#parser.tokenizer.write(declaration, false);
  }

  text(start: number, end: number, isRaw: boolean): void {
    if (this.#rawElement !== "") return;
    const written = this.#html.slice(start, end);
    const text = isRaw ? written : decodedText(written);
    let at = 0;
    while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
    if (at > 0) {
      // parse5 drops a line feed at the start of pre.
      const chars = text.slice(text.startsWith("\r\n") ? 1 : 0, at);
      const type = TokenType.WHITESPACE_CHARACTER;
      this.#parser.onWhitespaceCharacter({ type, chars, location: null });
    }
    if (at < text.length) {
      const chars = text.charAt(at);
      this.#parser.onCharacter({ type: TokenType.CHARACTER, chars, location: null });
    }
  }

  tag(start: number, end: number): void {
    this.#tag = tagOf(this.#html.slice(start, end));
    this.#readsAll = formatting.has(this.#tag.name);
    this.#attributes = [];
  }

  attribute(nameStart: number, nameEnd: number, start: number, end: number): void {
    if (!this.#readsAll && nameEnd - nameStart > longestDecisive) return;
    const name = this.#html.slice(nameStart, nameEnd).toLowerCase();
    if (!this.#readsAll && !decisive.has(name)) return;
    const attributes = this.#attributes;
    if (attributes.length === mostAttributes || name === "") return;
    if (attributes.some((known) => known.name === name)) return;
    attributes.push({ name, value: decodedValue(this.#html.slice(start, end)) });
  }

  opens(closes: boolean): void {
    this.#startTag(closes);
  }

  closes(start: number, end: number): void {
    const { name, id } = tagOf(this.#html.slice(start, end));
    if (this.#rawElement !== "" && name !== this.#rawElement) return;
    this.#rawElement = "";
    this.#parser.onEndTag(tagToken(TokenType.END_TAG, name, id));
  }

  end(): void {
    this.#parser.onEof({ type: TokenType.EOF, location: null });
  }

  #startTag(selfClosing: boolean): void {
    if (this.#rawElement !== "") return;
    const { name, id } = this.#tag;
    const { tokenizer } = this.#parser;
    this.#parser.onStartTag(tagToken(TokenType.START_TAG, name, id, selfClosing, this.#attributes));
    if (tokenizer.state === TokenizerMode.DATA) return;
    // No tag ends the text of plaintext.
    this.#rawElement = tokenizer.state === TokenizerMode.PLAINTEXT ? "/" : name;
    tokenizer.state = TokenizerMode.DATA;
  }
}

function tagToken(
  type: Token.TagToken["type"],
  tagName: string,
  tagID: html.TAG_ID,
  selfClosing = false,
  attrs: Token.Attribute[] = [],
): Token.TagToken {
  return { type, tagName, tagID, selfClosing, ackSelfClosing: false, attrs, location: null };
}

/** White space of HTML: tab, line feed, form feed, carriage return and space. */
const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13 && unit !== 11);

function addClasses({ attrs }: DefaultTreeAdapterTypes.Element, classes: Set<string>): void {
  const value = attrs.find(({ name }) => name === "class")?.value;
  if (value === undefined) return;
  for (const name of value.split(/[\t\n\f\r ]+/u))
    if (name !== "" && !classes.has(name)) classes.add(detached(name));
}
