import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UsageError } from "../errors.js";
import { calibrate, type Calibrated } from "../evaluate/calibrate.js";
import { evaluate, type Evaluation } from "../evaluate/evaluate.js";
import { CUT_PROFILES } from "../evaluate/choices.js";
import {
  goldAndResults,
  type GoldAndResults,
  knownMeasures,
  readGoldAndResults,
} from "../evaluate/evaluation.js";
import {
  calibrationTable,
  evaluationForms,
  evaluationNotices,
  foldsOf,
  matchingNotices,
  textTable,
} from "../evaluate/forms.js";
import { type Gold, matchGold, requireAnyMatch } from "../evaluate/gold.js";
import { curvesPlot, plotFileName, scatterPlot } from "../evaluate/pictures.js";
import { rates } from "../evaluate/sweep.js";
import type { DetectOptions } from "../pipeline/detect-options.js";
import { measuresOf, scoreOf } from "../results/entry.js";
import { parseResults, type SavedResults } from "../results/read-results.js";
import { formatMeasureName } from "../scoring/measure-id.js";
import { requireByKeyword } from "../settings/find.js";
import { collectionMeasures } from "../topic/collection-measures.js";
import type { Json, Measure } from "../types.js";
import { version } from "../version.js";
import { type CommandContext, defineCommand, type MakeCommand } from "./define-command.js";
import { statusOfFailures } from "./exit-status.js";
import { flagOf, optionsOf, type Values } from "./options.js";
import { withOutput } from "./output.js";

type Shared = keyof Values<"evaluate"> & keyof Values<"calibrate">;
type GoldValues = Pick<Values<"calibrate">, Shared> &
  Partial<Pick<Values<"evaluate">, "lsiTopics">>;

interface GoldContext extends Omit<CommandContext<"calibrate">, "values"> {
  readonly values: GoldValues;
}

/** The results of a run made on the spot, as a file of JSON Lines would have them. */
async function resultsOfRun(
  values: GoldValues,
  input: readonly string[],
  exact: boolean,
  { log, signal }: Pick<GoldContext, "log" | "signal">,
): Promise<SavedResults> {
  const [{ prepareRun }, { jsonl }, { archiveChoices, settingsChoices }] = await Promise.all([
    import("../pipeline/detect.js"),
    import("../results/writers/jsonl.js"),
    import("./run-choices.js"),
  ]);
  const choices = settingsChoices(values);
  const { results, settings, tally } = await prepareRun({
    ...choices,
    ...(await lsiChoices(values, choices.measures)),
    ...archiveChoices(values, log),
    input,
    ...(exact && { exactScores: true }),
    scoresOnly: true,
    signal,
  });
  const saved = await parseResults(jsonl.write(results, settings), input.join(" "));
  // The figures of what is left are written all the same.
  process.exitCode = statusOfFailures(tally.failures, log);
  return saved;
}

/** Returns a measure for each number of topics. */
async function lsiMeasures(topics: readonly number[]): Promise<readonly Measure[]> {
  if (topics.length === 0) return [];
  return (await import("../scoring/measures/gensim-lsi.js")).lsiWithTopics(topics);
}

/** The measures of `--lsi-topics` beside those that were chosen. */
async function lsiChoices(
  { lsiTopics = [] }: GoldValues,
  chosen: string | undefined,
): Promise<Pick<DetectOptions, "measures" | "extraMeasures" | "numberOfTopics">> {
  const extraMeasures = await lsiMeasures(lsiTopics);
  if (extraMeasures.length === 0) return {};
  const measures = [chosen ?? [], extraMeasures.map(({ keyword }) => keyword)].flat().join(",");
  return { measures, extraMeasures, numberOfTopics: Math.max(...lsiTopics) };
}

/** What the commands that compare with gold data take without an option; `results` says which they read. */
const goldAndResultsWords = (
  results: string,
): readonly (readonly [syntax: string, help: string])[] => [
  ["[gold]", "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides"],
  ["[results]", results],
];

/**
 * The gold data and the results that the words of a command name, or those of a run made on the spot (`-i`). Throws a
 * `UsageError` where that is not one of each.
 */
async function goldAndRun(
  { values, words, given, log, signal }: GoldContext,
  command: "evaluate" | "calibrate",
): Promise<GoldAndResults> {
  const { input, gold, lsiTopics = [] } = values;
  const files = [gold, ...words].filter((word) => word !== undefined);
  const [goldFile, resultsFile, ...tooMuch] = files;
  if (goldFile === undefined) {
    throw new UsageError(
      `nothing to compare with. Give gold data, then results or -i, e.g. detect_off_topic ${command} gold.tsv run.jsonl.`,
    );
  }
  if (input === undefined) {
    if (resultsFile === undefined || tooMuch.length > 0) {
      throw new UsageError(
        `gold data is compared with one file of results, not ${files.length - 1}. Give one, or -i to run the tool.`,
      );
    }
    if (lsiTopics.length > 0)
      throw new UsageError("--lsi-topics computes scores. Give -i with it.");
    refuseRunOptions(given, command);
    return readGoldAndResults(goldFile, resultsFile, values.profile);
  }
  if (resultsFile !== undefined) {
    throw new UsageError(
      `results (${resultsFile}) and -i are two things to compare with. Give one of them.`,
    );
  }
  const known = knownMeasures();
  return goldAndResults(
    goldFile,
    // A threshold is fitted to scores; a bound says only on which side of the run's own they are.
    () => resultsOfRun(values, input, command === "calibrate", { log, signal }),
    "paper",
    { ...known, measures: [...known.measures, ...(await lsiMeasures(lsiTopics))] },
  );
}

/** What decides scores decides nothing where the scores are there. */
function refuseRunOptions(given: readonly string[], command: "evaluate" | "calibrate"): void {
  // Those that resolve and reduce share: one reads no input, the other has outputs of its own.
  const [ofRuns, ofReduce] = (["resolve", "reduce"] as const).map((one) => new Map(optionsOf(one)));
  // `evaluate --profile` also names whose cuts are those of results that do not name theirs.
  const isOfBoth = (key: string): boolean => key === "profile" && command === "evaluate";
  const stray = optionsOf(command).find(
    ([key]) => given.includes(key) && ofRuns!.has(key) && ofReduce!.has(key) && !isOfBoth(key),
  );
  if (stray === undefined) return;
  throw new UsageError(
    `the results have been computed: options that decide scores (${flagOf(stray[1])}) have no effect on them. Give -i to compute them.`,
  );
}

const saysNoThreshold = ({ file }: Pick<Gold, "file">): UsageError =>
  new UsageError(
    `${file} has decisions on verdicts, which say nothing of other thresholds: leave --steps and --plots out, or give gold data.`,
  );

const FOR_PROGRAMS: ReadonlySet<string> = new Set(["csv", "json"]);

export const evaluateCommand: MakeCommand = defineCommand({
  name: "evaluate",
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
  whenStopped: () => "no output file was written",
  async run(context) {
    const { log, values } = context;
    const { output, plots, steps, evaluationForm } = values;
    const evaluation = await withOutput(output, async ({ write }) => {
      if (plots !== undefined) writable(plots, (folder) => mkdirSync(folder, { recursive: true }));
      const { gold, results, axes, unknown } = await goldAndRun(context, "evaluate");
      if (gold.decisions !== undefined) {
        if (plots !== undefined || steps !== undefined) throw saysNoThreshold(gold);
        const { reviewFigures, reviewForms } = await import("../evaluate/review-figures.js");
        const figures = reviewFigures(gold.decisions, results);
        if (figures.counts.missing === gold.decisions.length) {
          throw new UsageError(`no decision of ${gold.file} is on a memento of ${results.file}.`);
        }
        const form = reviewForms[evaluationForm];
        if (form === undefined) {
          throw new UsageError(
            `${gold.file} has decisions, of which there is no ${evaluationForm} form. Give -ot ${Object.keys(reviewForms).join(", ")}, or gold data.`,
          );
        }
        await write(form(figures));
        return undefined;
      }
      if (unknown.length > 0) {
        log.warn(
          `not swept, because nothing says which scores mean off-topic: ${unknown.join(", ")}`,
        );
      }
      const made = evaluate(gold, results, { axes, steps });
      requireAnyMatch(made.matching, gold, results);
      if (plots !== undefined) {
        const lsi = await lsiMeasures(values.lsiTopics ?? []);
        writable(plots, (folder) => writePlots(folder, made, lsi));
      }
      await write(evaluationForms[evaluationForm](made));
      return made;
    });
    // The forms for programs have no place for what a person must know before the figures.
    if (evaluation === undefined || !FOR_PROGRAMS.has(evaluationForm)) return;
    for (const notice of evaluationNotices(evaluation)) log.warn(notice);
  },
});

/** Figure 9: a picture of each measure, and one of all numbers of topics. */
function writePlots(folder: string, { measures }: Evaluation, lsi: readonly Measure[]): void {
  const lsiNames = new Set(lsi.map(({ keyword }) => keyword));
  for (const measure of measures) {
    writeFileSync(join(folder, plotFileName(measure)), scatterPlot(measure));
  }
  const byTopics = measures.filter(({ axis }) => lsiNames.has(axis.name));
  if (byTopics.length > 0) {
    const title = "Cosine of LSI vectors: F1 at each threshold, by number of topics";
    writeFileSync(join(folder, "gensim_lsi_topics.svg"), curvesPlot(title, byTopics));
  }
}

/** Does what writes into the folder of plots; that it cannot be written is the user's to know. */
function writable(folder: string, write: (folder: string) => unknown): void {
  try {
    write(folder);
  } catch (cause) {
    throw new UsageError(`--plots ${folder} cannot be written: ${messageOf(cause)}`, { cause });
  }
}

export const calibrateCommand: MakeCommand = defineCommand({
  name: "calibrate",
  summary: "Find the best thresholds for gold data.",
  description:
    "Find the best threshold of each measure by F1 and write them to a file for --thresholds. The figures are " +
    "cross-validated over TimeMaps, none of which is split: what a threshold is worth on pages it has not seen.",
  words: goldAndResultsWords(
    "results as JSON Lines (-ot jsonl), which name the settings that they were made with",
  ),
  examples: [
    "detect_off_topic calibrate gold.tsv run.jsonl -o thresholds.json && detect_off_topic -i warc=crawl.warc.gz --thresholds thresholds.json",
    "detect_off_topic calibrate --gold gold.tsv -i warc=crawl.warc.gz -tm cosine,style -o thresholds.json",
  ],
  whenStopped: () => "no output file was written",
  async run(context) {
    const { values, log } = context;
    const { folds, seed, resamples } = values;
    const options = { folds, seed, resamples };
    const { calibrated, found, left } = await withOutput(values.output, async ({ write }) => {
      const given = await goldAndRun(context, "calibrate");
      const { gold, results, axes, definitions } = given;
      if (results.run === undefined) {
        throw new UsageError(
          `${results.file} does not name the settings that it was made with, and a threshold belongs to them. Give JSON Lines (-ot jsonl).`,
        );
      }
      const matching = matchGold(gold, results);
      requireAnyMatch(matching, gold, results);
      refuseBounds(given);
      for (const notice of matchingNotices(gold, matching)) log.warn(notice);
      const left = notCalibrated(given);
      const ours = axes.filter(({ name }) => definitions.has(name));
      if (ours.length === 0) {
        throw new UsageError(
          `${results.file} has no measure to calibrate${left === "" ? "" : ` (${left})`}. Choose measures with -tm.`,
        );
      }
      const calibrated = calibrate(matching.judged, ours, options);
      const found = calibrated.filter(({ best }) => best.counts.tp > 0);
      if (found.length === 0) {
        throw new UsageError(
          `${gold.file}: no threshold of ${namesOf(calibrated)} finds any off-topic memento. Choose other measures.`,
        );
      }
      await write(await thresholdFileText(found, given, matching.judged.length, options));
      return { calibrated, found, left };
    });
    if (left !== "") log.warn(`not calibrated: ${left}`);
    const useless = calibrated.filter((each) => !found.includes(each));
    if (useless.length > 0) {
      log.warn(`no threshold finds any off-topic memento, so none is written: ${namesOf(useless)}`);
    }
    for (const line of textTable(calibrationTable(found, options)).trimEnd().split("\n")) {
      log.info(line);
    }
  },
});

const namesOf = (calibrated: readonly Calibrated[]): string =>
  calibrated.map(({ axis }) => axis.name).join(", ");

/**
 * The scores of the results whose thresholds are not in `--thresholds`, and whose they are; empty where there are
 * none.
 */
function notCalibrated({ axes, definitions }: GoldAndResults): string {
  const left = axes.flatMap(({ name }) => (definitions.has(name) ? [] : [name]));
  const ofTopic = left.filter((name) => collectionMeasures.some(({ keyword }) => keyword === name));
  const whose = [
    ...left
      .filter((name) => !ofTopic.includes(name))
      .map((name) => `${name} (${OWNERS.get(name) ?? "not a measure of this version"})`),
    ...(ofTopic.length === 0
      ? []
      : [`${ofTopic.join(", ")} (the topic has thresholds of its own; evaluate shows the best)`]),
  ];
  return whose.join("; ");
}

/** What has the thresholds of scores that are not a measure's. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ["combined", "its threshold is the model's"],
  ["signs", "--sign-strength is its threshold"],
]);

/** A bound says on which side of the run's own threshold a score lies, and nothing of any other. */
function refuseBounds({ results }: GoldAndResults): void {
  for (const memento of results.mementos) {
    for (const measure of measuresOf(memento)) {
      if (scoreOf(measure)?.bound === undefined) continue;
      throw new UsageError(
        `${results.file} has bounds in place of scores of ${measure.name}. Make it with --exact-scores.`,
      );
    }
  }
}

async function thresholdFileText(
  calibrated: readonly Calibrated[],
  { gold, results, definitions }: GoldAndResults,
  judged: number,
  options: { readonly folds: number; readonly seed: number; readonly resamples: number },
): Promise<string> {
  const [{ THRESHOLD_FORM, thresholdBasis }, { measures }] = await Promise.all([
    import("../settings/thresholds.js"),
    import("../scoring/measures/index.js"),
  ]);
  const settings = results.run?.settings ?? new Map<string, unknown>();
  const thresholds: Record<string, Json> = {};
  for (const each of calibrated) {
    const facts = definitions.get(each.axis.name);
    if (facts === undefined) continue;
    const measure = requireByKeyword(facts.keyword, measures, "measure");
    const { axis, best, crossValidated, thresholdInterval, f1Interval, foldThresholds } = each;
    const { reference } = results.run?.choices.find(({ name }) => name === each.axis.name) ?? {};
    thresholds[formatMeasureName({ keyword: measure.keyword, reference })] = {
      threshold: best.threshold,
      comparison: axis.comparison,
      ...(thresholdInterval !== undefined && { "threshold interval": thresholdInterval }),
      "F1 on all": rates(best.counts).f1 ?? null,
      "F1 cross-validated": rates(crossValidated).f1 ?? null,
      "precision cross-validated": rates(crossValidated).precision ?? null,
      ...(f1Interval !== undefined && { "F1 interval": f1Interval }),
      counts: { ...crossValidated },
      "threshold without each fold": foldThresholds,
      "mementos without a score": each.withoutScore,
      basis: thresholdBasis(measure, settings, reference),
    };
  }
  const file = {
    form: THRESHOLD_FORM,
    tool: `detect_off_topic ${version}`,
    gold: gold.file,
    judged,
    "cross-validation": { ...options, folds: foldsOf(calibrated) },
    thresholds,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
