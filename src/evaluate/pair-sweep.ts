import { rates, type Counts } from "./counts.js";

/** A memento on two ladders at once. */
export interface PlacedTwice {
  readonly isOffTopic: boolean;
  readonly rungs: readonly [a: number, b: number];
}

/** The best pair of rungs when two measures are joined by "or" (table 5 of the paper). */
export interface BestPair {
  readonly rungs: readonly [a: number, b: number];
  readonly counts: Counts;
}

/**
 * Tries every pair of thresholds of two ladders with `sizes` thresholds, in time proportional to mementos plus pairs.
 * Of equally good pairs (F1, then accuracy) it takes the one nearest to the middle of them all.
 */
export function bestPair(
  placed: Iterable<PlacedTwice>,
  [sizeA, sizeB]: readonly [a: number, b: number],
): BestPair {
  const width = sizeB + 1;
  const quietOff = new Float64Array((sizeA + 1) * width);
  const quietOn = new Float64Array((sizeA + 1) * width);
  let [allOff, allOn] = [0, 0];
  for (const { isOffTopic, rungs } of placed) {
    const side = isOffTopic ? quietOff : quietOn;
    side[rungs[0] * width + rungs[1]]! += 1;
    if (isOffTopic) allOff += 1;
    else allOn += 1;
  }
  for (const side of [quietOff, quietOn]) sumFromTheEnd(side, sizeA + 1, width);
  const countsAt = (a: number, b: number): Counts => {
    // Neither measure calls those whose rungs lie beyond both.
    const beyond = (a + 1) * width + b + 1;
    const [fn, tn] = [quietOff[beyond]!, quietOn[beyond]!];
    return { tp: allOff - fn, fp: allOn - tn, tn, fn };
  };
  let best: readonly [number, number] = [-1, -1];
  let equals: (readonly [number, number])[] = [];
  for (let a = 0; a < sizeA; a += 1) {
    for (let b = 0; b < sizeB; b += 1) {
      const { f1 = 0, accuracy = 0 } = rates(countsAt(a, b));
      const order = f1 - best[0] || accuracy - best[1];
      if (order > 0) {
        best = [f1, accuracy];
        equals = [[a, b]];
      } else if (order === 0) equals.push([a, b]);
    }
  }
  const rungs = mostCentral(equals);
  return { rungs, counts: countsAt(...rungs) };
}

/** Turns a table into sums over everything at or beyond each cell. */
function sumFromTheEnd(table: Float64Array, rows: number, columns: number): void {
  for (let a = rows - 1; a >= 0; a -= 1) {
    for (let b = columns - 1; b >= 0; b -= 1) {
      const at = a * columns + b;
      if (a + 1 < rows) table[at]! += table[at + columns]!;
      if (b + 1 < columns) table[at]! += table[at + 1]!;
      if (a + 1 < rows && b + 1 < columns) table[at]! -= table[at + columns + 1]!;
    }
  }
}

function mostCentral(cells: readonly (readonly [number, number])[]): readonly [number, number] {
  const mean = (axis: 0 | 1): number =>
    cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
  const [a, b] = [mean(0), mean(1)];
  let nearest: readonly [number, number] = [0, 0];
  let distance = Infinity;
  for (const cell of cells) {
    const away = (cell[0] - a) ** 2 + (cell[1] - b) ** 2;
    if (away < distance) {
      nearest = cell;
      distance = away;
    }
  }
  return nearest;
}
