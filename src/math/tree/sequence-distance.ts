import type { EditCosts } from "./edit-costs.js";

/**
 * The edit distance of two sequences, or Infinity where it is more than `limit`: cells that only dearer edits reach
 * are not computed (Ukkonen 1985). The rows' storage is `2 (length + 2)` numbers.
 */
export function sequenceDistance(
  first: Int32Array,
  second: Int32Array,
  { insert, remove, rename }: EditCosts,
  limit: number,
): number {
  const columns = second.length;
  let before = new Float64Array(columns + 2).fill(Infinity);
  let row = new Float64Array(columns + 2).fill(Infinity);
  // Cell j of a row stands at j + 1, so that its left neighbour always exists.
  for (let j = 0; j <= columns && j * insert <= limit; j++) row[j + 1] = j * insert;
  for (let i = 1; i <= first.length; i++) {
    [before, row] = [row, before];
    // In cell (i, j), i - j net removals or j - i net insertions have been paid for.
    const from = Math.max(0, i - allowed(limit, remove));
    const to = Math.min(columns, i + allowed(limit, insert));
    if (from > columns) return Infinity;
    row[from] = Infinity;
    const label = first[i - 1]!;
    for (let j = from; j <= to; j++) {
      let cost = before[j + 1]! + remove;
      if (j > 0) {
        const inserted = row[j]! + insert;
        if (inserted < cost) cost = inserted;
        const renamed = before[j]! + (label === second[j - 1] ? 0 : rename);
        if (renamed < cost) cost = renamed;
      }
      row[j + 1] = cost;
    }
    if (to + 2 < row.length) row[to + 2] = Infinity;
  }
  const distance = row[columns + 1]!;
  return distance <= limit ? distance : Infinity;
}

const allowed = (limit: number, cost: number): number =>
  cost > 0 ? Math.floor(limit / cost) : Number.MAX_SAFE_INTEGER;
