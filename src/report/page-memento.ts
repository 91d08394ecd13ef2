import { toFourteenDigits } from "../mementos/datetime.js";
import type { Evidence } from "../types.js";
import type { PageMemento, PageScore } from "./page-data.js";
import type { ReportMemento, ReportScore } from "./report-item.js";
import { topicVoteText } from "./topic-vote-text.js";

/** Places of names and texts, each told once. */
export interface Places {
  measure(name: string): number;
  text(excerpt: string): number;
}

/** A memento as the page is told of it; `replay` is that of the run. */
export function pageMemento(
  memento: ReportMemento,
  places: Places,
  replay: string | undefined,
): PageMemento {
  const { uriM, mementoDatetime, overall, problem, status, override, evidence } = memento;
  const { source, via, notes, excerpt } = memento;
  const told = new Map<string, ToldScore>();
  for (const { measure, normalised } of evidence?.scores ?? []) told.set(measure, { normalised });
  // The thresholds of a topic are those of its part in the memento's language.
  for (const { measure, normalised, threshold } of evidence?.topic?.scores ?? [])
    told.set(measure, { normalised, threshold });
  const replayed = replay === undefined ? undefined : replayedAt(replay, memento);
  return {
    uriM,
    ...(replayed !== undefined && { replayed }),
    ...(mementoDatetime !== undefined && { date: mementoDatetime }),
    ...(overall !== undefined && { overall }),
    ...(problem !== undefined && { problem }),
    ...(status !== undefined && { status }),
    scores: memento.measures.map((score) => pageScore(score, told.get(score.name), places)),
    ...(override !== undefined && { override }),
    ...(evidence !== undefined && { evidence: withoutScores(evidence) }),
    ...(evidence?.topic !== undefined && { topicVote: topicVoteText(evidence.topic) }),
    ...(source !== undefined && { source: { file: source.file, offset: source.offset } }),
    ...(via !== undefined && { standsFor: `${via.kind} ${via.mementoDatetime} ${via.uriR}` }),
    ...(notes !== undefined && notes.length > 0 && { notes }),
    ...(excerpt !== undefined && { text: places.text(excerpt) }),
  };
}

/** What the evidence says of one score. */
interface ToldScore {
  readonly normalised: number;
  readonly threshold?: number;
}

function pageScore(
  { name, score, bound, topicStatus, error, comparedWith }: ReportScore,
  told: ToldScore | undefined,
  places: Places,
): PageScore {
  const { normalised, threshold } = told ?? {};
  return {
    measure: places.measure(name),
    ...(score !== undefined && { score }),
    ...(bound !== undefined && { bound }),
    ...(topicStatus !== undefined && { topicStatus }),
    ...(error !== undefined && { error }),
    ...(threshold !== undefined && { threshold }),
    ...(normalised !== undefined && { normalised }),
    ...(comparedWith !== undefined && { comparedWith }),
  };
}

/** A replay system's address of a capture that has none on the web: one from a file. */
function replayedAt(
  prefix: string,
  { uriM, uriR, mementoDatetime }: ReportMemento,
): string | undefined {
  if (/^https?:/iu.test(uriM) || uriR === undefined || mementoDatetime === undefined) {
    return undefined;
  }
  return `${prefix}${toFourteenDigits(mementoDatetime)}/${uriR}`;
}

/** The scores stand beside it already, and so does the vote of the topic. */
function withoutScores(evidence: Evidence): Omit<Evidence, "scores" | "topic"> {
  const others: { -readonly [K in keyof Evidence]?: Evidence[K] } = { ...evidence };
  delete others.scores;
  delete others.topic;
  return others;
}
