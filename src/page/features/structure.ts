import { members } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import type { OrderedTree } from "../../base/math/tree/ordered-tree.js";
import { areCounts, areTexts, isSketch } from "../feature-values.js";
import { readElements } from "../html/element-tree.js";
import { readOutline } from "../html/outline.js";
import type { Feature } from "../types.js";

/**
 * Tag names of the elements as an ordered tree. It has the distinct names, and for each node in postorder the index of
 * its name and the size of its subtree.
 */
export type DomTree = {
  readonly labels: readonly string[];
  readonly label: readonly number[];
  readonly size: readonly number[];
};

/** Elements that every DOM has: html, head and body. */
const ofEveryPage = 3;

/**
 * Tree of the page's elements, as in a browser's DOM. It counts as empty if there are no elements besides html, head
 * and body.
 */
export const domTree: Feature<DomTree> = {
  keyword: "dom-tree",
  summary: "Tree of the page's elements, labelled with their tag names.",

  extract: (page) => readElements(page).tree,
  isValue: isTree,
  isEmpty: ({ label }) => label.length <= ofEveryPage,
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
/**
 * Distinct CSS class names of the page's elements, in code unit order. Null, the empty value, means that the page has
 * neither classes nor elements besides html, head and body. A page of elements without classes is not empty, because
 * the other page decides too whether style can be compared.
 */
export const cssClasses: Feature<readonly string[] | null> = {
  keyword: "css-classes",
  summary: "Names of the CSS classes of the page's elements.",

  extract(page) {
    const { classes, tree } = readElements(page);
    return classes.length === 0 && domTree.isEmpty(tree) ? null : classes;
  },
  isValue: (value) => value === null || areTexts(value),
  isEmpty: (classes) => classes === null,
};
/** Number of hashes that are kept for a page. */
export const classSketchSize = 256;

/**
 * Bottom-k sketch of the CSS class names in the page's markup, which consists of their 256 smallest 32-bit hashes,
 * ascending. Unlike `css-classes` it needs no tree of elements, and its size is bounded.
 */
export const classSketch: Feature<readonly number[]> = {
  keyword: "class-sketch",
  summary: "Sketch of the names of CSS classes in the page's markup.",

  extract(page) {
    const hashes = new Set(readOutline(page).classes.map((name) => hash53(name) % 2 ** 32));
    return Array.from(Uint32Array.from(hashes).sort().subarray(0, classSketchSize));
  },
  isValue: (value) => isSketch(value, classSketchSize),
  isEmpty: () => false,
};
