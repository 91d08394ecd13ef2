import { compareDatetimes } from "../../base/datetime.js";
import { groupBy } from "../../base/math/group-by.js";
import type { OverallStatus, TopicStatus } from "../../base/types.js";
import type { Axis } from "../../report/axis.js";
import { type ThresholdGrid, thresholdGrid, thresholdsOf } from "./thresholds.js";
import { type ListedEntry, reviewList, listSize } from "../../report/saved-list.js";
import type { ProfileName } from "../../score/settings/types.js";
import type { Score } from "../../score/types.js";
import { topicStatus } from "../../score/verdict/decide.js";
import { measureOf, scoreIn } from "../../write/entry.js";
import type { SavedResults } from "../../write/read-results.js";
import { type CountedCapture, type Figures, figuresFrom, type Ranking } from "./figures.js";
import { type Gold, type JudgedMemento, matchGold, type Matching } from "./gold.js";
import type { Resampling } from "./resample.js";
import {
  addPlaced,
  bestPair,
  bestGridIndex,
  type Counts,
  countsAtGrid,
  countVerdicts,
  emptyHistogram,
  type PlacedMemento,
} from "./sweep.js";

/** A column of the gold data by which mementos can be counted. */
export type GroupColumn = "kind" | "pattern" | "lang";

/** Mementos with the same value in a column and the same label. */
export interface GroupRow {
  readonly value: string;
  readonly label: TopicStatus;
  readonly mementos: number;
  /**
   * Number of these mementos that the run calls off-topic. In off-topic rows they are found, and in on-topic rows they
   * are false alarms.
   */
  readonly calledOverall: number;
  /**
   * Number of these mementos that each measure calls off-topic, at the threshold of the run or else as recorded, and
   * the same for the vote of the topic. Measures without any vote are left out.
   */
  readonly called: ReadonlyMap<string, number>;
}

/** Mementos counted by one column of the gold data. */
export interface Grouped {
  readonly column: GroupColumn;
  /** Off-topic rows first, then by value. */
  readonly rows: readonly GroupRow[];
}

/** The result is empty if the gold data does not have the column. */
function groupedBy(
  column: GroupColumn,
  judged: readonly JudgedMemento[],
  axes: readonly Axis[],
): Grouped[] {
  const having = judged.filter(({ gold }) => gold[column] !== undefined);
  if (having.length === 0) return [];
  const groups = groupBy(having, ({ gold }) => `${gold.label}\t${gold[column] ?? ""}`);
  const voters = votersOf(axes, judged);
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]): GroupRow => ({
      value: group[0]!.gold[column] ?? "",
      label: group[0]!.gold.label,
      mementos: group.length,
      calledOverall: group.filter((each) => overallStatusOf(each) === "off-topic").length,
      called: new Map(
        voters.map(([name, statusOf]) => [
          name,
          group.filter((each) => statusOf(each) === "off-topic").length,
        ]),
      ),
    }));
  return [{ column, rows }];
}

type StatusOf = (judged: JudgedMemento) => OverallStatus | undefined;

/** Measures without a threshold and the topic have their recorded verdicts. Measures without any vote are left out. */
function votersOf(
  axes: readonly Axis[],
  judged: readonly JudgedMemento[],
): (readonly [name: string, statusOf: StatusOf])[] {
  const voters = [
    ...axes.map((axis): [string, StatusOf] => [
      axis.name,
      axis.threshold === undefined ? recordedBy(axis) : statusAt(axis, axis.threshold),
    ]),
    ["topic", topicOf] as const,
  ];
  const always = new Set(axes.flatMap((axis) => (axis.threshold === undefined ? [] : [axis.name])));
  return voters.filter(
    ([name, statusOf]) => always.has(name) || judged.some((each) => statusOf(each) !== undefined),
  );
}

const overallStatusOf: StatusOf = ({ memento }) => memento?.overall;
const topicOf: StatusOf = ({ memento }) => memento?.collection?.topicStatus;
const recordedBy =
  (axis: Pick<Axis, "name">): StatusOf =>
  (judged) =>
    savedScore(judged, axis)?.topicStatus;
const statusAt =
  (axis: Pick<Axis, "name" | "comparison">, threshold: number): StatusOf =>
  (judged) => {
    const score = savedScore(judged, axis)?.score;
    return score === undefined
      ? undefined
      : topicStatus(score, { threshold, comparison: axis.comparison });
  };

/** Mementos without a verdict, for a measure or for the run as a whole. They count as not called off-topic. */
export interface Silent {
  /** Mementos that the results do not contain. */
  readonly missing: number;
  /** Mementos that could not be fetched or read. */
  readonly accessErrors: number;
  /** Mementos that were read but have no score of this measure, or no verdict for the run as a whole. */
  readonly failed: number;
  /** Number of all these mementos that are off-topic in the gold data. */
  readonly offTopic: number;
}

/** Counts at one threshold. */
export interface Point {
  readonly threshold: number;
  readonly counts: Counts;
}

/** Evaluation of one measure. */
export interface MeasureEvaluation {
  readonly axis: Axis;
  /** In ascending order of thresholds. */
  readonly sweep: readonly Point[];
  readonly best: Point;
  /** Lowest and highest threshold of the range around the best threshold in which all are equally good. */
  readonly equallyGood: readonly [low: number, high: number];
  /** Counts at the threshold of the run or its profile. Absent if no threshold is known. */
  readonly atThreshold?: Point;
  /** Counts of the topic statuses in the results. Absent if there are none. */
  readonly recorded?: Counts;
  readonly silent: Silent;
  /** Number of scores that are only bounds. They cannot be compared with thresholds other than the run's. */
  readonly bounds: number;
}

/** Two measures joined by "or", at the best pair of thresholds. */
export interface PairEvaluation {
  readonly names: readonly [string, string];
  readonly thresholds: readonly [number, number];
  readonly counts: Counts;
}

/** Evaluation of the verdicts in the results. */
export interface Recorded {
  readonly counts: Counts;
  readonly silent: Silent;
}

/** Composition of the gold data of one collection (table 3 of the paper). */
export interface CollectionRow {
  /** Value of the column `collection` in the gold data, or "all" without that column. */
  readonly collection: string;
  /** Number of TimeMaps with a judged memento. The URI of a row without a memento counts as a TimeMap. */
  readonly timeMaps: number;
  readonly mementos: number;
  readonly offTopic: number;
}

/** Comparison of results with gold data. */
export interface Evaluation {
  readonly gold: Gold;
  readonly matching: Matching;
  readonly onTopic: number;
  readonly offTopic: number;
  readonly collections: readonly CollectionRow[];
  /** Order of the captures, runs found and false alarms. */
  readonly figures: Figures;
  readonly measures: readonly MeasureEvaluation[];
  /** Evaluation of the overall topic statuses, without unsure mementos. */
  readonly overall: Recorded;
  /** The part of `overall` that was inferred and not read (`--fetch changes`). Absent if there is none. */
  readonly inferred?: Recorded;
  /** Mementos that the results leave unsure. Absent if there are none. */
  readonly unsure?: { readonly mementos: number; readonly offTopic: number };
  /** Evaluation of the vote of the collection's topic. Absent if the results have none. */
  readonly topic?: Recorded;
  readonly pairs: readonly PairEvaluation[];
  /** Counts by the additional columns of the gold data. */
  readonly groups: readonly Grouped[];
}

export interface EvaluateOptions {
  /** Measures to sweep, in this order. */
  readonly axes: readonly Axis[];
  /** Number of thresholds to try, evenly spaced. Default: steps of 0.01, or of 1 for integer scores. */
  readonly steps?: number;
  /** Profile with the thresholds for results that do not contain theirs, unlike JSON Lines. Default: `paper`. */
  readonly profile?: ProfileName;
  /** Bootstrap samples of TimeMaps for intervals. Default: 1000 samples with seed 1. */
  readonly resampling?: Resampling;
}

/** Maximum number of thresholds of each measure in a pair, because all pairs of thresholds are tried. */
const MOST_PAIR_STEPS = 201;
const GROUP_COLUMNS: readonly GroupColumn[] = ["kind", "pattern", "lang"];

export function evaluate(
  gold: Gold,
  results: SavedResults,
  { axes, steps, profile, resampling = { resamples: 1000, seed: 1 } }: EvaluateOptions,
): Evaluation {
  const matching = matchGold(gold, results);
  const { judged } = matching;
  const measures = axes.map((axis) => evaluateMeasure(axis, judged, steps));
  const offTopic = judged.filter(isOffTopic).length;
  const [unsure = [], sure = []] = [true, false].map((wanted) =>
    judged.filter((each) => (overallStatusOf(each) === "unsure") === wanted),
  );
  const inferred = sure.filter(({ memento }) => memento?.capture.inferredFrom !== undefined);
  return {
    gold,
    matching,
    onTopic: judged.length - offTopic,
    offTopic,
    collections: collectionsOf(judged),
    figures: figuresOfRun(judged, reviewList(results, profile), axes, resampling),
    measures,
    overall: recorded(sure, overallStatusOf),
    ...(inferred.length > 0 && { inferred: recorded(inferred, overallStatusOf) }),
    ...(unsure.length > 0 && {
      unsure: { mementos: unsure.length, offTopic: unsure.filter(isOffTopic).length },
    }),
    topic: judged.some((each) => topicOf(each) !== undefined)
      ? recorded(judged, topicOf)
      : undefined,
    pairs: evaluatePairs(axes, judged, steps),
    groups: GROUP_COLUMNS.flatMap((column) => groupedBy(column, judged, axes)),
  };
}

/** `timeMapOf` returns the TimeMap of a memento, which has a name of its own in the gold standard. */
export function figuresOfRun(
  judged: readonly JudgedMemento[],
  list: readonly ListedEntry[],
  axes: readonly Pick<Axis, "name" | "comparison">[],
  resampling: Resampling,
  timeMapOf: (judged: JudgedMemento) => string = ({ timeMap }) => timeMap,
): Figures {
  const looks = new Map(
    list.flatMap(({ look, captures }) => captures.map((memento) => [memento, look] as const)),
  );
  const counted = (each: JudgedMemento): CountedCapture => ({
    isOffTopic: isOffTopic(each),
    isCalled: overallStatusOf(each) === "off-topic",
    isUnsure: overallStatusOf(each) === "unsure",
    look: each.memento && looks.get(each.memento),
    scores: axes.map((axis) => savedScore(each, axis)?.score),
  });
  // The TimeMaps are sorted, so that the samples do not depend on the order of the gold file.
  const timeMaps = [...groupBy(judged, timeMapOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return figuresFrom(
    timeMaps.map(([, mementos]) => mementos.toSorted(byDateOfCapture).map(counted)),
    {
      ...resampling,
      list: listSize(list),
      rankings: axes.map(({ name, comparison }): Ranking => ({
        name,
        isHighOff: comparison === ">" || comparison === ">=",
      })),
    },
  );
}

const byDateOfCapture = (one: JudgedMemento, other: JudgedMemento): number =>
  compareDatetimes(dateOfCapture(one), dateOfCapture(other));

const dateOfCapture = ({ gold, memento }: JudgedMemento): string =>
  memento?.capture.mementoDatetime ?? gold.mementoDatetime ?? "";

/** Returns table 3 of the paper, sorted by name of the collection. */
const collectionsOf = (judged: readonly JudgedMemento[]): CollectionRow[] =>
  [...groupBy(judged, ({ gold }) => gold.collection ?? "all")]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([collection, rows]) => ({
      collection,
      timeMaps: new Set(rows.map(({ memento, gold }) => memento?.uriT ?? gold.uri)).size,
      mementos: rows.length,
      offTopic: rows.filter(isOffTopic).length,
    }));

export function savedScore(
  { memento }: JudgedMemento,
  { name }: Pick<Axis, "name">,
): Score | undefined {
  const measure = memento && measureOf(memento, name);
  return measure && scoreIn(measure);
}

export function isOffTopic({ gold }: JudgedMemento): boolean {
  return gold.label === "off-topic";
}

export function scoresOf(judged: readonly JudgedMemento[], axis: Pick<Axis, "name">): number[] {
  return judged.flatMap((each) => savedScore(each, axis)?.score ?? []);
}

function evaluateMeasure(
  axis: Axis,
  judged: readonly JudgedMemento[],
  steps: number | undefined,
): MeasureEvaluation {
  const ascending = thresholdsOf(axis, scoresOf(judged, axis), steps);
  const { thresholds, gridIndexOf } = thresholdGrid(axis.comparison, ascending);
  const histogram = emptyHistogram(thresholds.length);
  addPlaced(histogram, placedOn(judged, axis, gridIndexOf));
  const counts = countsAtGrid(histogram);
  const { gridIndex, equallyGood } = bestGridIndex(counts);
  const points = counts.map((each, i): Point => ({ threshold: thresholds[i]!, counts: each }));
  const ends = equallyGood.map((end) => thresholds[end]!).sort((a, b) => a - b);
  const { threshold } = axis;
  const statusOf = recordedBy(axis);
  return {
    axis,
    sweep: points.toSorted((a, b) => a.threshold - b.threshold),
    best: points[gridIndex]!,
    equallyGood: [ends[0]!, ends[1]!],
    atThreshold:
      threshold === undefined
        ? undefined
        : { threshold, counts: countsAt(axis, threshold, judged) },
    recorded: judged.some((each) => statusOf(each) !== undefined)
      ? recordedCounts(judged, statusOf)
      : undefined,
    silent: silentOf(judged, (each) => savedScore(each, axis) !== undefined),
    bounds: judged.filter((each) => savedScore(each, axis)?.bound !== undefined).length,
  };
}

export const placedOn = (
  judged: readonly JudgedMemento[],
  axis: Axis,
  gridIndexOf: ThresholdGrid["gridIndexOf"],
): PlacedMemento[] =>
  judged.map((each) => ({
    isOffTopic: isOffTopic(each),
    gridIndex: gridIndexOf(savedScore(each, axis)?.score),
  }));

export const countsAt = (
  axis: Pick<Axis, "name" | "comparison">,
  threshold: number,
  judged: readonly JudgedMemento[],
): Counts => recordedCounts(judged, statusAt(axis, threshold));

const recorded = (judged: readonly JudgedMemento[], statusOf: StatusOf): Recorded => ({
  counts: recordedCounts(judged, statusOf),
  silent: silentOf(judged, (each) => statusOf(each) !== undefined),
});

const recordedCounts = (judged: readonly JudgedMemento[], statusOf: StatusOf): Counts =>
  countVerdicts(
    judged.map((each) => ({
      isOffTopic: isOffTopic(each),
      calledOffTopic: statusOf(each) === "off-topic",
    })),
  );

function silentOf(
  judged: readonly JudgedMemento[],
  hasVerdict: (judged: JudgedMemento) => boolean,
): Silent {
  let [missing, accessErrors, failed, offTopic] = [0, 0, 0, 0];
  for (const each of judged) {
    if (hasVerdict(each)) continue;
    if (each.memento === undefined) missing += 1;
    else if (each.memento.problem !== undefined) accessErrors += 1;
    else failed += 1;
    if (isOffTopic(each)) offTopic += 1;
  }
  return { missing, accessErrors, failed, offTopic };
}

function evaluatePairs(
  axes: readonly Axis[],
  judged: readonly JudgedMemento[],
  steps: number | undefined,
): PairEvaluation[] {
  const climbed = axes.map((axis) => {
    const scores = scoresOf(judged, axis);
    const fine = thresholdsOf(axis, scores, steps);
    const few = fine.length > MOST_PAIR_STEPS ? thresholdsOf(axis, scores, MOST_PAIR_STEPS) : fine;
    const { thresholds, gridIndexOf } = thresholdGrid(axis.comparison, few);
    return { axis, thresholds, placed: placedOn(judged, axis, gridIndexOf) };
  });
  return climbed.flatMap((a, i) =>
    climbed.slice(i + 1).map((b): PairEvaluation => {
      const placed = a.placed.map(({ isOffTopic, gridIndex }, at) => ({
        isOffTopic,
        gridIndexes: [gridIndex, b.placed[at]!.gridIndex] as const,
      }));
      const { gridIndexes, counts } = bestPair(placed, [a.thresholds.length, b.thresholds.length]);
      return {
        names: [a.axis.name, b.axis.name],
        thresholds: [a.thresholds[gridIndexes[0]]!, b.thresholds[gridIndexes[1]]!],
        counts,
      };
    }),
  );
}
