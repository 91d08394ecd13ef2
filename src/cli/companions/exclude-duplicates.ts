import { Command } from "commander";
import { DUPLICATE_SHARE, excludeDuplicates } from "../../companions/exclude-duplicates.js";
import { UsageError } from "../../errors.js";
import { exitStatus } from "../exit-status.js";
import { parseDecimal } from "../parse-values.js";
import {
  addResultsOptions,
  consideredMementos,
  having,
  listText,
  writeWhole,
  type ResultsFlags,
} from "./considered.js";

/** `exclude_duplicates`: the mementos of each TimeMap that differ from the one kept before. */
export function excludeDuplicatesCommand(done: (status: number) => void): Command {
  const command = new Command("exclude_duplicates")
    .alias("exclude-duplicates")
    .description(
      "List the mementos of each TimeMap that are no duplicates: a memento is kept when its Simhash differs from that of " +
        "the last one kept in more than a share of its bits.",
    )
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic exclude_duplicates -i out.json -c on-topic.txt -o no-duplicates.txt",
    )
    .action(async (flags: DuplicatesFlags) => {
      const share = duplicateShare(flags.threshold);
      const mementos = having(
        await consideredMementos(flags),
        "simhash",
        "Give results of a run without --no-compute-simhashes.",
      );
      const kept = excludeDuplicates(mementos, share);
      await writeWhole(flags.output, listText(kept.map(({ uriM }) => uriM)));
      done(exitStatus.finished);
    });
  return addResultsOptions(command, "URI-Ms").option(
    "-t, --threshold <share>",
    `share of bits up to which mementos are duplicates, 0 to 1 (${DUPLICATE_SHARE})`,
  );
}

interface DuplicatesFlags extends ResultsFlags {
  readonly threshold?: string;
}

function duplicateShare(text: string | undefined): number {
  if (text === undefined) return DUPLICATE_SHARE;
  const share = parseDecimal(text, "-t");
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`-t takes a share of bits from 0 to 1, not ${text}.`);
}
