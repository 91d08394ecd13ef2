import type { Feature } from "../types.js";
import { isCount } from "./value-shapes.js";

/** Characters of visible text, boilerplate included: what is left of a page when its markup is gone. */
export const textLength: Feature<number> = {
  keyword: "text-length",
  summary: "Characters of visible text.",

  extract: ({ paragraphs }) => paragraphs.reduce((sum, { text }) => sum + text.length, 0),
  isValue: isCount,
  isEmpty: (value) => value === 0,
};
