import { UsageError } from "../errors.js";
import type { LearnedModel, Measure, MeasureChoice, Settings, SettingsProfile } from "../types.js";
import { requireByKeyword, requireChoice } from "./find.js";
import { chooseMeasure, references } from "./thresholds.js";

/** Reads what stands after `--combine`: `any`, `all`, `majority`, `learned` or a number of votes. */
export function parseCombine(text: string): Settings["combine"] {
  for (const word of ["any", "all", "majority", "learned"] as const) if (text === word) return word;
  if (/^[1-9]\d{0,2}$/u.test(text)) return Number(text);
  throw new UsageError(
    `--combine takes any, all, majority, a number of votes, learned or learned=FILE, not "${text}".`,
  );
}

/**
 * The measures that a run with a learned combination computes: those that were chosen, and those that the model reads
 * besides, which are scored and have no vote. Throws a `UsageError` for a model that reads what does not exist.
 */
export function withModelMeasures(
  chosen: readonly MeasureChoice[],
  model: LearnedModel,
  profile: SettingsProfile,
  measures: readonly Measure[],
): MeasureChoice[] {
  const all = [...chosen];
  for (const { of: name } of model.inputs) {
    if (isNoMeasure(name)) continue;
    const [keyword = "", witness = "first"] = name.split("@");
    const measure = requireByKeyword(keyword, measures, "measure of the model");
    const reference = requireChoice(witness, references, `witness of ${keyword} in the model`);
    const isThere = (choice: MeasureChoice): boolean =>
      choice.keyword === measure.keyword && (choice.reference ?? "first") === reference;
    if (all.some(isThere)) continue;
    const { name: shown, comparison } = chooseMeasure(measure, reference, profile);
    all.push({
      keyword: measure.keyword,
      ...(reference !== "first" && { reference }),
      name: shown,
      comparison,
    });
  }
  return all;
}

const isNoMeasure = (name: string): boolean => name === "signs" || name === "http-error";
