import type { OrderedTree } from "../../src/extensions/structure/tree/ordered-tree.js";
import { TreeBuilder } from "./tree-builder.js";

/**
 * Reads a tree in bracket notation, `{a{b}{c}}`. A node is its label followed by its children, in braces. A backslash
 * before `{`, `}` or `\` makes that character part of a label. Any other backslash is literal. Labels may be empty and
 * keep their white space. White space around the tree is ignored. Throws a `SyntaxError` with the position of the
 * mistake.
 */
export function parseBracketTree(text: string): OrderedTree {
  const end = text.trimEnd().length;
  let at = text.length - text.trimStart().length;
  const fail = (what: string): never => {
    throw new SyntaxError(`not a tree in bracket notation: ${what} at character ${at + 1}`);
  };
  if (at >= end) fail("there is no node");
  const builder = new TreeBuilder();
  do {
    const character = text[at];
    if (character === "{") {
      if (builder.depth === 0 && builder.closed > 0) fail("a second root");
      const [label, after] = readLabel(text, at + 1, end);
      builder.open(label);
      at = after;
    } else if (character === "}") {
      if (builder.depth === 0) fail("a closing brace too many");
      builder.close();
      at += 1;
    } else fail("text outside of a label");
  } while (at < end);
  if (builder.depth > 0) fail("a closing brace is missing");
  return builder.finish();
}

function readLabel(text: string, from: number, end: number): [label: string, after: number] {
  let label = "";
  let kept = from;
  let at = from;
  for (; at < end; at++) {
    const character = text[at];
    if (character === "{" || character === "}") break;
    const next = text[at + 1];
    if (character === "\\" && (next === "{" || next === "}" || next === "\\")) {
      label += text.slice(kept, at);
      kept = at + 1;
      at += 1;
    }
  }
  return [label + text.slice(kept, Math.min(at, end)), at];
}

/**
 * Returns a tree in bracket notation, as {@link parseBracketTree} reads it.
 */
export function formatBracketTree({ labels, label, size }: OrderedTree): string {
  const parts: string[] = [];
  const open: number[] = [];
  // Nodes are visited from the root backwards, so that the text is built from its end.
  for (let node = label.length - 1; node >= -1; node--) {
    while (open.length > 0 && node <= open.at(-1)! - size[open.at(-1)!]!) {
      parts.push(opening(labels[label[open.pop()!]!]!));
    }
    if (node < 0) break;
    parts.push("}");
    open.push(node);
  }
  return parts.reverse().join("");
}

const opening = (label: string): string => `{${label.replace(/[{}\\]/gu, "\\$&")}`;
