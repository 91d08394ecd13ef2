import { hash53 } from "../../base/math/sketch.js";
import { areTexts, isSketch } from "../feature-values.js";
import { hasNoElements, readElements } from "../html/element-tree.js";
import { readOutline } from "../html/outline.js";
import type { Feature } from "../types.js";

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
    return classes.length === 0 && hasNoElements(tree) ? null : classes;
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
