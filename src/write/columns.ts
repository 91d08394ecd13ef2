import { isOtmts } from "../score/settings/profiles.js";
import { seedOfTimeMap } from "../base/uri.js";
import type { Settings } from "../score/settings/types.js";
import type { MementoResult, Score } from "../score/types.js";
import { COMBINED, hasVote, SIGNS_VOTE } from "../score/verdict/decide.js";
import { measureOf, valueOf, whyNoScore } from "./entry.js";
import { EVIDENCE_COLUMNS, evidenceSentence } from "./evidence.js";
import { type Cell, column, type ColumnType, type TableColumn } from "./formats/forms.js";
import type { Result } from "./types.js";

/*
 * The columns of tables with a row for each capture: Parquet and `-ot captures`. The names and their order are part of
 * both forms.
 */

/** Returns the columns of a run. The settings decide of which measures there are scores. */
export function captureColumns(settings: Settings): TableColumn<Result>[] {
  const names = shownMeasures(settings);
  return [
    ...FACTS,
    ...names.flatMap((name) => measureColumns(name, hasVote(name, names))),
    ...(isOtmts(settings.profile) ? [] : CONSEQUENCES),
    ...(settings.explain === true ? REASON_COLUMNS : []),
    ...(settings.fetch === undefined ? [] : [INFERRED_COLUMN]),
    factColumn("grouping_key", ({ key }) => key),
  ];
}

/** Returns a column with a fact of mementos. It is empty for a TimeMap that failed. */
const factColumn = (name: string, value: (of: MementoResult) => Cell, type?: ColumnType) =>
  column<Result>(name, (of) => (of.kind === "memento" ? value(of) : undefined), type);

const FACTS: readonly TableColumn<Result>[] = [
  column("uri_t", ({ uriT }) => uriT, "uri"),
  factColumn("uri_m", ({ uriM }) => uriM, "uri"),
  column(
    "uri_r",
    (of) => (of.kind === "memento" ? of.capture.uriR : seedOfTimeMap(of.uriT)),
    "uri",
  ),
  factColumn("memento_datetime", ({ capture }) => capture.mementoDatetime, "datetime"),
  factColumn("overall_topic_status", ({ overall }) => overall),
  factColumn("computed_topic_status", ({ override }) =>
    override === undefined ? undefined : (override.computed ?? "none"),
  ),
  factColumn("page_kind", ({ overall, pageKind, evidence, fault }) =>
    fault !== undefined || overall === "off-topic"
      ? (pageKind ?? evidence?.pageKind?.kind)
      : undefined,
  ),
  factColumn("pattern", ({ pattern }) => pattern),
  column("error", ({ problem }) => problem?.message),
  factColumn("http_status", ({ capture }) => capture.status, "count"),
  factColumn("content_type", ({ capture }) => capture.contentType),
  factColumn("content_length", ({ contentLength }) => valueOf(contentLength), "count"),
  factColumn("language", ({ language }) => valueOf(language)),
  factColumn("simhash", ({ simhash }) => valueOf(simhash), "unsigned"),
  factColumn("source_file", ({ capture }) => capture.source?.file),
  factColumn("source_offset", ({ capture }) => capture.source?.offset, "count"),
  factColumn("warc_record_id", ({ capture }) => capture.recordId),
  factColumn("compared_with", ({ comparedWith }) => comparedWith, "uri"),
  factColumn("stands_for", ({ capture }) => capture.via?.kind),
  factColumn("stands_for_uri_r", ({ capture }) => capture.via?.uriR, "uri"),
  factColumn("stands_for_datetime", ({ capture }) => capture.via?.mementoDatetime, "datetime"),
  factColumn("notes", ({ capture }) => capture.notes?.join("; ")),
];

const CONSEQUENCES: readonly TableColumn<Result>[] = [
  factColumn("effective_status", ({ effectiveStatus }) => effectiveStatus, "count"),
  factColumn("fault", ({ fault }) => fault),
];

/** Evidence that other columns have, or that is about one measure. */
const LEFT_OUT = new Set(["Threshold", "Threshold Distance", "Normalised Distance", "Page Kind"]);

/** A verdict without reasons has no text, and not an empty one. */
const filled = (cell: Cell): Cell => (cell === "" ? undefined : cell);

/** Columns with the reasons of a verdict (`--explain`), under the names that CSV gives them. */
const REASON_COLUMNS: readonly TableColumn<Result>[] = [
  factColumn("evidence", ({ evidence }) => filled(evidence && evidenceSentence(evidence))),
  ...EVIDENCE_COLUMNS.filter(([name]) => !LEFT_OUT.has(name)).map(([name, value]) =>
    factColumn(name.toLowerCase().replaceAll(" ", "_"), ({ evidence }) =>
      filled(evidence && value(evidence, "")),
    ),
  ),
];

const INFERRED_COLUMN = factColumn("inferred_from", ({ capture }) =>
  capture.inferredFrom?.join(" "),
);

/** Returns the names of the measures that results of a run have. */
function shownMeasures({ measures, model, signsVote, collection }: Settings): string[] {
  const names = [
    ...measures.flatMap(({ name, asInput }) => (asInput === true ? [] : [name])),
    ...(signsVote === true ? [SIGNS_VOTE] : []),
    ...(model === undefined ? [] : [COMBINED]),
    ...(collection?.measures ?? []).map(({ keyword }) => keyword),
  ];
  return [...new Set(names)];
}

/** A measure that has no vote has a score, and no status. */
function measureColumns(name: string, votes: boolean): TableColumn<Result>[] {
  const scored = (of: MementoResult): Score | undefined => valueOf(measureOf(of, name)?.outcome);
  return [
    factColumn(`score_${name}`, (of) => scored(of)?.score, "number"),
    factColumn(`status_${name}`, (of) => (votes ? scored(of)?.topicStatus : undefined)),
    factColumn(`bound_${name}`, (of) => scored(of)?.bound),
    factColumn(`error_${name}`, (of) => {
      const measure = measureOf(of, name);
      return measure && whyNoScore(measure);
    }),
  ];
}
