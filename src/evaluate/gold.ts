import { UsageError } from "../errors.js";
import { parseDatetime } from "../mementos/datetime.js";
import { labelledStatus, tsvRows, type TsvRow } from "../mementos/tsv.js";
import type { TopicStatus } from "../types.js";

/** One verdict of a person. */
export interface GoldRow {
  /** Line in the file, from 1. */
  readonly number: number;
  /** ISO 8601 in UTC; absent in a file of overrides. */
  readonly mementoDatetime?: string;
  /** A seed's URI-R, or a URI-M. */
  readonly uri: string;
  readonly label: TopicStatus;
  readonly pattern?: string;
  readonly kind?: string;
  readonly lang?: string;
}

/** Gold data as read, with what could not be used. */
export interface Gold {
  readonly file: string;
  readonly rows: readonly GoldRow[];
  /** Rows whose label is neither 1 nor 0: `ERROR` in results written as gold data, or a mistake. */
  readonly badLabels: RowCount;
  /** Rows without a URI, or without a date that could be understood. */
  readonly badRows: RowCount;
  /** Those of them whose 14 digits a spreadsheet has saved as it showed them: `2.00904E+13`. */
  readonly shortenedDates: number;
}

/** How many rows, and the first few of them for a message. */
export interface RowCount {
  readonly count: number;
  readonly examples: readonly string[];
}

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 80;

/** Counts things and keeps the first few as text. */
export class Counting implements RowCount {
  count = 0;
  readonly examples: string[] = [];

  add(example: string): void {
    this.count += 1;
    if (this.examples.length < EXAMPLES) this.examples.push(example.slice(0, LONGEST_EXAMPLE));
  }
}

/**
 * Reads gold data: tab-separated id, date, URI, label (1 on-topic, 0 off-topic) as in the published gold standard, or
 * a file of overrides (URI, label). A header names the columns; without one the published order holds. Throws a
 * `UsageError` for a file with nothing to use.
 */
export function parseGold(text: string, file: string): Gold {
  const badLabels = new Counting();
  const badRows = new Counting();
  let shortenedDates = 0;
  const rows: GoldRow[] = [];
  let columns: Columns | undefined;
  for (const row of tsvRows(text)) {
    if (columns === undefined) {
      columns = headerColumns(row) ?? columnsByNumber(row);
      if (headerColumns(row) !== undefined) continue;
    }
    const field = (name: string): string => row.fields[columns?.get(name) ?? -1] ?? "";
    const label = labelledStatus(field("label"));
    const uri = field("uri");
    const mementoDatetime = columns.has("date") ? parseDatetime(field("date")) : undefined;
    if (uri === "" || (columns.has("date") && mementoDatetime === undefined)) {
      badRows.add(`line ${row.number}: ${row.fields.join(" ")}`);
      if (SHORTENED_DATE.test(field("date"))) shortenedDates += 1;
    } else if (label === undefined) {
      badLabels.add(`line ${row.number}: "${field("label")}"`);
    } else {
      const extra = (name: "pattern" | "kind" | "lang"): Partial<GoldRow> =>
        field(name) === "" ? {} : { [name]: field(name) };
      rows.push({
        number: row.number,
        uri,
        label,
        ...(mementoDatetime !== undefined && { mementoDatetime }),
        ...extra("pattern"),
        ...extra("kind"),
        ...extra("lang"),
      });
    }
  }
  const gold = { file, rows, badLabels, badRows, shortenedDates };
  if (rows.length === 0) throw nothingIn(text, gold);
  return gold;
}

const SHORTENED_DATE = /^\d(?:[.,]\d+)?E\+13$/iu;

/** What can be done about {@link Gold.shortenedDates}; undefined where there are none. */
export function shortenedDatesAdvice({
  shortenedDates,
}: Pick<Gold, "shortenedDates">): string | undefined {
  if (shortenedDates === 0) return undefined;
  return `Dates that a spreadsheet has shortened, as 2.00904E+13: ${shortenedDates}. Open the original with that column as text, and save it again.`;
}

type Columns = ReadonlyMap<string, number>;

function headerColumns({ fields }: TsvRow): Columns | undefined {
  const names = fields.map((field) => field.toLowerCase());
  if (!names.includes("label")) return undefined;
  const columns = new Map<string, number>();
  for (const [position, name] of names.entries()) {
    const known = name === "uri-m" || name === "uri-r" ? "uri" : name;
    if (!columns.has(known)) columns.set(known, position);
  }
  return columns.has("uri") ? columns : undefined;
}

const PUBLISHED: Columns = new Map([
  ["id", 0],
  ["date", 1],
  ["uri", 2],
  ["label", 3],
]);
const OVERRIDES: Columns = new Map([
  ["uri", 0],
  ["label", 1],
]);

const columnsByNumber = ({ fields }: TsvRow): Columns =>
  fields.length >= 4 ? PUBLISHED : OVERRIDES;

function nothingIn(text: string, gold: Gold): UsageError {
  const { file, badLabels, badRows } = gold;
  const [example] = [...badLabels.examples, ...badRows.examples];
  const found =
    example === undefined
      ? text.trim() === ""
        ? "it is empty"
        : "it has no rows"
      : !text.includes("\t")
        ? "no line has a tab"
        : `labels that are not 0 or 1: ${badLabels.count}, rows without a URI or a date that can be read: ${badRows.count}, e.g. ${example}`;
  const advice =
    shortenedDatesAdvice(gold) ?? "Give tab-separated id, date (14 digits), URI, label (1 or 0).";
  return new UsageError(`${file} has no gold data: ${found}. ${advice}`);
}
