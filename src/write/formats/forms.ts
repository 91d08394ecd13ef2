import { stringify } from "csv-stringify/sync";
import { jsonFile } from "../../base/json.js";
import { printable } from "../../base/text.js";

/**
 * The formats of one output: functions that write a value, by the keyword after `-ot`. The option that chooses a format
 * gets its help and its message for an unknown keyword from the same keywords.
 */
export type OutputForms<Keyword extends string, Value> = Readonly<
  Record<Keyword, (value: Value) => string>
>;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * The first column is aligned left because it has names, and the others are aligned right because they have numbers.
 */
export function textTable({ title, columns, rows }: Table): string {
  const all = [columns, ...rows].map((row) => row.map((cell) => printable(cell)));
  const widths = columns.map((_, i) =>
    all.reduce((most, row) => Math.max(most, textWidth(row[i] ?? "")), 0),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => {
        const space = " ".repeat(widths[i]! - textWidth(cell));
        return i === 0 ? cell + space : space + cell;
      })
      .join("  ")
      .trimEnd();
  return [printable(title), ...all.map((row) => `  ${line(row)}`), ""].join("\n");
}

const textWidth = (text: string): number => Array.from(text).length;

function markdownTable({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(" | ")} |`;
  const rule = `| ${columns.map((_, i) => (i === 0 ? "---" : "---:")).join(" | ")} |`;
  return [`## ${printable(title)}`, "", line(columns), rule, ...rows.map(line), ""].join("\n");
}

export function markdownPage(
  title: string,
  lines: readonly string[],
  tables: readonly Table[],
): string {
  const items = lines.map((line) => `- ${printable(line)}`);
  return [`# ${title}`, "", ...items, "", ...tables.map(markdownTable)].join("\n");
}

function markdownCell(cell: string): string {
  return printable(cell).replace(/[\\|<>`*_[\]]/gu, (character) => `\\${character}`);
}

export type Cell = string | number | undefined;

/**
 * Type of the values of a column. `unsigned` numbers have 64 bits and are text. Invisible characters are percent-encoded
 * in a `uri` and marked in `text`.
 */
export type ColumnType = "text" | "uri" | "datetime" | "count" | "unsigned" | "number";

/** A column of a table whose rows are made of one thing each. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => Cell;
  /** `text` by default. */
  readonly type?: ColumnType | undefined;
}

export const column = <Row>(
  name: string,
  value: (row: Row) => Cell,
  type?: ColumnType,
): TableColumn<Row> => ({ name, value, type });

/** Returns rows as CSV, without a header. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows], { cast: { string: (cell) => printable(cell) } });

export const csvHead = (columns: readonly TableColumn<never>[]): string =>
  csvRows([columns.map(({ name }) => name)]);

/** Returns the rows of a table as CSV, without a header. */
export const csvTable = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string =>
  csvRows(
    rows.map((row) =>
      columns.map(({ value, type }) => {
        const cell = value(row);
        return type === "uri" && typeof cell === "string" ? printable(cell, "percent") : cell;
      }),
    ),
  );

/** Functions that give the parts of an output of sentences and tables. */
interface Tabular<Value> {
  readonly title: string;
  readonly lines: (value: Value) => readonly string[];
  readonly tables: (value: Value) => readonly Table[];
  readonly rows: (value: Value) => readonly (readonly Cell[])[];
  readonly json: (value: Value) => unknown;
}

export const tableForms = <Value>({
  title,
  lines,
  tables,
  rows,
  json,
}: Tabular<Value>): OutputForms<"text" | "markdown" | "csv" | "json", Value> => ({
  text: (value) =>
    [...lines(value).map((line) => printable(line)), "", ...tables(value).map(textTable)].join(
      "\n",
    ),
  markdown: (value) => markdownPage(title, lines(value), tables(value)),
  csv: (value) => csvRows(rows(value)),
  json: (value) => jsonFile(json(value)),
});
