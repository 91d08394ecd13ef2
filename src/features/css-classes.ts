import { readElements } from "../preprocess/element-tree.js";
import type { Feature } from "../types.js";
import { domTree } from "./dom-tree.js";
import { isTexts } from "./value-shapes.js";

/**
 * Names of all CSS classes on the page's elements, each once, in code unit order. Null, which is empty: the page has
 * neither classes nor elements besides html, head and body. A page of elements without a class is no empty page: whether
 * style can be compared depends on the other page too.
 */
export const cssClasses: Feature<readonly string[] | null> = {
  keyword: "css-classes",
  summary: "Names of the CSS classes of the page's elements.",

  extract(page) {
    const { classes, tree } = readElements(page);
    return classes.length === 0 && domTree.isEmpty(tree) ? null : classes;
  },
  isValue: (value) => value === null || isTexts(value),
  isEmpty: (classes) => classes === null,
};
