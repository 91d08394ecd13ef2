import { printable } from "../../base/text.js";
import { version } from "../../base/version.js";
import { captureColumns } from "../../write/columns.js";
import type { Cell, ColumnType } from "../../write/formats/forms.js";
import { settingsJson, settingsLine } from "../../write/settings-line.js";
import type { Result, Writer } from "../../write/types.js";
import type { SchemaElement } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer";

/** Only the rows of one group are held in memory. */
const GROUP_ROWS = 8192;

/** The settings decide which columns there are. */
export const parquet: Writer<Uint8Array> = {
  keyword: "parquet",
  suffix: ".parquet",
  needsSettings: true,
  isBinary: true,
  title: "Parquet",
  summary:
    "A table of typed columns, a row for each memento, a score column for each measure: for DuckDB, pandas, Spark.",
  example: "detect_off_topic -i warc=crawl.warc.gz -ot parquet -o out.parquet",

  async *write(results, settings) {
    // Loaded only if needed, because the library has all extensions and few runs write Parquet.
    const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
    const columns = captureColumns(settings);
    const bytes = new ByteWriter();
    const file = new ParquetWriter({
      writer: bytes,
      schema: [
        { name: "memento", num_children: columns.length },
        ...columns.map(({ name, type = "text" }) => typed(name, TYPES[type])),
      ],
      createdBy: `detect_off_topic ${version}`,
      kvMetadata: [
        { key: "settings", value: JSON.stringify(settingsJson(settings, "brief")) },
        { key: "digest", value: settingsLine(settings).digest },
      ],
    });
    let rows: Result[] = [];
    const endGroup = async (): Promise<Uint8Array> => {
      const columnData = columns.map(({ name, value, type = "text" }) => ({
        name,
        data: rows.map((row) => typedCell(value(row), type) ?? null),
      }));
      await file.write({ columnData, rowGroupSize: GROUP_ROWS });
      rows = [];
      return taken(bytes);
    };
    for await (const result of results) {
      rows.push(result);
      if (rows.length === GROUP_ROWS) yield await endGroup();
    }
    if (rows.length > 0) yield await endGroup();
    await file.finish();
    yield taken(bytes);
  },
};

/** Returns the bytes that have been written since the last call. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = bytes.getBytes().slice();
  bytes.index = 0;
  return part;
}

/** Returns the value of a column. In saved results numbers may be of any size, and dates may be of any form. */
function typedCell(cell: Cell, type: ColumnType): Cell | bigint | Date {
  if (cell === undefined || type === "number") return cell;
  if (type === "count") return Number.isSafeInteger(cell) ? BigInt(cell) : undefined;
  if (type === "unsigned") return BigInt(cell) < 1n << 64n ? BigInt(cell) : undefined;
  if (type !== "datetime") return printable(String(cell), type === "uri" ? "percent" : "mark");
  const date = new Date(cell);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const TYPES: Readonly<Record<ColumnType, Pick<SchemaElement, "type" | "converted_type">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  uri: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  datetime: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  count: { type: "INT64" },
  unsigned: { type: "INT64", converted_type: "UINT_64" },
  number: { type: "DOUBLE" },
};

const typed = (name: string, type: (typeof TYPES)[ColumnType]): SchemaElement => ({
  name,
  ...type,
  repetition_type: "OPTIONAL",
});
