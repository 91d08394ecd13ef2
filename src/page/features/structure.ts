import { members } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import type { OrderedTree } from "../../base/math/tree/ordered-tree.js";
import { areCounts, areTexts, isSketch } from "../feature-values.js";
import { readElements } from "../html/element-tree.js";
import { readOutline } from "../html/outline.js";
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
  isValue: isTree,
  isEmpty: ({ label }) => label.length <= ofEveryPage,
};

/** A tree as the tree edit distance takes it: numbers packed. */
export function packTree({ labels, label, size }: DomTree): OrderedTree {
  return { labels, label: Int32Array.from(label), size: Int32Array.from(size) };
}

/** True for a tree in postorder: the nodes below each one are as many as its size says. */
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
  // One root stands above all.
  return label.length === 0 || size.at(-1) === label.length;
}
/**
 * Names of all CSS classes on the page's elements, each once, in code unit order. Null, which is empty: the page has
 * neither classes nor elements besides html, head and body. A page of elements without a class is not an empty page: whether
 * style can be compared depends on the other page too.
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
/** Hashes kept of each page. */
export const classSketchSize = 256;

/**
 * A bottom-k sketch of the names of CSS classes in the page's markup: their 256 smallest 32-bit hashes, ascending. Unlike
 * `css-classes` it needs no tree of elements, and is of bounded size.
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
