import { numberOf } from "../group-by.js";

/**
 * An ordered tree with labels, flat: node `i` is the i-th in postorder, so that the last one is the root and a subtree
 * is the run of `size[i]` nodes that ends in `i`. Small, JSON-safe when made of plain arrays, and never recursive.
 */
export interface OrderedTree {
  /** The different labels. */
  readonly labels: readonly string[];
  /** Of each node, in postorder, the place of its label in `labels`. */
  readonly label: ArrayLike<number>;
  /** Of each node, in postorder, how many nodes its subtree has, itself included. */
  readonly size: ArrayLike<number>;
}

/** Collects a tree from what a parser meets: nodes that open and close, in document order. */
export class TreeBuilder {
  readonly #places = new Map<string, number>();
  readonly #labels: string[] = [];
  readonly #label: number[] = [];
  readonly #size: number[] = [];
  readonly #open: { readonly label: number; readonly before: number }[] = [];

  /** How many nodes are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** How many nodes have been closed. */
  get closed(): number {
    return this.#label.length;
  }

  open(label: string): void {
    let place = this.#places.get(label);
    if (place === undefined) {
      place = this.#labels.length;
      this.#places.set(label, place);
      this.#labels.push(label);
    }
    this.#open.push({ label: place, before: this.#label.length });
  }

  /** Closes the innermost open node. */
  close(): void {
    const node = this.#open.pop();
    if (node === undefined) throw new RangeError("no node is open");
    this.#label.push(node.label);
    this.#size.push(this.#label.length - node.before);
  }

  finish(): { labels: string[]; label: number[]; size: number[] } {
    return { labels: this.#labels, label: this.#label, size: this.#size };
  }
}

/** A tree whose labels and subtrees are numbers that it shares with the trees it is compared with. In postorder. */
export interface NumberedTree {
  readonly label: Int32Array;
  readonly size: Int32Array;
  /** Of each node a number that equal subtrees share, and no others. */
  readonly kind: Int32Array;
}

/** Two trees with one numbering of labels: equal number, equal label. */
export type TreePair = readonly [NumberedTree, NumberedTree];

/** Gives trees one numbering of labels and of subtrees. */
export class TreeNumbers {
  readonly #labels = new Map<string, number>();
  /** A node without children by its label; one with more children by the same with all but the first, and that child. */
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

/** More than any memory holds. */
const MOST_KINDS = 2 ** 26;

/** Gives two trees one numbering of labels and of subtrees. */
export function numberLabels(tree1: OrderedTree, tree2: OrderedTree): TreePair {
  const numbers = new TreeNumbers();
  return [numbers.number(tree1), numbers.number(tree2)];
}

/** The tree with the children of every node from right to left: its postorder is the preorder of the tree, backwards. */
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
    // The last child's subtree comes first.
    let next = place - size[node]!;
    for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
      next += size[child]!;
      places[child] = next;
    }
  }
  return mirror;
}
/** What the three edit operations cost. A rename of a label to itself is free. */
export interface EditCosts {
  readonly insert: number;
  readonly remove: number;
  readonly rename: number;
}

/**
 * Every operation costs 1.
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

/** The costs themselves; throws a `RangeError` unless they are finite numbers of at least 0, one of them above 0. */
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

/** The largest distance that two trees of these sizes can have by the bound of the clustering paper, section 3. */
export function largestDistance(costs: EditCosts, size1: number, size2: number): number {
  return Math.max(costs.insert, costs.remove, costs.rename) * (size1 + size2);
}
/**
 * Reads a tree in bracket notation, `{a{b}{c}}`: a node is its label and then its children, in braces. A backslash
 * before `{`, `}` or `\` makes it part of a label; any other backslash stands for itself. Labels may be empty and keep
 * their white space; white space around the tree is ignored. Throws a `SyntaxError` with the place of what is wrong.
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

/** The label that starts here, and where it ends. */
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
 * Writes a tree in bracket notation, as {@link parseBracketTree} reads it.
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
  // From the root backwards, so that the text comes to be from its end.
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
