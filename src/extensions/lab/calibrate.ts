import { UsageError } from "../../base/errors.js";
import { groupBy } from "../../base/math/group-by.js";
import { seededRandom } from "../../base/math/random.js";
import type { Axis } from "../../report/axis.js";
import { thresholdGrid, thresholdsOf } from "./thresholds.js";
import { isOffTopic, placedOn, type Point, savedScore, scoresOf, type Silent } from "./evaluate.js";
import type { JudgedMemento } from "./gold.js";
import { type Interval, middle95, type Resampling } from "./resample.js";
import {
  addCounts,
  addPlaced,
  bestGridIndex,
  type Counts,
  countsAtGrid,
  countVerdicts,
  emptyHistogram,
  NO_COUNTS,
  rates,
} from "./sweep.js";

/** Returns the items in random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
export interface CalibrateOptions extends Resampling {
  /** Each fold is judged by thresholds that were found on the others. */
  readonly folds: number;
}

export interface Calibrated {
  readonly axis: Axis;
  /** Best threshold on all TimeMaps, which is written to the file. */
  readonly best: Point;
  /** Interval of the threshold over bootstrap samples of TimeMaps. Absent without samples. */
  readonly thresholdInterval?: Interval;
  /** Thresholds that were found without each fold. */
  readonly foldThresholds: readonly number[];
  /** Each fold is judged by the threshold that was found on the others. */
  readonly crossValidated: Counts;
  /** Interval of the cross-validated F1 over bootstrap samples of TimeMaps. */
  readonly f1Interval?: Interval;
  /** Number of mementos without a score. They count as not called off-topic. */
  readonly withoutScore: Silent["failed"];
}

/**
 * Finds the best threshold of each measure by F1, cross-validated over TimeMaps. A TimeMap is never split. Throws a
 * `UsageError` if the gold data has only one class, or has off-topic mementos in fewer than two TimeMaps.
 */
export function calibrate(
  judged: readonly JudgedMemento[],
  axes: readonly Axis[],
  options: CalibrateOptions,
): Calibrated[] {
  const timeMaps = judgedByTimeMap(judged);
  const offTopic = judged.filter(isOffTopic).length;
  const withOffTopic = timeMaps.filter((each) => each.some(isOffTopic)).length;
  if (withOffTopic < 2 || offTopic === judged.length) {
    throw new UsageError(
      `${offTopic} of ${judged.length} mementos of the gold data are off-topic, in ${withOffTopic} of ${timeMaps.length} TimeMaps. ` +
        "Cross-validation needs on-topic ones, and off-topic ones in two TimeMaps at least.",
    );
  }
  const folds = dealFolds(timeMaps, options);
  return axes.map((axis) => calibrateMeasure(axis, judged, timeMaps, folds, options));
}

function judgedByTimeMap(judged: readonly JudgedMemento[]): JudgedMemento[][] {
  const groups = groupBy(judged, ({ timeMap }) => timeMap);
  // The TimeMaps are sorted, so that the folds do not depend on the order of the gold file.
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** TimeMaps with off-topic mementos are distributed first, so that every fold gets some of them. */
function dealFolds(
  timeMaps: readonly (readonly JudgedMemento[])[],
  { folds, seed }: CalibrateOptions,
): number[] {
  const random = seededRandom(seed);
  const [withOffTopic, others] = [true, false].map((wanted) =>
    shuffled(
      [...timeMaps.keys()].filter((position) => timeMaps[position]!.some(isOffTopic) === wanted),
      random,
    ),
  );
  const order = [...withOffTopic!, ...others!];
  const fold = new Array<number>(timeMaps.length).fill(0);
  const parts = Math.min(folds, withOffTopic!.length);
  for (const [dealt, position] of order.entries()) fold[position] = dealt % parts;
  return fold;
}

function calibrateMeasure(
  axis: Axis,
  judged: readonly JudgedMemento[],
  timeMaps: readonly (readonly JudgedMemento[])[],
  folds: readonly number[],
  { seed, resamples }: CalibrateOptions,
): Calibrated {
  const steps = thresholdGrid(axis.comparison, thresholdsOf(axis, scoresOf(judged, axis)));
  const { thresholds } = steps;
  const placed = timeMaps.map((each) => placedOn(each, axis, steps.gridIndexOf));
  const bestOf = (positions: Iterable<number>): { gridIndex: number; counts: Counts } => {
    const histogram = emptyHistogram(thresholds.length);
    for (const position of positions) addPlaced(histogram, placed[position]!);
    const counts = countsAtGrid(histogram);
    const { gridIndex } = bestGridIndex(counts);
    return { gridIndex, counts: counts[gridIndex]! };
  };
  const every = [...timeMaps.keys()];
  const foldCount = folds.reduce((most, fold) => Math.max(most, fold), 0) + 1;
  const foldIndexes = Array.from(
    { length: foldCount },
    (_, fold) => bestOf(every.filter((position) => folds[position] !== fold)).gridIndex,
  );
  const unseen = placed.map((each, position) => {
    const found = foldIndexes[folds[position]!]!;
    return countVerdicts(
      each.map(({ isOffTopic, gridIndex }) => ({ isOffTopic, calledOffTopic: gridIndex <= found })),
    );
  });
  const best = bestOf(every);
  const random = seededRandom(seed + 1);
  const sampledThresholds: number[] = [];
  const sampledF1: number[] = [];
  for (let sample = 0; sample < resamples; sample += 1) {
    const drawn = every.map(() => Math.floor(random() * every.length));
    sampledThresholds.push(thresholds[bestOf(drawn).gridIndex]!);
    const { f1 } = rates(drawn.map((position) => unseen[position]!).reduce(addCounts, NO_COUNTS));
    if (f1 !== undefined) sampledF1.push(f1);
  }
  return {
    axis,
    best: { threshold: thresholds[best.gridIndex]!, counts: best.counts },
    foldThresholds: foldIndexes.map((gridIndex) => thresholds[gridIndex]!),
    crossValidated: unseen.reduce(addCounts, NO_COUNTS),
    withoutScore: judged.filter((each) => savedScore(each, axis) === undefined).length,
    thresholdInterval: middle95(sampledThresholds),
    f1Interval: middle95(sampledF1),
  };
}
