import { NotDefined } from "../../base/failures.js";
import { html, Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from "parse5";
import { TreeBuilder } from "../../base/math/tree/ordered-tree.js";
import type { Page } from "../types.js";
import { BulkTokenizer } from "./bulk-tokenizer.js";

/** An element, or the document; siblings are linked, so that moving one costs the same however many there are. */
interface ElementNode {
  /** Tag name; empty for the document and for the inside of a template. */
  readonly name: string;
  readonly namespace: html.NS;
  readonly attributes: Token.Attribute[];
  parent: ElementNode | null;
  first: ElementNode | null;
  last: ElementNode | null;
  previous: ElementNode | null;
  next: ElementNode | null;
  /** Of a template. */
  content: ElementNode | null;
}

type N = ElementNode;
/** The types of the nodes, for parse5. */
type ElementMap = TreeAdapterTypeMap<N, N, N, N, N, N, N, N, N, N>;

/** More elements make no page that can be compared: misnested formatting can make millions of a small file. */
const maxElements = 1_000_000;

/** The parser looks through all open elements at many tags, so that deeper nesting would take it too long. */
const maxDepth = 10_100;

/** What parse5 builds: elements only. Throws where there are too many of them, or they are nested too deep. */
function elementAdapter(): TreeAdapter<ElementMap> {
  let mode: html.DOCUMENT_MODE = html.DOCUMENT_MODE.NO_QUIRKS;
  let elements = 0;
  let depth = 0;
  return {
    onItemPush() {
      depth += 1;
      if (depth > maxDepth)
        throw new NotDefined(`its elements are nested more than ${maxDepth} deep`);
    },
    onItemPop: () => (depth -= 1),
    createDocument: () => newNode("", html.NS.HTML, []),
    createDocumentFragment: () => newNode("", html.NS.HTML, []),
    createElement(name, namespace, attributes) {
      elements += 1;
      if (elements > maxElements) throw new NotDefined(`it has more than ${maxElements} elements`);
      return newNode(name, namespace, attributes);
    },
    appendChild(parent, node) {
      if (node === nothing) return;
      node.parent = parent;
      node.previous = parent.last;
      if (parent.last === null) parent.first = node;
      else parent.last.next = node;
      parent.last = node;
    },
    insertBefore(parent, node, reference) {
      if (node === nothing) return;
      node.parent = parent;
      node.previous = reference.previous;
      node.next = reference;
      if (reference.previous === null) parent.first = node;
      else reference.previous.next = node;
      reference.previous = node;
    },
    detachNode(node) {
      const { parent, previous, next } = node;
      if (parent === null) return;
      if (previous === null) parent.first = next;
      else previous.next = next;
      if (next === null) parent.last = previous;
      else next.previous = previous;
      node.parent = node.previous = node.next = null;
    },
    adoptAttributes(recipient, attributes) {
      const known = new Set(recipient.attributes.map(({ name }) => name));
      for (const attribute of attributes) {
        if (!known.has(attribute.name)) recipient.attributes.push(attribute);
      }
    },
    getTemplateContent: (template) => template.content ?? template,
    setTemplateContent: (template, content) => void (template.content = content),
    getChildNodes(node) {
      const children: N[] = [];
      for (let child = node.first; child !== null; child = child.next) children.push(child);
      return children;
    },
    getFirstChild: (node) => node.first,
    getParentNode: (node) => node.parent,
    getAttrList: (element) => element.attributes,
    getTagName: (element) => element.name,
    getNamespaceURI: (element) => element.namespace,
    getDocumentMode: () => mode,
    setDocumentMode: (_document, given) => void (mode = given),
    isElementNode: (node): node is N => node.name !== "",
    isTextNode: isNothing,
    isCommentNode: isNothing,
    isDocumentTypeNode: isNothing,
    createCommentNode: () => nothing,
    createTextNode: () => nothing,
    // Of text, comments and the doctype nothing is kept; where elements stand in the page is not asked for.
    ...{ insertText: ignore, insertTextBefore: ignore, setDocumentType: ignore },
    ...{ setNodeSourceCodeLocation: ignore, updateNodeSourceCodeLocation: ignore },
    getNodeSourceCodeLocation: () => null,
    ...{
      getTextNodeContent: noText,
      getCommentNodeContent: noText,
      getDocumentTypeNodeName: noText,
    },
    ...{ getDocumentTypeNodePublicId: noText, getDocumentTypeNodeSystemId: noText },
  };
}

const ignore = (): void => undefined;
const noText = (): string => "";

function newNode(name: string, namespace: html.NS, attributes: Token.Attribute[]): ElementNode {
  return {
    name,
    namespace,
    attributes,
    parent: null,
    first: null,
    last: null,
    previous: null,
    next: null,
    content: null,
  };
}

/** Stands for every text and comment: it is never put anywhere. */
const nothing: ElementNode = newNode("", html.NS.HTML, []);

const isNothing = (node: N): node is N => node === nothing;
/** The elements of a page as a browser's DOM has them. */
interface PageElements {
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
 * part of it. Throws {@link NotDefined} for a page with more elements, deeper nesting or more attributes on a tag than
 * can be read in bounded time.
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
  const parser = new Parser<ElementMap>({ treeAdapter: elementAdapter() });
  const tokenizer = new BulkTokenizer(parser.options, parser);
  parser.tokenizer = tokenizer;
  for (let at = 0; at < html.length; at += chunkLength) {
    tokenizer.write(html.slice(at, at + chunkLength), false);
    if (tokenizer.attributes > maxAttributes) {
      throw new NotDefined(`one of its tags has more than ${maxAttributes} attributes`);
    }
  }
  tokenizer.write("", true);
  return parser.document;
}

function addClasses({ attributes }: ElementNode, classes: Set<string>): void {
  const value = attributes.find(({ name }) => name === "class")?.value;
  if (value === undefined) return;
  for (const name of value.split(/[\t\n\f\r ]+/u)) if (name !== "") classes.add(name);
}
