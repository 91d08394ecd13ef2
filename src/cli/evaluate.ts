import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { messageOf, UsageError } from "../errors.js";
import { evaluate, type Evaluation } from "../evaluate/evaluate.js";
import { evaluationForms } from "../evaluate/evaluation-forms.js";
import { plotFileName, scatterPlot } from "../evaluate/plot.js";
import { requireChoice } from "../registry/find.js";
import { exitStatus } from "./exit-status.js";
import { CUT_PROFILES, readGoldAndResults } from "./gold-and-results.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import { parseWhole } from "./parse-values.js";

const FORMS = Object.keys(evaluationForms);

/** `evaluate`: what gold data says of the results of a run. */
export function evaluateCommand(done: (status: number) => void): Command {
  return new Command("evaluate")
    .description(
      "Compare results with gold data (paper, section 5): every measure at every threshold, pairs of measures joined " +
        "by or, precision, recall, F1 and accuracy. A memento that is missing or failed counts as not called off-topic.",
    )
    .argument(
      "<gold>",
      "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides",
    )
    .argument(
      "<results>",
      "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input",
    )
    .option("-o, --output <file>", "where the evaluation goes (standard output)")
    .option("--output-type <form>", `short: -ot. One of: ${FORMS.join(", ")}`, "text")
    .option(
      "--steps <n>",
      "thresholds to try, evenly spaced (steps of 0.01, or 1 for whole scores)",
    )
    .option("--plots <folder>", "also write a scatter plot of each measure (figure 9) as SVG")
    .option(
      "--profile <name>",
      `whose thresholds JSON results are judged at, one of: ${CUT_PROFILES.join(", ")} (paper)`,
    )
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic -i warc=crawl.warc.gz -ot jsonl -o run.jsonl && detect_off_topic evaluate gold.tsv run.jsonl",
    )
    .action(async (gold: string, results: string, flags: EvaluateFlags) => {
      done(await runEvaluate(gold, results, flags));
    });
}

interface EvaluateFlags {
  readonly output?: string;
  readonly outputType: string;
  readonly steps?: string;
  readonly plots?: string;
  readonly profile?: string;
}

async function runEvaluate(goldFile: string, file: string, flags: EvaluateFlags): Promise<number> {
  const form = evaluationForms[requireChoice(flags.outputType, FORMS, "output type")]!;
  const steps = flags.steps === undefined ? undefined : parseWhole(flags.steps, "--steps", 2);
  const { gold, results, axes, unknown } = await readGoldAndResults(goldFile, file, flags.profile);
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
}

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
