import type { PageMeasure, PageScore } from "../page-data.js";
import { element } from "./dom.js";
import { shortened, visible } from "./visible.js";
import { scoreTitle, thresholdTitle } from "./words.js";

interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Sentences and addresses, which break into lines. */
  readonly isLong?: boolean;
  /** What a row says; undefined where it says nothing: a column of nothing is left out. */
  readonly cell: (score: PageScore, measure: PageMeasure | undefined) => string | undefined;
}

const COLUMNS: readonly Column[] = [
  {
    head: "score",
    isNumber: true,
    cell: ({ score, bound }) =>
      score === undefined
        ? undefined
        : `${bound === undefined ? "" : `${bound} `}${scoreTitle(score)}`,
  },
  {
    head: "off-topic when",
    isNumber: true,
    cell: ({ threshold: own }, measure) => {
      const threshold = own ?? measure?.threshold;
      return threshold === undefined
        ? undefined
        : `${measure?.comparison ?? ""} ${thresholdTitle(threshold)}`;
    },
  },
  {
    head: "distance",
    isNumber: true,
    cell: ({ normalised }) => (normalised === undefined ? undefined : signed(normalised)),
  },
  {
    head: "verdict",
    cell: ({ topicStatus, score }) => topicStatus ?? (score === undefined ? undefined : "no vote"),
  },
  { head: "why there is no score", isLong: true, cell: ({ error }) => error && visible(error) },
  {
    head: "compared with",
    isLong: true,
    cell: ({ comparedWith }) => comparedWith && shortened(comparedWith, 60),
  },
];

/** What each measure says of a memento; undefined where none was asked. */
export function scoreTable(
  scores: readonly PageScore[],
  measures: readonly PageMeasure[],
): HTMLElement | undefined {
  if (scores.length === 0) return undefined;
  const columns = COLUMNS.filter(({ cell }) =>
    scores.some((score) => cell(score, measures[score.measure]) !== undefined),
  );
  const rows = scores.map((score) => {
    const measure = measures[score.measure];
    return element(
      "tr",
      { class: score.topicStatus === "off-topic" ? "off" : undefined },
      element("th", { scope: "row" }, visible(measure?.name ?? "")),
      ...columns.map((column) =>
        element("td", { class: classOf(column) }, column.cell(score, measure) ?? "–"),
      ),
    );
  });
  return element(
    "div",
    { class: "scroll" },
    element(
      "table",
      { class: "scores" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "measure"),
          ...columns.map(({ head, isNumber }) =>
            element("th", { scope: "col", class: isNumber === true && "number" }, head),
          ),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

const classOf = ({ isNumber, isLong }: Column): string | undefined =>
  isNumber === true ? "number" : isLong === true ? "long" : undefined;

/** 1 is as on-topic as can be, 0 the threshold, -1 as far off-topic as the range goes. */
const signed = (share: number): string =>
  `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share).toFixed(2)}`;
