import { sizeText } from "../build/report/saved-list.js";
import { rateText } from "../build/extensions/lab/figure-forms.js";

/** Headings of the cells of {@link figureCells}. */
export const FIGURE_HEADINGS = [
  "average precision",
  "off-topic runs in cases",
  "cases",
  "off-topic runs in cases or checks",
  "cases and checks",
  "on-topic TimeMaps with a false alarm",
  "F1",
];

/** Returns the figures of an evaluation as cells of a table. */
export function figureCells(figures) {
  const { averagePrecision, runsInCases, runsInList, list, falseAlarms, f1 } = figures;
  const isOnly = averagePrecision.length === 1;
  return [
    averagePrecision
      .map(({ name, ...each }) => `${isOnly ? "" : `${name} `}${estimateText(each)}`)
      .join(", ") || "-",
    estimateText(runsInCases),
    sizeText({ ...list, checks: 0 }),
    estimateText(runsInList),
    sizeText(list),
    estimateText(falseAlarms),
    estimateText(f1),
  ];
}

/** Returns a figure as text: `35 of 41, 0.854 (0.720 to 0.951)`. */
function estimateText({ value, interval, count, of }) {
  const counts = count === undefined ? "" : `${count} of ${of}, `;
  const range = interval === undefined ? "" : ` (${interval.map(rateText).join(" to ")})`;
  return `${counts}${rateText(value)}${range}`;
}
