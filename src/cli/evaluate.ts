import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { messageOf, UsageError } from "../errors.js";
import { evaluate, type Evaluation } from "../evaluate/evaluate.js";
import {
  CUT_PROFILES,
  goldAndResults,
  type GoldAndResults,
  readGoldAndResults,
} from "../evaluate/evaluation.js";
import { evaluationForms, evaluationNotices } from "../evaluate/forms.js";
import { requireAnyMatch } from "../evaluate/gold.js";
import { plotFileName, scatterPlot } from "../evaluate/plot.js";
import { prepareRun } from "../pipeline/detect.js";
import { parseResults } from "../results/read-results.js";
import type { SavedResults } from "../results/saved-entry.js";
import { jsonl } from "../results/writers/jsonl.js";
import { requireChoice } from "../settings/find.js";
import { exitStatus, interruptible } from "./exit-status.js";
import { addHttpOptions, httpChoices, type HttpFlags } from "./http-options.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import { collectValues, parseWhole } from "./parse-values.js";
import { addSettingsOptions, settingsChoices, type SettingsFlags } from "./settings-options.js";

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
const FORMS = Object.keys(evaluationForms);
const FOR_PROGRAMS: ReadonlySet<string> = new Set(["csv", "json"]);

/** `evaluate`: what gold data says of the results of a run. */
export function evaluateCommand(done: (status: number) => void): Command {
  const command = new Command("evaluate")
    .description(
      "Compare results with gold data (paper, section 5): every measure at every threshold, pairs of measures joined " +
        "by or, precision, recall, F1 and accuracy. A memento that is missing or failed counts as not called off-topic.",
    )
    .option("-o, --output <file>", "where the evaluation goes (standard output)")
    .option("--output-type <form>", `short: -ot. One of: ${FORMS.join(", ")}`, "text")
    .option(
      "--steps <n>",
      "thresholds to try, evenly spaced (steps of 0.01, or 1 for whole scores)",
    )
    .option("--plots <folder>", "also write a scatter plot of each measure (figure 9) as SVG")
    .addHelpText(
      "after",
      `\n--profile also names whose thresholds JSON results are judged at, one of: ${CUT_PROFILES.join(", ")}.` +
        "\n\nExamples:" +
        "\n  detect_off_topic -i warc=crawl.warc.gz -ot jsonl -o run.jsonl && detect_off_topic evaluate gold.tsv run.jsonl" +
        "\n  detect_off_topic evaluate --gold gold.tsv -i warc=crawl.warc.gz -tm cosine,wordcount",
    )
    .action(async (first: string | undefined, second: string | undefined, flags: EvaluateFlags) => {
      done(await runEvaluate(first, second, flags));
    });
  return addGoldAndRun(
    command,
    "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input",
  );
}

interface EvaluateFlags extends GoldAndRunFlags {
  readonly output?: string;
  readonly outputType: string;
  readonly steps?: string;
  readonly plots?: string;
}

async function runEvaluate(
  first: string | undefined,
  second: string | undefined,
  flags: EvaluateFlags,
): Promise<number> {
  const form = evaluationForms[requireChoice(flags.outputType, FORMS, "output type")]!;
  const steps = flags.steps === undefined ? undefined : parseWhole(flags.steps, "--steps", 2);
  return interruptible(async (signal) => {
    const output = openOutput(flags.output);
    try {
      if (flags.plots !== undefined) writable(flags.plots, makeFolder);
      const { gold, results, axes, unknown } = await goldAndRun(
        [first, second],
        flags,
        { name: "evaluate", takesCuts: true, exact: false },
        signal,
      );
      if (unknown.length > 0) {
        openLog({}).warn(
          `not swept, because nothing tells when a score means off-topic: ${unknown.join(", ")}`,
        );
      }
      const evaluation = evaluate(gold, results, { axes, ...(steps !== undefined && { steps }) });
      requireAnyMatch(evaluation.matching, gold, results);
      if (flags.plots !== undefined) {
        writable(flags.plots, (folder) => writePlots(folder, evaluation));
      }
      await output.write(form(evaluation));
      await output.commit();
      // The forms for programs have no place for what a person must know before the figures.
      if (FOR_PROGRAMS.has(flags.outputType)) {
        for (const notice of evaluationNotices(evaluation)) openLog({}).warn(notice);
      }
    } catch (cause) {
      output.discard();
      throw cause;
    }
    return exitStatus.finished;
  });
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
}

function writePlots(folder: string, { measures }: Evaluation): void {
  for (const measure of measures) {
    writeFileSync(join(folder, plotFileName(measure)), scatterPlot(measure));
  }
}

/** Does what writes into the folder of plots; that it cannot be written is the user's to know. */
function writable(folder: string, write: (folder: string) => void): void {
  try {
    write(folder);
  } catch (cause) {
    throw new UsageError(`--plots ${folder} cannot be written: ${messageOf(cause)}`, { cause });
  }
}
