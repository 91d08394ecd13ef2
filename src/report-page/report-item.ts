import { compareDatetimes } from "../mementos/datetime.js";
import type { SavedMemento, SavedResults, SavedScore } from "../results/saved-entry.js";
import { COMBINED, hasVote, SIGNS_VOTE } from "../scoring/decide.js";
import type {
  Capture,
  Evidence,
  MeasureResult,
  Override,
  Pattern,
  Result,
  ScoreEvidence,
  Settings,
  TopicStatus,
} from "../types.js";
import { version } from "../version.js";

/** What a report shows of one memento, whether it comes from a run or from a results file. */
export interface ReportMemento {
  readonly kind: "memento";
  readonly uriT: string;
  readonly uriM: string;
  readonly uriR?: string;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime?: string;
  readonly overall?: TopicStatus;
  /** Why it could not be had. */
  readonly problem?: string;
  readonly status?: number;
  readonly measures: readonly ReportScore[];
  /** True where it is not known what was computed. */
  readonly override?: Override | true;
  /** The one vote of the topic of its collection. */
  readonly topicVote?: TopicStatus;
  readonly evidence?: Evidence;
  readonly pattern?: Pattern;
  /** URI-M of the first memento. */
  readonly comparedWith?: string;
  readonly source?: Capture["source"];
  readonly via?: Capture["via"];
  readonly notes?: readonly string[];
  /** The start of its text. */
  readonly excerpt?: string;
}

/** What one measure says: a score or an error. */
export interface ReportScore {
  readonly name: string;
  readonly score?: number;
  readonly bound?: ScoreEvidence["bound"];
  readonly topicStatus?: TopicStatus;
  readonly error?: string;
  readonly comparedWith?: string;
  /** Set when it is a part of the topic's one vote. */
  readonly ofTopic?: true;
}

/** A TimeMap that could not be had. */
export interface ReportMissedTimeMap {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  readonly message: string;
}

/** Items come grouped by TimeMap, oldest memento first. */
export type ReportItem = ReportMemento | ReportMissedTimeMap;

/** A measure and when its score means off-topic, where that is known. */
export interface ReportCut {
  readonly name: string;
  readonly threshold?: number;
  readonly comparison: "<" | "<=" | ">" | ">=";
}

/** What a report says of the run as a whole. */
export interface ReportRun {
  readonly tool: string;
  /** The results file. */
  readonly file?: string;
  readonly combine?: string;
  /** Where captures without a web address of their own are replayed: PREFIX of `PREFIX20120616103217/http://seed/`. */
  readonly replay?: string;
  readonly cuts: readonly ReportCut[];
}
/** What a report shows of a result of a run. */
export function fromResult(result: Result): ReportItem {
  if (result.kind === "timemap-problem") {
    return { kind: result.kind, uriT: result.uriT, message: result.problem.message };
  }
  const { capture, problem, overall, override, evidence, pattern, comparedWith, excerpt } = result;
  const { status, source, via, notes } = capture;
  const { collection } = result;
  const names = result.measures.map(({ name }) => name);
  return {
    kind: "memento",
    uriT: result.uriT,
    uriM: result.uriM,
    uriR: capture.uriR,
    mementoDatetime: capture.mementoDatetime,
    ...(overall !== undefined && { overall }),
    ...(problem !== undefined && { problem: problem.message }),
    ...(status !== undefined && { status }),
    measures: [
      ...result.measures.map((each) => scoreOfResult(each, hasVote(each.name, names))),
      ...(collection?.measures ?? []).map((each) => ({
        ...scoreOfResult(each, true),
        ofTopic: true as const,
      })),
    ],
    ...(collection?.topicStatus !== undefined && { topicVote: collection.topicStatus }),
    ...(override !== undefined && { override }),
    ...(evidence !== undefined && { evidence }),
    ...(pattern !== undefined && { pattern }),
    ...(comparedWith !== undefined && { comparedWith }),
    ...(source !== undefined && { source }),
    ...(via !== undefined && { via }),
    ...(notes !== undefined && { notes }),
    ...(excerpt !== undefined && "value" in excerpt && { excerpt: excerpt.value }),
  };
}

function scoreOfResult(
  { name, outcome, comparedWith }: MeasureResult,
  votes: boolean,
): ReportScore {
  const against = comparedWith === undefined ? {} : { comparedWith };
  if ("problem" in outcome) return { name, error: outcome.problem.message, ...against };
  if ("skipped" in outcome) return { name, error: `skipped: ${outcome.skipped}`, ...against };
  const { score, bound, topicStatus } = outcome.value;
  return {
    name,
    score,
    ...(bound !== undefined && { bound }),
    ...(votes && topicStatus !== undefined && { topicStatus }),
    ...against,
  };
}

/** What a report says of a run with these settings. */
export function runOfSettings(settings: Settings): ReportRun {
  const { measures, collection, combine } = settings;
  const cuts = measures.map(({ name, threshold, comparison }): ReportCut => ({
    name,
    comparison,
    ...(threshold !== undefined && { threshold }),
  }));
  // Where none was given the threshold is the topic profile's, another one for each language.
  const topic = (collection?.measures ?? []).map(({ keyword, threshold }): ReportCut => ({
    name: keyword,
    comparison: "<",
    ...(threshold !== undefined && { threshold }),
  }));
  return {
    tool: `detect_off_topic ${version}`,
    combine: String(combine),
    cuts: [...ownVotes(settings), ...cuts, ...topic],
  };
}

/** Votes that are measures of the output, not of the settings: of a learned combination, and of strong signals. */
function ownVotes({ model, signsVote, signStrength }: Settings): ReportCut[] {
  return [
    ...(model === undefined
      ? []
      : [{ name: COMBINED, threshold: model.threshold, comparison: ">" as const }]),
    ...(signsVote === true && signStrength !== undefined
      ? [{ name: SIGNS_VOTE, threshold: signStrength, comparison: ">=" as const }]
      : []),
  ];
}
type PatternOf = (verdicts: Iterable<TopicStatus | undefined>) => Pattern | undefined;

/**
 * What a report shows of saved results: by TimeMap in the order of the file, oldest memento first. `patternOf` names how
 * the verdicts of a TimeMap go: not every form of results says it.
 */
export function* fromSaved(
  { mementos, timeMapProblems }: SavedResults,
  patternOf: PatternOf,
): Generator<ReportItem> {
  for (const { uriT, accessError } of timeMapProblems) {
    yield { kind: "timemap-problem", uriT, message: accessError };
  }
  const timeMaps = new Map<string, SavedMemento[]>();
  for (const memento of mementos) {
    const known = timeMaps.get(memento.uriT);
    if (known === undefined) timeMaps.set(memento.uriT, [memento]);
    else known.push(memento);
  }
  for (const members of timeMaps.values()) {
    members.sort(byDate);
    const pattern = patternOf(members.map(({ overall }) => overall));
    for (const memento of members) yield itemOf(memento, pattern);
  }
}

/** Mementos without a date keep their places at the end. */
function byDate(a: SavedMemento, b: SavedMemento): number {
  if (a.mementoDatetime === undefined || b.mementoDatetime === undefined) {
    return Number(a.mementoDatetime === undefined) - Number(b.mementoDatetime === undefined);
  }
  return compareDatetimes(a.mementoDatetime, b.mementoDatetime);
}

function itemOf(memento: SavedMemento, pattern: Pattern | undefined): ReportMemento {
  const { uriT, uriM, uriR, mementoDatetime, overall, accessError } = memento;
  const { evidence, override, topicVote } = memento;
  const {
    status = evidence?.httpStatus?.memento,
    comparedWith,
    source,
    via,
    notes,
  } = memento.capture ?? {};
  return {
    kind: "memento",
    uriT,
    uriM,
    ...(uriR !== undefined && { uriR }),
    ...(mementoDatetime !== undefined && { mementoDatetime }),
    ...(overall !== undefined && { overall }),
    ...(accessError !== undefined && { problem: accessError }),
    ...(status !== undefined && { status }),
    measures: [...memento.measures].map(([name, saved]) =>
      scoreOfSaved(name, saved, saved.ofTopic === true || hasVote(name, memento.measures.keys())),
    ),
    ...(override !== undefined && { override }),
    ...(topicVote !== undefined && { topicVote }),
    ...(evidence !== undefined && { evidence }),
    ...(pattern !== undefined && { pattern }),
    ...(comparedWith !== undefined && { comparedWith }),
    ...(source !== undefined && { source }),
    ...(via !== undefined && { via }),
    ...(notes !== undefined && { notes }),
  };
}

function scoreOfSaved(
  name: string,
  { score, bound, topicStatus, error, comparedWith, ofTopic }: SavedScore,
  votes: boolean,
): ReportScore {
  return {
    name,
    ...(score !== undefined && { score }),
    ...(bound !== undefined && { bound }),
    ...(votes && topicStatus !== undefined && { topicStatus }),
    ...(score === undefined && { error: error ?? "no score" }),
    ...(comparedWith !== undefined && { comparedWith }),
    ...(ofTopic !== undefined && { ofTopic }),
  };
}

/** What a report says of the run that wrote the results; `cuts` where they do not say it themselves. */
export function runOfSaved(
  { file, run }: SavedResults,
  cuts: readonly ReportCut[],
  replay: string | undefined,
): ReportRun {
  const combine = run?.settings.get("combine");
  return {
    tool: `detect_off_topic ${version}`,
    file,
    ...((typeof combine === "string" || typeof combine === "number") && {
      combine: String(combine),
    }),
    ...(replay !== undefined && { replay }),
    cuts,
  };
}
