import { groupBy } from "../../base/math/group-by.js";
import { measureOf, scoreOf } from "../../write/entry.js";
import type { SavedResults } from "../../write/read-results.js";
import { topicStatus } from "../../score/decide.js";
import type { OverallStatus, TopicStatus } from "../../base/types.js";
import type { Score } from "../../score/types.js";
import { type Axis, thresholdGrid, type ThresholdGrid, thresholdsOf } from "../../report/axis.js";
import { type Gold, type JudgedMemento, matchGold, type Matching } from "./gold.js";
import {
  addPlaced,
  bestPair,
  bestGridIndex,
  type Counts,
  countsAtGrid,
  countVerdicts,
  emptyHistogram,
  type Placed,
} from "./sweep.js";

/** A column of the gold data that mementos can be counted by. */
export type GroupColumn = "kind" | "pattern" | "lang";

/** Mementos with one value in a column and one label. */
export interface GroupRow {
  readonly value: string;
  readonly label: TopicStatus;
  readonly mementos: number;
  /** How many of them the run calls off-topic: found ones of off-topic rows, false alarms of on-topic rows. */
  readonly calledOverall: number;
  /**
   * The same by measure, at the threshold of the run, else as recorded, and by the vote of the topic; what has no vote
   * is left out.
   */
  readonly called: ReadonlyMap<string, number>;
}

/** Mementos counted by one column of the gold data. */
export interface Grouped {
  readonly column: GroupColumn;
  /** Off-topic ones first (their label sorts so), then by value. */
  readonly rows: readonly GroupRow[];
}

/** Counts by a column; an empty list where the gold data has no such column. */
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
      calledOverall: group.filter((each) => overallOf(each) === "off-topic").length,
      called: new Map(
        voters.map(([name, statusOf]) => [
          name,
          group.filter((each) => statusOf(each) === "off-topic").length,
        ]),
      ),
    }));
  return [{ column, rows }];
}

/** What is said of a memento: by a measure, by the topic, or by the run as a whole. */
type StatusOf = (judged: JudgedMemento) => OverallStatus | undefined;

/** Measures at their thresholds, those without one and the topic as recorded; what has no vote is left out. */
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

const overallOf: StatusOf = ({ memento }) => memento?.overall;
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

/** Mementos for which a measure, or the run as a whole, has nothing to say; they count as not called off-topic. */
export interface Silent {
  /** Not in the results at all. */
  readonly missing: number;
  /** In the results, but could not be fetched or read. */
  readonly accessErrors: number;
  /** Read, but without a score of this measure (without any verdict, for the run as a whole). */
  readonly failed: number;
  /** How many of all these are off-topic by the gold data. */
  readonly offTopic: number;
}

/** One threshold tried. */
export interface Point {
  readonly threshold: number;
  readonly counts: Counts;
}

/** What a measure is worth. */
export interface MeasureEvaluation {
  readonly axis: Axis;
  /** Ascending by threshold. */
  readonly sweep: readonly Point[];
  readonly best: Point;
  /** Smallest and largest of the neighbouring thresholds that are as good as the best. */
  readonly equallyGood: readonly [low: number, high: number];
  /** At the threshold of the run or its profile; absent where there is none. */
  readonly atThreshold?: Point;
  /** By the topic statuses that stand in the results; absent where there are none. */
  readonly recorded?: Counts;
  readonly silent: Silent;
  /** Scores that are only bounds, which no other threshold than the run's may be compared with. */
  readonly bounds: number;
}

/** Two measures joined by "or", both thresholds at their best together. */
export interface PairEvaluation {
  readonly names: readonly [string, string];
  readonly thresholds: readonly [number, number];
  readonly counts: Counts;
}

/** What verdicts that stand in the results are worth. */
export interface Recorded {
  readonly counts: Counts;
  readonly silent: Silent;
}

/** What gold data of one collection consists of (table 3 of the paper). */
export interface CollectionRow {
  /** From the column `collection` of the gold data; "all" where it has none. */
  readonly collection: string;
  /** TimeMaps of the mementos; a row without a memento counts by its URI. */
  readonly timeMaps: number;
  readonly mementos: number;
  readonly offTopic: number;
}

/** Everything that gold data says of results. */
export interface Evaluation {
  readonly gold: Gold;
  readonly matching: Matching;
  readonly onTopic: number;
  readonly offTopic: number;
  readonly collections: readonly CollectionRow[];
  readonly measures: readonly MeasureEvaluation[];
  /** By the overall topic statuses of the results, without those that are unsure. */
  readonly overall: Recorded;
  /** Mementos that the results leave unsure; absent where there are none. */
  readonly unsure?: { readonly mementos: number; readonly offTopic: number };
  /** By the one vote of the topic of the collection; absent where the results have none. */
  readonly topic?: Recorded;
  readonly pairs: readonly PairEvaluation[];
  /** By the extra columns of the gold data, where it has them. */
  readonly groups: readonly Grouped[];
}

interface EvaluateOptions {
  /** The measures to sweep, in order. */
  readonly axes: readonly Axis[];
  /** How many thresholds, evenly spaced; by default steps of 0.01, or of 1 for whole scores. */
  readonly steps?: number;
}

/** A pair is tried at no more thresholds than this by this. */
const MOST_PAIR_STEPS = 201;
const GROUP_COLUMNS: readonly GroupColumn[] = ["kind", "pattern", "lang"];

/** Compares results with gold data: every measure at every threshold, pairs of measures, and the run as it was. */
export function evaluate(
  gold: Gold,
  results: SavedResults,
  { axes, steps }: EvaluateOptions,
): Evaluation {
  const matching = matchGold(gold, results);
  const { judged } = matching;
  const measures = axes.map((axis) => evaluateMeasure(axis, judged, steps));
  const offTopic = judged.filter(isOffTopic).length;
  const [unsure = [], sure = []] = [true, false].map((wanted) =>
    judged.filter((each) => (overallOf(each) === "unsure") === wanted),
  );
  return {
    gold,
    matching,
    onTopic: judged.length - offTopic,
    offTopic,
    collections: collectionsOf(judged),
    measures,
    overall: recorded(sure, overallOf),
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

/** Table 3 of the paper, by name of the collection. */
const collectionsOf = (judged: readonly JudgedMemento[]): CollectionRow[] =>
  [...groupBy(judged, ({ gold }) => gold.collection ?? "all")]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([collection, rows]) => ({
      collection,
      timeMaps: new Set(rows.map(({ memento, gold }) => memento?.uriT ?? gold.uri)).size,
      mementos: rows.length,
      offTopic: rows.filter(isOffTopic).length,
    }));

/** The score of a measure on a memento. */
export function savedScore(
  { memento }: JudgedMemento,
  { name }: Pick<Axis, "name">,
): Score | undefined {
  const measure = memento && measureOf(memento, name);
  return measure && scoreOf(measure);
}

/** What the gold data says of a memento. */
export function isOffTopic({ gold }: JudgedMemento): boolean {
  return gold.label === "off-topic";
}

/** The scores of a measure, where it has any. */
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

/** Mementos with their places on a threshold grid. */
export const placedOn = (
  judged: readonly JudgedMemento[],
  axis: Axis,
  gridIndexOf: ThresholdGrid["gridIndexOf"],
): Placed[] =>
  judged.map((each) => ({
    isOffTopic: isOffTopic(each),
    gridIndex: gridIndexOf(savedScore(each, axis)?.score),
  }));

/** Counts of a measure at one threshold. */
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
