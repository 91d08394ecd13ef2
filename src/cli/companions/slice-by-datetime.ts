import { Command } from "commander";
import { sliceByDatetime } from "../../companions/slice-by-datetime.js";
import { slicesText } from "../../companions/slice-files.js";
import { exitStatus } from "../exit-status.js";
import {
  addResultsOptions,
  consideredMementos,
  having,
  writeWhole,
  type ResultsFlags,
} from "./considered.js";

/** `slice_by_datetime`: a collection cut into slices of time of equally many mementos. */
export function sliceByDatetimeCommand(done: (status: number) => void): Command {
  const command = new Command("slice_by_datetime")
    .alias("slice-by-datetime")
    .description(
      "Cut all mementos, in order of time, into slices of equally many: as many slices as mementos up to 28, else " +
        "floor(28 + log10 of their number). Writes slice, TAB, URI-M.",
    )
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic slice_by_datetime -i out.json -c english.txt -o slices.tsv",
    )
    .action(async (flags: ResultsFlags) => {
      const mementos = having(
        await consideredMementos(flags),
        "mementoDatetime",
        "Give the results of a run.",
      );
      await writeWhole(flags.output, slicesText(sliceByDatetime(mementos)));
      done(exitStatus.finished);
    });
  return addResultsOptions(command, "slices");
}
