import type { PageHead, PageMeasure, PageScore } from "../page-data.js";
import { badge, columnHead, element, folded, row, scrollable, shareBar, table } from "./dom.js";
import {
  evidenceLines,
  LINK_OUT,
  mementoHref,
  OWN_VERDICT,
  type ShownMemento,
} from "./memento-text.js";
import { pictureOf } from "./pictures.js";
import { sideBySide } from "./side-by-side.js";
import { dateTitle, grouped, scoreTitle, shortened, thresholdTitle, visible } from "./words.js";

interface ScoreColumn {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Whether the cells contain sentences or addresses, which may break into several lines. */
  readonly isLong?: boolean;
  /** Returns the text of a cell, or `undefined` if the cell is empty. A column of empty cells is omitted. */
  readonly cell: (score: PageScore, measure: PageMeasure | undefined) => string | undefined;
}

const COLUMNS: readonly ScoreColumn[] = [
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
    head: "distance to the threshold",
    isNumber: true,
    cell: ({ distance }) => (distance === undefined ? undefined : signed(distance)),
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

/** Returns the table of the scores with a vote, or of all if none has one; `undefined` if the memento has no scores. */
export function scoreTable(
  all: readonly PageScore[],
  measures: readonly PageMeasure[],
): HTMLElement | undefined {
  const voting = all.filter(({ topicStatus }) => topicStatus !== undefined);
  const scores = voting.length > 0 ? voting : all;
  if (scores.length === 0) return undefined;
  const columns = COLUMNS.filter(({ cell }) =>
    scores.some((score) => cell(score, measures[score.measure]) !== undefined),
  );
  const rows = scores.map((score) => {
    const measure = measures[score.measure];
    const made = row(
      visible(measure?.name ?? ""),
      ...columns.map((column) =>
        element("td", { class: classOf(column) }, column.cell(score, measure) ?? "–"),
      ),
    );
    if (score.topicStatus === "off-topic") made.className = "off";
    return made;
  });
  const heads = columns.map(({ head, isNumber }) =>
    columnHead(head, isNumber === true ? "number" : undefined),
  );
  const made = table("scores", [columnHead("measure"), ...heads], rows);
  return scrollable("Scores", made);
}

const classOf = ({ isNumber, isLong }: ScoreColumn): string | undefined =>
  isNumber === true ? "number" : isLong === true ? "long" : undefined;

/** Returns a distance in units of the score. It is below zero on the off-topic side, as in the evidence of all outputs. */
const signed = (distance: number): string => `${distance > 0 ? "+" : ""}${scoreTitle(distance)}`;
/** `beside` is the memento whose text is shown next to the selected memento's text. */
export function details(
  memento: ShownMemento,
  beside: ShownMemento | undefined,
  head: PageHead,
): HTMLElement[] {
  const { date, overall, problem, override, scores } = memento;
  const own = override === undefined ? undefined : OWN_VERDICT;
  return [
    element("h3", badge(overall), ` ${dateTitle(date)}`, own && element("span.own-verdict", own)),
    whereItIs(memento, head.files),
    ...evidenceOf(memento, head),
    pictures(memento, beside, head),
    ...(head.hasText || problem !== undefined ? sideBySide(memento, beside) : [withoutTexts()]),
    scoreTable(scores, head.measures),
  ].filter((each) => each !== undefined);
}

/**
 * Returns the picture of a memento next to the picture of the memento beside it; `undefined` if the memento has no
 * picture.
 */
function pictures(
  memento: ShownMemento,
  beside: ShownMemento | undefined,
  head: PageHead,
): HTMLElement | undefined {
  const shown = [beside, memento].flatMap((each) => {
    const title = `Picture of ${dateTitle(each?.date)}`;
    const picture = each && pictureOf(head, each, title);
    return picture === undefined
      ? []
      : [element("figure", element("figcaption", dateTitle(each?.date)), picture)];
  });
  return shown.length === 0 ? undefined : element("div.pictures", ...shown);
}

/** Returns the evidence for a verdict: the facts and the inputs with the most weight in the learned combination. */
export function evidenceOf(memento: ShownMemento, { inputs }: PageHead): HTMLElement[] {
  const { problem, notes, standsFor, status, override, probability, weighed } = memento;
  const facts = evidenceLines(memento);
  if (problem !== undefined) facts.unshift({ title: "failed", text: visible(problem) });
  if (status !== undefined && !facts.some(({ title }) => title === "HTTP status")) {
    facts.push({ title: "HTTP status", text: String(status) });
  }
  if (standsFor !== undefined) facts.push({ title: "points to", text: visible(standsFor) });
  if (override !== undefined) {
    const computed =
      override.by === undefined ? "" : `; computed: ${override.computed ?? "no verdict"}`;
    facts.push({ title: "override", text: `${OWN_VERDICT}${computed}` });
  }
  for (const note of notes ?? []) facts.push({ title: "note", text: visible(note) });
  return [factList(facts), whatWeighed(probability, weighed ?? [], inputs)].filter(
    (each) => each !== undefined,
  );
}

function whatWeighed(
  probability: number | undefined,
  weighed: NonNullable<ShownMemento["weighed"]>,
  inputs: readonly string[],
): HTMLElement | undefined {
  if (probability === undefined) return undefined;
  const most = Math.max(...weighed.map(([, contribution]) => Math.abs(contribution)), 0);
  const rows = weighed.map(([input, contribution]) =>
    row(
      visible(inputs[input] ?? ""),
      element("td", shareBar(Math.abs(contribution), most, contribution > 0 ? "off" : "on")),
      element("td.number", `${contribution > 0 ? "+" : "−"}${scoreTitle(Math.abs(contribution))}`),
    ),
  );
  const made = table("weighed", [], rows);
  made.append(element("caption", "What weighed most (log-odds of being off-topic)"));
  return folded("what-weighed", `Probability of being off-topic: ${scoreTitle(probability)}`, made);
}

export function withoutTexts(): HTMLElement {
  return element(
    "p.remark",
    "No texts side by side: results files have none. Reports written straight from a run (-ot html) show them.",
  );
}

function whereItIs(memento: ShownMemento, files: readonly string[]): HTMLElement {
  const { uriM, source, replayed } = memento;
  const href = mementoHref(memento);
  const line = element("p.where");
  if (href !== undefined) {
    line.append(
      element(
        "a.open",
        { href, ...LINK_OUT },
        replayed === undefined ? "Open in its archive" : "Replay it",
      ),
      " ",
    );
  }
  // The name of a capture in a file says no more than its date and its seed.
  if (href !== undefined && replayed === undefined)
    line.append(element("code", shortened(uriM, 200)));
  if (source !== undefined) {
    const { file, offset, unit } = source;
    line.append(` ${visible(files[file] ?? "")}, ${unit ?? "byte"} ${grouped(offset)}`);
  }
  return line;
}

function factList(
  facts: readonly { readonly title: string; readonly text: string }[],
): HTMLElement | undefined {
  if (facts.length === 0) return undefined;
  return element(
    "dl.facts",
    ...facts.flatMap(({ title, text }) => [
      element("dt", title),
      element("dd", element("bdi", text)),
    ]),
  );
}
