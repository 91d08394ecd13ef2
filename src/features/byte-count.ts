import type { Feature } from "../types.js";

/** Length of the body in bytes, transfer and content codings undone, charset not decoded. */
export const byteCount: Feature<number> = {
  keyword: "byte-count",
  summary: "Bytes of the body with its codings undone.",

  extract: ({ bytes }) => bytes.length,
  isEmpty: (value) => value === 0,
};
