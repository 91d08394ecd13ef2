import type { Feature } from "../types.js";
import { isCount } from "./value-shapes.js";

/** Length of the body in bytes, transfer and content codings undone, charset not decoded. */
export const byteCount: Feature<number> = {
  keyword: "byte-count",
  summary: "Bytes of the body with its codings undone.",

  extract: ({ bytes }) => bytes.length,
  isValue: isCount,
  isEmpty: (value) => value === 0,
};
