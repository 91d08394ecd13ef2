import { type ListSize, sizeText } from "../../report/saved-list.js";
import type { Table } from "../../write/formats/forms.js";
import type { Figures, SharedEstimate } from "./figures.js";
import type { Estimate } from "./resample.js";

/** Returns a rate with three digits, or a dash if it is undefined. */
export function rateText(rate: number | undefined): string {
  return rate === undefined ? "-" : rate.toFixed(3);
}

interface NamedFigure {
  readonly name: string;
  readonly figure: Estimate & Partial<SharedEstimate>;
  /** Numbers of cases, of captures in them, and of captures to check, that a curator has to look at for the figure. */
  readonly list?: ListSize;
}

function namedFigures({
  averagePrecision,
  runsInCases,
  runsInList,
  list,
  falseAlarms,
  f1,
}: Figures): NamedFigure[] {
  return [
    ...averagePrecision.map(({ name, ...figure }) => ({
      name: `average precision of ${name}`,
      figure,
    })),
    { name: "off-topic runs in cases", figure: runsInCases, list: { ...list, checks: 0 } },
    { name: "off-topic runs in cases or checks", figure: runsInList, list },
    { name: "on-topic TimeMaps with a false alarm", figure: falseAlarms },
    { name: "F1 of the verdicts", figure: f1 },
  ];
}

const isKnown = ({ count, of }: Partial<SharedEstimate>): boolean =>
  count !== undefined && of !== undefined;

export const figureTable = (figures: Figures): Table => ({
  title: "Order, runs and false alarms (95 of 100 samples of TimeMaps lie from ... to)",
  columns: ["", "count", "value", "from", "to", "to look at"],
  rows: namedFigures(figures).map(({ name, figure, list }) => [
    name,
    isKnown(figure) ? `${figure.count} of ${figure.of}` : "",
    ...[figure.value, figure.interval?.[0], figure.interval?.[1]].map(rateText),
    list === undefined ? "" : sizeText(list),
  ]),
});

/** Columns of {@link figureRows} after the name. */
export const FIGURE_COLUMNS = [
  ...["Value", "From", "To", "Count", "Of", "Cases", "Captures in Cases", "Checks"],
] as const;

export const figureRows = (figures: Figures): (string | number | undefined)[][] =>
  namedFigures(figures).map(({ name, figure: { value, interval, count, of }, list }) => [
    ...[name, value, interval?.[0], interval?.[1], count, of],
    ...[list?.cases, list?.captures, list?.checks],
  ]);

/** A value or an end of an interval is null if there is nothing to measure. */
export const figureJson = (figures: Figures): object => {
  const { averagePrecision, runsInCases, runsInList, list, falseAlarms, f1 } = figures;
  return {
    "average precision": averagePrecision.map(({ name, ...each }) => ({
      name,
      ...figureInJson(each),
    })),
    "off-topic runs in cases": figureInJson(runsInCases),
    "off-topic runs in cases or checks": figureInJson(runsInList),
    "to look at": {
      cases: list.cases,
      "captures in cases": list.captures,
      checks: list.checks,
    },
    "on-topic TimeMaps with a false alarm": figureInJson(falseAlarms),
    F1: figureInJson(f1),
  };
};

const figureInJson = ({ value, interval, count, of }: NamedFigure["figure"]): object => ({
  ...{ count, of, value: value ?? null },
  ...{ from: interval?.[0] ?? null, to: interval?.[1] ?? null },
});
