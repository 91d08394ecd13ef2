import { topicVoteText } from "../report/topic-vote-text.js";
import type { Evidence, TopicEvidence } from "../types.js";

/** Inputs of the learned combination, and words of each side, that a line has room for. */
const mostInputs = 3;
const mostWords = 6;

/** What speaks for and against a memento, in one line; empty where nothing is out of the ordinary. */
export function evidenceSentence(evidence: Evidence): string {
  const { pageKind, language, httpStatus, words, redirect } = evidence;
  const { termsLost = [], termsGained = [], topic, combination } = evidence;
  const isFull = combination !== undefined || termsLost.length + termsGained.length > 0;
  const said = [
    pageKind !== undefined && `${pageKind.title} (${pageKind.marks.join("; ")})`,
    ...evidence.scores
      .filter(({ normalised }) => normalised < 0)
      .map(
        ({ measure, distance }) => `${measure} ${short(Math.abs(distance))} beyond its threshold`,
      ),
    topic !== undefined && topic.recognisedBy.length < topic.needed && beyondTopic(topic),
    language?.first !== undefined &&
      language.memento !== undefined &&
      language.first !== language.memento &&
      `language ${language.first} -> ${language.memento}`,
    httpStatus?.first !== httpStatus?.memento &&
      `HTTP ${httpStatus?.first ?? "?"} -> ${httpStatus?.memento ?? "?"}`,
    redirect !== undefined && `redirected to ${redirect.uriR}`,
    isFull && words !== undefined && `${words.first ?? "?"} -> ${words.memento ?? "?"} words`,
    termsLost.length > 0 && `lost: ${termsLost.slice(0, mostWords).join(" ")}`,
    termsGained.length > 0 && `gained: ${termsGained.slice(0, mostWords).join(" ")}`,
    combination !== undefined &&
      `most weight: ${combination.inputs
        .slice(0, mostInputs)
        .map(({ of: name, contribution }) => `${name} ${short(contribution)}`)
        .join(", ")}`,
  ];
  return said.filter((part) => part !== false).join("; ");
}

/** The topic's vote where it is off-topic, with each score and what it should have reached. */
function beyondTopic(topic: TopicEvidence): string {
  const scores = topic.scores.map(
    ({ measure, score, threshold }) => `${measure} ${short(score)} of ${short(threshold)}`,
  );
  return `topic ${topicVoteText(topic)}: ${scores.join(", ")}`;
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000);
