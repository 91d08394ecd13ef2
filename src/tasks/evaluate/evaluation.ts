import { UsageError } from "../../base/errors.js";
import { readTextFile } from "../../base/read-file.js";
import { readResults, type SavedResults } from "../../write/read-results.js";
import { catalogue } from "../../run/plugins/catalogue.js";
import { requireChoice } from "../../score/settings/find.js";
import { holdsResults } from "../../run/input-choices.js";
import { collectionMeasures } from "../../score/topic/collection-measures.js";
import type { ProfileName } from "../../score/settings/types.js";
import { CUT_PROFILES } from "./choices.js";
import { axesOf, type ChosenAxes, type KnownMeasures } from "./axis.js";
import { evaluate, type Evaluation } from "./evaluate.js";
import { type Gold, parseGold } from "./gold.js";

/** The measures of this version, for reading results by. */
export const knownMeasures = (): KnownMeasures => ({
  measures: catalogue().measures,
  collection: collectionMeasures,
});

/** What `evaluate` and `calibrate` start from. */
export interface GoldAndResults extends ChosenAxes {
  readonly gold: Gold;
  readonly results: SavedResults;
}

/**
 * Reads gold data and results. `profile` names the cuts of results that do not name theirs; JSON Lines do.
 * Throws a `UsageError` where either has nothing to compare.
 */
export async function readGoldAndResults(
  goldFile: string,
  resultsFile: string,
  profile: string | undefined,
): Promise<GoldAndResults> {
  const cuts = requireChoice(profile ?? "paper", CUT_PROFILES, "profile");
  if (holdsResults(goldFile) && !holdsResults(resultsFile)) {
    throw new UsageError(
      `${goldFile} holds results, and ${resultsFile} does not: the two are swapped. ` +
        `Give the gold data first: ${resultsFile} ${goldFile}.`,
    );
  }
  return goldAndResults(goldFile, () => readResults(resultsFile), cuts);
}

/** The same where the results may still have to be made: the gold data is read, and found wanting, first. */
export async function goldAndResults(
  goldFile: string,
  resultsOf: () => Promise<SavedResults>,
  cuts: ProfileName,
  known = knownMeasures(),
): Promise<GoldAndResults> {
  const gold = parseGold(readTextFile(goldFile), goldFile);
  const results = await resultsOf();
  if (results.mementos.length === 0) {
    throw new UsageError(`${results.file} has no mementos. Give the results of a run.`);
  }
  return { gold, results, ...axesOf(results, known, cuts) };
}

/** How results are evaluated by {@link evaluateResults}. */
export interface EvaluateResultsOptions {
  /** Whose cuts are those of results that do not name theirs (JSON Lines do); `paper` unless said. */
  readonly profile?: ProfileName;
  /** Thresholds tried of each measure, evenly spaced; steps of 0.01, or of 1 for whole scores, unless said. */
  readonly steps?: number;
}

/**
 * What gold data (a TSV file in the published form, or of overrides) says of a results file: every measure at every
 * threshold, pairs of measures, and the run as it was (the paper, section 5, tables 4 and 5). Throws a `UsageError`
 * where either file has nothing to compare.
 *
 * @example
 * ```js
 * const { overall, measures } = await evaluateResults("gold.tsv", "results.jsonl");
 * console.log(overall.counts.tp, measures[0].axis.name, measures[0].best.threshold);
 * // 1 cosine 0.51
 * ```
 */
export async function evaluateResults(
  goldFile: string,
  resultsFile: string,
  { profile, steps }: EvaluateResultsOptions = {},
): Promise<Evaluation> {
  const { gold, results, axes } = await readGoldAndResults(goldFile, resultsFile, profile);
  return evaluate(gold, results, { axes, steps });
}
