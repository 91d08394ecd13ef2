import { UsageError } from "../../base/errors.js";
import type { CollectionEvidence } from "../evidence/collection-evidence.js";
import { isSameMeasure, otherModelInputs } from "../scoring/measure-id.js";
import type {
  LearnedModel,
  MeasureChoice,
  ModelInput,
  Settings,
  SettingsProfile,
} from "./types.js";
import type { Measure } from "../types.js";
import type { Named } from "../../base/find.js";
import { chooseMeasure, requireInstance } from "./thresholds.js";

/** Throws a `UsageError` that names the option if there is no learned combination. */
export function requireLearned(model: LearnedModel | undefined, option: string): LearnedModel {
  if (model !== undefined) return model;
  throw new UsageError(
    `${option} needs the learned combination (--profile default or --combine learned): other votes have no probability.`,
  );
}

/** Throws a `UsageError` if there is no learned combination with a cut for seeds that nobody chose. */
export function requireWebCut(model: LearnedModel | undefined): "web" {
  if (requireLearned(model, "--seeds-from web").cuts?.web !== undefined) return "web";
  throw new UsageError(
    '--seeds-from web needs a model with a cut for it. Add "cuts": {"web": 0.3} to the file of the model, or leave --seeds-from out.',
  );
}

/** Throws a `UsageError` if more votes are required than can be cast, because then no memento could be judged. */
export function requireEnoughVotes(
  settings: Settings,
  evidence: readonly CollectionEvidence[],
): void {
  const { combine, measures, signsVote } = settings;
  if (typeof combine !== "number") return;
  const voters = [
    ...measures.filter(({ threshold }) => threshold !== undefined).map(({ name }) => name),
    ...(signsVote === true ? ["signs"] : []),
    ...evidence.flatMap((each) => (each.isAsked(settings) ? (each.voter(settings) ?? []) : [])),
  ];
  if (combine <= voters.length) return;
  throw new UsageError(
    `--combine ${combine} asks for more votes than can be cast: ${voters.length} (${voters.join(", ")}).`,
  );
}

/** Throws a `UsageError` for an unknown input. */
export function namedModel(model: LearnedModel, measures: readonly Measure[]): LearnedModel {
  const known: readonly Named[] = [...measures, ...OTHER_INPUTS];
  const nameOf = (text: string): string => {
    const { found, reference } = requireInstance(text, known, "input of the model");
    if (!OTHER_INPUTS.includes(found)) return `${found.keyword}@${reference ?? "first"}`;
    if (reference === undefined) return found.keyword;
    throw new UsageError(
      `the input "${text}" of the model is compared with nothing: leave the @ out.`,
    );
  };
  const named = (inputs: readonly ModelInput[]): ModelInput[] =>
    inputs.map((input) => ({ ...input, of: nameOf(input.of) }));
  const { belief } = model;
  return {
    ...model,
    ...(belief !== undefined && { belief: { ...belief, inputs: named(belief.inputs) } }),
    inputs: named(model.inputs),
  };
}

/**
 * Returns the measures that a run with a learned combination computes. These are the chosen measures and those that
 * only the model reads, which are scored but have no vote and do not appear in results.
 */
export function withModelMeasures(
  chosen: readonly MeasureChoice[],
  model: LearnedModel,
  profile: SettingsProfile,
  measures: readonly Measure[],
): MeasureChoice[] {
  const read: MeasureChoice[] = [];
  for (const { of: name } of [...(model.belief?.inputs ?? []), ...model.inputs]) {
    if (OTHER_INPUTS.some(({ keyword }) => keyword === name)) continue;
    const { found: measure, reference = "first" } = requireInstance(name, measures);
    const id = { keyword: measure.keyword, reference };
    if (read.some((choice) => isSameMeasure(choice, id))) continue;
    const { comparison } = chooseMeasure(measure, reference, profile);
    read.push({
      keyword: measure.keyword,
      ...(reference !== "first" && { reference }),
      // The name must differ from all names of measures in results, because results do not contain this measure.
      name: `input ${measure.keyword}@${reference}`,
      comparison,
      asInput: true,
    });
  }
  return [...chosen, ...read];
}

export function readsSigns({ inputs, strongSignal }: LearnedModel): boolean {
  return strongSignal !== undefined || inputs.some(({ of: name }) => name === "signs");
}

const OTHER_INPUTS: readonly Named[] = otherModelInputs.map((keyword) => ({ keyword }));
