import { toOtmtForm } from "../mementos/datetime.js";
import type {
  Change,
  CombinationEvidence,
  Evidence,
  Json,
  MeasureResult,
  MementoResult,
  ScoreEvidence,
  TopicEvidence,
  Via,
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
/** The Simhash of a result as its digits, or undefined when it was not computed. */
export function simhashDigits({ simhash }: MementoResult): string | undefined {
  return simhash !== undefined && "value" in simhash ? simhash.value : undefined;
}

/**
 * One memento as OTMT writes it (figure 8 of the paper), apart from the Simhash, whose digits JSON.stringify cannot
 * write (see {@link withSimhash}).
 */
export function mementoEntry(result: MementoResult): Record<string, Json> {
  const { contentLength, language, problem } = result;
  if (problem !== undefined) {
    return {
      "access error": problem.message,
      "memento-datetime": toOtmtForm(result.capture.mementoDatetime),
      ...verdictEntry(result),
    };
  }
  return {
    ...(contentLength !== undefined &&
      "value" in contentLength && { "content length": contentLength.value }),
    ...(language !== undefined && "value" in language && { language: language.value }),
    "memento-datetime": toOtmtForm(result.capture.mementoDatetime),
    ...(result.signs !== undefined &&
      "value" in result.signs &&
      result.signs.value.length > 0 && { signs: result.signs.value }),
    ...measuresEntry(result),
    ...verdictEntry(result),
    ...(result.evidence !== undefined && { evidence: evidenceEntry(result.evidence) }),
  };
}

/** What stood in for the body of a memento, by the name of its kind. */
export function viaEntry(via: Via): Record<string, Json> {
  return {
    [via.kind]: {
      ...(via.status !== undefined && { "HTTP status": via.status }),
      "URI-R": via.uriR,
      "memento-datetime": via.mementoDatetime,
      ...(via.uriM !== undefined && { "URI-M": via.uriM }),
      ...(via.source !== undefined && { file: via.source.file, offset: via.source.offset }),
    },
  };
}

/** Both families of measures; one that was not asked for is left out where the other was. */
function measuresEntry({ measures, collection }: MementoResult): Record<string, Json> {
  const timeMapMeasures = { "timemap measures": Object.fromEntries(measures.map(measureEntry)) };
  if (collection === undefined) return timeMapMeasures;
  const { topicStatus, profile } = collection;
  return {
    ...(measures.length > 0 && timeMapMeasures),
    "collection measures": Object.fromEntries(collection.measures.map(measureEntry)),
    ...(topicStatus !== undefined && { "collection topic status": topicStatus }),
    "topic profile": profile,
  };
}

/** The verdict; where it is a curator's own, what it stands in place of. */
function verdictEntry({ overall, override }: MementoResult): Record<string, Json> {
  if (overall === undefined) return {};
  if (override === undefined) return { "overall topic status": overall };
  const { by, computed = "none" } = override;
  return { "overall topic status": overall, override: { by, "computed topic status": computed } };
}

function measureEntry({ name, flags, outcome, comparedWith }: MeasureResult): [string, Json] {
  if ("problem" in outcome) return [name, { "measurement error": outcome.problem.message }];
  if ("skipped" in outcome) return [name, { skipped: outcome.skipped }];
  const { score, bound, topicStatus } = outcome.value;
  return [
    name,
    {
      stemmed: flags.stemmed,
      tokenized: flags.tokenized,
      "removed boilerplate": flags.removedBoilerplate,
      "comparison score": score,
      ...(bound !== undefined && { "comparison score is": bound }),
      ...(topicStatus !== undefined && { "topic status": topicStatus }),
      ...(comparedWith !== undefined && { "compared with": comparedWith }),
    },
  ];
}

/** Text of a JSON object with the Simhash put in front of its members, digit by digit: it may be above 2^53. */
export function withSimhash(object: string, digits: string | undefined, space: string): string {
  if (digits === undefined) return object;
  return `{${space}"raw memento simhash value":${space === "" ? "" : " "}${digits},${object.slice(1)}`;
}
