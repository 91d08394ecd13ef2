import { UsageError } from "../../base/errors.js";
import { requireChoice } from "../../base/find.js";
import { readTextFile } from "../../base/read-file.js";
import { CUT_PROFILES } from "../../command/options/output.js";
import { axesOf, type ChosenAxes } from "../../report/axis.js";
import type { ProfileName } from "../../score/settings/types.js";
import { readResults, type SavedResults } from "../../write/read-results.js";
import { evaluate, type EvaluateOptions, type Evaluation } from "./evaluate.js";
import { type Gold, parseGold, requireAnyMatch } from "./gold.js";

/** Gold data and results that `evaluate` and `calibrate` compare. */
export interface GoldAndResults extends ChosenAxes {
  readonly gold: Gold;
  readonly results: SavedResults;
  /** Profile with the thresholds for results that do not contain theirs. */
  readonly cuts: ProfileName;
}

/**
 * The results may be computed only now, so that mistakes in the gold data are reported before a long run. `profile` has
 * the thresholds for results that do not contain their thresholds, unlike JSON Lines. Throws a `UsageError` if either
 * file has nothing to compare.
 */
export async function goldAndResults(
  goldFile: string,
  resultsOf: () => Promise<SavedResults>,
  profile = "paper",
): Promise<GoldAndResults> {
  const cuts = requireChoice(profile, CUT_PROFILES, "profile");
  const gold = parseGold(readTextFile(goldFile), goldFile);
  const results = await resultsOf();
  if (results.mementos.length === 0) {
    throw new UsageError(`${results.file} has no mementos. Give the results of a run.`);
  }
  return { gold, results, cuts, ...axesOf(results, cuts) };
}

/** Options of {@link evaluateResults}. */
export type EvaluateResultsOptions = Pick<EvaluateOptions, "profile" | "steps">;

/**
 * Compares a results file with gold data (a TSV file in the published format, or a file of overrides). It evaluates
 * every measure at every threshold, pairs of measures, and the verdicts of the run (the paper, section 5, tables 4 and
 * 5). Throws a `UsageError` if either file has nothing to compare.
 *
 * @example
 * ```js
 * const { overall, measures } = await evaluateResults("gold.tsv", "results.jsonl");
 * console.log(overall.counts.tp, measures[0]?.axis.name, measures[0]?.best.threshold);
 * // 1 cosine 0.51
 * ```
 */
export async function evaluateResults(
  goldFile: string,
  resultsFile: string,
  { profile, steps }: EvaluateResultsOptions = {},
): Promise<Evaluation> {
  const { gold, results, axes, cuts } = await goldAndResults(
    goldFile,
    () => readResults(resultsFile),
    profile,
  );
  const made = evaluate(gold, results, { axes, steps, profile: cuts });
  requireAnyMatch(made.matching, gold, results);
  return made;
}
