import { parse, type DefaultTreeAdapterTypes } from "parse5";

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
