import { isOtmts } from "../score/settings/profiles.js";
import { seedOfTimeMap } from "../base/uri.js";
import type { Settings } from "../score/settings/types.js";
import type { MementoResult, Score } from "../score/types.js";
import { COMBINED, hasVote, SIGNS_VOTE } from "../score/verdict/decide.js";
import { measureOf, valueOf, whyNoScore } from "./entry.js";
import { EVIDENCE_COLUMNS, evidenceSentence } from "./evidence.js";
import type { Cell, ColumnType, TableColumn } from "./formats/forms.js";
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
    column("grouping_key", ({ key }) => key),
  ];
}

/** Returns a column with a fact of mementos. It is empty for a TimeMap that failed. */
export const column = (
  name: string,
  value: (of: MementoResult) => Cell,
  type?: ColumnType,
): TableColumn<Result> => ({
  ...{ name, type },
  value: (result) => (result.kind === "memento" ? value(result) : undefined),
});

const FACTS: readonly TableColumn<Result>[] = [
  { name: "uri_t", type: "uri", value: ({ uriT }) => uriT },
  column("uri_m", ({ uriM }) => uriM, "uri"),
  {
    ...{ name: "uri_r", type: "uri" },
    value: (of) => (of.kind === "memento" ? of.capture.uriR : seedOfTimeMap(of.uriT)),
  },
  column("memento_datetime", ({ capture }) => capture.mementoDatetime, "datetime"),
  column("overall_topic_status", ({ overall }) => overall),
  column("computed_topic_status", ({ override }) =>
    override === undefined ? undefined : (override.computed ?? "none"),
  ),
  column("page_kind", ({ overall, pageKind, evidence, fault }) =>
    fault !== undefined || overall === "off-topic"
      ? (pageKind ?? evidence?.pageKind?.kind)
      : undefined,
  ),
  column("pattern", ({ pattern }) => pattern),
  { name: "error", value: ({ problem }) => problem?.message },
  column("http_status", ({ capture }) => capture.status, "count"),
  column("content_type", ({ capture }) => capture.contentType),
  column("content_length", ({ contentLength }) => valueOf(contentLength), "count"),
  column("language", ({ language }) => valueOf(language)),
  column("simhash", ({ simhash }) => valueOf(simhash), "unsigned"),
  column("source_file", ({ capture }) => capture.source?.file),
  column("source_offset", ({ capture }) => capture.source?.offset, "count"),
  column("warc_record_id", ({ capture }) => capture.recordId),
  column("compared_with", ({ comparedWith }) => comparedWith, "uri"),
  column("stands_for", ({ capture }) => capture.via?.kind),
  column("stands_for_uri_r", ({ capture }) => capture.via?.uriR, "uri"),
  column("stands_for_datetime", ({ capture }) => capture.via?.mementoDatetime, "datetime"),
  column("notes", ({ capture }) => capture.notes?.join("; ")),
];

const CONSEQUENCES: readonly TableColumn<Result>[] = [
  column("effective_status", ({ effectiveStatus }) => effectiveStatus, "count"),
  column("fault", ({ fault }) => fault),
];

/** Evidence that other columns have, or that is about one measure. */
const LEFT_OUT = new Set(["Threshold", "Threshold Distance", "Normalised Distance", "Page Kind"]);

/** A verdict without reasons has no text, and not an empty one. */
const filled = (cell: Cell): Cell => (cell === "" ? undefined : cell);

/** Columns with the reasons of a verdict (`--explain`), under the names that CSV gives them. */
const REASONS: readonly TableColumn<Result>[] = [
  column("evidence", ({ evidence }) => filled(evidence && evidenceSentence(evidence))),
  ...EVIDENCE_COLUMNS.filter(([name]) => !LEFT_OUT.has(name)).map(([name, value]) =>
    column(name.toLowerCase().replaceAll(" ", "_"), ({ evidence }) =>
      filled(evidence && value(evidence, "")),
    ),
  ),
];

const INFERRED = column("inferred_from", ({ capture }) => capture.inferredFrom?.join(" "));

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
    column(`score_${name}`, (of) => scored(of)?.score, "number"),
    column(`status_${name}`, (of) => (votes ? scored(of)?.topicStatus : undefined)),
    column(`bound_${name}`, (of) => scored(of)?.bound),
    column(`error_${name}`, (of) => {
      const measure = measureOf(of, name);
      return measure && whyNoScore(measure);
    }),
  ];
}
