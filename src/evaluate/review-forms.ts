import { stringify } from "csv-stringify/sync";
import { counted, printable } from "../mementos/text.js";
import { markdownTable, rateText, type Table, textTable } from "./forms.js";
import type { ReviewFigures, Share } from "./review-figures.js";

/** The forms that figures of a review can be written in, by keyword: those of an evaluation. */
export const reviewForms: Readonly<Record<string, (figures: ReviewFigures) => string>> = {
  text: (figures) => pageForm(figures, [], "", textTable),
  markdown: (figures) => pageForm(figures, ["# Review", ""], "- ", markdownTable),
  csv: (figures) =>
    stringify([["Figure", ...COLUMNS], ...rowsOf(figures)], {
      cast: { string: (cell) => printable(cell) },
    }),
  json: (figures) => `${printable(JSON.stringify(figures, null, 2), "json")}\n`,
};

const COLUMNS = ["Count", "Of", "Share", "From", "To"] as const;

function pageForm(
  figures: ReviewFigures,
  heading: readonly string[],
  bullet: string,
  table: (table: Table) => string,
): string {
  const lines = reviewLines(figures).map((line) => bullet + printable(line));
  const rows = rowsOf(figures);
  const tables: Table[] = [{ title: "Figures, 95 %", columns: ["", ...COLUMNS], rows }];
  return [...heading, ...lines, "", ...(rows.length > 0 ? tables.map(table) : [])].join("\n");
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** What may be said, in sentences. */
export function reviewLines(figures: ReviewFigures): string[] {
  const { precision, cases, drawn, chosen, recall, counts } = figures;
  const lines = [
    precision === undefined
      ? `no off-topic verdict was looked at, of ${counts.offTopic}: the precision is not known`
      : `precision ${intervalText(precision)} of ${precision.of} off-topic verdicts looked at, of ${counts.offTopic}`,
    cases !== undefined &&
      `the same by cases, since mementos of one case are right or wrong together: ${intervalText(cases)} of ${cases.of}`,
    drawn === undefined
      ? "of on-topic verdicts none was drawn at random and looked at: how many are wrong is not known, nor is the recall"
      : `${drawn.count} of ${drawn.of} on-topic verdicts drawn at random ${drawn.count === 1 ? "was" : "were"} wrong: at most ${percent(drawn.high)} are`,
    chosen !== undefined &&
      `${chosen.count} of ${chosen.of} on-topic verdicts nearest to the threshold were wrong`,
    recall !== undefined && `recall from ${rateText(recall.low)} to ${rateText(recall.high)}`,
    counts.batch > 0 && `accepted by batch and never opened, not in the precision: ${counts.batch}`,
    counts.unsure > 0 && `seen and not decided: ${counts.unsure}`,
    counts.open > 0 && `asked for and not decided yet: ${counts.open}`,
    counts.conflicts > 0 &&
      `${counted(counts.conflicts, "memento")} on which people contradict each other, left out`,
    counts.missing > 0 && `decisions on mementos that the results do not have: ${counts.missing}`,
    counts.otherRuns > 0 &&
      `decisions that were made of another set of mementos: ${counts.otherRuns}; their sample says nothing of this one`,
  ];
  return lines.filter((line) => line !== false);
}

const intervalText = ({ count, of, low, high }: Share): string =>
  `${rateText(count / of)} [${rateText(low)}, ${rateText(high)}]`;

/** The figures in columns. */
function rowsOf({ precision, cases, kinds, drawn, recall }: ReviewFigures): string[][] {
  const row = (name: string, share: Share | undefined): string[][] =>
    share === undefined
      ? []
      : [
          [
            name,
            ...[share.count, share.of].map(String),
            ...[share.count / share.of, share.low, share.high].map(rateText),
          ],
        ];
  return [
    ...row("precision", precision),
    ...row("precision by cases", cases),
    ...kinds.flatMap(({ kind, ...share }) => row(`precision, ${kind}`, share)),
    ...row("wrong on-topic verdicts", drawn),
    ...(recall === undefined
      ? []
      : [["recall", "", "", "", rateText(recall.low), rateText(recall.high)]]),
  ];
}
