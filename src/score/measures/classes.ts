import { classSketchSize } from "../../page/features/class-names.js";
import type { PairMeasure } from "../types.js";
import { bySketches, ofRawPages } from "../scoring/likeness.js";

/**
 * Similarity of the sets of CSS class names as in `style`, but estimated from sketches of the markup, which is faster.
 * It is exact for pages of at most 256 names, and not defined if neither page has a class.
 */
export const classes: PairMeasure<readonly number[]> = {
  ...ofRawPages,
  keyword: "classes",
  title: "Class name similarity",
  summary: "Share of the CSS class names that both mementos have, from sketches of the markup.",
  source:
    "Gowda and Mattmann, Clustering Web Pages Based on Structure and Style Similarity (IRI 2016), section 4",
  input: () => ({ feature: "class-sketch", options: {} }),
  ...bySketches(classSketchSize, undefined, "neither page has a CSS class"),
};
