import type {
  Change,
  CombinationEvidence,
  Evidence,
  Json,
  ScoreEvidence,
  TopicEvidence,
} from "../types.js";

/** The evidence for a verdict as JSON and JSON Lines write it: see docs/explain.md. */
export function evidenceEntry(evidence: Evidence): Record<string, Json> {
  const { scores, language, bytes, words, httpStatus, redirect, pageKind } = evidence;
  const { termsLost, termsGained, topic, combination } = evidence;
  return {
    scores: scores.map(scoreEntry),
    ...(language !== undefined && { language: changeEntry(language) }),
    ...(bytes !== undefined && { bytes: changeEntry(bytes) }),
    ...(words !== undefined && { words: changeEntry(words) }),
    ...(httpStatus !== undefined && { "HTTP status": changeEntry(httpStatus) }),
    ...(redirect !== undefined && { redirect: redirectEntry(redirect) }),
    ...(pageKind !== undefined && {
      "page kind": {
        kind: pageKind.kind,
        title: pageKind.title,
        strength: pageKind.strength,
        marks: pageKind.marks,
      },
    }),
    ...(termsLost !== undefined && { "terms lost": termsLost }),
    ...(termsGained !== undefined && { "terms gained": termsGained }),
    ...(topic !== undefined && { topic: topicEntry(topic) }),
    ...(combination !== undefined && { combination: combinationEntry(combination) }),
  };
}

function scoreEntry({
  measure,
  score,
  bound,
  threshold,
  distance,
  normalised,
}: ScoreEvidence): Readonly<Record<string, Json>> {
  return {
    measure,
    score,
    ...(bound !== undefined && { "score is": bound }),
    threshold,
    distance,
    "normalised distance": normalised,
  };
}

function changeEntry({ first, memento }: Change<string | number>): Record<string, Json> {
  return {
    ...(first !== undefined && { first }),
    ...(memento !== undefined && { memento }),
  };
}

function redirectEntry({
  status,
  uriR,
  mementoDatetime,
  uriM,
}: NonNullable<Evidence["redirect"]>): Record<string, Json> {
  return {
    ...(status !== undefined && { "HTTP status": status }),
    "URI-R": uriR,
    "memento-datetime": mementoDatetime,
    ...(uriM !== undefined && { "URI-M": uriM }),
  };
}

function topicEntry({
  language,
  scores,
  recognisedBy,
  needed,
}: TopicEvidence): Record<string, Json> {
  return { language, "recognised by": recognisedBy, needed, scores: scores.map(scoreEntry) };
}

function combinationEntry({
  probability,
  threshold,
  bias,
  inputs,
}: CombinationEvidence): Record<string, Json> {
  return {
    probability,
    threshold,
    bias,
    inputs: inputs.map(({ of: name, as, value, missing, contribution }) => ({
      of: name,
      as,
      value,
      ...(missing !== undefined && { missing }),
      contribution,
    })),
  };
}
