import { labelledStatus, tsvRows, type TsvRow } from "../mementos/text.js";
import type { OverallStatus } from "../types.js";

/** What a person says of a memento; `unsure` is seen and not decided. */
export type Label = OverallStatus;

/** What a label means: `1` or `on-topic`, `0` or `off-topic`, `?` or `unsure`; undefined for others. */
export const readLabel = (text: string): Label | undefined =>
  text === "?" || text.toLowerCase() === "unsure" ? "unsure" : labelledStatus(text);

/** A row of gold data, of overrides or of decisions. */
export interface LabelRow {
  /** Line in the file, from 1. */
  readonly number: number;
  readonly fields: readonly string[];
  /** The columns of the file. */
  readonly columns: LabelColumns;
  /** The field of a column, by its name in lower case (`uri` also for `URI-M` and `URI-R`); empty where there is none. */
  readonly field: (name: string) => string;
}

/** Which columns a file has. */
export interface LabelColumns {
  readonly places: ReadonlyMap<string, number>;
  /** As the header has them; undefined without one. */
  readonly header?: readonly string[];
}

const PUBLISHED: LabelColumns = {
  places: new Map([
    ["id", 0],
    ["date", 1],
    ["uri", 2],
    ["label", 3],
  ]),
};
const PLAIN: LabelColumns = {
  places: new Map([
    ["uri", 0],
    ["label", 1],
  ]),
};

/**
 * Rows of a tab-separated file with labels: gold data, overrides, decisions. A header names the columns; without one
 * they are id, date, URI, label, as in the published gold standard, or URI, label.
 */
export function* labelRows(text: string): Generator<LabelRow> {
  let columns: LabelColumns | undefined;
  for (const row of tsvRows(text)) {
    if (columns === undefined) {
      columns = headerColumns(row);
      if (columns !== undefined) continue;
      const isPublished = row.fields.length >= 4 && readLabel(row.fields[1] ?? "") === undefined;
      columns = isPublished ? PUBLISHED : PLAIN;
    }
    const { places } = columns;
    const field = (name: string): string => row.fields[places.get(name) ?? -1] ?? "";
    yield { ...row, columns, field };
  }
}

function headerColumns({ fields }: TsvRow): LabelColumns | undefined {
  const names = fields.map((field) => field.toLowerCase());
  if (!names.includes("label")) return undefined;
  const places = new Map<string, number>();
  for (const [position, name] of names.entries()) {
    const known = name === "uri-m" || name === "uri-r" ? "uri" : name;
    if (!places.has(known)) places.set(known, position);
  }
  // A first column of another name is that of the URIs where the labels follow it.
  if (!places.has("uri") && names[1] === "label") places.set("uri", 0);
  return places.has("uri") ? { places, header: fields } : undefined;
}
