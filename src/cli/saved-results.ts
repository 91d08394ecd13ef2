import { UsageError } from "../base/errors.js";
import { axesOf } from "../tasks/evaluate/axis.js";
import { type CUT_PROFILES, knownMeasures } from "../tasks/evaluate/evaluation.js";
import { fromSaved, type ReportCut, type ReportRun, runOfSaved } from "../report/report-run.js";
import { writeReport } from "../report/write-report.js";
import {
  carriedJson,
  carriedText,
  carryDecisions,
  compareResults,
  comparisonJson,
  comparisonText,
  differs,
} from "../tasks/compare/compare.js";
import { type Decision, formatDecisions, parseDecisions } from "../write/decisions.js";
import { readTextFile } from "../base/read-file.js";
import { type Overrides, overrideResults } from "../write/overrides.js";
import { readResults, type SavedResults } from "../write/read-results.js";
import { parseMeasureName } from "../score/measure-id.js";
import { measures } from "../score/measures/index.js";
import { findByKeyword } from "../score/settings/find.js";
import type { Result } from "../write/types.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { exitStatus, statusOfFailures } from "./exit-status.js";
import type { Log } from "./log.js";
import type { Values } from "./options.js";
import { type OutputFile, withOutput, withOutputs } from "./output.js";
import { warnOfUnused } from "./run-choices.js";
import { resultOf, settingsOf } from "./saved-run.js";
import { chooseOutputs, withResultOutputs, writeResults } from "./write-results.js";

/** What commands on saved results take, for help. */
const SAVED = "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input";

export const compareCommand: MakeCommand = defineCommand({
  name: "compare",
  summary: "List mementos that two runs judge differently.",
  description:
    "List mementos whose overall status, or the status of a measure, differs between two runs, and those that only " +
    "one has. The first lines (x) are the mementos that are newly off-topic. With --decisions also those of the first that a person has decided on and the second judges differently, and " +
    "mementos of the second that have the text of a decided one of their seed. Exit status 4 when any do (--fail-on new-off-topic: when one is newly off-topic), else 0.",
  words: [
    ["<first>", SAVED],
    ["<second>", "the same of another run"],
  ],
  examples: [
    "detect_off_topic compare before.json after.json",
    "detect_off_topic compare last-month.jsonl today.jsonl --fail-on new-off-topic",
    "detect_off_topic compare march.jsonl june.jsonl --decisions march.tsv --carry june.tsv",
  ],
  async run({ values, words: [first = "", second = ""] }) {
    const { output, textOrJson, failOnChange, decided: file, carry } = values;
    if (first === "-" && second === "-") {
      throw new UsageError("standard input (-) is one run. Give a file for the other.");
    }
    const [before, after] = [await readResults(first), await readResults(second)];
    const comparison = compareResults(before, after, keywordOfName);
    const decided =
      file === undefined ? undefined : carryDecisions(readDecisions(file), before, after);
    const text =
      textOrJson === "json"
        ? comparisonJson(comparison, decided && carriedJson(decided))
        : comparisonText(comparison) + (decided === undefined ? "" : carriedText(decided));
    const files: OutputFile[] = [[output, "-o"]];
    if (carry !== undefined) files.push([carry, "--carry"]);
    await withOutputs(files, async ([out, next]) => {
      await out!.write(text);
      await next?.write(formatDecisions(decided?.carried ?? []));
    });
    const isMet =
      failOnChange === "new-off-topic" ? comparison.newOffTopic.length > 0 : differs(comparison);
    return isMet ? exitStatus.differencesFound : exitStatus.finished;
  },
});

/** The decisions of a file; throws a `UsageError` where a line cannot be read, since what it says would be lost. */
function readDecisions(file: string): readonly Decision[] {
  const { decisions, problems } = parseDecisions(readTextFile(file));
  const [problem] = problems;
  if (problem === undefined) return decisions;
  throw new UsageError(`${file}, line ${problem.number}: ${problem.message}.`);
}

/** OTMT 1.0.5 has names of its own for some measures; a reference after them stays (`raw_simhash@median`). */
function keywordOfName(name: string): string {
  const { keyword, reference } = parseMeasureName(name);
  const known = findByKeyword(keyword, measures)?.keyword ?? keyword;
  return reference === undefined ? known : `${known}@${reference}`;
}
export const reportCommand: MakeCommand = defineCommand({
  name: "report",
  summary: "Write saved results as an HTML report.",
  description:
    "Write results as one HTML file to look at in a browser: overview, list of TimeMaps, a timeline of scores for each. " +
    "Texts of mementos are only in reports written straight from a run (-ot html).",
  words: [["<results>", SAVED]],
  examples: ["detect_off_topic report out.jsonl -o report.html"],
  async run({ values, words: [file = ""], log }) {
    const { output: path, cuts, replay } = values;
    const results = await overriddenResults(file, values, log);
    await withOutput(path, async (output) => {
      const run = reportRun(results, { cuts, replay });
      for await (const text of writeReport(fromSaved(results), run)) {
        await output.write(text);
      }
    });
  },
});

export const reportRun = (
  results: SavedResults,
  { cuts, replay }: Pick<Values<"report">, "cuts" | "replay">,
): ReportRun => runOfSaved(results, cutsOf(results, cuts), replay);

export const convertCommand: MakeCommand = defineCommand({
  name: "convert",
  summary: "Write saved results in another form.",
  description:
    "Write results in another form, as the run would have written them. What the file does not have is left out: only " +
    "JSON Lines (-ot jsonl) have everything.",
  words: [["<results>", SAVED]],
  examples: [
    "detect_off_topic convert out.jsonl -ot csv -o out.csv",
    "detect_off_topic convert out.jsonl -ot text --only off-topic",
    "detect_off_topic convert out.jsonl --overrides decisions.tsv -ot jsonl -o decided.jsonl",
  ],
  async run({ values, inOrder, words: [file = ""], log }) {
    const outputs = chooseOutputs(inOrder, { otherwise: "text", replay: values.replay, log });
    const { run, timeMapProblems, mementos } = await overriddenResults(file, values, log);
    const settings = settingsOf(run, file, outputs);
    async function* results(): AsyncGenerator<Result> {
      for (const problem of timeMapProblems) yield await Promise.resolve(problem);
      for (const memento of mementos) yield resultOf(memento);
    }
    const failures = await withResultOutputs(outputs, (files) =>
      writeResults(outputs, files, { ...values, results: results(), settings }),
    );
    return statusOfFailures(failures, log);
  },
});

async function overriddenResults(
  file: string,
  { overrides }: { readonly overrides?: Overrides },
  log: Log,
): Promise<SavedResults> {
  const results = await readResults(file);
  if (overrides === undefined) return results;
  const judged = overrideResults(results, overrides);
  warnOfUnused({ overrides }, log);
  return judged;
}

/**
 * When the scores of each measure mean off-topic: as the settings of the results say, else their evidence, else the
 * profile that was named. A threshold that the run may not have had is never drawn.
 */
function cutsOf(
  results: SavedResults,
  profile: (typeof CUT_PROFILES)[number] | undefined,
): ReportCut[] {
  const saved = thresholdsInEvidence(results);
  const isKnown = results.run !== undefined || profile !== undefined;
  return axesOf(results, knownMeasures, profile ?? "paper").axes.map(
    ({ name, comparison, threshold }): ReportCut => {
      const cut = saved.get(name) ?? (isKnown ? threshold : undefined);
      return { name, comparison, threshold: cut };
    },
  );
}

function thresholdsInEvidence({ mementos }: SavedResults): ReadonlyMap<string, number> {
  const thresholds = new Map<string, number>();
  for (const { evidence } of mementos) {
    for (const { measure, threshold } of evidence?.scores ?? []) {
      thresholds.set(measure, threshold);
    }
  }
  return thresholds;
}
