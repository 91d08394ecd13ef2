import type { PageHead, PageMeasure, PageScore } from "../page-data.js";
import { badge, columnHead, element, row, table } from "./dom.js";
import { evidenceLines, LINK_OUT, mementoHref, type ShownMemento } from "./memento-text.js";
import {
  dateTitle,
  grouped,
  markWords,
  scoreTitle,
  shortened,
  thresholdTitle,
  visible,
} from "./words.js";

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
  return element(
    "div",
    { class: "scroll" },
    table("scores", [columnHead("measure"), ...heads], rows),
  );
}

const classOf = ({ isNumber, isLong }: Column): string | undefined =>
  isNumber === true ? "number" : isLong === true ? "long" : undefined;

/** 1 is as on-topic as can be, 0 the threshold, -1 as far off-topic as the range goes. */
const signed = (share: number): string =>
  `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share).toFixed(2)}`;
/** The text of the first memento beside that of the one chosen; nothing where the report has no texts. */
export function sideBySide(first: ShownMemento | undefined, chosen: ShownMemento): HTMLElement[] {
  const mine = chosen.excerpt;
  if (mine === undefined) return [];
  if (first === undefined || first === chosen || first.excerpt === undefined) {
    const title = first === chosen ? "Text of the first memento" : "Text of this memento";
    return [element("div", { class: "texts" }, column(title, chosen, mine, undefined))];
  }
  return [
    element(
      "div",
      { class: "texts" },
      column("First memento", first, first.excerpt, mine),
      column("This memento", chosen, mine, first.excerpt),
    ),
    element(
      "p",
      { class: "remark" },
      "The start of each text, as measured. Words that the other one does not have are underlined.",
    ),
  ];
}

function column(
  title: string,
  { date }: ShownMemento,
  text: string,
  other: string | undefined,
): HTMLElement {
  const body = element("p", { class: "excerpt", dir: "auto" });
  if (text === "") body.append(element("em", {}, "no text"));
  else if (other === undefined) body.append(text);
  else {
    for (const { text: piece, isOnlyHere } of markWords(text, other)) {
      body.append(isOnlyHere ? element("mark", {}, piece) : piece);
    }
  }
  return element("section", {}, element("h5", {}, `${title}, ${dateTitle(date)}`), body);
}
/** Everything that is known of the memento that was chosen. */
export function details(
  memento: ShownMemento,
  first: ShownMemento | undefined,
  { measures, hasText }: Pick<PageHead, "measures" | "hasText">,
): HTMLElement[] {
  const { date, overall, problem, notes, standsFor, status, override } = memento;
  const facts = evidenceLines(memento);
  if (problem !== undefined) facts.unshift({ title: "failed", text: visible(problem) });
  if (status !== undefined && !facts.some(({ title }) => title === "HTTP status")) {
    facts.push({ title: "HTTP status", text: String(status) });
  }
  if (standsFor !== undefined) facts.push({ title: "points to", text: visible(standsFor) });
  if (override !== undefined) {
    const computed =
      override.by === undefined ? "" : `; computed: ${override.computed ?? "no verdict"}`;
    facts.push({ title: "override", text: `a curator's own verdict${computed}` });
  }
  for (const note of notes ?? []) facts.push({ title: "note", text: visible(note) });
  return [
    element("h4", {}, badge(overall), ` ${dateTitle(date)}`),
    whereItIs(memento),
    scoreTable(memento.scores, measures),
    factList(facts),
    ...(hasText || problem !== undefined ? sideBySide(first, memento) : [withoutTexts()]),
  ].filter((each) => each !== undefined);
}

/** Why no texts stand side by side, and how to have them. */
function withoutTexts(): HTMLElement {
  return element(
    "p",
    { class: "remark" },
    "No texts side by side: results files have none. Reports written straight from a run (-ot html) show them.",
  );
}

/** The link into the archive, or where the bytes stand. */
function whereItIs(memento: ShownMemento): HTMLElement {
  const { uriM, source, replayed } = memento;
  const href = mementoHref(memento);
  const line = element("p", { class: "where" });
  if (href !== undefined) {
    line.append(
      element(
        "a",
        { href, ...LINK_OUT, class: "open" },
        replayed === undefined ? "Open in its archive" : "Replay it",
      ),
      " ",
    );
  }
  line.append(element("code", {}, shortened(uriM, 200)));
  if (source !== undefined) {
    line.append(` in ${visible(source.file)}, byte ${grouped(source.offset)}`);
  }
  return line;
}

function factList(
  facts: readonly { readonly title: string; readonly text: string }[],
): HTMLElement | undefined {
  if (facts.length === 0) return undefined;
  return element(
    "dl",
    { class: "facts" },
    ...facts.flatMap(({ title, text }) => [
      element("dt", {}, title),
      element("dd", {}, element("bdi", {}, text)),
    ]),
  );
}
