import { Command } from "commander";
import { reduceRecords } from "../map-reduce.js";
import { jsonl } from "../writers/jsonl.js";
import { addFailOptions, findingsOf, type FailFlags } from "./exit-status.js";
import { interruptible } from "./interrupt.js";
import { openLog } from "./log.js";
import { OVERRIDES_HELP, overridesChoice } from "./overrides-option.js";
import {
  addMessageOptions,
  addSettingsOptions,
  settingsChoices,
  takesWordsForEnglish,
  type MessageFlags,
  type SettingsFlags,
} from "./settings-options.js";
import { addShardOption, shardChoice, type ShardFlags } from "./shard-option.js";
import { OUTPUT_IS_PART, placedLines, requireReadable, writeLines } from "./stream-lines.js";
import { summaryLines } from "./summary.js";
import { warnOfIdleOptions, warnOfOffTopicEquals } from "./thresholds-notice.js";

/** `reduce`: sorted records in, results as JSON Lines out. */
export function reduceCommand(done: (status: number) => void): Command {
  const command = new Command("reduce")
    .description(
      "Score sorted map records (LC_ALL=C sort) and write results as JSON Lines: the bytes that the plain command " +
        "writes with -ot jsonl for the same input and options.",
    )
    .argument(
      "[file...]",
      "files of sorted records, one after the other; without any, standard input",
    )
    .option("--overrides <file>", OVERRIDES_HELP)
    .action(async (files: readonly string[], flags: ReduceFlags) => {
      done(await runReduce(files, flags));
    });
  return addMessageOptions(addShardOption(addFailOptions(addSettingsOptions(command))));
}

type ReduceFlags = SettingsFlags &
  MessageFlags &
  ShardFlags &
  FailFlags & { readonly overrides?: string };

async function runReduce(files: readonly string[], flags: ReduceFlags): Promise<number> {
  await requireReadable(files);
  const log = openLog(flags);
  const findings = findingsOf(flags);
  const started = performance.now();
  return interruptible(async (signal) => {
    const { lines, place } = placedLines(files);
    const { results, settings, tally } = reduceRecords(lines, {
      place,
      ...settingsChoices(flags),
      ...shardChoice(flags),
      ...overridesChoice(flags),
      signal,
    });
    warnOfIdleOptions(flags, settings, log);
    warnOfOffTopicEquals(settings, log);
    await writeLines(withoutLineEnds(jsonl.write(results, settings)), signal);
    const seconds = (performance.now() - started) / 1000;
    const isEnglish = takesWordsForEnglish(flags, settings);
    for (const line of summaryLines(tally, seconds, isEnglish)) log.detail(line);
    return findings(tally, log);
  }, OUTPUT_IS_PART);
}

async function* withoutLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield line.trimEnd();
}
