import { option, under } from "../../base/option.js";
import { oneOf } from "../../base/value-kinds.js";
import { formOption, outputOption, replayOption } from "../../command/options/output.js";
import { hookOption } from "../../command/options/running.js";
import { UsageError } from "../../base/errors.js";
import { carryDecisions, compareResults, differentSettings, differs } from "./compare.js";
import { comparisonFormatters } from "./forms.js";
import { type Decision, formatDecisions, parseDecisions } from "../../write/decisions.js";
import { readTextFile } from "../../base/read-file.js";
import { readResults } from "../../write/read-results.js";
import { parseMeasureName } from "../../score/scoring/measure-id.js";
import { catalogue } from "../../run/plugins/catalogue.js";
import { findByKeyword } from "../../base/find.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus } from "../../command/exit-status.js";
import { runHook } from "../../command/hook.js";
import { SAVED, warnOfForgotten } from "../../command/overridden-results.js";
import { type OutputFile, withOutputs } from "../../command/output.js";

const DIFFERENCES = ["any", "new-off-topic", "new-off-topic-seed"] as const;

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
      "differences that end with status 4: any, only mementos that are off-topic in the second run and not in the first, or only seeds that are so after their last memento",
      { choices: DIFFERENCES, default: "any", parse: oneOf(DIFFERENCES, "kind of difference") },
    ),
  }),
  ...hookOption,
} as const;

export const compareCommand: CommandDefinition = defineCommand({
  name: "compare",
  group: "decide",
  summary: "List mementos that two runs judge differently.",
  description:
    "List mementos whose overall status, or the status of a measure, differs between two runs, and those that only " +
    "one has. The first lines are the seeds that are newly off-topic (X) and those that recovered (o), then the mementos that are newly off-topic (x). With --decisions also those of the first that a person has decided on and the second judges differently, and " +
    "mementos of the second that have the text of a decided one of their seed. Exit status 4 when any do (--fail-on new-off-topic: when one is newly off-topic; new-off-topic-seed: when a seed is), else 0.",
  words: [
    ["<first>", SAVED],
    ["<second>", "the same of another run"],
  ],
  examples: [
    "detect_off_topic compare before.json after.json",
    "detect_off_topic compare last-month.jsonl today.jsonl --fail-on new-off-topic",
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
    const isMet = {
      any: differs(comparison),
      "new-off-topic": comparison.newOffTopic.length > 0,
      "new-off-topic-seed": comparison.offTopicSeeds.length > 0,
    }[failOnChange];
    const status = isMet ? exitStatus.differencesFound : exitStatus.finished;
    return (await runHook(values.hook, { results: [output], status }, log)).status;
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
