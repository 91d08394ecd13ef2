import { isOtmts } from "../../score/settings/profiles.js";
import { toOtmtForm } from "../../base/datetime.js";
import type { MeasureResult, MementoResult, PreprocessingFlags } from "../../score/types.js";
import type { Result, Writer } from "../types.js";
import { scoreIn, valueOf } from "../entry.js";
import { EVIDENCE_COLUMNS } from "../evidence.js";
import { type Cell, csvRows, csvTable, type TableColumn } from "../formats/forms.js";
import { standsFor } from "../writing.js";

/** A row: a memento with one of its measures, or a memento or TimeMap that failed. */
interface CsvRow {
  readonly result: Result;
  readonly measure?: MeasureResult;
  readonly type?: "timemap measures" | "collection measures";
}

type Column = TableColumn<CsvRow>;

const ofMemento = (name: string, value: (of: MementoResult) => Cell): Column => ({
  name,
  value: ({ result }) => (result.kind === "memento" ? value(result) : undefined),
});

const ofMeasure = (name: string, value: (of: MeasureResult) => Cell): Column => ({
  name,
  value: ({ measure }) => measure && value(measure),
});

/** Flags are booleans as OTMT writes them, so that scripts made for its CSV continue to work. */
const ofFlag = (name: string, flag: keyof PreprocessingFlags): Column =>
  ofMeasure(name, (measure) =>
    scoreIn(measure) === undefined ? undefined : measure.flags[flag] ? "True" : "False",
  );

const uri = (column: Column): Column => ({ ...column, type: "uri" });

/** The columns of OTMT 1.0.5, followed by our own. */
const COLUMNS: readonly Column[] = [
  uri({ name: "URI-T", value: ({ result }) => result.uriT }),
  uri(ofMemento("URI-M", ({ uriM }) => uriM)),
  { name: "Error", value: errorOf },
  {
    name: "Error Message",
    value: ({ result, measure }) => (result.problem ?? problemOf(measure))?.message,
  },
  ofMemento("Content Length", ({ contentLength }) => valueOf(contentLength)),
  ofMemento("Simhash", ({ simhash }) => valueOf(simhash)),
  { name: "Measurement Type", value: ({ type }) => type },
  ofMeasure("Measurement Name", ({ name }) => name),
  ofMeasure("Comparison Score", (measure) => scoreIn(measure)?.score),
  ofFlag("Stemmed", "stemmed"),
  ofFlag("Tokenized", "tokenized"),
  ofFlag("Removed Boilerplate", "removedBoilerplate"),
  ofMeasure("Topic Status", (measure) => scoreIn(measure)?.topicStatus),
  ofMemento("Overall Topic Status", ({ overall }) => overall),
  uri(ofMemento("URI-R", ({ capture }) => capture.uriR)),
  ofMemento("Memento-Datetime", ({ capture }) => toOtmtForm(capture.mementoDatetime)),
  ofMemento("HTTP Status", ({ capture }) => capture.status),
  ofMemento("Language", ({ language }) => valueOf(language)),
  uri({
    name: "Compared With",
    value: ({ result, measure }) =>
      measure?.comparedWith ?? (result.kind === "memento" ? result.comparedWith : undefined),
  }),
  uri(ofMemento("Stands For", ({ capture }) => capture.via && standsFor(capture.via))),
  ofMemento("Source File", ({ capture }) => capture.source?.file),
  ofMemento("Offset", ({ capture }) => capture.source?.offset),
  ofMemento("Notes", ({ capture }) => capture.notes?.join("; ")),
  ofMemento("Pattern", ({ pattern }) => pattern),
  ofMemento(
    "Override",
    ({ override }) => override && `by ${override.by}, computed: ${override.computed ?? "none"}`,
  ),
  ofMeasure("Comparison Score Is", (measure) => scoreIn(measure)?.bound),
];

/** Profile otmt-1.0.5 has none. */
const KIND_COLUMNS: readonly Column[] = [
  ofMemento("Kind", ({ pageKind }) => pageKind),
  ofMemento("Effective Status", ({ effectiveStatus }) => effectiveStatus),
  ofMemento("Fault", ({ fault }) => fault),
];

const REASONS: readonly Column[] = EVIDENCE_COLUMNS.map(([name, value]) => ({
  name,
  value: ({ result, measure }) =>
    result.kind === "memento" && result.evidence !== undefined && measure !== undefined
      ? value(result.evidence, measure.name)
      : undefined,
}));

/** Column of a run that infers verdicts (`--fetch changes`). Spaces stand between the URIs of a cell. */
const INFERRED_COLUMN: Column = ofMemento("Inferred From", ({ capture, problem }) =>
  problem === undefined
    ? capture.inferredFrom?.map((each) => each.replaceAll(" ", "%20")).join(" ")
    : undefined,
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
      ...(fetch === undefined ? [] : [INFERRED_COLUMN]),
    ];
    yield csvRows([columns.map(({ name }) => name)]);
    for await (const result of results) yield csvTable(columns, rowsOf(result));
  },
};

function rowsOf(result: Result): CsvRow[] {
  if (result.kind === "timemap-problem" || result.problem !== undefined) return [{ result }];
  const { capture, measures, collection } = result;
  if (capture.inferredFrom !== undefined) return [{ result }];
  return [
    ...measures.map((measure) => ({ result, measure, type: "timemap measures" as const })),
    ...(collection?.measures ?? []).map((measure) => ({
      ...{ result, measure, type: "collection measures" as const },
    })),
  ];
}

function errorOf({ result, measure }: CsvRow): string | undefined {
  if (result.kind === "timemap-problem") return "TimeMap Access Error";
  if (result.problem !== undefined) return "Memento Access Error";
  return problemOf(measure) && "Memento Measurement Error";
}

const problemOf = (measure: MeasureResult | undefined): { readonly message: string } | undefined =>
  measure !== undefined && "problem" in measure.outcome ? measure.outcome.problem : undefined;
