import { members } from "../../base/json.js";
import { areCounts, areTexts } from "../../page/feature-values.js";
import { hasNoElements, readElements } from "../../page/html/element-tree.js";
import type { Feature } from "../../page/types.js";
import type { OrderedTree } from "./tree/ordered-tree.js";

/**
 * Tag names of the elements as an ordered tree. It has the distinct names, and for each node in postorder the index of
 * its name and the size of its subtree.
 */
export type DomTree = {
  readonly labels: readonly string[];
  readonly label: readonly number[];
  readonly size: readonly number[];
};

/**
 * Tree of the page's elements, as in a browser's DOM. It counts as empty if there are no elements besides html, head
 * and body.
 */
export const domTree: Feature<DomTree> = {
  keyword: "dom-tree",
  summary: "Tree of the page's elements, labelled with their tag names.",

  extract: (page) => readElements(page).tree,
  isValue: isTree,
  isEmpty: hasNoElements,
};

/** Returns a tree in the form of the tree edit distance, with typed arrays. */
export function packTree({ labels, label, size }: DomTree): OrderedTree {
  return { labels, label: Int32Array.from(label), size: Int32Array.from(size) };
}

/**
 * True for a valid tree in postorder, in which the subtrees below each node have exactly the size that the node states.
 */
function isTree(value: unknown): boolean {
  const { labels, label, size } = members(value);
  if (!areTexts(labels) || !Array.isArray(label) || !areCounts(label, label.length)) return false;
  if (!areCounts(size, label.length, 1)) return false;
  for (let node = 0; node < label.length; node += 1) {
    if (label[node]! >= labels.length) return false;
    const first = node + 1 - size[node]!;
    let child = node - 1;
    while (child >= first) child -= size[child]!;
    if (first < 0 || child !== first - 1) return false;
  }
  // A single root must contain all other nodes.
  return label.length === 0 || size.at(-1) === label.length;
}
