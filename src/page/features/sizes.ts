import { count } from "../../base/codec.js";
import type { Feature } from "../types.js";

/** Length of the body in bytes, transfer and content codings undone, charset not decoded. */
export const byteCount: Feature<number> = {
  keyword: "byte-count",
  summary: "Bytes of the body with its codings undone.",

  extract: ({ bytes }) => bytes.length,
  isValue: count.is,
  isEmpty: (value) => value === 0,
};
/** Characters of visible text, boilerplate included: what is left of a page when its markup is gone. */
export const textLength: Feature<number> = {
  keyword: "text-length",
  summary: "Characters of visible text.",

  extract: ({ paragraphs }) => paragraphs.reduce((sum, { text }) => sum + text.length, 0),
  isValue: count.is,
  isEmpty: (value) => value === 0,
};
