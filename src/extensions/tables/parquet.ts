import {
  COMBINED,
  measureOf,
  type MementoResult,
  printable,
  type Result,
  type Settings,
  settingsJson,
  SIGNS_VOTE,
  valueOf,
  version,
  type Writer,
} from "../../extend-definitions.js";
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
    const columns = columnsOf(settings);
    const bytes = new ByteWriter();
    const file = new ParquetWriter({
      writer: bytes,
      schema: [
        { name: "memento", num_children: columns.length },
        ...columns.map(({ type }) => type),
      ],
      createdBy: `detect_off_topic ${version}`,
      kvMetadata: [{ key: "settings", value: JSON.stringify(settingsJson(settings, "brief")) }],
    });
    let rows: Result[] = [];
    const endGroup = async (): Promise<Uint8Array> => {
      const columnData = columns.map(({ type: { name }, value }) => ({
        name,
        data: rows.map((row) => value(row) ?? null),
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

type Value = string | number | bigint | Date | undefined;

interface ParquetColumn {
  readonly type: SchemaElement;
  readonly value: (of: Result) => Value;
}

const text = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const datetime = { type: "INT64", converted_type: "TIMESTAMP_MILLIS" } as const;
const count = { type: "INT64" } as const;
const unsigned = { type: "INT64", converted_type: "UINT_64" } as const;
const number = { type: "DOUBLE" } as const;

type ColumnType = typeof text | typeof datetime | typeof count | typeof unsigned | typeof number;

/** Returns a column with a fact of mementos. It is empty for a TimeMap that failed. */
const column = (
  name: string,
  kind: ColumnType,
  value: (of: MementoResult) => Value,
): ParquetColumn => ({
  type: { name, ...kind, repetition_type: "OPTIONAL" },
  value: (result) => (result.kind === "memento" ? value(result) : undefined),
});

const uri = (name: string, value: (of: MementoResult) => string | undefined): ParquetColumn =>
  column(name, text, (of) => optional(value(of), (each) => printable(each, "percent")));

const words = (name: string, value: (of: MementoResult) => string | undefined): ParquetColumn =>
  column(name, text, (of) => optional(value(of), (each) => printable(each)));

const optional = <T, U>(value: T | undefined, map: (value: T) => U): U | undefined =>
  value === undefined ? undefined : map(value);

/** In saved results, a number that should be whole may not be. */
const whole = (value: number | undefined): bigint | undefined =>
  Number.isSafeInteger(value) ? BigInt(value!) : undefined;

function date(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** Returns a Simhash. In saved results, its digits may exceed 64 bits. */
function simhash(digits: string): bigint | undefined {
  const value = BigInt(digits);
  return value < 1n << 64n ? value : undefined;
}

function columnsOf(settings: Settings): ParquetColumn[] {
  const kindOf = ({ overall, pageKind, evidence, fault }: MementoResult): string | undefined =>
    fault !== undefined || overall === "off-topic"
      ? (pageKind ?? evidence?.pageKind?.kind)
      : undefined;
  const facts = [
    ...always("uri_t", ({ uriT }) => printable(uriT, "percent")),
    uri("uri_m", ({ uriM }) => uriM),
    uri("uri_r", ({ capture }) => capture.uriR),
    column("memento_datetime", datetime, ({ capture }) => date(capture.mementoDatetime)),
    words("overall_topic_status", ({ overall }) => overall),
    words("computed_topic_status", ({ override }) =>
      override ? (override.computed ?? "none") : undefined,
    ),
    words("page_kind", kindOf),
    words("pattern", ({ pattern }) => pattern),
    ...always("error", ({ problem }) => optional(problem?.message, (each) => printable(each))),
    column("http_status", count, ({ capture }) => whole(capture.status)),
    words("content_type", ({ capture }) => capture.contentType),
    column("content_length", count, ({ contentLength }) => whole(valueOf(contentLength))),
    words("language", ({ language }) => valueOf(language)),
    column("simhash", unsigned, (of) => optional(valueOf(of.simhash), simhash)),
    words("source_file", ({ capture }) => capture.source?.file),
    column("source_offset", count, ({ capture }) => whole(capture.source?.offset)),
    words("warc_record_id", ({ capture }) => capture.recordId),
    uri("compared_with", ({ comparedWith }) => comparedWith),
    words("stands_for", ({ capture }) => capture.via?.kind),
    uri("stands_for_uri_r", ({ capture }) => capture.via?.uriR),
    column("stands_for_datetime", datetime, ({ capture }) => date(capture.via?.mementoDatetime)),
    words("notes", ({ capture }) => capture.notes?.join("; ")),
  ];
  const last =
    settings.profile === "otmt-1.0.5"
      ? []
      : [
          column("effective_status", count, ({ effectiveStatus }) => whole(effectiveStatus)),
          words("fault", ({ fault }) => fault),
        ];
  const inferred = words("inferred_from", ({ capture }) => capture.inferredFrom?.join(" "));
  return [
    ...[...facts, ...measureNames(settings).flatMap(measureColumns), ...last],
    ...(settings.fetch === undefined ? [] : [inferred]),
  ];
}

/** Returns a column that also has values for a TimeMap that failed. */
const always = (name: string, value: (of: Result) => string | undefined): ParquetColumn[] => [
  { type: { name, ...text, repetition_type: "OPTIONAL" }, value },
];

function measureNames({ measures, model, signsVote, collection }: Settings): string[] {
  const names = [
    ...measures.flatMap(({ name, asInput }) => (asInput === true ? [] : [name])),
    ...(signsVote === true ? [SIGNS_VOTE] : []),
    ...(model === undefined ? [] : [COMBINED]),
    ...(collection?.measures ?? []).map(({ keyword }) => keyword),
  ];
  return [...new Set(names)];
}

function measureColumns(name: string): ParquetColumn[] {
  const outcome = (of: MementoResult): ReturnType<typeof measureOf> => measureOf(of, name);
  const scored = (of: MementoResult): { score?: number; topicStatus?: string; bound?: string } => {
    const found = outcome(of)?.outcome;
    return found !== undefined && "value" in found ? found.value : {};
  };
  return [
    column(`score_${name}`, number, (of) => scored(of).score),
    words(`status_${name}`, (of) => scored(of).topicStatus),
    words(`bound_${name}`, (of) => scored(of).bound),
    words(`error_${name}`, (of) => {
      const found = outcome(of)?.outcome;
      return found !== undefined && "problem" in found ? found.problem.message : undefined;
    }),
  ];
}
