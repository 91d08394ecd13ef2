import { UsageError } from "../../base/errors.js";
import { requireByKeyword } from "../../base/find.js";
import type { Json } from "../../base/types.js";
import { version } from "../../base/version.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { fetchOptions, inputOption } from "../../command/options/input.js";
import { outputOption } from "../../command/options/output.js";
import { pluginsOption } from "../../command/options/running.js";
import { runOptions } from "../../command/options/settings.js";
import { withOutput } from "../../command/output.js";
import { loadExtensions } from "../../run/extensions/load.js";
import { extensionsOfMeasures } from "../../run/extensions/named.js";
import { measures } from "../../score/measures/index.js";
import { formatMeasureName } from "../../score/scoring/measure-id.js";
import { THRESHOLD_FORM } from "../../score/settings/threshold-file.js";
import { thresholdBasis } from "../../score/settings/threshold-basis.js";
import { measuresOf, scoreIn } from "../../write/entry.js";
import { textTable } from "../../write/formats/forms.js";
import { foldsOption, goldOption, resamplingOptions } from "./options.js";
import { calibrate, type Calibrated } from "./calibrate.js";
import type { GoldAndResults } from "./evaluation.js";
import { calibrationTable, foldsOf, matchingNotices } from "./forms.js";
import { matchGold, requireAnyMatch } from "./gold.js";
import { rates } from "./sweep.js";
import { goldAndResultsWords, goldAndRun } from "./gold-and-run.js";

const options = {
  ...inputOption,
  ...fetchOptions,
  ...outputOption,
  ...runOptions,
  ...goldOption,
  ...foldsOption,
  ...resamplingOptions,
  ...pluginsOption,
} as const;

export const calibrateCommand: CommandDefinition = defineCommand({
  name: "calibrate",
  group: "measure",
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
  options,
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
          `${results.file} does not contain its settings, and a threshold is right only for the settings of its run. Give JSON Lines (-ot jsonl).`,
        );
      }
      const matching = matchGold(gold, results);
      requireAnyMatch(matching, gold, results);
      refuseBounds(given);
      for (const notice of matchingNotices(gold, matching)) log.warn(notice);
      // The topic, a model and signs have thresholds of their own.
      const left = axes.flatMap(({ name }) => (definitions.has(name) ? [] : [name])).join(", ");
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
          `${gold.file}: no threshold of ${namesOfMeasures(calibrated)} finds any off-topic memento. Choose other measures.`,
        );
      }
      await loadExtensions(
        extensionsOfMeasures(Array.from(definitions.values(), ({ keyword }) => keyword)),
      );
      await write(thresholdFileText(found, given, matching.judged.length, options));
      return { calibrated, found, left };
    });
    if (left !== "") log.warn(`not calibrated: ${left}`);
    const useless = namesOfMeasures(calibrated.filter((each) => !found.includes(each)));
    if (useless !== "") log.warn(`no threshold finds any off-topic memento: ${useless}`);
    for (const line of textTable(calibrationTable(found, options)).trimEnd().split("\n")) {
      log.info(line);
    }
  },
});

const namesOfMeasures = (calibrated: readonly Calibrated[]): string =>
  calibrated.map(({ axis }) => axis.name).join(", ");

/**
 * Throws a `UsageError` for results with bounds instead of scores. A bound shows only the side of the run's own
 * threshold, and cannot be compared with another threshold.
 */
function refuseBounds({ results }: GoldAndResults): void {
  for (const memento of results.mementos) {
    for (const measure of measuresOf(memento)) {
      if (scoreIn(measure)?.bound === undefined) continue;
      throw new UsageError(
        `${results.file} has bounds in place of scores of ${measure.name}. Run again with --set exact-scores=true.`,
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
