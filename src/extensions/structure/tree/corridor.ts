import type { EditCosts, TreePair } from "./ordered-tree.js";

/**
 * Table of distances. 16-bit or 32-bit integers need a quarter or half of the memory, and are used if all sums are
 * whole numbers within their range.
 */
export type Cells = Uint16Array | Int32Array | Float64Array;

/**
 * Returns the kind of table for the distances of two trees, and the value that represents a distance above the limit.
 */
export function cellsOf(
  [{ label: first }, { label: second }]: TreePair,
  costs: EditCosts,
): { readonly Table: new (length: number) => Cells; readonly never: number } {
  const all = [costs.insert, costs.remove, costs.rename];
  const largest = Math.max(...all) * (first.length + second.length);
  if (!all.every(Number.isInteger)) return { Table: Float64Array, never: Infinity };
  // The sum of two such numbers fits in a cell.
  if (largest < 2 ** 15 - 1) return { Table: Uint16Array, never: 2 ** 15 - 1 };
  if (largest < 2 ** 30 - 1) return { Table: Int32Array, never: 2 ** 30 - 1 };
  return { Table: Float64Array, never: Infinity };
}

/** Maximum distances between the postorder numbers of nodes that can be mapped to each other within a limit. */
interface Band {
  /** Maximum number of net removals. */
  readonly removals: number;
  /** Maximum number of net insertions. */
  readonly insertions: number;
}

/** Returns undefined if the difference in size alone costs more. Both costs must be above 0. */
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

/** Maximum excess of sums of costs that are not whole numbers over an equal limit, because of rounding. */
const rounding = 1e-9;

export const bandCells = ([{ label }]: TreePair, { removals, insertions }: Band): number =>
  (label.length + 1) * (removals + insertions + 3);

/**
 * Region through which a mapping within a limit can pass. If the first `i` nodes of one tree in postorder are mapped
 * among the first `j` nodes of the other, then `j` is from `low[i]` to `high[i]`. Neither list ever decreases.
 */
export interface Corridor {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly cells: number;
  /**
   * False if no mapping within the limit maps node `i` of one tree to node `j` of the other, numbered from 1. Absent if
   * nothing is known.
   */
  readonly canMap?: (i: number, j: number) => boolean;
}

/** Returns the corridor of whole trees, in which every mapping is. */
export function wholeCorridor([{ label: first }, { label: second }]: TreePair): Corridor {
  const rows = first.length + 1;
  return {
    low: new Int32Array(rows),
    high: new Int32Array(rows).fill(second.length),
    cells: rows * (second.length + 1),
  };
}

/**
 * Returns the corridor of a limit, from the labels alone. A mapping costs at least the edit distance of the labels in
 * postorder before a cell plus the edit distance of the labels after it. Returns undefined if no mapping is within the
 * limit.
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
  // Cell (i, j) is at `i * width + j - i + origin`. A row is the band with one unreachable cell on either side.
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
