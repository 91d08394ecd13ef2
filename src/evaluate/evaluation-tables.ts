import { rates, type Counts } from "./counts.js";
import type { Evaluation, MeasureEvaluation, Silent } from "./evaluate.js";
import type { Grouped } from "./groups.js";
import { rateText, type Table } from "./table.js";

/** Pairs shown to people; all are in JSON. */
const PAIRS_SHOWN = 10;

const COUNT_COLUMNS = ["TP", "FP", "TN", "FN", "precision", "recall", "F1", "accuracy"];

function countCells(counts: Counts): string[] {
  const { precision, recall, f1, accuracy } = rates(counts);
  const { tp, fp, tn, fn } = counts;
  return [
    ...[tp, fp, tn, fn].map(String),
    ...[precision, recall, f1, accuracy].map((rate) => rateText(rate)),
  ];
}

/** Everything for people, in the order of the paper's section 5; counts by language are in JSON only. */
export function evaluationTables(evaluation: Evaluation): Table[] {
  const { measures, overall, topic, pairs, groups } = evaluation;
  return [
    {
      title: "The run as it was",
      columns: ["", "threshold", ...COUNT_COLUMNS, "silent"],
      rows: [
        ["overall", "", ...countCells(overall.counts), silentText(overall.silent)],
        ...(topic === undefined
          ? []
          : [["topic", "its vote", ...countCells(topic.counts), silentText(topic.silent)]]),
        ...measures.flatMap(asItWas),
      ],
    },
    {
      title: "Best threshold of each measure (table 4)",
      columns: ["measure", "threshold", "as good", ...COUNT_COLUMNS],
      rows: measures.map(({ axis, best, plateau }) => [
        axis.name,
        `${axis.comparison} ${best.threshold}`,
        plateau[0] === plateau[1] ? "" : `${plateau[0]} to ${plateau[1]}`,
        ...countCells(best.counts),
      ]),
    },
    ...(pairs.length === 0 ? [] : [pairTable(evaluation)]),
    ...groups.filter(({ column }) => column !== "lang").map(groupTable),
  ];
}

function asItWas({ axis, atThreshold, recorded, silent }: MeasureEvaluation): string[][] {
  if (atThreshold === undefined) {
    if (recorded === undefined) return [];
    return [[axis.name, "as recorded", ...countCells(recorded), silentText(silent)]];
  }
  const cut = `${axis.comparison} ${atThreshold.threshold}`;
  return [[axis.name, cut, ...countCells(atThreshold.counts), silentText(silent)]];
}

/** `3 (1 off-topic)`: mementos without a verdict, which count as not called. */
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
