import { printable } from "../mementos/printable.js";

/** A table for people; all cells are text already. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first column left, the others right: names, then numbers. */
export function textTable({ title, columns, rows }: Table): string {
  const all = [columns, ...rows].map((row) => row.map((cell) => printable(cell)));
  const widths = columns.map((_, i) =>
    all.reduce((most, row) => Math.max(most, width(row[i] ?? "")), 0),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => {
        const space = " ".repeat(widths[i]! - width(cell));
        return i === 0 ? cell + space : space + cell;
      })
      .join("  ")
      .trimEnd();
  return [printable(title), ...all.map((row) => `  ${line(row)}`), ""].join("\n");
}

/** The same in GitHub's Markdown. */
export function markdownTable({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(" | ")} |`;
  const rule = `| ${columns.map((_, i) => (i === 0 ? "---" : "---:")).join(" | ")} |`;
  return [`## ${printable(title)}`, "", line(columns), rule, ...rows.map(line), ""].join("\n");
}

const width = (text: string): number => Array.from(text).length;

function markdownCell(cell: string): string {
  return printable(cell).replace(/[\\|<>`*_[\]]/gu, (character) => `\\${character}`);
}

/** A rate with three digits; a dash where it is not defined. */
export function rateText(rate: number | undefined): string {
  return rate === undefined ? "-" : rate.toFixed(3);
}
