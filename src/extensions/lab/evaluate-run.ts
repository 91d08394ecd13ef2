import type { OptionGroup, Values } from "../../base/option.js";
import type { CommandContext } from "../../command/define-command.js";
import { statusOfFailures } from "../../command/exit-status.js";
import type { fetchOptions, inputOption } from "../../command/options/input.js";
import type { runOptions } from "../../command/options/settings.js";
import { detectOptions } from "../../command/run-messages.js";
import { prepareRun } from "../../run/detect.js";
import { parseResults, type SavedResults } from "../../write/read-results.js";
import { jsonl } from "../../write/writers/jsonl.js";
import type { goldOption } from "./options.js";

type GoldValues = Partial<
  Values<typeof inputOption & typeof fetchOptions & typeof runOptions & typeof goldOption>
>;

export interface GoldContext extends Omit<CommandContext<OptionGroup>, "values"> {
  readonly values: GoldValues;
}

/** Runs the tool and returns its results in the same form as results that are read from JSON Lines. */
export async function savedResultsOfRun(
  values: GoldValues,
  input: readonly string[],
  exact: boolean,
  { log, signal }: Pick<GoldContext, "log" | "signal">,
): Promise<SavedResults> {
  const { results, settings, tally } = await prepareRun({
    ...detectOptions(values, log),
    input,
    ...(exact && { exactScores: true }),
    scoresOnly: true,
    signal,
  });
  const saved = await parseResults(jsonl.write(results, settings), input.join(" "));
  // After a failure, the figures of the other measures are still written.
  process.exitCode = statusOfFailures(tally.failures, log);
  return saved;
}
