import type { Command } from "commander";
import { UsageError } from "../errors.js";
import { goldAndResults, readGoldAndResults, type GoldAndResults } from "../evaluation.js";
import { addHttpOptions, type HttpFlags } from "./http-options.js";
import { collectValues } from "./parse-values.js";
import { resultsOfRun } from "./results-of-run.js";
import { addSettingsOptions, settingsChoices, type SettingsFlags } from "./settings-options.js";

/** What commander makes of the options of commands that compare a run with gold data. */
export interface GoldAndRunFlags extends SettingsFlags, HttpFlags {
  readonly input?: readonly string[];
  readonly gold?: string;
}

/** Puts gold data, results and the options of a run made on the spot on a command; `results` says which it reads. */
export function addGoldAndRun(command: Command, results: string): Command {
  command
    .argument(
      "[gold]",
      "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides",
    )
    .argument("[results]", results)
    .option("-i, --input <kind=argument>", "run on this instead of reading results", collectValues)
    .option("--gold <file>", "the gold data, where it is not the first word");
  return addHttpOptions(addSettingsOptions(command));
}

/** What a command does with gold data and results. */
export interface Comparing {
  /** The command, for messages. */
  readonly name: "evaluate" | "calibrate";
  /** Set when `--profile` also names whose cuts are those of results that do not tell theirs. */
  readonly takesCuts?: true;
  /** Whether a run made on the spot computes every score itself, never a bound. */
  readonly exact: boolean;
}

/**
 * The gold data and the results that the words of a command name, or those of a run made on the spot (`-i`). Throws a
 * `UsageError` where that is not one of each.
 */
export async function goldAndRun(
  words: readonly (string | undefined)[],
  flags: GoldAndRunFlags,
  comparing: Comparing,
  signal: AbortSignal,
): Promise<GoldAndResults> {
  const { input, gold } = flags;
  const given = [gold, ...words].filter((word) => word !== undefined);
  const [goldFile, resultsFile, ...tooMuch] = given;
  if (goldFile === undefined) {
    throw new UsageError(
      `nothing to compare with. Give gold data, then results or -i, e.g. detect_off_topic ${comparing.name} gold.tsv run.jsonl.`,
    );
  }
  if (input === undefined) {
    if (resultsFile === undefined || tooMuch.length > 0) {
      throw new UsageError(
        `gold data is compared with one file of results, not ${given.length - 1}. Give one, or -i to run the tool.`,
      );
    }
    refuseRunOptions(flags, comparing);
    return readGoldAndResults(goldFile, resultsFile, flags.profile);
  }
  if (resultsFile !== undefined) {
    throw new UsageError(
      `results (${resultsFile}) and -i are two things to compare with. Give one of them.`,
    );
  }
  const run = comparing.exact ? { ...flags, exactScores: true } : flags;
  return goldAndResults(goldFile, () => resultsOfRun(input, run, signal), "paper");
}

/** What decides scores decides nothing where the scores are there. */
function refuseRunOptions(flags: GoldAndRunFlags, { takesCuts }: Comparing): void {
  const allowed = takesCuts === true ? ["profile"] : [];
  const [stray] = Object.keys(settingsChoices(flags)).filter((name) => !allowed.includes(name));
  if (stray === undefined) return;
  throw new UsageError(
    `the results have been computed: options that decide scores (${stray}) have no effect on them. Give -i to compute them.`,
  );
}
