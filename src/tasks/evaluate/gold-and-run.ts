import { UsageError } from "../../base/errors.js";
import { goldAndResults, type GoldAndResults, readGoldAndResults } from "./evaluation.js";
import { knownMeasures } from "../../report/axis.js";
import type { GoldContext } from "./evaluate-run.js";
import { flagOf, optionsOf } from "../../command/options.js";

/** What the commands that compare with gold data take without an option; `results` says which they read. */
export const goldAndResultsWords = (
  results: string,
): readonly (readonly [syntax: string, help: string])[] => [
  ["[gold]", "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides"],
  ["[results]", results],
];

/**
 * The gold data and the results that the words of a command name, or those of a run made on the spot (`-i`). Throws a
 * `UsageError` where that is not one of each.
 */
export async function goldAndRun(
  { values, words, given, log, signal }: GoldContext,
  command: "evaluate" | "calibrate",
): Promise<GoldAndResults> {
  const { input, gold, lsiTopics = [] } = values;
  const files = [gold, ...words].filter((word) => word !== undefined);
  const [goldFile, resultsFile, ...tooMuch] = files;
  if (goldFile === undefined) {
    throw new UsageError(
      `nothing to compare with. Give gold data, then results or -i, e.g. detect_off_topic ${command} gold.tsv run.jsonl.`,
    );
  }
  if (input === undefined) {
    if (resultsFile === undefined || tooMuch.length > 0) {
      throw new UsageError(
        `gold data is compared with one file of results, not ${files.length - 1}. Give one, or -i to run the tool.`,
      );
    }
    if (lsiTopics.length > 0)
      throw new UsageError("--set lsi-topics computes scores. Give -i with it.");
    refuseRunOptions(given, command);
    return readGoldAndResults(goldFile, resultsFile, values.profile);
  }
  if (resultsFile !== undefined) {
    throw new UsageError(
      `results (${resultsFile}) and -i are two things to compare with. Give one of them.`,
    );
  }
  const { lsiWithTopics, resultsOfRun } = await import("./evaluate-run.js");
  const known = knownMeasures();
  return goldAndResults(
    goldFile,
    // A threshold is fitted to scores; a bound says only on which side of the run's own they are.
    () => resultsOfRun(values, input, command === "calibrate", { log, signal }),
    "paper",
    { ...known, measures: [...known.measures, ...lsiWithTopics(lsiTopics)] },
  );
}

/** Throws a `UsageError` for options that decide scores, because the scores of saved results exist already. */
function refuseRunOptions(given: readonly string[], command: "evaluate" | "calibrate"): void {
  // The options that fit and reduce share: fit has none about reading, and reduce has none about topics.
  const [ofRuns, ofReduce] = (["fit", "reduce"] as const).map((one) => new Map(optionsOf(one)));
  // `evaluate --profile` also names whose cuts are those of results that do not name theirs.
  const isOfBoth = (key: string): boolean => key === "profile" && command === "evaluate";
  const stray = optionsOf(command).find(
    ([key]) => given.includes(key) && ofRuns!.has(key) && ofReduce!.has(key) && !isOfBoth(key),
  );
  if (stray === undefined) return;
  throw new UsageError(
    `the results have been computed: options that decide scores (${flagOf(stray[1])}) have no effect on them. Give -i to compute them.`,
  );
}
