import { option, under } from "../../base/option.js";
import { counted } from "../../base/text.js";
import { formOption, outputOption, replayOption } from "../../command/options/output.js";
import { UsageError } from "../../base/errors.js";
import { carryDecisions, compareResults, differentSettings } from "./compare.js";
import { COMPARE_FAIL_WORDS, parseDifferences } from "./fail-on.js";
import { comparisonFormatters } from "./forms.js";
import { type Decision, formatDecisions, parseDecisions } from "../../write/decisions.js";
import { readTextFile } from "../../base/read-file.js";
import { readResults } from "../../write/read-results.js";
import { parseMeasureName } from "../../score/scoring/measure-id.js";
import { catalogue } from "../../run/plugins/catalogue.js";
import { findByKeyword } from "../../base/find.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus } from "../../command/exit-status.js";
import { SAVED, warnOfForgotten } from "../../command/overridden-results.js";
import { type OutputFile, withOutputs } from "../../command/output.js";

const options = {
  ...outputOption,
  textOrJson: formOption(["text", "json"], "form of the output"),
  ...under("Output", {
    decided: option("--decisions <file>", "decisions on the first run (docs/review.md)", {
      reads: true,
    }),
    carry: option(
      "--carry <file>",
      "also write decisions for the second run: those on its mementos, and offers without a label",
      { writes: true, needs: ["decided", "carries decisions"] },
    ),
  }),
  ...replayOption,
  ...under("Exit status", {
    failOnChange: option(
      "--fail-on <what>",
      "exit with 4 if there are differences: any, only mementos that are off-topic in the second run and not in the first, only seeds that are so after their last memento, or more missing mementos than a share or number; several with commas between",
      { choices: COMPARE_FAIL_WORDS, parse: parseDifferences },
    ),
  }),
} as const;

export const compareCommand: CommandDefinition = defineCommand({
  name: "compare",
  group: "decide",
  summary: "List mementos that two runs judge differently.",
  description:
    "List mementos whose overall status, or the status of a measure, differs between two runs, and those that only " +
    "one has. The first lines are the seeds that are newly off-topic (X) and those that recovered (o), then the mementos that are newly off-topic (x). With --decisions also those of the first that a person has decided on and the second judges differently, and " +
    "mementos of the second that have the text of a decided one of their seed.",
  words: [
    ["<first>", SAVED],
    ["<second>", "the same of another run"],
  ],
  examples: [
    "detect_off_topic compare before.json after.json",
    "detect_off_topic compare old.jsonl new.jsonl --fail-on new-off-topic,missing=5%",
    "detect_off_topic compare march.jsonl june.jsonl --decisions march.tsv --carry june.tsv",
  ],
  options,
  async run({ values, words: [first = "", second = ""], log }) {
    const { output, textOrJson, failOnChange, decided: file, carry, replay } = values;
    if (first === "-" && second === "-") {
      throw new UsageError("standard input (-) is one run. Give a file for the other.");
    }
    const [before, after] = [await readResults(first), await readResults(second)];
    const comparison = compareResults(before, after, keywordOfName);
    const decided =
      file === undefined ? undefined : carryDecisions(readDecisions(file), before, after);
    const files: OutputFile[] = [[output, "-o"]];
    if (carry !== undefined) files.push([carry, "--carry"]);
    await withOutputs(files, async ([out, next]) => {
      await out!.write(comparisonFormatters[textOrJson]({ comparison, decided, replay }));
      await next?.write(formatDecisions(decided?.carried ?? []));
    });
    const differing = differentSettings(before, after);
    if (differing.length > 0) {
      log.info(
        `the runs have different settings, of which a different verdict may come: ${differing.join(", ")}`,
      );
    }
    if (file === undefined) warnOfForgotten(before, "--decisions", log);
    const { all, missing } = comparison;
    if (missing > 0) {
      log.warn(
        `warning: ${missing} of ${counted(all, "memento")} of ${first} ${missing === 1 ? "is" : "are"} not in ${second}, so nothing is known of changes there.`,
      );
    }
    return exitStatus[failOnChange?.(comparison) === true ? "failOnMet" : "finished"];
  },
});

/** Throws a `UsageError` for a line that cannot be parsed, because the decision in the line would be lost. */
function readDecisions(file: string): readonly Decision[] {
  const { decisions, problems } = parseDecisions(readTextFile(file));
  const [problem] = problems;
  if (problem === undefined) return decisions;
  throw new UsageError(`${file}, line ${problem.number}: ${problem.message}.`);
}

/** OTMT 1.0.5 uses other names for some measures. A reference in the name is kept (`raw_simhash@median`). */
function keywordOfName(name: string): string {
  const { keyword, reference } = parseMeasureName(name);
  const known = findByKeyword(keyword, catalogue().measures)?.keyword ?? keyword;
  return reference === undefined ? known : `${known}@${reference}`;
}
