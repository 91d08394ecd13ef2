import { hash53 } from "../math/hash53.js";
import { readOutline } from "../preprocess/outline.js";
import type { Feature } from "../types.js";
import { isSketch } from "./value-shapes.js";

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
