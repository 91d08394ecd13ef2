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
    ...(settings.explain === true ? REASONS : []),
    ...(settings.fetch === undefined ? [] : [INFERRED]),
    fact("grouping_key", ({ key }) => key),
  ];
}

/** Returns a column with a fact of mementos. It is empty for a TimeMap that failed. */
const fact = (name: string, value: (of: MementoResult) => Cell, type?: ColumnType) =>
  column<Result>(name, (of) => (of.kind === "memento" ? value(of) : undefined), type);

const FACTS: readonly TableColumn<Result>[] = [
  column("uri_t", ({ uriT }) => uriT, "uri"),
  fact("uri_m", ({ uriM }) => uriM, "uri"),
  column(
    "uri_r",
    (of) => (of.kind === "memento" ? of.capture.uriR : seedOfTimeMap(of.uriT)),
    "uri",
  ),
  fact("memento_datetime", ({ capture }) => capture.mementoDatetime, "datetime"),
  fact("overall_topic_status", ({ overall }) => overall),
  fact("computed_topic_status", ({ override }) =>
    override === undefined ? undefined : (override.computed ?? "none"),
  ),
  fact("page_kind", ({ overall, pageKind, evidence, fault }) =>
    fault !== undefined || overall === "off-topic"
      ? (pageKind ?? evidence?.pageKind?.kind)
      : undefined,
  ),
  fact("pattern", ({ pattern }) => pattern),
  column("error", ({ problem }) => problem?.message),
  fact("http_status", ({ capture }) => capture.status, "count"),
  fact("content_type", ({ capture }) => capture.contentType),
  fact("content_length", ({ contentLength }) => valueOf(contentLength), "count"),
  fact("language", ({ language }) => valueOf(language)),
  fact("simhash", ({ simhash }) => valueOf(simhash), "unsigned"),
  fact("source_file", ({ capture }) => capture.source?.file),
  fact("source_offset", ({ capture }) => capture.source?.offset, "count"),
  fact("warc_record_id", ({ capture }) => capture.recordId),
  fact("compared_with", ({ comparedWith }) => comparedWith, "uri"),
  fact("stands_for", ({ capture }) => capture.via?.kind),
  fact("stands_for_uri_r", ({ capture }) => capture.via?.uriR, "uri"),
  fact("stands_for_datetime", ({ capture }) => capture.via?.mementoDatetime, "datetime"),
  fact("notes", ({ capture }) => capture.notes?.join("; ")),
];

const CONSEQUENCES: readonly TableColumn<Result>[] = [
  fact("effective_status", ({ effectiveStatus }) => effectiveStatus, "count"),
  fact("fault", ({ fault }) => fault),
];

/** Evidence that other columns have, or that is about one measure. */
const LEFT_OUT = new Set(["Threshold", "Threshold Distance", "Normalised Distance", "Page Kind"]);

/** A verdict without reasons has no text, and not an empty one. */
const filled = (cell: Cell): Cell => (cell === "" ? undefined : cell);

/** Columns with the reasons of a verdict (`--explain`), under the names that CSV gives them. */
const REASONS: readonly TableColumn<Result>[] = [
  fact("evidence", ({ evidence }) => filled(evidence && evidenceSentence(evidence))),
  ...EVIDENCE_COLUMNS.filter(([name]) => !LEFT_OUT.has(name)).map(([name, value]) =>
    fact(name.toLowerCase().replaceAll(" ", "_"), ({ evidence }) =>
      filled(evidence && value(evidence, "")),
    ),
  ),
];

const INFERRED = fact("inferred_from", ({ capture }) => capture.inferredFrom?.join(" "));

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
    fact(`score_${name}`, (of) => scored(of)?.score, "number"),
    fact(`status_${name}`, (of) => (votes ? scored(of)?.topicStatus : undefined)),
    fact(`bound_${name}`, (of) => scored(of)?.bound),
    fact(`error_${name}`, (of) => {
      const measure = measureOf(of, name);
      return measure && whyNoScore(measure);
    }),
  ];
}
