import { UsageError } from "../../base/errors.js";
import { goldAndResults, type GoldAndResults } from "./evaluation.js";
import { readResults } from "../../write/read-results.js";
import type { GoldContext } from "./evaluate-run.js";

/** `results` describes the results that the command can read. */
export const goldAndResultsWords = (
  results: string,
): readonly (readonly [syntax: string, help: string])[] => [
  ["[gold]", "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides"],
  ["[results]", results],
];

/** With `-i`, the results are those of a new run. Throws a `UsageError` unless there is exactly one of each. */
export async function goldAndRun(
  { values, words, log, signal }: GoldContext,
  command: "evaluate" | "calibrate",
): Promise<GoldAndResults> {
  const { input, gold } = values;
  const [goldFile, resultsFile, ...tooMuch] = [gold, ...words].filter((word) => word !== undefined);
  if (goldFile === undefined) {
    throw new UsageError(
      `nothing to compare with. Give gold data, then results or -i, e.g. detect_off_topic ${command} gold.tsv run.jsonl.`,
    );
  }
  if ((resultsFile === undefined) === (input === undefined) || tooMuch.length > 0) {
    throw new UsageError(
      "gold data is compared with one file of results, or with -i to run the tool. Give one of them.",
    );
  }
  if (input === undefined)
    return goldAndResults(goldFile, () => readResults(resultsFile!), values.profile);
  const { savedResultsOfRun } = await import("./evaluate-run.js");
  return goldAndResults(
    goldFile,
    // Calibration needs exact scores, because a bound shows only the side of the run's own threshold.
    () => savedResultsOfRun(values, input, command === "calibrate", { log, signal }),
  );
}
