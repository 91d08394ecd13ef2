import { readElements } from "../preprocess/element-tree.js";
import type { Feature } from "../types.js";

/**
 * Names of all CSS classes on the page's elements, each once, in code unit order. A page without any is no empty page:
 * whether style can be compared depends on the other page too.
 */
export const cssClasses: Feature<readonly string[]> = {
  keyword: "css-classes",
  summary: "Names of the CSS classes of the page's elements.",

  extract: (page) => readElements(page).classes,
  isEmpty: () => false,
};
