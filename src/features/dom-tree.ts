import type { OrderedTree } from "../math/tree/ordered-tree.js";
import { readElements } from "../preprocess/element-tree.js";
import type { Feature } from "../types.js";

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
  isEmpty: ({ label }) => label.length <= ofEveryPage,
};

/** A tree as the tree edit distance takes it: numbers packed. */
export function packTree({ labels, label, size }: DomTree): OrderedTree {
  return { labels, label: Int32Array.from(label), size: Int32Array.from(size) };
}
