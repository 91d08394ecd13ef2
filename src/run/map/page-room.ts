import { getHeapStatistics } from "node:v8";
import type { PageLimits } from "./extract.js";

/** Bytes of heap that a byte of a page may take, in its tree, its words and its features together. */
export const HEAP_PER_PAGE_BYTE = 24;

/**
 * How large pages may be in this process. Where Node was given a small heap (`--max-old-space-size`) a worker that runs
 * out of it in one large allocation takes the whole process down, so a page for which there is no room is not begun.
 */
export function pageLimits(maxPageBytes: number): PageLimits {
  const { heap_size_limit } = getHeapStatistics();
  return { maxPageBytes, roomBytes: Math.floor(heap_size_limit / HEAP_PER_PAGE_BYTE) };
}
