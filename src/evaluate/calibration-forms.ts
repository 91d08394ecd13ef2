import { rates } from "./counts.js";
import type { Calibrated, CalibrateOptions, Interval } from "./calibrate.js";
import { rateText, type Table } from "./table.js";

/** What was found, for people: the honest figure beside the one that the threshold was chosen by. */
export function calibrationTable(
  calibrated: readonly Calibrated[],
  { resamples }: Pick<CalibrateOptions, "resamples">,
): Table {
  const folds = foldsOf(calibrated);
  return {
    title:
      `Best thresholds. F1 unseen: ${folds} folds of TimeMaps, each judged by a threshold found on the others` +
      (resamples > 0
        ? `; in brackets where 95 of 100 of ${resamples} samples of TimeMaps lie`
        : ""),
    columns: [
      "measure",
      "threshold",
      "range",
      "F1 seen",
      "F1 unseen",
      "range",
      "TP",
      "FP",
      "FN",
      "precision",
      "no score",
    ],
    rows: calibrated.map(
      ({ axis, best, crossValidated, thresholdInterval, f1Interval, withoutScore }) => [
        axis.name,
        `${axis.comparison} ${best.threshold}`,
        intervalText(thresholdInterval, String),
        rateText(rates(best.counts).f1),
        rateText(rates(crossValidated).f1),
        intervalText(f1Interval, rateText),
        ...[crossValidated.tp, crossValidated.fp, crossValidated.fn].map(String),
        rateText(rates(crossValidated).precision),
        String(withoutScore),
      ],
    ),
  };
}

/** Parts that the TimeMaps were really cut into: no more than have off-topic mementos. */
export function foldsOf(calibrated: readonly Calibrated[]): number {
  return Math.max(0, ...calibrated.map(({ foldThresholds }) => foldThresholds.length));
}

function intervalText(interval: Interval | undefined, text: (value: number) => string): string {
  return interval === undefined ? "" : `[${text(interval[0])}, ${text(interval[1])}]`;
}
