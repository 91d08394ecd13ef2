import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { messageOf, UsageError } from "../errors.js";
import { evaluate, type Evaluation } from "../evaluate/evaluate.js";
import { evaluationForms } from "../evaluate/evaluation-forms.js";
import { requireAnyMatch } from "../evaluate/match.js";
import { evaluationNotices } from "../evaluate/evaluation-notices.js";
import { plotFileName, scatterPlot } from "../evaluate/plot.js";
import { requireChoice } from "../registry/find.js";
import { exitStatus } from "./exit-status.js";
import { CUT_PROFILES } from "../evaluation.js";
import { addGoldAndRun, goldAndRun, type GoldAndRunFlags } from "./gold-and-run.js";
import { interruptible } from "./interrupt.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import { parseWhole } from "./parse-values.js";

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
