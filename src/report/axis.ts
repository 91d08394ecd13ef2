import { append } from "../base/math/group-by.js";
import { measuresOf, scoreIn } from "../write/entry.js";
import type { SavedResults } from "../write/read-results.js";
import { topicStatus } from "../score/verdict/decide.js";
import { parseMeasureName } from "../score/scoring/measure-id.js";
import {
  catalogue,
  collectionMeasuresKnown,
  type ListedMeasure,
} from "../run/plugins/catalogue.js";
import type { CollectionMeasure } from "../score/settings/topic-types.js";
import type { Comparison, ProfileName } from "../score/settings/types.js";
import type { Cut, Score } from "../score/types.js";

/** A measure whose thresholds can be swept. */
export interface Axis {
  /** Name of the measure in the results. */
  readonly name: string;
  /** Side of the threshold on which a score means off-topic. */
  readonly comparison: Comparison;
  /** Smallest and largest score. Infinity stands for a missing bound. */
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
  /** Threshold of the run or of its profile. Absent if neither has a threshold. */
  readonly threshold?: number;
}

/** More thresholds give no more information. An endless range is cut into this many steps. */
const MOST_STEPS = 10_000;
/** Steps of 0.01 (paper, section 5). */
const FINE_PER_UNIT = 100;

/**
 * Returns the thresholds to try in ascending order. They reach from the score of dissimilar mementos to the score of
 * equal mementos, in steps of 0.01, or in steps of 1 if all scores are whole numbers. If `steps` is given, returns that
 * number of evenly spaced thresholds.
 */
export function thresholdsOf(
  { comparison, range: [min, max], equalScore }: Axis,
  scores: readonly number[],
  steps?: number,
): number[] {
  let largest = -Infinity;
  let smallest = Infinity;
  let whole = true;
  for (const score of scores) {
    if (score > largest) largest = score;
    if (score < smallest) smallest = score;
    if (!Number.isInteger(score)) whole = false;
  }
  const highIsLikeness = comparison === "<" || comparison === "<=";
  const low = Number.isFinite(min) ? min : Math.min(equalScore, smallest);
  const high = Number.isFinite(max) ? max : highIsLikeness ? equalScore : Math.max(low, largest);
  const extent = high - low;
  if (!Number.isFinite(extent) || extent <= 0) return [low];
  const isWhole = whole && Number.isInteger(low) && extent > 1;
  const natural = Math.round(isWhole ? extent : extent * FINE_PER_UNIT);
  const count = Math.max(1, Math.min(MOST_STEPS, steps === undefined ? natural : steps - 1));
  return Array.from({ length: count + 1 }, (_, i) => tidy(low + (extent * i) / count));
}

/** Removes rounding errors: 0.07000000000000001 becomes 0.07, because people type thresholds. */
const tidy = (value: number): number => Number(value.toFixed(10)) + 0;

/** Thresholds in the order in which the set of off-topic mementos grows. */
export interface ThresholdGrid {
  readonly thresholds: readonly number[];
  /** Returns the number of thresholds if the score is never off-topic. */
  readonly gridIndexOf: (score: number | undefined) => number;
}

/** Returns the grid of ascending thresholds. A missing score is never off-topic. */
export function thresholdGrid(comparison: Comparison, ascending: readonly number[]): ThresholdGrid {
  const thresholds = comparison === "<" || comparison === "<=" ? ascending : ascending.toReversed();
  return {
    thresholds,
    gridIndexOf(score) {
      if (score === undefined) return thresholds.length;
      let [low, high] = [0, thresholds.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const threshold = thresholds[middle]!;
        if (topicStatus(score, { threshold, comparison }) === "off-topic") high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
/** The measures of a results file that can be swept, and the names of the measures that cannot. */
export interface ChosenAxes {
  readonly axes: readonly Axis[];
  /** Measures of the file that the registry defines, by name. For other measures, only the scores are known. */
  readonly definitions: ReadonlyMap<string, ListedMeasure>;
  /** Keywords of the measures whose off-topic side is unknown: settings, registry and verdicts do not tell it. */
  readonly unknown: readonly string[];
}

/** Measures that results can have, whatever program wrote the results. */
export interface KnownMeasures {
  readonly measures: readonly ListedMeasure[];
  /** Measures of the distance from the collection's topic. Their thresholds are those of the topic. */
  readonly collection: readonly CollectionMeasure[];
}

export const knownMeasures = (): KnownMeasures => ({
  measures: catalogue().measures,
  collection: collectionMeasuresKnown(),
});

/**
 * The axis comes from the settings in JSON Lines. Without settings, it comes from the registry and the thresholds of
 * `profile`. Without a registered measure, it comes from the verdicts next to the scores. Omits measures that never
 * vote.
 */
export function axesOf(
  { mementos, run }: SavedResults,
  { measures, collection }: KnownMeasures,
  profile: ProfileName,
): ChosenAxes {
  const scores = new Map<string, (Score | undefined)[]>();
  for (const memento of mementos) {
    for (const measure of measuresOf(memento)) append(scores, measure.name, scoreIn(measure));
  }
  const axes: Axis[] = [];
  const unknown: string[] = [];
  const definitions = new Map<string, ListedMeasure>();
  for (const [name, saved] of scores) {
    const choice = run?.choices.find((each) => each.name === name);
    const { keyword, reference } = parseMeasureName(name);
    const measure = definitionOf(choice?.keyword ?? keyword, measures);
    const cut = choice ?? cutOf(measure, profile, reference);
    if (measure !== undefined && cut !== undefined) {
      definitions.set(name, measure);
      const { range, equalScore } = measure;
      axes.push({ name, comparison: cut.comparison, range, equalScore, threshold: cut.threshold });
      continue;
    }
    const ofTopic = collection.find(({ keyword }) => keyword === name);
    if (ofTopic?.votes === false) continue;
    const axis =
      ofTopic === undefined
        ? axisFromScores(name, saved, choice)
        : topicAxis(ofTopic, choice?.threshold);
    if (axis === undefined) unknown.push(name);
    else axes.push(axis);
  }
  return { axes, definitions, unknown };
}

/** A published threshold does not apply to scores against another reference memento. */
function cutOf(
  measure: ListedMeasure | undefined,
  profile: ProfileName,
  reference: string | undefined,
): Cut | undefined {
  const cut = measure?.cuts[profile];
  return cut === undefined || reference === undefined ? cut : { comparison: cut.comparison };
}

function definitionOf(name: string, measures: readonly ListedMeasure[]): ListedMeasure | undefined {
  return measures.find(
    ({ keyword, aliases, otmtKeyword }) =>
      keyword === name || otmtKeyword === name || aliases.includes(name),
  );
}

/**
 * Returns the axis of a topic measure: a low similarity to the topic is off-topic. The default threshold is that of the
 * topic.
 */
const topicAxis = (
  { keyword, range, equalScore }: CollectionMeasure,
  threshold: number | undefined,
): Axis => ({ name: keyword, comparison: "<", range, equalScore, threshold });

/** Returns an axis over the existing scores. The verdicts next to the scores decide which side is off-topic. */
function axisFromScores(
  name: string,
  saved: readonly (Score | undefined)[],
  choice: { readonly comparison: Comparison; readonly threshold?: number } | undefined,
): Axis | undefined {
  const on = { low: Infinity, high: -Infinity };
  const off = { ...on };
  for (const { score, topicStatus } of saved.filter((each) => each !== undefined)) {
    if (topicStatus === undefined) continue;
    const side = topicStatus === "off-topic" ? off : on;
    side.low = Math.min(side.low, score);
    side.high = Math.max(side.high, score);
  }
  const observed = off.low > on.high ? ">=" : off.high < on.low ? "<=" : undefined;
  const comparison = choice?.comparison ?? observed;
  const low = Math.min(on.low, off.low);
  const high = Math.max(on.high, off.high);
  if (comparison === undefined || !Number.isFinite(high - low)) return undefined;
  // Probabilities and shares are swept over their whole possible range.
  const range: readonly [number, number] = low >= 0 && high <= 1 ? [0, 1] : [low, high];
  const equalScore = comparison.startsWith("<") ? range[1] : range[0];
  return { name, comparison, range, equalScore, threshold: choice?.threshold };
}
