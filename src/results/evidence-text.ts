import type { Change, Contribution, Evidence, TopicEvidence } from "../types.js";
import { shortScore as short } from "./writing.js";

/** How the topic's vote came about: `en: recognised by 1 of 5 (vsm), 1 needed`. */
export function topicVoteText({ language, scores, recognisedBy, needed }: TopicEvidence): string {
  const names = recognisedBy.length === 0 ? "" : ` (${recognisedBy.join(", ")})`;
  return `${language}: recognised by ${recognisedBy.length} of ${scores.length}${names}, ${needed} needed`;
}
/** Columns of the evidence, only there in runs with `--explain`: see docs/explain.md. */
export const EVIDENCE_COLUMNS = [
  "Threshold",
  "Threshold Distance",
  "Normalised Distance",
  "Language Change",
  "Byte Change",
  "Word Change",
  "HTTP Status Change",
  "Page Kind",
  "Page Kind Marks",
  "Terms Lost",
  "Terms Gained",
  "Combination",
  "Topic Vote",
] as const;

type Columns = Partial<Record<(typeof EVIDENCE_COLUMNS)[number], string | number>>;

/** What is said of the memento: the same in each of its rows. */
export function evidenceColumns(evidence: Evidence): Columns {
  const { language, bytes, words, httpStatus, pageKind } = evidence;
  const { termsLost, termsGained, topic, combination } = evidence;
  return {
    "Language Change": language && changeText(language),
    "Byte Change": bytes && changeText(bytes),
    "Word Change": words && changeText(words),
    "HTTP Status Change": httpStatus && changeText(httpStatus),
    "Page Kind": pageKind?.title,
    "Page Kind Marks": pageKind?.marks.join("; "),
    "Terms Lost": termsLost?.join(" "),
    "Terms Gained": termsGained?.join(" "),
    Combination: combination?.inputs.map(contributionText).join("; "),
    "Topic Vote": topic && topicVoteText(topic),
  };
}

/** What is said of one measure, of the TimeMap or of the collection. */
export function scoreColumns({ scores, topic }: Evidence, measure: string): Columns {
  const score = [...scores, ...(topic?.scores ?? [])].find((one) => one.measure === measure);
  return {
    Threshold: score?.threshold,
    "Threshold Distance": score?.distance,
    "Normalised Distance": score?.normalised,
  };
}

const changeText = ({ first = "?", memento = "?" }: Change<string | number>): string =>
  `${first} -> ${memento}`;

const contributionText = ({ of: name, as, contribution, missing }: Contribution): string =>
  `${name} ${as} ${contribution}${missing === true ? " (missing)" : ""}`;
/** Inputs of the learned combination, and words of each side, that a line has room for. */
const mostInputs = 3;
const mostWords = 6;

/** The evidence for and against a memento, in one line; empty where nothing is out of the ordinary. */
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
    combination?.isWhole === true && "no memento of the TimeMap is believed",
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
