import { hasVote } from "../decide/overall.js";
import { compareDatetimes } from "../mementos/datetime.js";
import type { SavedMemento, SavedResults, SavedScore } from "../results/saved-memento.js";
import type { Pattern, TopicStatus } from "../types.js";
import { version } from "../version.js";
import type {
  ReportCut,
  ReportItem,
  ReportMemento,
  ReportRun,
  ReportScore,
} from "./report-item.js";

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
      scoreOf(name, saved, saved.ofTopic === true || hasVote(name, memento.measures.keys())),
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

function scoreOf(
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
