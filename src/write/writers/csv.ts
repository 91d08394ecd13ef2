import { isOtmts } from "../../score/settings/profiles.js";
import { toOtmtForm } from "../../base/datetime.js";
import type { MeasureResult, MementoResult, PreprocessingFlags, Score } from "../../score/types.js";
import type { Result, Writer } from "../types.js";
import { scoreIn, valueOf, whyNoScore } from "../entry.js";
import { EVIDENCE_COLUMNS } from "../evidence.js";
import { column, csvHead, csvTable, type TableColumn } from "../formats/forms.js";
import { standsFor } from "../writing.js";

/** A row: a memento with one of its measures, or a memento or TimeMap that failed. */
interface CsvRow {
  readonly uriT: string;
  readonly memento?: MementoResult;
  readonly measure?: MeasureResult;
  readonly score?: Score | undefined;
  readonly type?: "timemap measures" | "collection measures";
  readonly error?: string;
  readonly message?: string | undefined;
}

/** Flags are booleans as OTMT writes them, so that scripts made for its CSV continue to work. */
const ofFlag = (name: string, flag: keyof PreprocessingFlags): TableColumn<CsvRow> =>
  column(
    name,
    ({ measure, score }) => measure && score && (measure.flags[flag] ? "True" : "False"),
  );

/** The columns of OTMT 1.0.5, followed by our own. */
const COLUMNS: readonly TableColumn<CsvRow>[] = [
  column("URI-T", ({ uriT }) => uriT, "uri"),
  column("URI-M", ({ memento }) => memento?.uriM, "uri"),
  column("Error", ({ error }) => error),
  column("Error Message", ({ message }) => message),
  column("Content Length", ({ memento }) => valueOf(memento?.contentLength)),
  column("Simhash", ({ memento }) => valueOf(memento?.simhash)),
  column("Measurement Type", ({ type }) => type),
  column("Measurement Name", ({ measure }) => measure?.name),
  column("Comparison Score", ({ score }) => score?.score),
  ofFlag("Stemmed", "stemmed"),
  ofFlag("Tokenized", "tokenized"),
  ofFlag("Removed Boilerplate", "removedBoilerplate"),
  column("Topic Status", ({ score }) => score?.topicStatus),
  column("Overall Topic Status", ({ memento }) => memento?.overall),
  column("URI-R", ({ memento }) => memento?.capture.uriR, "uri"),
  column(
    "Memento-Datetime",
    ({ memento }) => memento && toOtmtForm(memento.capture.mementoDatetime),
  ),
  column("HTTP Status", ({ memento }) => memento?.capture.status),
  column("Language", ({ memento }) => valueOf(memento?.language)),
  column(
    "Compared With",
    ({ memento, measure }) => measure?.comparedWith ?? memento?.comparedWith,
    "uri",
  ),
  column(
    "Stands For",
    ({ memento }) => memento?.capture.via && standsFor(memento.capture.via),
    "uri",
  ),
  column("Source File", ({ memento }) => memento?.capture.source?.file),
  column("Offset", ({ memento }) => memento?.capture.source?.offset),
  column("Notes", ({ memento }) => memento?.capture.notes?.join("; ")),
  column("Pattern", ({ memento }) => memento?.pattern),
  column(
    "Override",
    ({ memento: { override } = {} }) =>
      override && `by ${override.by}, computed: ${override.computed ?? "none"}`,
  ),
  column("Comparison Score Is", ({ score }) => score?.bound),
];

/** Profile otmt-1.0.5 has none. */
const KIND_COLUMNS: readonly TableColumn<CsvRow>[] = [
  column("Kind", ({ memento }) => memento?.pageKind),
  column("Effective Status", ({ memento }) => memento?.effectiveStatus),
  column("Fault", ({ memento }) => memento?.fault),
];

const REASONS: readonly TableColumn<CsvRow>[] = EVIDENCE_COLUMNS.map(([name, value]) =>
  column(
    name,
    ({ memento, measure }) => measure && memento?.evidence && value(memento.evidence, measure.name),
  ),
);

/** Column of a run that infers verdicts (`--fetch changes`). Spaces stand between the URIs of a cell. */
const INFERRED: TableColumn<CsvRow> = column("Inferred From", ({ memento }) =>
  memento?.capture.inferredFrom?.map((each) => each.replaceAll(" ", "%20")).join(" "),
);

export const csv: Writer = {
  keyword: "csv",
  suffix: ".csv",
  title: "CSV",
  summary: "A row for each memento and measure: the columns of OTMT 1.0.5, then our own.",
  example: "detect_off_topic -i warc=crawl1.warc.gz,crawl2.warc.gz -ot csv",

  async *write(results, { explain = false, profile, fetch }) {
    const columns = [
      ...COLUMNS,
      ...(isOtmts(profile) ? [] : KIND_COLUMNS),
      ...(explain ? REASONS : []),
      ...(fetch === undefined ? [] : [INFERRED]),
    ];
    yield csvHead(columns);
    for await (const result of results) yield csvTable(columns, rowsOf(result));
  },
};

function rowsOf(result: Result): CsvRow[] {
  const { uriT, problem: { message } = {} } = result;
  if (result.kind === "timemap-problem") {
    return [{ uriT, error: "TimeMap Access Error", message }];
  }
  const row = { uriT, memento: result };
  if (message !== undefined) return [{ ...row, error: "Memento Access Error", message }];
  if (result.capture.inferredFrom !== undefined) return [row];
  const rowOf = (measure: MeasureResult, type: CsvRow["type"]): CsvRow => {
    const why = whyNoScore(measure);
    const error = why === undefined ? {} : { error: "Memento Measurement Error", message: why };
    return { ...row, measure, score: scoreIn(measure), type, ...error };
  };
  return [
    ...result.measures.map((measure) => rowOf(measure, "timemap measures")),
    ...(result.collection?.measures ?? []).map((each) => rowOf(each, "collection measures")),
  ];
}
