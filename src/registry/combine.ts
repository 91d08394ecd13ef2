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

/** Throws a `UsageError` where more votes are asked for than can be cast: nothing could ever be judged. */
export function requireEnoughVotes({ combine, measures, signsVote, collection }: Settings): void {
  if (typeof combine !== "number") return;
  const voters = [
    ...measures.filter(({ threshold }) => threshold !== undefined).map(({ name }) => name),
    ...(signsVote === true ? ["signs"] : []),
    ...(collection !== undefined ? ["the topic"] : []),
  ];
  if (combine <= voters.length) return;
  throw new UsageError(
    `--combine ${combine} asks for more votes than can be cast: ${voters.length} (${voters.join(", ")}).`,
  );
}

/** That later measures may be left out; throws a `UsageError` where they are needed. */
export function shortCircuit(combine: Settings["combine"]): true {
  if (combine !== "learned") return true;
  throw new UsageError(
    "--short-circuit does not go with a learned combination, which reads the scores of all measures.",
  );
}

/**
 * The measures that a run with a learned combination computes: those that were chosen, and those that the model reads
 * besides, which are scored, have no vote and are not told. Throws a `UsageError` for a model that reads what does not
 * exist.
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
      asInput: true,
    });
  }
  return all;
}

/** Whether a model asks for the signs of mementos, as an input or to tell which witnesses to believe. */
export function readsSigns({ inputs, plainSign }: LearnedModel): boolean {
  return plainSign !== undefined || inputs.some(({ of: name }) => name === "signs");
}

const isNoMeasure = (name: string): boolean => name === "signs" || name === "http-error";
