import { Command } from "commander";
import { UsageError } from "../errors.js";
import { calibrate, type Calibrated } from "../evaluate/calibrate.js";
import { calibrationTable } from "../evaluate/calibration-forms.js";
import { rates } from "../evaluate/counts.js";
import { matchGold } from "../evaluate/match.js";
import { textTable } from "../evaluate/table.js";
import { instanceName, thresholdBasis } from "../registry/threshold-basis.js";
import { THRESHOLD_FORM } from "../registry/threshold-file.js";
import type { Json } from "../types.js";
import { version } from "../version.js";
import { exitStatus } from "./exit-status.js";
import { readGoldAndResults, type GoldAndResults } from "./gold-and-results.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import { parseWhole } from "./parse-values.js";

/** `calibrate`: the thresholds that gold data earns, for `--thresholds`. */
export function calibrateCommand(done: (status: number) => void): Command {
  return new Command("calibrate")
    .description(
      "Find the best threshold of each measure by F1 and write them to a file for --thresholds. The figures are " +
        "cross-validated over TimeMaps, none of which is split: what a threshold is worth on pages it has not seen.",
    )
    .argument(
      "<gold>",
      "TSV of id, date, URI (URI-R or URI-M), label (1 or 0); or a file of --overrides",
    )
    .argument(
      "<results>",
      "results as JSON Lines (-ot jsonl), which tell the settings that they were made with",
    )
    .option("-o, --output <file>", "where the thresholds go (standard output)")
    .option("--folds <n>", "parts that the TimeMaps are cut into", "5")
    .option("--seed <n>", "decides folds and samples", "1")
    .option("--resamples <n>", "samples of TimeMaps for the intervals; 0: none", "1000")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic calibrate gold.tsv run.jsonl -o thresholds.json && " +
        "detect_off_topic -i warc=crawl.warc.gz --thresholds thresholds.json",
    )
    .action(async (gold: string, results: string, flags: CalibrateFlags) => {
      done(await runCalibrate(gold, results, flags));
    });
}

interface CalibrateFlags {
  readonly output?: string;
  readonly folds: string;
  readonly seed: string;
  readonly resamples: string;
}

async function runCalibrate(
  goldFile: string,
  file: string,
  flags: CalibrateFlags,
): Promise<number> {
  const options = {
    folds: parseWhole(flags.folds, "--folds", 2),
    seed: parseWhole(flags.seed, "--seed", 0),
    resamples: parseWhole(flags.resamples, "--resamples", 0),
  };
  const given = await readGoldAndResults(goldFile, file, undefined);
  const { gold, results, axes, definitions } = given;
  if (results.run === undefined) {
    throw new UsageError(
      `${file} does not tell the settings that it was made with, and a threshold belongs to them. Give JSON Lines (-ot jsonl).`,
    );
  }
  const ours = axes.filter(({ name }) => definitions.has(name));
  const matching = matchGold(gold, results);
  refuseBounds(given);
  const calibrated = calibrate(matching.judged, ours, options);
  const output = openOutput(flags.output);
  try {
    await output.write(thresholdFileText(calibrated, given, matching.judged.length, options));
    await output.commit();
  } catch (cause) {
    output.discard();
    throw cause;
  }
  const log = openLog({});
  const { missing, duplicates } = matching;
  if (missing.count > 0) {
    log.warn(`${missing.count} gold rows match no memento; they count as not called off-topic`);
  }
  if (duplicates.count > 0) log.warn(`${duplicates.count} gold rows are given twice; left out`);
  if (gold.badLabels.count > 0) {
    log.warn(`${gold.badLabels.count} labels are not 0 or 1; left out`);
  }
  for (const line of textTable(calibrationTable(calibrated, options)).trimEnd().split("\n")) {
    log.info(line);
  }
  return exitStatus.finished;
}

/** A bound says on which side of the run's own threshold a score lies, and nothing of any other. */
function refuseBounds({ results }: GoldAndResults): void {
  for (const { measures } of results.mementos) {
    for (const [name, { bound }] of measures) {
      if (bound !== true) continue;
      throw new UsageError(
        `${results.file} has bounds in place of scores of ${name}. Make it with --exact-scores.`,
      );
    }
  }
}

function thresholdFileText(
  calibrated: readonly Calibrated[],
  { gold, results, definitions }: GoldAndResults,
  judged: number,
  options: { readonly folds: number; readonly seed: number; readonly resamples: number },
): string {
  const settings = results.run?.settings ?? new Map<string, unknown>();
  const thresholds: Record<string, Json> = {};
  for (const each of calibrated) {
    const measure = definitions.get(each.axis.name);
    if (measure === undefined) continue;
    const { axis, best, crossValidated, thresholdInterval, f1Interval, foldThresholds } = each;
    const { reference } = results.run?.choices.find(({ name }) => name === each.axis.name) ?? {};
    thresholds[instanceName(measure.keyword, reference)] = {
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
    "cross-validation": options,
    thresholds,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
