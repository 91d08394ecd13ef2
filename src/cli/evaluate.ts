import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { messageOf, UsageError } from "../errors.js";
import { evaluate, type Evaluation } from "../evaluate/evaluate.js";
import { evaluationForms } from "../evaluate/evaluation-forms.js";
import { plotFileName, scatterPlot } from "../evaluate/plot.js";
import { requireChoice } from "../registry/find.js";
import { exitStatus } from "./exit-status.js";
import {
  CUT_PROFILES,
  goldAndResults,
  readGoldAndResults,
  type GoldAndResults,
} from "./gold-and-results.js";
import { addHttpOptions, type HttpFlags } from "./http-options.js";
import { interruptible } from "./interrupt.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import { parseWhole } from "./parse-values.js";
import { resultsOfRun } from "./results-of-run.js";
import { addSettingsOptions, settingsChoices, type SettingsFlags } from "./settings-options.js";

const FORMS = Object.keys(evaluationForms);

/** `evaluate`: what gold data says of the results of a run. */
export function evaluateCommand(done: (status: number) => void): Command {
  const command = new Command("evaluate")
    .description(
      "Compare results with gold data (paper, section 5): every measure at every threshold, pairs of measures joined " +
        "by or, precision, recall, F1 and accuracy. A memento that is missing or failed counts as not called off-topic.",
    )
    .argument(
      "[gold]",
      "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides",
    )
    .argument(
      "[results]",
      "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input",
    )
    .option("-i, --input <kind=argument>", "run on this instead of reading results", collectValues)
    .option("--gold <file>", "the gold data, where it is not the first word")
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
  return addHttpOptions(addSettingsOptions(command));
}

interface EvaluateFlags extends SettingsFlags, HttpFlags {
  readonly input?: readonly string[];
  readonly gold?: string;
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
    const given = await whatToEvaluate(first, second, flags, signal);
    const { gold, results, axes, unknown } = given;
    if (unknown.length > 0) {
      openLog({}).warn(
        `not swept, because nothing tells when a score means off-topic: ${unknown.join(", ")}`,
      );
    }
    const output = openOutput(flags.output);
    try {
      const evaluation = evaluate(gold, results, { axes, ...(steps !== undefined && { steps }) });
      if (flags.plots !== undefined) writePlots(flags.plots, evaluation);
      await output.write(form(evaluation));
      await output.commit();
    } catch (cause) {
      output.discard();
      throw cause;
    }
    return exitStatus.finished;
  });
}

async function whatToEvaluate(
  first: string | undefined,
  second: string | undefined,
  flags: EvaluateFlags,
  signal: AbortSignal,
): Promise<GoldAndResults> {
  const { input, gold, profile } = flags;
  const words = [...(gold === undefined ? [] : [gold]), first, second].filter(
    (word) => word !== undefined,
  );
  const [goldFile, resultsFile, ...tooMuch] = words;
  if (goldFile === undefined) {
    throw new UsageError(
      "nothing to compare with. Give gold data, then results or -i, e.g. detect_off_topic evaluate gold.tsv run.jsonl.",
    );
  }
  if (input === undefined) {
    if (resultsFile === undefined || tooMuch.length > 0) {
      throw new UsageError(
        `gold data is compared with one file of results, not ${words.length - 1}. Give one, or -i to run the tool.`,
      );
    }
    refuseRunOptions(flags);
    return readGoldAndResults(goldFile, resultsFile, profile);
  }
  if (resultsFile !== undefined) {
    throw new UsageError(
      `results (${resultsFile}) and -i are two things to compare with. Give one of them.`,
    );
  }
  return goldAndResults(goldFile, () => resultsOfRun(input, flags, signal), "paper");
}

/** What decides scores decides nothing where the scores are there. */
function refuseRunOptions(flags: EvaluateFlags): void {
  const [stray] = Object.keys(settingsChoices(flags)).filter((name) => name !== "profile");
  if (stray === undefined) return;
  throw new UsageError(
    `the results have been computed: options that decide scores (${stray}) have no effect on them. Give -i to compute them.`,
  );
}

const collectValues = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

function writePlots(folder: string, { measures }: Evaluation): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const measure of measures) {
      writeFileSync(join(folder, plotFileName(measure)), scatterPlot(measure));
    }
  } catch (cause) {
    throw new UsageError(`--plots ${folder} cannot be written: ${messageOf(cause)}`, { cause });
  }
}
