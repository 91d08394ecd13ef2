import { goldOption, resamplingOptions } from "./options.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError, whileWriting } from "../../base/errors.js";
import { option, under } from "../../base/option.js";
import { whole } from "../../base/value-kinds.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { fetchOptions, inputOption } from "../../command/options/input.js";
import { CUT_PROFILES, formOption, outputOption } from "../../command/options/output.js";
import { pluginsOption } from "../../command/options/running.js";
import { runOptions } from "../../command/options/settings.js";
import { withOutput } from "../../command/output.js";
import { evaluate } from "./evaluate.js";
import { evaluationFormatters, evaluationNotices } from "./forms.js";
import { requireAnyMatch } from "./gold.js";
import { plotFileName, scatterPlot } from "./pictures.js";
import { reviewFigures, reviewFormatters } from "./review-figures.js";
import { goldAndResultsWords, goldAndRun } from "./gold-and-run.js";

const options = {
  ...inputOption,
  ...fetchOptions,
  ...outputOption,
  evaluationForm: formOption(["text", "markdown", "csv", "json"], "form of the evaluation"),
  ...under("Output", {
    plots: option(
      "--plots <folder>",
      "also write a scatter plot of each measure (figure 9) as SVG",
    ),
  }),
  ...runOptions,
  ...goldOption,
  ...under("Gold data", {
    steps: option("--steps <n>", "thresholds to try, evenly spaced", {
      rare: true,
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
      // A folder that cannot be written is told before a long run.
      if (plots !== undefined) {
        await whileWriting(`--plots ${plots}`, "Give a folder that you may write to.", () =>
          mkdirSync(plots, { recursive: true }),
        );
      }
      const { gold, results, axes, unknown, cuts } = await goldAndRun(context, "evaluate");
      if (gold.decisions !== undefined) {
        const figures = reviewFigures(gold.decisions, results);
        if (figures.counts.missing === gold.decisions.length) {
          throw new UsageError(`no decision of ${gold.file} is on a memento of ${results.file}.`);
        }
        await write(reviewFormatters[evaluationForm](figures));
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
        for (const measure of made.measures)
          writeFileSync(join(plots, plotFileName(measure)), scatterPlot(measure));
      }
      await write(evaluationFormatters[evaluationForm](made));
      return made;
    });
    // Notices are logged, because the output types for programs have no place for them.
    if (evaluation === undefined || !["csv", "json"].includes(evaluationForm)) return;
    for (const notice of evaluationNotices(evaluation)) log.warn(notice);
  },
});
