import { requireByKeyword } from "../../base/find.js";
import type { OptionGroup, Values } from "../../base/option.js";
import type { CommandContext } from "../../command/define-command.js";
import { statusOfFailures } from "../../command/exit-status.js";
import type { fetchOptions, inputOption } from "../../command/options/input.js";
import type { runOptions } from "../../command/options/settings.js";
import { detectOptions } from "../../command/run-choices.js";
import { prepareRun } from "../../run/detect.js";
import type { DetectOptions } from "../../run/detect-options.js";
import { extensionsOfMeasures, loadNamed } from "../../run/extensions/named.js";
import { measures } from "../../score/measures/index.js";
import type { Measure } from "../../score/types.js";
import { parseResults, type SavedResults } from "../../write/read-results.js";
import { jsonl } from "../../write/writers/jsonl.js";
import type { goldOption } from "./options.js";

type GoldValues = Partial<
  Values<typeof inputOption & typeof fetchOptions & typeof runOptions & typeof goldOption>
> & { readonly lsiTopics?: readonly number[] };

export interface GoldContext extends Omit<CommandContext<OptionGroup>, "values"> {
  readonly values: GoldValues;
}

const LSI = "gensim_lsi";

/** Runs the tool and returns its results in the same form as results that are read from JSON Lines. */
export async function resultsOfRun(
  values: GoldValues,
  input: readonly string[],
  exact: boolean,
  { log, signal }: Pick<GoldContext, "log" | "signal">,
): Promise<SavedResults> {
  const choices = detectOptions(values, log);
  const lsiMeasures = await lsiWithTopics(values.lsiTopics);
  const { results, settings, tally } = await prepareRun({
    ...choices,
    ...lsiChoices(values, choices.measures, lsiMeasures),
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

/** Returns `gensim_lsi` with each of these numbers of topics, as measures of their own (the paper, figure 9(h)). */
export async function lsiWithTopics(topics: readonly number[] = []): Promise<Measure[]> {
  if (topics.length === 0) return [];
  await loadNamed(extensionsOfMeasures([LSI]));
  const lsi = requireByKeyword(LSI, measures, "measure");
  return topics.flatMap((count) =>
    lsi.scope === "timemap" ? (lsi.withTopics?.(count) ?? []) : [],
  );
}

function lsiChoices(
  { lsiTopics = [] }: GoldValues,
  chosen: string | undefined,
  extraMeasures: readonly Measure[],
): Pick<DetectOptions, "measures" | "extraMeasures" | "numberOfTopics"> {
  if (extraMeasures.length === 0) return {};
  const measures = [chosen ?? [], extraMeasures.map(({ keyword }) => keyword)].flat().join(",");
  return { measures, extraMeasures, numberOfTopics: Math.max(...lsiTopics) };
}
