import { counted } from "../../base/text.js";
import { type Table, tableForms } from "../../write/formats/forms.js";
import type { Calibrated, CalibrateOptions } from "./calibrate.js";
import type {
  Evaluation,
  Grouped,
  MeasureEvaluation,
  Point,
  Recorded,
  Silent,
} from "./evaluate.js";
import { figureJson, figureRows, figureTable, FIGURE_COLUMNS, rateText } from "./figure-forms.js";
import type { Gold, Matching, RowCount } from "./gold.js";
import type { Interval } from "./resample.js";
import { type Counts, rates } from "./sweep.js";

export { rateText };
/** The notices report how many mementos were compared and how many could not be. */
export function evaluationNotices({
  gold,
  matching,
  onTopic,
  offTopic,
  measures,
  overall,
  unsure,
}: Evaluation): string[] {
  const overrides = matching.judged.filter(({ memento }) => memento?.override !== undefined).length;
  const { accessErrors, failed } = overall.silent;
  const lines = [
    `${gold.file}: ${counted(onTopic + offTopic, "memento")} judged, ${offTopic} off-topic and ${onTopic} on-topic`,
    ...matchingNotices(gold, matching),
    accessErrors > 0 &&
      `mementos that could not be fetched or read, counted as not called off-topic: ${accessErrors}`,
    failed > 0 && `mementos without an overall verdict, counted as not called off-topic: ${failed}`,
    unsure !== undefined &&
      `unsure mementos, left out of the overall figures: ${unsure.mementos} (${unsure.offTopic} off-topic)`,
    overrides > 0 &&
      `overall verdicts that are a curator's own (--overrides), not the tool's: ${overrides}`,
    (onTopic === 0 || offTopic === 0) &&
      `one class only (${offTopic} off-topic, ${onTopic} on-topic): thresholds cannot be compared`,
    ...measures.map(
      ({ axis, bounds }) =>
        bounds > 0 &&
        `scores of ${axis.name} that are bounds only, so that its sweep is not to be trusted (run with --set exact-scores=true): ${bounds}`,
    ),
  ];
  return lines.filter((line) => line !== false);
}

/** Returns notices about rows of the gold data and mementos of the results that could not be matched. */
export function matchingNotices(
  gold: Gold,
  { duplicates, contradictions, missing, withoutGold }: Omit<Matching, "judged">,
): string[] {
  const lines = [
    rowsNotice(missing, "without a memento of the results, counted as not called off-topic"),
    rowsNotice(gold.badLabels, "with a label that is not 0 or 1, left out"),
    rowsNotice(gold.badRows, "without a URI or a date that can be read, left out"),
    rowsNotice(
      duplicates,
      `of a memento that an earlier row names (${contradictions} with another label), left out`,
    ),
    withoutGold > 0 && `mementos of the results without a gold row, left out: ${withoutGold}`,
  ];
  return lines.filter((line) => line !== false);
}

const rowsNotice = ({ count, examples }: RowCount, what: string): string | false =>
  count > 0 &&
  `${counted(count, "row")} ${what}: ${examples.join("; ")}${count > examples.length ? "; ..." : ""}`;

/** Maximum number of pairs in tables; JSON has all. */
const PAIRS_SHOWN = 10;

const COUNT_COLUMNS = ["TP", "FP", "TN", "FN", "precision", "recall", "F1", "accuracy"];

/** Returns counts and rates in the order of {@link COUNT_COLUMNS}. */
function countsAndRates(counts: Counts): (number | undefined)[] {
  const { precision, recall, f1, accuracy } = rates(counts);
  return [counts.tp, counts.fp, counts.tn, counts.fn, precision, recall, f1, accuracy];
}

const countCells = (counts: Counts): string[] =>
  countsAndRates(counts).map((figure, at) => (at < 4 ? String(figure) : rateText(figure)));

/** Returns all tables in the order of the paper's section 5. Counts by language are only in JSON. */
export function evaluationTables(evaluation: Evaluation): Table[] {
  const { measures, overall, inferred, topic, pairs, groups, collections, figures } = evaluation;
  return [
    {
      title: "The gold data (table 3)",
      columns: ["collection", "TimeMaps", "mementos", "off-topic", "share"],
      rows: collections.map(({ collection, timeMaps, mementos, offTopic }) => [
        collection,
        ...[timeMaps, mementos, offTopic].map(String),
        rateText(offTopic / mementos),
      ]),
    },
    figureTable(figures),
    {
      title: "The run as it was",
      columns: ["", "threshold", ...COUNT_COLUMNS, "silent"],
      rows: [
        ...verdictRow("overall", "", overall),
        ...verdictRow("  inferred", "", inferred),
        ...verdictRow("topic", "its vote", topic),
        ...measures.flatMap(asItWas),
      ],
    },
    {
      title: "Best threshold of each measure (table 4)",
      columns: ["measure", "threshold", "as good", ...COUNT_COLUMNS],
      rows: measures.map(({ axis, best, equallyGood }) => [
        axis.name,
        `${axis.comparison} ${best.threshold}`,
        equallyGood[0] === equallyGood[1] ? "" : `${equallyGood[0]} to ${equallyGood[1]}`,
        ...countCells(best.counts),
      ]),
    },
    ...(pairs.length === 0 ? [] : [pairTable(evaluation)]),
    ...groups.filter(({ column }) => column !== "lang").map(groupTable),
  ];
}

const verdictRow = (name: string, cut: string, verdicts: Recorded | undefined): string[][] =>
  verdicts === undefined
    ? []
    : [[name, cut, ...countCells(verdicts.counts), silentText(verdicts.silent)]];

function asItWas({ axis, atThreshold, recorded, silent }: MeasureEvaluation): string[][] {
  if (atThreshold !== undefined)
    return verdictRow(axis.name, `${axis.comparison} ${atThreshold.threshold}`, {
      counts: atThreshold.counts,
      silent,
    });
  return verdictRow(axis.name, "as recorded", recorded && { counts: recorded, silent });
}

/** Returns text such as `3 (1 off-topic)` for mementos without a verdict, which count as not called off-topic. */
export function silentText({ missing, accessErrors, failed, offTopic }: Silent): string {
  const all = missing + accessErrors + failed;
  return all === 0 ? "0" : `${all} (${offTopic} off-topic)`;
}

function pairTable({ pairs }: Evaluation): Table {
  const order = pairs
    .map((pair) => ({ pair, f1: rates(pair.counts).f1 ?? 0 }))
    .sort((a, b) => b.f1 - a.f1);
  const left = order.length - PAIRS_SHOWN;
  return {
    title: `Pairs joined by "or", thresholds swept together (table 5${left > 0 ? `; the best ${PAIRS_SHOWN} of ${order.length}` : ""})`,
    columns: ["measures", "thresholds", ...COUNT_COLUMNS],
    rows: order
      .slice(0, PAIRS_SHOWN)
      .map(({ pair: { names, thresholds, counts } }) => [
        names.join(", "),
        thresholds.join(", "),
        ...countCells(counts),
      ]),
  };
}

function groupTable({ column, rows }: Grouped): Table {
  const voting = [...(rows[0]?.called.keys() ?? [])];
  return {
    title: `Called off-topic by ${column} (found, or false alarms where the gold label is on-topic)`,
    columns: [column, "label", "mementos", "overall", ...voting],
    rows: rows.map(({ value, label, mementos, calledOverall, called }) => [
      value,
      label,
      String(mementos),
      String(calledOverall),
      ...voting.map((name) => String(called.get(name) ?? 0)),
    ]),
  };
}
export const evaluationFormatters = tableForms<Evaluation>({
  title: "Evaluation",
  lines: evaluationNotices,
  tables: evaluationTables,
  rows: thresholdRows,
  json: evaluationJson,
});

/** Returns a row for every threshold that was tried, which is the data behind figure 9. */
function thresholdRows({
  measures,
  overall,
  topic,
  figures,
}: Evaluation): (string | number | undefined)[][] {
  const header = ["Measurement Name", "Comparison", "Threshold", "Is Best", "TP", "FP", "TN", "FN"];
  const rows = measures.flatMap(({ axis, sweep, best }) =>
    sweep.map(({ threshold, counts }) => [
      axis.name,
      axis.comparison,
      threshold,
      threshold === best.threshold ? "True" : "False",
      ...countsAndRates(counts),
    ]),
  );
  const verdicts = [
    ...(topic === undefined ? [] : [["topic", "", "", "", ...countsAndRates(topic.counts)]]),
    ["overall", "", "", "", ...countsAndRates(overall.counts)],
  ];
  const columns = [...header, "Precision", "Recall", "F1", "Accuracy"];
  const none = FIGURE_COLUMNS.map(() => undefined);
  return [
    [...columns, ...FIGURE_COLUMNS],
    ...[...rows, ...verdicts].map((row) => [...row, ...none]),
    ...figureRows(figures).map(([name, ...cells]) => [
      name,
      ...columns.slice(1).map(() => undefined),
      ...cells,
    ]),
  ];
}

function evaluationJson(evaluation: Evaluation): object {
  const { gold, matching, onTopic, offTopic, collections, measures, overall } = evaluation;
  const { inferred, unsure, topic, pairs, groups, figures } = evaluation;
  const { judged, ...rest } = matching;
  return {
    gold: {
      file: gold.file,
      judged: judged.length,
      "off-topic": offTopic,
      "on-topic": onTopic,
      "rows without a memento": rest.missing.count,
      "duplicate rows": rest.duplicates.count,
      "contradicting rows": rest.contradictions,
      "labels not 0 or 1": gold.badLabels.count,
      "rows without date or URI": gold.badRows.count,
      "mementos without a row": rest.withoutGold,
    },
    collections: collections.map(({ collection, timeMaps, mementos, offTopic: off }) => ({
      ...{ collection, "URI-Ts": timeMaps, "URI-Ms": mementos, "off-topic": off },
    })),
    figures: figureJson(figures),
    overall: verdictsJson(overall),
    inferred: inferred && verdictsJson(inferred),
    unsure,
    topic: topic && verdictsJson(topic),
    measures: measures.map(measureJson),
    pairs: pairs.map(({ names, thresholds, counts }) => ({
      measures: names,
      thresholds,
      ...countsJson(counts),
    })),
    groups: groups.map(({ column, rows }) => ({
      column,
      rows: rows.map(({ called, calledOverall, ...row }) => ({
        ...row,
        "called off-topic": [["overall", calledOverall], ...called].map(([name, count]) => ({
          name,
          count,
        })),
      })),
    })),
  };
}

function measureJson(measure: MeasureEvaluation): Record<string, unknown> {
  const { axis, best, equallyGood, atThreshold, recorded, silent, bounds, sweep } = measure;
  return {
    name: axis.name,
    comparison: axis.comparison,
    best: { ...pointJson(best), "as good from": equallyGood[0], "as good to": equallyGood[1] },
    "at its threshold": atThreshold && pointJson(atThreshold),
    "as recorded": recorded && countsJson(recorded),
    silent,
    bounds,
    sweep: sweep.map(pointJson),
  };
}

const pointJson = ({ threshold, counts }: Point): Record<string, unknown> => ({
  threshold,
  ...countsJson(counts),
});

const verdictsJson = ({ counts, silent }: Recorded): object => ({ ...countsJson(counts), silent });

/** An undefined rate is null. */
function countsJson(counts: Counts): Record<string, number | null> {
  const { precision = null, recall = null, f1 = null, accuracy = null } = rates(counts);
  return { ...counts, precision, recall, f1, accuracy };
}
/** The table shows the cross-validated F1 next to the F1 by which the threshold was chosen. */
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
        bracketed(thresholdInterval, String),
        rateText(rates(best.counts).f1),
        rateText(rates(crossValidated).f1),
        bracketed(f1Interval, rateText),
        ...[crossValidated.tp, crossValidated.fp, crossValidated.fn].map(String),
        rateText(rates(crossValidated).precision),
        String(withoutScore),
      ],
    ),
  };
}

/** Returns the actual number of folds. It is at most the number of TimeMaps with off-topic mementos. */
export function foldsOf(calibrated: readonly Calibrated[]): number {
  return Math.max(0, ...calibrated.map(({ foldThresholds }) => foldThresholds.length));
}

function bracketed(interval: Interval | undefined, text: (value: number) => string): string {
  return interval === undefined ? "" : `[${text(interval[0])}, ${text(interval[1])}]`;
}
