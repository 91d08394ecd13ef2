import { count } from "../../base/codec.js";
import type { Feature } from "../types.js";

/** Length of the body in bytes, with transfer and content codings decoded but the charset not decoded. */
export const byteCount: Feature<number> = {
  keyword: "byte-count",
  summary: "Number of bytes of the decoded body.",

  extract: ({ bytes }) => bytes.length,
  isValue: count.is,
  isEmpty: (value) => value === 0,
};
export const textLength: Feature<number> = {
  keyword: "text-length",
  summary: "Number of characters of visible text.",

  extract: ({ paragraphs }) => paragraphs.reduce((sum, { text }) => sum + text.length, 0),
  isValue: count.is,
  isEmpty: (value) => value === 0,
};
