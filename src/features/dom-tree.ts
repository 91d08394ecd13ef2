import type { OrderedTree } from "../math/tree/ordered-tree.js";
import { readElements } from "../preprocess/element-tree.js";
import type { Feature } from "../types.js";
import { areCounts, isTexts, membersOf } from "./value-shapes.js";

/** Tag names of the elements as an ordered tree: different names, and of each node in postorder its name and size. */
export type DomTree = {
  readonly labels: readonly string[];
  readonly label: readonly number[];
  readonly size: readonly number[];
};

/** Every page has html, head and body, written or not. */
const ofEveryPage = 3;

/** The tree of the page's elements, as a browser's DOM has it. Empty: not one element besides html, head and body. */
export const domTree: Feature<DomTree> = {
  keyword: "dom-tree",
  summary: "Tree of the page's elements, labelled with their tag names.",

  extract: (page) => readElements(page).tree,
  isValue: isTree,
  isEmpty: ({ label }) => label.length <= ofEveryPage,
};

/** A tree as the tree edit distance takes it: numbers packed. */
export function packTree({ labels, label, size }: DomTree): OrderedTree {
  return { labels, label: Int32Array.from(label), size: Int32Array.from(size) };
}

/** True for a tree in postorder: the nodes below each one are as many as its size says. */
function isTree(value: unknown): boolean {
  const { labels, label, size } = membersOf<DomTree>(value);
  if (!isTexts(labels) || !Array.isArray(label) || !areCounts(label, label.length)) return false;
  if (!areCounts(size, label.length, 1)) return false;
  for (let node = 0; node < label.length; node += 1) {
    if (label[node]! >= labels.length) return false;
    const first = node + 1 - size[node]!;
    let child = node - 1;
    while (child >= first) child -= size[child]!;
    if (first < 0 || child !== first - 1) return false;
  }
  // One root stands above all.
  return label.length === 0 || size.at(-1) === label.length;
}
