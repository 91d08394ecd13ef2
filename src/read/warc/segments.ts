import type { Fields } from "./record-format.js";

/**
 * A crawler may divide a large record into segments (WARC 1.1, section 7). The first one is an ordinary record with
 * WARC-Segment-Number 1, and the others are continuation records, often in other files.
 */
export const isSegment = (fields: Fields): boolean =>
  fields.has("warc-segment-number") || fields.get("warc-type")?.toLowerCase() === "continuation";
