import type { EditCosts, TreePair } from "./ordered-tree.js";

/** Numbers of a table: they take a quarter, or half, of the memory where all sums are whole numbers that fit. */
export type Cells = Uint16Array | Int32Array | Float64Array;

/** The kind of table for distances of two trees, and what it has in place of a distance that is too large. */
export function cellsOf(
  [{ label: first }, { label: second }]: TreePair,
  costs: EditCosts,
): { readonly Table: new (length: number) => Cells; readonly never: number } {
  const all = [costs.insert, costs.remove, costs.rename];
  const largest = Math.max(...all) * (first.length + second.length);
  if (!all.every(Number.isInteger)) return { Table: Float64Array, never: Infinity };
  // Two such numbers fit in a cell.
  if (largest < 2 ** 15 - 1) return { Table: Uint16Array, never: 2 ** 15 - 1 };
  if (largest < 2 ** 30 - 1) return { Table: Int32Array, never: 2 ** 30 - 1 };
  return { Table: Float64Array, never: Infinity };
}

/** How far postorder numbers of nodes that are mapped to each other can lie apart within a limit on the distance. */
interface Band {
  /** Net removals, at most. */
  readonly removals: number;
  /** Net insertions, at most. */
  readonly insertions: number;
}

/** The band of a limit; undefined where the sizes alone cost more. Both costs must be above 0. */
export function bandOf(
  [{ label: first }, { label: second }]: TreePair,
  { insert, remove }: EditCosts,
  limit: number,
): Band | undefined {
  const surplus = first.length - second.length;
  const removals = Math.floor((limit + surplus * insert) / (remove + insert) + rounding);
  const insertions = removals - surplus;
  if (removals < 0 || insertions < 0) return undefined;
  return {
    removals: Math.min(removals, first.length),
    insertions: Math.min(insertions, second.length),
  };
}

/** Sums of costs that are not whole numbers may miss a limit that they meet by this much. */
const rounding = 1e-9;

/** Cells of the band's tables. */
export const bandCells = ([{ label }]: TreePair, { removals, insertions }: Band): number =>
  (label.length + 1) * (removals + insertions + 3);

/**
 * Where a mapping within a limit can pass: when the first `i` nodes of one tree in postorder are mapped among the first
 * `j` of the other, then `j` is from `low[i]` to `high[i]`. Neither ever falls.
 */
export interface Corridor {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly cells: number;
  /** False where no mapping within the limit maps node `i` of one tree to node `j` of the other, numbers from 1. */
  readonly canMap?: (i: number, j: number) => boolean;
}

/**
 * The corridor of a limit: labels in postorder, before a cell and after it, cost at least their distance as sequences.
 * Undefined where no mapping is within the limit.
 */
export function corridorOf(
  pair: TreePair,
  costs: EditCosts,
  limit: number,
  { removals, insertions }: Band,
): Corridor | undefined {
  const { insert, remove, rename } = costs;
  const [first, second] = [pair[0].label, pair[1].label];
  const [rows, columns] = [first.length, second.length];
  // Cell (i, j) stands at `i * width + j - i + origin`: the band, and a cell on either side that is never reached.
  const width = removals + insertions + 3;
  const origin = removals + 1;
  const { Table, never } = cellsOf(pair, costs);
  const after = new Table(bandCells(pair, { removals, insertions })).fill(never);
  for (let i = rows; i >= 0; i--) {
    const row = i * width - i + origin;
    const label = first[i];
    for (let j = Math.min(columns, i + insertions); j >= Math.max(0, i - removals); j--) {
      let cost = i === rows && j === columns ? 0 : never;
      if (i < rows) {
        const removed = after[row + width - 1 + j]! + remove;
        if (removed < cost) cost = removed;
        if (j < columns) {
          const renamed = after[row + width + j]! + (label === second[j] ? 0 : rename);
          if (renamed < cost) cost = renamed;
        }
      }
      if (j < columns) {
        const inserted = after[row + j + 1]! + insert;
        if (inserted < cost) cost = inserted;
      }
      after[row + j] = cost;
    }
  }
  const low = new Int32Array(rows + 1);
  const high = new Int32Array(rows + 1).fill(-1);
  let [above, own] = [new Table(width).fill(never), new Table(width)];
  for (let i = 0; i <= rows; i++) {
    own.fill(never);
    const shift = origin - i;
    const row = i * width + shift;
    const label = first[i - 1];
    low[i] = columns + 1;
    for (let j = Math.max(0, i - removals); j <= Math.min(columns, i + insertions); j++) {
      let cost = i === 0 && j === 0 ? 0 : above[j + shift + 1]! + remove;
      if (j > 0) {
        const renamed = above[j + shift]! + (label === second[j - 1] ? 0 : rename);
        if (renamed < cost) cost = renamed;
        const inserted = own[j + shift - 1]! + insert;
        if (inserted < cost) cost = inserted;
      }
      own[j + shift] = cost;
      if (cost + after[row + j]! > limit + rounding) continue;
      if (high[i] === -1) low[i] = j;
      high[i] = j;
    }
    if (high[i] === -1) return undefined;
    [above, own] = [own, above];
  }
  let cells = 0;
  for (let i = 1; i <= rows; i++) high[i] = Math.max(high[i]!, high[i - 1]!);
  for (let i = rows - 1; i >= 0; i--) low[i] = Math.min(low[i]!, low[i + 1]!);
  for (let i = 0; i <= rows; i++) cells += high[i]! - low[i]! + 1;
  return { low, high, cells };
}
