import { Command } from "commander";
import { resolveRecords } from "../map-reduce.js";
import { exitStatus } from "./exit-status.js";
import { interruptible } from "./interrupt.js";
import { addSettingsOptions, settingsChoices, type SettingsFlags } from "./settings-options.js";
import { OUTPUT_IS_PART, placedLines, requireReadable, writeLines } from "./stream-lines.js";

/** `resolve`: records of many mappers in, revisits and redirects across them settled. */
export function resolveCommand(done: (status: number) => void): Command {
  const command = new Command("resolve")
    .description(
      "Settle revisits and redirects whose originals were read by other mappers: map records in, in any order; sorted " +
        "records out, as one mapper over all of the input would have written them.",
    )
    .argument("[file...]", "files of map records; without any, standard input")
    .addHelpText(
      "after",
      "\nExample:\n  cat part-*.tsv | detect_off_topic resolve | LC_ALL=C sort | detect_off_topic reduce",
    )
    .action(async (files: readonly string[], flags: SettingsFlags) => {
      await requireReadable(files);
      const resolve = async (signal: AbortSignal): Promise<number> => {
        const { lines: given, place } = placedLines(files);
        const lines = resolveRecords(given, { ...settingsChoices(flags), place, signal });
        await writeLines(lines, signal);
        return exitStatus.finished;
      };
      done(await interruptible(resolve, OUTPUT_IS_PART));
    });
  return addSettingsOptions(command);
}
