import { numberOf } from "../../../base/math/group-by.js";
import { TreeBuilder } from "../../../page/html/tree-builder.js";
import type { EditCosts } from "../settings.js";

export type { EditCosts };

/**
 * Ordered tree with labels in flat form. Node `i` is the i-th in postorder, so the last node is the root, and a subtree
 * is the run of `size[i]` nodes that ends with `i`. The form is small, needs no recursion, and is serialisable as JSON
 * if made of plain arrays.
 */
export interface OrderedTree {
  /** Different labels of the tree. */
  readonly labels: readonly string[];
  /** Index in `labels` of each node's label, in postorder. */
  readonly label: ArrayLike<number>;
  /** Number of nodes in each node's subtree, itself included, in postorder. */
  readonly size: ArrayLike<number>;
}

/** Tree in postorder whose labels and subtrees are numbered. Trees that are compared must share the numbering. */
export interface NumberedTree {
  readonly label: Int32Array;
  readonly size: Int32Array;
  /** Number of each node's kind of subtree. Two subtrees have the same number if and only if they are equal. */
  readonly kind: Int32Array;
}

/** Two trees numbered together: equal labels have equal numbers. */
export type TreePair = readonly [NumberedTree, NumberedTree];

export class TreeNumbers {
  readonly #labels = new Map<string, number>();
  /**
   * Numbers of kinds of subtrees. The key of a leaf is its label. The key of a larger subtree combines the number of
   * the same subtree without its first child with the number of that child.
   */
  readonly #kinds = new Map<number, number>();

  number({ labels, label, size }: OrderedTree): NumberedTree {
    const table = labels.map((text) => numberOf(text, this.#labels));
    const numbers = new Int32Array(label.length);
    const kind = new Int32Array(label.length);
    for (let node = 0; node < label.length; node++) {
      numbers[node] = table[label[node]!]!;
      let own = numberOf(numbers[node]!, this.#kinds);
      for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
        own = numberOf((own + 1) * MOST_KINDS + kind[child]!, this.#kinds);
      }
      kind[node] = own;
    }
    return { label: numbers, size: Int32Array.from(size), kind };
  }
}

/** Upper limit of the numbers of kinds, because there is no memory for so many nodes. */
const MOST_KINDS = 2 ** 26;

export function numberLabels(tree1: OrderedTree, tree2: OrderedTree): TreePair {
  const numbers = new TreeNumbers();
  return [numbers.number(tree1), numbers.number(tree2)];
}

/**
 * Returns the tree with the children of every node in reverse order. Its postorder is the reversed preorder of the
 * given tree.
 */
export function mirrored({ label, size, kind }: NumberedTree): NumberedTree {
  const last = label.length - 1;
  const mirror = { label: label.slice(), size: size.slice(), kind: kind.slice() };
  const places = new Int32Array(label.length);
  places[last] = last;
  for (let node = last; node >= 0; node--) {
    const place = places[node]!;
    mirror.label[place] = label[node]!;
    mirror.size[place] = size[node]!;
    mirror.kind[place] = kind[node]!;
    // The subtree of the last child comes first.
    let next = place - size[node]!;
    for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
      next += size[child]!;
      places[child] = next;
    }
  }
  return mirror;
}

/**
 * Costs of 1 for every operation.
 *
 * @example
 * ```js
 * console.log(treeEditDistance("{a{b}}", "{a{c}}", { ...UNIT_COSTS, rename: 5 }));
 * // 2
 * ```
 */
export const UNIT_COSTS: EditCosts = { insert: 1, remove: 1, rename: 1 };

export const isUnit = ({ insert, remove, rename }: EditCosts): boolean =>
  insert === 1 && remove === 1 && rename === 1;

/** Throws a `RangeError` unless they are finite numbers of at least 0 and one of them is above 0. */
export function checkedCosts(costs: EditCosts): EditCosts {
  const { insert, remove, rename } = costs;
  const all = [insert, remove, rename];
  if (!all.every((cost) => Number.isFinite(cost) && cost >= 0) || Math.max(...all) === 0) {
    throw new RangeError(
      `edit costs must be finite numbers of at least 0, not all 0: insert ${insert}, remove ${remove}, rename ${rename}`,
    );
  }
  return costs;
}

/**
 * Returns an upper bound of the distance of two trees of these sizes. It normalises the distance to a similarity as in
 * section 3 of the paper on clustering by structure and style (Gowda and Mattmann 2016).
 */
export function largestDistance(costs: EditCosts, size1: number, size2: number): number {
  return Math.max(costs.insert, costs.remove, costs.rename) * (size1 + size2);
}
/**
 * Reads a tree in bracket notation, `{a{b}{c}}`. A node is its label followed by its children, in braces. A backslash
 * before `{`, `}` or `\` makes that character part of a label. Any other backslash is literal. Labels may be empty and
 * keep their white space. White space around the tree is ignored. Throws a `SyntaxError` with the position of the
 * mistake.
 *
 * @example
 * ```js
 * console.log(parseBracketTree("{html{head}{body}}").labels.join());
 * // html,head,body
 * ```
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
 *
 * @example
 * ```js
 * console.log(formatBracketTree(parseBracketTree(" {html{head}{body}} ")));
 * // {html{head}{body}}
 * ```
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
