/** Counts of verdicts against gold data (table 2 of the paper). Positive means off-topic. */
export interface Counts {
  readonly tp: number;
  readonly fp: number;
  readonly tn: number;
  readonly fn: number;
}

/** Rates from counts, 0 to 1; `undefined` if the divisor is 0. */
export interface Rates {
  readonly precision: number | undefined;
  readonly recall: number | undefined;
  /** 2TP / (2TP + FP + FN), equation 5 of the paper. */
  readonly f1: number | undefined;
  /** (TP + TN) / all, equation 6 of the paper. */
  readonly accuracy: number | undefined;
}

/**
 * Returns precision, recall, F1 and accuracy of counts.
 *
 * @example
 * ```js
 * console.log(rates({ tp: 8, fp: 2, tn: 80, fn: 0 }).precision);
 * // 0.8
 * ```
 */
export function rates({ tp, fp, tn, fn }: Counts): Rates {
  return {
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    f1: share(2 * tp, 2 * tp + fp + fn),
    accuracy: share(tp + tn, tp + fp + tn + fn),
  };
}

const share = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;

export function addCounts(a: Counts, b: Counts): Counts {
  return { tp: a.tp + b.tp, fp: a.fp + b.fp, tn: a.tn + b.tn, fn: a.fn + b.fn };
}

export const NO_COUNTS: Counts = { tp: 0, fp: 0, tn: 0, fn: 0 };

/** A memento without a verdict counts like an on-topic one. */
export function countVerdicts(
  verdicts: Iterable<{ readonly isOffTopic: boolean; readonly calledOffTopic: boolean }>,
): Counts {
  let [tp, fp, tn, fn] = [0, 0, 0, 0];
  for (const { isOffTopic, calledOffTopic } of verdicts) {
    if (isOffTopic && calledOffTopic) tp += 1;
    else if (calledOffTopic) fp += 1;
    else if (isOffTopic) fn += 1;
    else tn += 1;
  }
  return { tp, fp, tn, fn };
}
/** A memento placed on a threshold grid. */
export interface PlacedMemento {
  readonly isOffTopic: boolean;
  /** Index on the grid; see `ThresholdGrid.gridIndexOf`. */
  readonly gridIndex: number;
}

/**
 * Numbers of mementos of each class that become off-topic at each position of a grid. The last position counts mementos
 * that never become off-topic.
 */
interface Histogram {
  readonly off: Float64Array;
  readonly on: Float64Array;
}

export function emptyHistogram(thresholds: number): Histogram {
  return { off: new Float64Array(thresholds + 1), on: new Float64Array(thresholds + 1) };
}

export function addPlaced({ off, on }: Histogram, placed: readonly PlacedMemento[]): void {
  for (const { isOffTopic, gridIndex } of placed) (isOffTopic ? off : on)[gridIndex]! += 1;
}

export function countsAtGrid({ off, on }: Histogram): Counts[] {
  const total = (side: Float64Array): number => side.reduce((sum, n) => sum + n, 0);
  const [allOff, allOn] = [total(off), total(on)];
  let [tp, fp] = [0, 0];
  const counts: Counts[] = [];
  for (let gridIndex = 0; gridIndex < off.length - 1; gridIndex += 1) {
    tp += off[gridIndex]!;
    fp += on[gridIndex]!;
    counts.push({ tp, fp, tn: allOn - fp, fn: allOff - tp });
  }
  return counts;
}

/**
 * Returns the position with the highest F1, then the highest accuracy. Among equally good positions it is the middle of
 * the longest range of neighbours, which is the least likely to be an outlier, and `equallyGood` has the first and the last
 * position of that range. Without off-topic mementos, F1 counts as 0.
 */
export function bestGridIndex(counts: readonly Counts[]): {
  readonly gridIndex: number;
  readonly equallyGood: readonly [from: number, to: number];
} {
  let best: readonly [number, number] = [-1, -1];
  let equallyGood: [number, number] = [0, 0];
  let run: [number, number] = [0, 0];
  for (const [gridIndex, each] of counts.entries()) {
    const { f1 = 0, accuracy = 0 } = rates(each);
    const order = f1 - best[0] || accuracy - best[1];
    if (order > 0) {
      best = [f1, accuracy];
      run = [gridIndex, gridIndex];
      equallyGood = run;
    } else if (order === 0) {
      run = run[1] === gridIndex - 1 ? [run[0], gridIndex] : [gridIndex, gridIndex];
      if (run[1] - run[0] > equallyGood[1] - equallyGood[0] || run[0] === equallyGood[0])
        equallyGood = run;
    }
  }
  return { gridIndex: (equallyGood[0] + equallyGood[1]) >> 1, equallyGood };
}
/**
 * Finds the best pair of positions for two measures joined by "or" (table 5 of the paper). It tries every pair of
 * thresholds of two grids with `sizes` thresholds, in time proportional to mementos plus pairs.
 * Among equally good pairs (F1, then accuracy) it returns the pair nearest to their centre.
 */
export function bestPair(
  placed: Iterable<{
    readonly isOffTopic: boolean;
    readonly gridIndexes: readonly [a: number, b: number];
  }>,
  [sizeA, sizeB]: readonly [a: number, b: number],
): { readonly gridIndexes: readonly [a: number, b: number]; readonly counts: Counts } {
  const width = sizeB + 1;
  const quietOff = new Float64Array((sizeA + 1) * width);
  const quietOn = new Float64Array((sizeA + 1) * width);
  let [allOff, allOn] = [0, 0];
  for (const { isOffTopic, gridIndexes } of placed) {
    const side = isOffTopic ? quietOff : quietOn;
    side[gridIndexes[0] * width + gridIndexes[1]]! += 1;
    if (isOffTopic) allOff += 1;
    else allOn += 1;
  }
  for (const side of [quietOff, quietOn]) sumFromTheEnd(side, sizeA + 1, width);
  const countsAt = (a: number, b: number): Counts => {
    // If both scores of a memento lie beyond these positions, neither measure calls the memento off-topic.
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
  const gridIndexes = mostCentral(equals);
  return { gridIndexes, counts: countsAt(...gridIndexes) };
}

/** Replaces each cell of a table by the sum of all cells at or beyond it. */
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
