import type { Counts } from "./counts.js";
import { rates } from "./counts.js";

/** A memento on a ladder of thresholds. */
export interface Placed {
  readonly isOffTopic: boolean;
  /** See `Ladder.rungOf`. */
  readonly rung: number;
}

/** How many mementos of each class become off-topic at each rung; the last place holds those that never do. */
export interface Histogram {
  readonly off: Float64Array;
  readonly on: Float64Array;
}

/** An empty histogram for a ladder of so many thresholds. */
export function emptyHistogram(thresholds: number): Histogram {
  return { off: new Float64Array(thresholds + 1), on: new Float64Array(thresholds + 1) };
}

/** The histogram of mementos on a ladder of so many thresholds. */
export function histogramOf(placed: Iterable<Placed>, thresholds: number): Histogram {
  const histogram = emptyHistogram(thresholds);
  for (const { isOffTopic, rung } of placed) {
    const side = isOffTopic ? histogram.off : histogram.on;
    side[rung]! += 1;
  }
  return histogram;
}

/** Counts at every rung of a ladder. */
export function countsAtRungs({ off, on }: Histogram): Counts[] {
  const total = (side: Float64Array): number => side.reduce((sum, n) => sum + n, 0);
  const [allOff, allOn] = [total(off), total(on)];
  let [tp, fp] = [0, 0];
  const counts: Counts[] = [];
  for (let rung = 0; rung < off.length - 1; rung += 1) {
    tp += off[rung]!;
    fp += on[rung]!;
    counts.push({ tp, fp, tn: allOn - fp, fn: allOff - tp });
  }
  return counts;
}

/** The best place of a sweep. */
export interface Best {
  readonly rung: number;
  /** First and last rung of the run of equally good ones that it stands in the middle of. */
  readonly plateau: readonly [from: number, to: number];
}

/**
 * The rung with the highest F1; of equal ones that with the highest accuracy, then the middle of the longest run of
 * neighbours, which is the least chance of having picked an edge. Without any positive, F1 counts as 0.
 */
export function bestRung(counts: readonly Counts[]): Best {
  let best: readonly [number, number] = [-1, -1];
  let plateau: [number, number] = [0, 0];
  let run: [number, number] = [0, 0];
  for (const [rung, each] of counts.entries()) {
    const { f1 = 0, accuracy = 0 } = rates(each);
    const order = f1 - best[0] || accuracy - best[1];
    if (order > 0) {
      best = [f1, accuracy];
      run = [rung, rung];
      plateau = run;
    } else if (order === 0) {
      run = run[1] === rung - 1 ? [run[0], rung] : [rung, rung];
      if (run[1] - run[0] > plateau[1] - plateau[0] || run[0] === plateau[0]) plateau = run;
    }
  }
  return { rung: (plateau[0] + plateau[1]) >> 1, plateau };
}
