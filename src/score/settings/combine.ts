import { UsageError } from "../../base/errors.js";
import { isSameMeasure, otherModelInputs } from "../scoring/measure-id.js";
import type { Measure } from "../types.js";
import { chooseMeasure, requireInstance } from "./choose-measures.js";
import { defaultModel } from "./default-model.js";
import type { LearnedModel } from "./model.js";
import type { RunChoices } from "./run-settings.js";
import type { MeasureChoice, Settings, SettingsProfile } from "./types.js";

/** Returns how the votes of a run decide together. Throws a `UsageError` for what needs a learned combination. */
export function chooseCombination(
  { combine: chosen, abstain, seedsFrom }: RunChoices,
  byDefault: Settings["combine"],
): Pick<Settings, "combine" | "model" | "abstain" | "seedsFrom"> {
  const combine = typeof chosen === "object" ? "learned" : (chosen ?? byDefault);
  if (combine === "learned") {
    return {
      combine,
      model: typeof chosen === "object" ? chosen : defaultModel,
      ...(abstain !== undefined && { abstain }),
      ...(seedsFrom === "web" && { seedsFrom }),
    };
  }
  if (abstain === undefined && seedsFrom !== "web") return { combine, model: undefined };
  throw new UsageError(
    `${abstain === undefined ? "--seeds-from web" : "--abstain"} needs the learned combination (--profile default or --combine learned): other votes have no probability.`,
  );
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
  for (const { of: name } of [...(model.belief?.inputs ?? []), ...model.inputs]) {
    if (otherModelInputs.includes(name)) continue;
    const { found, reference } = requireInstance(name, measures, "input of the model");
    const { keyword } = found;
    if (reference === undefined || name !== `${keyword}@${reference}`) {
      throw new UsageError(`write the input "${name}" of the model as ${keyword}@first.`);
    }
    if (read.some((choice) => isSameMeasure(choice, { keyword, reference }))) continue;
    const { comparison } = chooseMeasure(found, reference, profile);
    read.push({
      keyword,
      ...(reference !== "first" && { reference }),
      // The name must differ from all names of measures in results, because results do not contain this measure.
      name: `input ${name}`,
      comparison,
      asInput: true,
    });
  }
  return [...chosen, ...read];
}
