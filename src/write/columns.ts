import { isOtmts } from "../score/settings/profiles.js";
import { printable } from "../base/text.js";
import { seedOfTimeMap } from "../base/uri.js";
import type { Settings } from "../score/settings/types.js";
import type { MementoResult } from "../score/types.js";
import { COMBINED, hasVote, SIGNS_VOTE } from "../score/verdict/decide.js";
import { measureOf, valueOf } from "./entry.js";
import { EVIDENCE_COLUMNS, evidenceSentence } from "./evidence.js";
import type { Cell, TableColumn } from "./formats/forms.js";
import type { Result } from "./types.js";

/*
 * The columns of tables with a row for each capture: Parquet and `-ot captures`. The names and their order are part of
 * both forms.
 */

/** Type of the values of a column. `unsigned` numbers have 64 bits. */
export type ColumnType = "text" | "datetime" | "count" | "unsigned" | "number";

/** A column of one fact. It is empty for rows that lack the fact. */
export interface CaptureColumn extends TableColumn<Result> {
  readonly type: ColumnType;
}

/** Returns the columns of a run. The settings decide of which measures there are scores. */
export function captureColumns(settings: Settings): CaptureColumn[] {
  const kindOf = ({ overall, pageKind, evidence, fault }: MementoResult): string | undefined =>
    fault !== undefined || overall === "off-topic"
      ? (pageKind ?? evidence?.pageKind?.kind)
      : undefined;
  const facts = [
    always("uri_t", ({ uriT }) => printable(uriT, "percent")),
    uri("uri_m", ({ uriM }) => uriM),
    always("uri_r", (of) =>
      optional(of.kind === "memento" ? of.capture.uriR : seedOfTimeMap(of.uriT), (each) =>
        printable(each, "percent"),
      ),
    ),
    column("memento_datetime", "datetime", ({ capture }) => date(capture.mementoDatetime)),
    words("overall_topic_status", ({ overall }) => overall),
    words("computed_topic_status", ({ override }) =>
      override ? (override.computed ?? "none") : undefined,
    ),
    words("page_kind", kindOf),
    words("pattern", ({ pattern }) => pattern),
    always("error", ({ problem }) => optional(problem?.message, (each) => printable(each))),
    column("http_status", "count", ({ capture }) => whole(capture.status)),
    words("content_type", ({ capture }) => capture.contentType),
    column("content_length", "count", ({ contentLength }) => whole(valueOf(contentLength))),
    words("language", ({ language }) => valueOf(language)),
    column("simhash", "unsigned", (of) => optional(valueOf(of.simhash), simhash)),
    words("source_file", ({ capture }) => capture.source?.file),
    column("source_offset", "count", ({ capture }) => whole(capture.source?.offset)),
    words("warc_record_id", ({ capture }) => capture.recordId),
    uri("compared_with", ({ comparedWith }) => comparedWith),
    words("stands_for", ({ capture }) => capture.via?.kind),
    uri("stands_for_uri_r", ({ capture }) => capture.via?.uriR),
    column("stands_for_datetime", "datetime", ({ capture }) => date(capture.via?.mementoDatetime)),
    words("notes", ({ capture }) => capture.notes?.join("; ")),
  ];
  const last = isOtmts(settings.profile)
    ? []
    : [
        column("effective_status", "count", ({ effectiveStatus }) => whole(effectiveStatus)),
        words("fault", ({ fault }) => fault),
      ];
  const inferred = words("inferred_from", ({ capture }) => capture.inferredFrom?.join(" "));
  const names = shownMeasures(settings);
  const ofMeasures = names.flatMap((name) => measureColumns(name, hasVote(name, names)));
  return [
    ...facts,
    ...ofMeasures,
    ...last,
    ...(settings.explain === true ? reasons() : []),
    ...(settings.fetch === undefined ? [] : [inferred]),
    words("grouping_key", ({ key }) => key),
  ];
}

/** Evidence that other columns have, or that is about one measure. */
const LEFT_OUT = new Set(["Threshold", "Threshold Distance", "Normalised Distance", "Page Kind"]);

/** Returns columns with the reasons of a verdict (`--explain`), under the names that CSV gives them. */
const reasons = (): readonly CaptureColumn[] => [
  words("evidence", ({ evidence }) => filled(evidence && evidenceSentence(evidence))),
  ...EVIDENCE_COLUMNS.filter(([name]) => !LEFT_OUT.has(name)).map(([name, value]) =>
    words(name.toLowerCase().replaceAll(" ", "_"), ({ evidence }) =>
      filled(evidence && value(evidence, "")?.toString()),
    ),
  ),
];

/** A verdict without reasons has no text, and not an empty one. */
const filled = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

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

/** Returns a column with a fact of mementos. It is empty for a TimeMap that failed. */
export const column = (
  name: string,
  type: ColumnType,
  value: (of: MementoResult) => Cell,
): CaptureColumn => ({
  name,
  type,
  value: (result) => (result.kind === "memento" ? value(result) : undefined),
});

const uri = (name: string, value: (of: MementoResult) => string | undefined): CaptureColumn =>
  column(name, "text", (of) => optional(value(of), (each) => printable(each, "percent")));

const words = (name: string, value: (of: MementoResult) => string | undefined): CaptureColumn =>
  column(name, "text", (of) => optional(value(of), (each) => printable(each)));

/** Returns a column that also has values for a TimeMap that failed. */
export const always = (name: string, value: (of: Result) => string | undefined): CaptureColumn => ({
  name,
  type: "text",
  value,
});

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

/** A measure that has no vote has a score, and no status. */
function measureColumns(name: string, votes: boolean): CaptureColumn[] {
  const outcome = (of: MementoResult): ReturnType<typeof measureOf> => measureOf(of, name);
  const scored = (of: MementoResult): { score?: number; topicStatus?: string; bound?: string } => {
    const found = outcome(of)?.outcome;
    return found !== undefined && "value" in found ? found.value : {};
  };
  return [
    column(`score_${name}`, "number", (of) => scored(of).score),
    words(`status_${name}`, (of) => (votes ? scored(of).topicStatus : undefined)),
    words(`bound_${name}`, (of) => scored(of).bound),
    words(`error_${name}`, (of) => {
      const found = outcome(of)?.outcome;
      return found !== undefined && "problem" in found ? found.problem.message : undefined;
    }),
  ];
}
