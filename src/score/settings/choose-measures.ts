import { UsageError } from "../../base/errors.js";
import { requireByKeyword, requireChoice } from "../../base/find.js";
import {
  formatMeasureName,
  otherModelInputs,
  parseMeasureName,
  type Reference,
  references,
} from "../scoring/measure-id.js";
import type { Measure } from "../types.js";
import { topicStatus } from "../verdict/decide.js";
import type { LearnedModel } from "./model.js";
import { isOtmts } from "./profiles.js";
import type { ThresholdFile } from "./threshold-file.js";
import type { MeasureChoice, SettingsProfile } from "./types.js";

interface MeasureContext {
  readonly profile: SettingsProfile;
  readonly measures: readonly Measure[];
  /** Tuned thresholds for measures that were chosen without a threshold. */
  readonly tuned?: ThresholdFile | undefined;
  /** Reference memento of measures that name no reference memento. */
  readonly reference: Reference;
  /**
   * True if measures may lack a threshold, because a learned combination decides or because the user wants only scores.
   */
  readonly needNoThreshold: boolean;
}

/**
 * Parses the value of `-tm`: keywords or aliases separated by commas, each with an optional threshold
 * (`jaccard=0.80,bytecount`) or reference memento (`cosine@median=0.15`). Missing thresholds come from the file of
 * tuned thresholds, or else from the profile, whose thresholds apply to the first memento as reference. Comparisons
 * always come from the profile. Throws a `UsageError` for an unknown measure, for a measure named twice, for a
 * threshold that is no number or out of the measure's range, and if no measure has a threshold.
 */
export function chooseMeasures(text: string, context: MeasureContext): MeasureChoice[] {
  const { measures, tuned, profile, needNoThreshold } = context;
  const chosen: MeasureChoice[] = [];
  for (const part of text.split(",")) {
    const [left = "", given] = part.split(/=(.*)/su).map((piece) => piece.trim());
    const { found: measure, reference = context.reference } = requireInstance(left, measures);
    const name = formatMeasureName({ keyword: measure.keyword, reference });
    if (chosen.some((choice) => formatMeasureName(choice) === name)) {
      throw new UsageError(`measure "${measure.keyword}" is named twice in "${text}".`);
    }
    const inFile = given === undefined ? tuned?.thresholds.get(name) : undefined;
    const choice = chooseMeasure(measure, reference, profile, given ?? inFile?.threshold);
    chosen.push(inFile === undefined ? choice : { ...choice, tuned: true });
  }
  if (!needNoThreshold && chosen.every(({ threshold }) => threshold === undefined)) {
    const names = chosen.map(({ name }) => name);
    throw new UsageError(
      `${names.join(", ")} ${names.length === 1 ? "has" : "have"} no default threshold, so nothing could be called ` +
        `off-topic. Give one (-tm ${names[0] ?? ""}=NUMBER) or add a measure that has one.`,
    );
  }
  return chosen;
}

/**
 * Returns the measures that a run with a learned combination computes. These are the chosen measures and those that
 * only the model reads, which are scored but have no vote and do not appear in results. Throws a `UsageError` for an
 * unknown input of the model.
 */
export function withModelMeasures(
  chosen: readonly MeasureChoice[],
  model: LearnedModel,
  profile: SettingsProfile,
  measures: readonly Measure[],
): MeasureChoice[] {
  const read: MeasureChoice[] = [];
  const inputs = [...(model.belief?.inputs ?? []), ...model.inputs].map(({ of: name }) => name);
  for (const name of new Set(inputs)) {
    if (otherModelInputs.includes(name)) continue;
    const { found, reference } = requireInstance(name, measures, "input of the model");
    if (reference === undefined || name !== `${found.keyword}@${reference}`) {
      throw new UsageError(`write the input "${name}" of the model as ${found.keyword}@first.`);
    }
    const { threshold: _, ...choice } = chooseMeasure(found, reference, profile);
    // The name must differ from all names of measures in results, because results do not contain this measure.
    read.push({ ...choice, name: `input ${name}`, asInput: true });
  }
  return [...chosen, ...read];
}

/**
 * Returns the definition and the reference memento for a name such as `cosine` or `cosine@median`. The name has a
 * keyword or alias in any letter case. Throws a `UsageError` for an unknown name.
 */
function requireInstance(text: string, definitions: readonly Measure[], what = "measure") {
  const { keyword, reference } = parseMeasureName(text);
  const found = requireByKeyword(keyword, definitions, what);
  if (reference === undefined) return { found, reference };
  const of = `reference memento of ${found.keyword}`;
  return { found, reference: requireChoice(reference, references, of) };
}

function chooseMeasure(
  measure: Measure,
  reference: Reference,
  profile: SettingsProfile,
  given?: string | number,
): MeasureChoice {
  const { keyword, otmtKeyword = keyword, cuts, equalScore } = measure;
  const { comparison, threshold } = cuts[profile === "default" ? "paper" : profile];
  // A published threshold is valid only for scores against the first memento.
  const byDefault = reference === "first" ? threshold : undefined;
  const chosen = given === undefined ? byDefault : thresholdInRange(given, measure);
  const cut = { comparison, ...(chosen !== undefined && { threshold: chosen }) };
  // For example after a forgotten minus (`wordcount=0.7`).
  const isEqualOff = topicStatus(equalScore, cut) === "off-topic";
  if (given !== undefined && !isOtmts(profile) && isEqualOff) {
    throw new UsageError(
      `by the threshold ${given} of ${keyword} equal pages are off-topic: their score is ${equalScore}, and ` +
        `${comparison} ${given} is off-topic.`,
    );
  }
  return {
    keyword,
    ...(reference !== "first" && { reference }),
    name: formatMeasureName({ keyword: isOtmts(profile) ? otmtKeyword : keyword, reference }),
    ...cut,
  };
}

function thresholdInRange(
  given: string | number,
  { keyword, range: [low, high] }: Measure,
): number {
  const threshold = given === "" ? NaN : Number(given);
  if (threshold >= low && threshold <= high && threshold !== Infinity) return threshold;
  const bounds = high === Infinity ? `of at least ${low}` : `from ${low} to ${high}`;
  throw new UsageError(
    `the threshold "${given}" of ${keyword} is not a number ${bounds}. Write -tm ${keyword}=NUMBER.`,
  );
}
