import { Parser, Tokenizer } from "parse5";
import { TreeBuilder } from "../math/tree/ordered-tree.js";
import type { Page } from "../types.js";
import { ElementAdapter, type ElementMap, type ElementNode } from "./element-adapter.js";

/** The elements of a page as a browser's DOM has them. */
export interface PageElements {
  /** Tag names as an ordered tree in postorder (see `OrderedTree`). */
  readonly tree: {
    readonly labels: readonly string[];
    readonly label: readonly number[];
    readonly size: readonly number[];
  };
  /** Names of CSS classes, each once, in code unit order. */
  readonly classes: readonly string[];
}

const read = new WeakMap<Page, PageElements>();

/**
 * The elements of a page, parsed once however many features ask. parse5 builds the tree by the HTML standard, so that
 * html, head, body and tbody are there whether written or not; text, comments and the inside of `<template>` are not
 * part of it. Throws a `RangeError` for a page with more elements, deeper nesting or more attributes on a tag than can be
 * read in bounded time.
 */
export function readElements(page: Page): PageElements {
  let elements = read.get(page);
  if (elements === undefined) read.set(page, (elements = parseElements(page.html)));
  return elements;
}

/** As {@link readElements}, for the text of a page. */
export function parseElements(html: string): PageElements {
  const document = parseDocument(html);
  const builder = new TreeBuilder();
  const classes = new Set<string>();
  let node: ElementNode = document;
  for (;;) {
    if (node !== document) {
      builder.open(node.name);
      addClasses(node, classes);
    }
    if (node.first !== null) {
      node = node.first;
      continue;
    }
    while (node !== document && node.next === null) {
      builder.close();
      node = node.parent!;
    }
    if (node === document) break;
    builder.close();
    node = node.next!;
  }
  return { tree: builder.finish(), classes: [...classes].sort() };
}

/** Code units that parse5 is given at a time. */
const chunkLength = 16_384;

/** parse5 compares each attribute of a tag with all before it, so that a tag of very many would take it hours. */
const maxAttributes = 4096;

function parseDocument(html: string): ElementNode {
  const parser = new Parser<ElementMap>({ treeAdapter: new ElementAdapter() });
  const tokenizer = new CountingTokenizer(parser.options, parser);
  parser.tokenizer = tokenizer;
  for (let at = 0; at < html.length; at += chunkLength) {
    tokenizer.write(html.slice(at, at + chunkLength), false);
    if (tokenizer.attributes > maxAttributes) {
      throw new RangeError(`one of its tags has more than ${maxAttributes} attributes`);
    }
  }
  tokenizer.write("", true);
  return parser.document;
}

class CountingTokenizer extends Tokenizer {
  /** Attributes of the tag that is being read. */
  get attributes(): number {
    const token = this.currentToken;
    return token !== null && "attrs" in token ? token.attrs.length : 0;
  }
}

function addClasses({ attributes }: ElementNode, classes: Set<string>): void {
  const value = attributes.find(({ name }) => name === "class")?.value;
  if (value === undefined) return;
  for (const name of value.split(/[\t\n\f\r ]+/u)) if (name !== "") classes.add(name);
}
