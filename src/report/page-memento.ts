import type { Evidence } from "../types.js";
import type { PageMemento, PageScore } from "./page-data.js";
import type { ReportMemento, ReportScore } from "./report-item.js";

/** Places of names and texts, each told once. */
export interface Places {
  measure(name: string): number;
  text(excerpt: string): number;
}

/** A memento as the page is told of it. */
export function pageMemento(memento: ReportMemento, places: Places): PageMemento {
  const { uriM, mementoDatetime, overall, problem, status, override, evidence } = memento;
  const { source, via, notes, excerpt } = memento;
  const normalised = new Map(evidence?.scores.map((each) => [each.measure, each.normalised]));
  return {
    uriM,
    ...(mementoDatetime !== undefined && { date: mementoDatetime }),
    ...(overall !== undefined && { overall }),
    ...(problem !== undefined && { problem }),
    ...(status !== undefined && { status }),
    scores: memento.measures.map((score) => pageScore(score, normalised, places)),
    ...(override !== undefined && { override }),
    ...(evidence !== undefined && { evidence: withoutScores(evidence) }),
    ...(source !== undefined && { source: { file: source.file, offset: source.offset } }),
    ...(via !== undefined && { standsFor: `${via.kind} ${via.mementoDatetime} ${via.uriR}` }),
    ...(notes !== undefined && notes.length > 0 && { notes }),
    ...(excerpt !== undefined && { text: places.text(excerpt) }),
  };
}

function pageScore(
  { name, score, bound, topicStatus, error, comparedWith }: ReportScore,
  normalised: ReadonlyMap<string, number>,
  places: Places,
): PageScore {
  const share = normalised.get(name);
  return {
    measure: places.measure(name),
    ...(score !== undefined && { score }),
    ...(bound !== undefined && { bound }),
    ...(topicStatus !== undefined && { topicStatus }),
    ...(error !== undefined && { error }),
    ...(share !== undefined && { normalised: share }),
    ...(comparedWith !== undefined && { comparedWith }),
  };
}

/** The scores stand beside it already. */
function withoutScores(evidence: Evidence): Omit<Evidence, "scores"> {
  const others: { -readonly [K in keyof Evidence]?: Evidence[K] } = { ...evidence };
  delete others.scores;
  return others;
}
