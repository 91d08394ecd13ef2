import type { DetectOptions } from "../../run/detect-options.js";
import { prepareRun } from "../../run/detect.js";
import { parseResults, type SavedResults } from "../../write/read-results.js";
import { jsonl } from "../../write/writers/jsonl.js";
import { lsiWithTopics } from "../../score/measures/gensim-lsi.js";
import type { CommandContext } from "../../command/define-command.js";
import { statusOfFailures } from "../../command/exit-status.js";
import type { Values } from "../../command/options.js";
import { archiveChoices, settingsChoices } from "../../command/run-choices.js";

export { lsiWithTopics };

type Shared = keyof Values<"evaluate"> & keyof Values<"calibrate">;
type GoldValues = Pick<Values<"calibrate">, Shared> &
  Partial<Pick<Values<"evaluate">, "lsiTopics">>;

export interface GoldContext extends Omit<CommandContext<"calibrate">, "values"> {
  readonly values: GoldValues;
}

/** The results of a run made on the spot, as a file of JSON Lines would have them. */
export async function resultsOfRun(
  values: GoldValues,
  input: readonly string[],
  exact: boolean,
  { log, signal }: Pick<GoldContext, "log" | "signal">,
): Promise<SavedResults> {
  const choices = settingsChoices(values);
  const { results, settings, tally } = await prepareRun({
    ...choices,
    ...lsiChoices(values, choices.measures),
    ...archiveChoices(values, log),
    input,
    ...(exact && { exactScores: true }),
    scoresOnly: true,
    signal,
  });
  const saved = await parseResults(jsonl.write(results, settings), input.join(" "));
  // The figures of what is left are written all the same.
  process.exitCode = statusOfFailures(tally.failures, log);
  return saved;
}

/** The measures of `--set lsi-topics` beside those that were chosen. */
function lsiChoices(
  { lsiTopics = [] }: GoldValues,
  chosen: string | undefined,
): Pick<DetectOptions, "measures" | "extraMeasures" | "numberOfTopics"> {
  const extraMeasures = lsiWithTopics(lsiTopics);
  if (extraMeasures.length === 0) return {};
  const measures = [chosen ?? [], extraMeasures.map(({ keyword }) => keyword)].flat().join(",");
  return { measures, extraMeasures, numberOfTopics: Math.max(...lsiTopics) };
}
