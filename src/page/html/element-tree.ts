import { NotDefined } from "../../base/failures.js";
import { html, Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from "parse5";
import { TreeBuilder } from "../../base/math/tree/ordered-tree.js";
import type { Page } from "../types.js";
import { BulkTokenizer } from "./bulk-tokenizer.js";

/** An element or the document. Siblings are linked, so that moving an element takes constant time. */
interface ElementNode {
  /** Tag name; empty for the document and for the content of a template. */
  readonly name: string;
  readonly namespace: html.NS;
  readonly attributes: Token.Attribute[];
  parent: ElementNode | null;
  first: ElementNode | null;
  last: ElementNode | null;
  previous: ElementNode | null;
  next: ElementNode | null;
  /** Content of a template element. */
  content: ElementNode | null;
}

type N = ElementNode;
/** Node types for parse5. */
type ElementMap = TreeAdapterTypeMap<N, N, N, N, N, N, N, N, N, N>;

/**
 * Maximum number of elements. Misnested formatting can create millions from a small file, and such a page cannot be
 * compared.
 */
const maxElements = 1_000_000;

/**
 * Maximum depth. The parser searches the stack of open elements at many tags, so deeper nesting would take too long.
 */
const maxDepth = 10_100;

/**
 * Returns the adapter with which parse5 builds a tree of elements only. Throws {@link NotDefined} if there are too many
 * elements or they are nested too deep.
 */
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
    // Text, comments and the doctype are not stored, and source locations are not requested.
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

/** Placeholder for every text and comment; it is never inserted. */
const nothing: ElementNode = newNode("", html.NS.HTML, []);

const isNothing = (node: N): node is N => node === nothing;
/** Elements of a page as in a browser's DOM. */
interface PageElements {
  /** Tag names as an ordered tree in postorder (see `OrderedTree`). */
  readonly tree: {
    readonly labels: readonly string[];
    readonly label: readonly number[];
    readonly size: readonly number[];
  };
  /** Distinct CSS class names, in code unit order. */
  readonly classes: readonly string[];
}

const read = new WeakMap<Page, PageElements>();

/**
 * Returns the elements of a page, which is parsed once for all features. parse5 builds the tree by the HTML standard,
 * so html, head, body and tbody are present whether written or not. Text, comments and the content of `<template>` are
 * not part of it. Throws {@link NotDefined} for a page with too many elements, too deep nesting or too many attributes
 * on a tag, because reading it would take too long.
 */
export function readElements(page: Page): PageElements {
  let elements = read.get(page);
  if (elements === undefined) read.set(page, (elements = parseElements(page.html)));
  return elements;
}

/** Same as {@link readElements}, for markup. */
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

/** Number of code units passed to parse5 at a time. */
const chunkLength = 16_384;

/**
 * Maximum number of attributes on a tag. parse5 compares each attribute with all earlier ones, so a tag with very many
 * would take hours.
 */
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
