import { stringify } from "csv-stringify/sync";
import { rates, type Counts } from "./counts.js";
import type { Evaluation, MeasureEvaluation, Point } from "./evaluate.js";
import { evaluationNotices } from "./evaluation-notices.js";
import { evaluationTables } from "./evaluation-tables.js";
import { printable } from "../mementos/printable.js";
import { markdownTable, textTable } from "./table.js";

/** The forms that an evaluation can be written in, by keyword. */
export const evaluationForms: Readonly<Record<string, (evaluation: Evaluation) => string>> = {
  text: textForm,
  markdown: markdownForm,
  csv: csvForm,
  json: jsonForm,
};

function textForm(evaluation: Evaluation): string {
  const notices = evaluationNotices(evaluation).map((line) => printable(line));
  return [...notices, "", ...evaluationTables(evaluation).map(textTable)].join("\n");
}

function markdownForm(evaluation: Evaluation): string {
  const notices = evaluationNotices(evaluation).map((line) => `- ${printable(line)}`);
  return [
    "# Evaluation",
    "",
    ...notices,
    "",
    ...evaluationTables(evaluation).map(markdownTable),
  ].join("\n");
}

/** A row for every threshold tried, the data behind figure 9. */
function csvForm({ measures, overall, topic }: Evaluation): string {
  const columns = [
    "Measurement Name",
    "Comparison",
    "Threshold",
    "Is Best",
    "TP",
    "FP",
    "TN",
    "FN",
  ];
  const header = [...columns, "Precision", "Recall", "F1", "Accuracy"];
  const rows = measures.flatMap(({ axis, sweep, best }) =>
    sweep.map(({ threshold, counts }) => [
      axis.name,
      axis.comparison,
      threshold,
      threshold === best.threshold ? "True" : "False",
      ...countFields(counts),
    ]),
  );
  const verdicts = [
    ...(topic === undefined ? [] : [["topic", "", "", "", ...countFields(topic.counts)]]),
    ["overall", "", "", "", ...countFields(overall.counts)],
  ];
  return stringify([header, ...rows, ...verdicts], { cast: { string: (cell) => printable(cell) } });
}

function countFields(counts: Counts): (number | string)[] {
  const { precision, recall, f1, accuracy } = rates(counts);
  const { tp, fp, tn, fn } = counts;
  return [tp, fp, tn, fn, precision ?? "", recall ?? "", f1 ?? "", accuracy ?? ""];
}

function jsonForm(evaluation: Evaluation): string {
  const { gold, matching, onTopic, offTopic, measures, overall, topic, pairs, groups } = evaluation;
  const { judged, ...rest } = matching;
  const report = {
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
    overall: { ...countsJson(overall.counts), silent: overall.silent },
    ...(topic !== undefined && {
      topic: { ...countsJson(topic.counts), silent: topic.silent },
    }),
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
  return `${printable(JSON.stringify(report, null, 2), "json")}\n`;
}

function measureJson(measure: MeasureEvaluation): Record<string, unknown> {
  const { axis, best, plateau, atThreshold, recorded, silent, bounds, sweep } = measure;
  return {
    name: axis.name,
    comparison: axis.comparison,
    best: { ...pointJson(best), "as good from": plateau[0], "as good to": plateau[1] },
    ...(atThreshold !== undefined && { "at its threshold": pointJson(atThreshold) }),
    ...(recorded !== undefined && { "as recorded": countsJson(recorded) }),
    silent,
    bounds,
    sweep: sweep.map(pointJson),
  };
}

const pointJson = ({ threshold, counts }: Point): Record<string, unknown> => ({
  threshold,
  ...countsJson(counts),
});

/** Counts and rates; a rate that is not defined is null. */
function countsJson(counts: Counts): Record<string, number | null> {
  const { precision, recall, f1, accuracy } = rates(counts);
  return {
    ...counts,
    precision: precision ?? null,
    recall: recall ?? null,
    f1: f1 ?? null,
    accuracy: accuracy ?? null,
  };
}
