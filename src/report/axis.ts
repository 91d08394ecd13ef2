import { append } from "../base/math/group-by.js";
import { measuresOf, scoreIn } from "../write/entry.js";
import type { SavedResults } from "../write/read-results.js";
import type { ScoreScale } from "../score/verdict/decide.js";
import { parseMeasureName } from "../score/scoring/measure-id.js";
import {
  catalogue,
  collectionMeasuresKnown,
  type ListedMeasure,
} from "../run/plugins/catalogue.js";
import type { ProfileName } from "../score/settings/types.js";
import type { Cut, Score } from "../score/types.js";

/** A measure whose thresholds can be swept, with that of the run or of its profile. */
export interface Axis extends Cut, ScoreScale {
  /** Name of the measure in the results. */
  readonly name: string;
}

/** The measures of a results file that can be swept, and the names of the measures that cannot. */
export interface ChosenAxes {
  readonly axes: readonly Axis[];
  /** Measures of the file that the registry defines, by name. For other measures, only the scores are known. */
  readonly definitions: ReadonlyMap<string, ListedMeasure>;
  /** Keywords of the measures whose off-topic side is unknown: settings, registry and verdicts do not tell it. */
  readonly unknown: readonly string[];
}

/**
 * The axis comes from the settings in JSON Lines. Without settings, it comes from the registry and the thresholds of
 * `profile`. Without a registered measure, it comes from the verdicts next to the scores. Omits measures that never
 * vote.
 */
export function axesOf({ mementos, run }: SavedResults, profile: ProfileName): ChosenAxes {
  const { measures } = catalogue();
  const collection = collectionMeasuresKnown();
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
    const cut = choice ?? cutOfProfile(measure, profile, reference);
    if (measure !== undefined && cut !== undefined) {
      definitions.set(name, measure);
      const { range, equalScore } = measure;
      axes.push({ name, comparison: cut.comparison, range, equalScore, threshold: cut.threshold });
      continue;
    }
    const ofTopic = collection.find(({ keyword }) => keyword === name);
    if (ofTopic?.votes === false) continue;
    // A low similarity to the topic is off-topic. The default threshold is that of the topic.
    const { range, equalScore } = ofTopic ?? {};
    const axis: Axis | undefined =
      range === undefined || equalScore === undefined
        ? axisFromScores(name, saved, choice)
        : { name, comparison: "<", range, equalScore, threshold: choice?.threshold };
    if (axis === undefined) unknown.push(name);
    else axes.push(axis);
  }
  return { axes, definitions, unknown };
}

/** A published threshold does not apply to scores against another reference memento. */
function cutOfProfile(
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

/** Returns an axis over the existing scores. The verdicts next to the scores decide which side is off-topic. */
function axisFromScores(
  name: string,
  saved: readonly (Score | undefined)[],
  choice: Cut | undefined,
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
