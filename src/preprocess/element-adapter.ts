import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from "parse5";

/** An element, or the document; siblings are linked, so that moving one costs the same however many there are. */
export interface ElementNode {
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
export type ElementMap = TreeAdapterTypeMap<N, N, N, N, N, N, N, N, N, N>;

/** More elements make no page that can be compared: misnested formatting can make millions of a small file. */
const maxElements = 1_000_000;

/** The parser looks through all open elements at many tags, so that deeper nesting would take it too long. */
const maxDepth = 10_100;

/** What parse5 builds: elements only. Throws a `RangeError` for too many of them and for nesting too deep. */
export class ElementAdapter implements TreeAdapter<ElementMap> {
  #mode: html.DOCUMENT_MODE = html.DOCUMENT_MODE.NO_QUIRKS;
  #elements = 0;
  #depth = 0;

  onItemPush(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new RangeError(`its elements are nested more than ${maxDepth} deep`);
    }
  }

  onItemPop(): void {
    this.#depth -= 1;
  }

  createDocument(): N {
    return newNode("", html.NS.HTML, []);
  }

  createDocumentFragment(): N {
    return newNode("", html.NS.HTML, []);
  }

  createElement(name: string, namespace: html.NS, attributes: Token.Attribute[]): N {
    this.#elements += 1;
    if (this.#elements > maxElements) {
      throw new RangeError(`it has more than ${maxElements} elements`);
    }
    return newNode(name, namespace, attributes);
  }

  appendChild(parent: N, node: N): void {
    if (isNothing(node)) return;
    node.parent = parent;
    node.previous = parent.last;
    if (parent.last === null) parent.first = node;
    else parent.last.next = node;
    parent.last = node;
  }

  insertBefore(parent: N, node: N, reference: N): void {
    if (isNothing(node)) return;
    node.parent = parent;
    node.previous = reference.previous;
    node.next = reference;
    if (reference.previous === null) parent.first = node;
    else reference.previous.next = node;
    reference.previous = node;
  }

  detachNode(node: N): void {
    const { parent, previous, next } = node;
    if (parent === null) return;
    if (previous === null) parent.first = next;
    else previous.next = next;
    if (next === null) parent.last = previous;
    else next.previous = previous;
    node.parent = node.previous = node.next = null;
  }

  adoptAttributes(recipient: N, attributes: Token.Attribute[]): void {
    const known = new Set(recipient.attributes.map(({ name }) => name));
    for (const attribute of attributes) {
      if (!known.has(attribute.name)) recipient.attributes.push(attribute);
    }
  }

  getTemplateContent(template: N): N {
    return template.content ?? template;
  }

  setTemplateContent(template: N, content: N): void {
    template.content = content;
  }

  getChildNodes(node: N): N[] {
    const children: N[] = [];
    for (let child = node.first; child !== null; child = child.next) children.push(child);
    return children;
  }

  getFirstChild(node: N): N | null {
    return node.first;
  }

  getParentNode(node: N): N | null {
    return node.parent;
  }

  getAttrList(element: N): Token.Attribute[] {
    return element.attributes;
  }

  getTagName(element: N): string {
    return element.name;
  }

  getNamespaceURI(element: N): html.NS {
    return element.namespace;
  }

  getDocumentMode(): html.DOCUMENT_MODE {
    return this.#mode;
  }

  setDocumentMode(_document: N, mode: html.DOCUMENT_MODE): void {
    this.#mode = mode;
  }

  createCommentNode(): N {
    return nothing;
  }

  createTextNode(): N {
    return nothing;
  }

  insertText(): void {
    // Elements only.
  }

  insertTextBefore(): void {
    // Elements only.
  }

  setDocumentType(): void {
    // It decides the mode, which is set apart.
  }

  getNodeSourceCodeLocation(): null {
    return null;
  }

  setNodeSourceCodeLocation(): void {
    // Not asked for.
  }

  updateNodeSourceCodeLocation(): void {
    // Not asked for.
  }

  isElementNode(node: N): node is N {
    return node.name !== "";
  }

  isTextNode(node: N): node is N {
    return isNothing(node);
  }

  isCommentNode(node: N): node is N {
    return isNothing(node);
  }

  isDocumentTypeNode(node: N): node is N {
    return isNothing(node);
  }

  getTextNodeContent(): string {
    return "";
  }

  getCommentNodeContent(): string {
    return "";
  }

  getDocumentTypeNodeName(): string {
    return "";
  }

  getDocumentTypeNodePublicId(): string {
    return "";
  }

  getDocumentTypeNodeSystemId(): string {
    return "";
  }
}

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

const isNothing = (node: ElementNode): boolean => node === nothing;
