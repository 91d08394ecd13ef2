import { prepareRun } from "../detect.js";
import { parseResults } from "../results/read-results.js";
import type { SavedResults } from "../results/saved-memento.js";
import { jsonl } from "../writers/jsonl.js";
import { httpChoices, type HttpFlags } from "./http-options.js";
import { openLog } from "./log.js";
import { settingsChoices, type SettingsFlags } from "./settings-options.js";

/** The results of a run made on the spot, as a file of JSON Lines would have them. */
export async function resultsOfRun(
  input: readonly string[],
  flags: SettingsFlags & HttpFlags,
  signal: AbortSignal,
): Promise<SavedResults> {
  const log = openLog({});
  const { results, settings } = await prepareRun({
    ...settingsChoices(flags),
    ...(await httpChoices(flags, (notice) => log.warn(notice))),
    input,
    scoresOnly: true,
    signal,
    onDamage: ({ source, message }) =>
      log.warn(`warning: ${source.file}, byte ${source.offset}: ${message}`),
  });
  return parseResults(jsonl.write(results, settings), input.join(" "));
}
