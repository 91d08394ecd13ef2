import { isOtmts } from "../../score/settings/profiles.js";
import { toOtmtForm } from "../../base/datetime.js";
import type { MeasureResult, MementoResult } from "../../score/types.js";
import type { Result, Writer } from "../types.js";
import { valueOf } from "../entry.js";
import { EVIDENCE_COLUMNS, evidenceColumns, scoreColumns } from "../evidence.js";
import { csvRows } from "../formats/forms.js";
import { standsFor } from "../writing.js";

/** The columns of OTMT 1.0.5, followed by our own. */
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

/** Columns after all others except the columns of the evidence. Profile otmt-1.0.5 has none. */
const KIND_COLUMNS = ["Kind", "Effective Status", "Fault"] as const;

/** Column of a run that infers verdicts (`--fetch changes`). */
const INFERRED_COLUMN = ["Inferred From"] as const;

type ColumnName =
  | (typeof COLUMNS)[number]
  | (typeof INFERRED_COLUMN)[number]
  | (typeof KIND_COLUMNS)[number]
  | (typeof EVIDENCE_COLUMNS)[number];
const uris = ["URI-T", "URI-M", "URI-R", "Compared With", "Stands For"];

type CsvRow = Partial<Record<ColumnName, string | number>>;

export const csv: Writer = {
  keyword: "csv",
  suffix: ".csv",
  title: "CSV",
  summary: "A row for each memento and measure: the columns of OTMT 1.0.5, then our own.",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -ot csv",

  async *write(results, { explain = false, profile, fetch }) {
    const columns: ColumnName[] = [
      ...COLUMNS,
      ...(isOtmts(profile) ? [] : KIND_COLUMNS),
      ...(explain ? EVIDENCE_COLUMNS : []),
      ...(fetch === undefined ? [] : INFERRED_COLUMN),
    ];
    yield csvRows([columns]);
    for await (const result of results) yield csvRows(rows(result), { columns, uris });
  },
};

function rows(result: Result): CsvRow[] {
  if (result.kind === "timemap-problem") {
    return [
      {
        "URI-T": result.uriT,
        Error: "TimeMap Access Error",
        "Error Message": result.problem.message,
      },
    ];
  }
  const { problem, evidence, measures, collection } = result;
  const identity = identityColumns(result);
  if (problem !== undefined) {
    return [{ ...identity, Error: "Memento Access Error", "Error Message": problem.message }];
  }
  const { inferredFrom } = result.capture;
  if (inferredFrom !== undefined) {
    return [{ ...identity, "Inferred From": inferredFrom.map(withoutSpaces).join(" ") }];
  }
  const said = evidence && evidenceColumns(evidence);
  const row = (
    type: "timemap measures" | "collection measures",
    measure: MeasureResult,
  ): CsvRow => ({
    ...identity,
    ...measureColumns(measure),
    "Measurement Type": type,
    ...said,
    ...(evidence && scoreColumns(evidence, measure.name)),
  });
  return [
    ...measures.map((measure) => row("timemap measures", measure)),
    ...(collection?.measures ?? []).map((measure) => row("collection measures", measure)),
  ];
}

/** Spaces stand between the URIs of a cell. */
const withoutSpaces = (uri: string): string => uri.replaceAll(" ", "%20");

function identityColumns(result: MementoResult): CsvRow {
  const { capture, override } = result;
  return {
    "URI-T": result.uriT,
    "URI-M": result.uriM,
    "Content Length": valueOf(result.contentLength),
    Simhash: valueOf(result.simhash),
    "Overall Topic Status": result.overall,
    "URI-R": capture.uriR,
    "Memento-Datetime": toOtmtForm(capture.mementoDatetime),
    "HTTP Status": capture.status,
    Language: valueOf(result.language),
    "Compared With": result.comparedWith,
    "Stands For": capture.via && standsFor(capture.via),
    "Source File": capture.source?.file,
    Offset: capture.source?.offset,
    Notes: capture.notes?.join("; "),
    Pattern: result.pattern,
    Kind: result.pageKind,
    "Effective Status": result.effectiveStatus,
    Fault: result.fault,
    Override: override && `by ${override.by}, computed: ${override.computed ?? "none"}`,
  };
}

function measureColumns({ name, flags, outcome, comparedWith }: MeasureResult): CsvRow {
  const measure = {
    "Measurement Name": name,
    ...(comparedWith !== undefined && { "Compared With": comparedWith }),
  };
  if ("problem" in outcome) {
    const { message } = outcome.problem;
    return { ...measure, Error: "Memento Measurement Error", "Error Message": message };
  }
  if ("skipped" in outcome) return { ...measure, "Comparison Score Is": "skipped" };
  return {
    ...measure,
    "Comparison Score": outcome.value.score,
    "Comparison Score Is": outcome.value.bound,
    Stemmed: pythonBoolean(flags.stemmed),
    Tokenized: pythonBoolean(flags.tokenized),
    "Removed Boilerplate": pythonBoolean(flags.removedBoilerplate),
    "Topic Status": outcome.value.topicStatus,
  };
}

/** Returns a boolean as OTMT writes it, so that scripts made for its CSV continue to work. */
const pythonBoolean = (value: boolean): string => (value ? "True" : "False");
