import { goldOption, resamplingOptions } from "./options.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UsageError } from "../../base/errors.js";
import { option, under } from "../../base/option.js";
import { whole, wholes } from "../../base/value-kinds.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { fetchOptions, inputOption } from "../../command/options/input.js";
import { CUT_PROFILES, formOption, outputOption } from "../../command/options/output.js";
import { pluginsOption } from "../../command/options/running.js";
import { runOptions } from "../../command/options/settings.js";
import { withOutput } from "../../command/output.js";
import { requireForm } from "../../write/formats/forms.js";
import { evaluate, type Evaluation } from "./evaluate.js";
import { EVALUATION_FORMS, evaluationFormatters, evaluationNotices } from "./forms.js";
import { type Gold, requireAnyMatch } from "./gold.js";
import { curvesPlot, plotFileName, scatterPlot } from "./pictures.js";
import { reviewFigures, reviewFormatters } from "./review-figures.js";
import { goldAndResultsWords, goldAndRun } from "./gold-and-run.js";

const saysNoThreshold = ({ file }: Pick<Gold, "file">): UsageError =>
  new UsageError(
    `${file} has decisions on verdicts, which say nothing of other thresholds: leave --set steps and --plots out, or give gold data.`,
  );

const FOR_PROGRAMS: ReadonlySet<string> = new Set(["csv", "json"]);

const options = {
  ...inputOption,
  ...fetchOptions,
  ...outputOption,
  evaluationForm: formOption(EVALUATION_FORMS, "form of the evaluation"),
  ...under("Output", {
    plots: option(
      "--plots <folder>",
      "also write a scatter plot of each measure (figure 9) as SVG",
    ),
    lsiTopics: option(
      "--lsi-topics <list>",
      "with -i: gensim_lsi with each of these numbers of topics, e.g. 2,5,10; --plots draws a curve of each (figure 9h)",
      { rare: true, harmless: true, parse: wholes(2) },
    ),
  }),
  ...runOptions,
  ...goldOption,
  ...under("Gold data", {
    steps: option("--steps <n>", "thresholds to try, evenly spaced", {
      rare: true,
      harmless: true,
      parse: whole(2),
      otherwise: "steps of 0.01, or 1 for whole scores",
    }),
  }),
  ...resamplingOptions,
  ...pluginsOption,
} as const;

export const evaluateCommand: CommandDefinition = defineCommand({
  name: "evaluate",
  group: "measure",
  summary: "Compare results with gold data.",
  description:
    "Compare results with gold data (paper, section 5): every measure at every threshold, pairs of measures joined " +
    "by or, precision, recall, F1 and accuracy. A memento that is missing or failed counts as not called off-topic. " +
    `--profile also names whose thresholds JSON results are judged at, one of: ${CUT_PROFILES.join(", ")}. ` +
    "Of decisions (docs/review.md) it says only what they can say: precision, and of a random sample what has passed.",
  words: goldAndResultsWords(
    "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input",
  ),
  examples: [
    "detect_off_topic -i warc=crawl.warc.gz -ot jsonl -o run.jsonl && detect_off_topic evaluate gold.tsv run.jsonl",
    "detect_off_topic evaluate --gold gold.tsv -i warc=crawl.warc.gz -tm cosine,wordcount",
  ],
  options,
  whenStopped: () => "no output file was written",
  async run(context) {
    const { log, values } = context;
    const { output, plots, steps, seed, resamples, evaluationForm } = values;
    const evaluation = await withOutput(output, async ({ write }) => {
      if (plots !== undefined) writable(plots, (folder) => mkdirSync(folder, { recursive: true }));
      const { gold, results, axes, unknown, cuts } = await goldAndRun(context, "evaluate");
      if (gold.decisions !== undefined) {
        if (plots !== undefined || steps !== undefined) throw saysNoThreshold(gold);
        const figures = reviewFigures(gold.decisions, results);
        if (figures.counts.missing === gold.decisions.length) {
          throw new UsageError(`no decision of ${gold.file} is on a memento of ${results.file}.`);
        }
        const form = requireForm(
          evaluationForm,
          reviewFormatters,
          `${gold.file} has decisions, which cannot be written as ${evaluationForm}. Give -ot ${Object.keys(reviewFormatters).join(", ")}, or gold data.`,
        );
        await write(form(figures));
        return undefined;
      }
      if (unknown.length > 0) {
        log.warn(
          `not swept, because nothing says which scores mean off-topic: ${unknown.join(", ")}`,
        );
      }
      const resampling = { resamples, seed };
      const made = evaluate(gold, results, { axes, steps, profile: cuts, resampling });
      requireAnyMatch(made.matching, gold, results);
      if (plots !== undefined) {
        const { lsiTopics = [] } = values;
        const lsi = lsiTopics.length === 0 ? [] : await lsiNames(lsiTopics);
        writable(plots, (folder) => writePlots(folder, made, new Set(lsi)));
      }
      await write(evaluationFormatters[evaluationForm](made));
      return made;
    });
    // Notices are logged, because the output types for programs have no place for them.
    if (evaluation === undefined || !FOR_PROGRAMS.has(evaluationForm)) return;
    for (const notice of evaluationNotices(evaluation)) log.warn(notice);
  },
});

async function lsiNames(topics: readonly number[]): Promise<readonly string[]> {
  const { lsiWithTopics } = await import("./evaluate-run.js");
  return (await lsiWithTopics(topics)).map(({ keyword }) => keyword);
}

/** Writes the plots of figure 9: one plot for each measure, and one plot with a curve for each number of topics. */
function writePlots(folder: string, { measures }: Evaluation, lsi: ReadonlySet<string>): void {
  for (const measure of measures) {
    writeFileSync(join(folder, plotFileName(measure)), scatterPlot(measure));
  }
  const byTopics = measures.filter(({ axis }) => lsi.has(axis.name));
  if (byTopics.length > 0) {
    const title = "Cosine of LSI vectors: F1 at each threshold, by number of topics";
    writeFileSync(join(folder, "gensim_lsi_topics.svg"), curvesPlot(title, byTopics));
  }
}

/** Throws a `UsageError` if it cannot be written. */
function writable(folder: string, write: (folder: string) => unknown): void {
  try {
    write(folder);
  } catch (cause) {
    throw new UsageError(`--plots ${folder} cannot be written: ${messageOf(cause)}`, { cause });
  }
}
