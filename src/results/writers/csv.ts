import { stringify } from "csv-stringify/sync";
import { toOtmtForm } from "../../mementos/datetime.js";
import { printable } from "../../mementos/text.js";
import type { MeasureResult, MementoResult, Result, Writer } from "../../types.js";
import { simhashDigits } from "../entry.js";
import { EVIDENCE_COLUMNS, evidenceColumns, scoreColumns } from "../evidence-text.js";

/** The columns of OTMT 1.0.5, then our own. */
const COLUMNS = [
  "URI-T",
  "URI-M",
  "Error",
  "Error Message",
  "Content Length",
  "Simhash",
  "Measurement Type",
  "Measurement Name",
  "Comparison Score",
  "Stemmed",
  "Tokenized",
  "Removed Boilerplate",
  "Topic Status",
  "Overall Topic Status",
  "URI-R",
  "Memento-Datetime",
  "HTTP Status",
  "Language",
  "Compared With",
  "Stands For",
  "Source File",
  "Offset",
  "Notes",
  "Pattern",
  "Override",
  "Comparison Score Is",
] as const;

type Column = (typeof COLUMNS)[number] | (typeof EVIDENCE_COLUMNS)[number];
/** Columns whose cells are URIs. */
const URIS: ReadonlySet<unknown> = new Set<Column>([
  ...(["URI-T", "URI-M", "URI-R", "Compared With", "Stands For"] as const),
]);

const cast = {
  string: (cell: string, { column }: { readonly column?: unknown }): string =>
    printable(cell, URIS.has(column) ? "percent" : "mark"),
};

type Row = Partial<Record<Column, string | number>>;

/** Comma-separated values, a row for each memento and measure. */
export const csv: Writer = {
  keyword: "csv",
  title: "CSV",
  summary: "A row for each memento and measure: the columns of OTMT 1.0.5, then our own.",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -ot csv",

  async *write(results, { explain = false }) {
    const columns: Column[] = explain ? [...COLUMNS, ...EVIDENCE_COLUMNS] : [...COLUMNS];
    yield stringify([columns]);
    for await (const result of results) yield stringify(rows(result), { columns, cast });
  },
};

function rows(result: Result): Row[] {
  if (result.kind === "timemap-problem") {
    return [
      {
        "URI-T": result.uriT,
        Error: "TimeMap Access Error",
        "Error Message": result.problem.message,
      },
    ];
  }
  const identity = identityColumns(result);
  if (result.problem !== undefined) {
    return [
      { ...identity, Error: "Memento Access Error", "Error Message": result.problem.message },
    ];
  }
  const { evidence } = result;
  const said = evidence === undefined ? {} : evidenceColumns(evidence);
  return [
    ...result.measures.map((measure) => ({
      ...identity,
      ...measureColumns(measure, "timemap measures"),
      ...said,
      ...(evidence !== undefined && scoreColumns(evidence, measure.name)),
    })),
    ...(result.collection?.measures ?? []).map((measure) => ({
      ...identity,
      ...measureColumns(measure, "collection measures"),
      ...said,
      ...(evidence !== undefined && scoreColumns(evidence, measure.name)),
    })),
  ];
}

function identityColumns(result: MementoResult): Row {
  const { capture, contentLength, language, overall, comparedWith, pattern, override } = result;
  const simhash = simhashDigits(result);
  return {
    "URI-T": result.uriT,
    "URI-M": result.uriM,
    ...(contentLength !== undefined &&
      "value" in contentLength && { "Content Length": contentLength.value }),
    ...(simhash !== undefined && { Simhash: simhash }),
    ...(overall !== undefined && { "Overall Topic Status": overall }),
    "URI-R": capture.uriR,
    "Memento-Datetime": toOtmtForm(capture.mementoDatetime),
    ...(capture.status !== undefined && { "HTTP Status": capture.status }),
    ...(language !== undefined && "value" in language && { Language: language.value }),
    ...(comparedWith !== undefined && { "Compared With": comparedWith }),
    ...(capture.via !== undefined && {
      "Stands For": `${capture.via.kind} ${capture.via.mementoDatetime} ${capture.via.uriR}`,
    }),
    ...(capture.source !== undefined && {
      "Source File": capture.source.file,
      Offset: capture.source.offset,
    }),
    ...(capture.notes !== undefined && { Notes: capture.notes.join("; ") }),
    ...(pattern !== undefined && { Pattern: pattern }),
    ...(override !== undefined && {
      Override: `by ${override.by}, computed: ${override.computed ?? "none"}`,
    }),
  };
}

function measureColumns(
  { name, flags, outcome, comparedWith }: MeasureResult,
  type: "timemap measures" | "collection measures",
): Row {
  const measure = {
    "Measurement Type": type,
    "Measurement Name": name,
    ...(comparedWith !== undefined && { "Compared With": comparedWith }),
  };
  if ("problem" in outcome) {
    return {
      ...measure,
      Error: "Memento Measurement Error",
      "Error Message": outcome.problem.message,
    };
  }
  if ("skipped" in outcome) return { ...measure, "Comparison Score Is": "skipped" };
  const { score, bound, topicStatus } = outcome.value;
  return {
    ...measure,
    "Comparison Score": score,
    ...(bound !== undefined && { "Comparison Score Is": bound }),
    Stemmed: pythonBoolean(flags.stemmed),
    Tokenized: pythonBoolean(flags.tokenized),
    "Removed Boilerplate": pythonBoolean(flags.removedBoilerplate),
    ...(topicStatus !== undefined && { "Topic Status": topicStatus }),
  };
}

/** As OTMT writes booleans, so that scripts made for its CSV go on working. */
const pythonBoolean = (value: boolean): string => (value ? "True" : "False");
